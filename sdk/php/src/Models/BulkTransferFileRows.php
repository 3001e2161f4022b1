<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $line The line of the file on which the row begins; the heading is usually on line 1.
 * @property-read list<string> $cells The text of each cell, as a spreadsheet shows it. Empty cells at the end are omitted.
 */
final class BulkTransferFileRows extends Model
{
    protected const FIELDS = [
        'line',
        'cells',
    ];
}
