<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read list<BulkTransferFileColumns> $columns
 * @property-read list<BulkTransferFileRows> $rows The entries of the bulk, in order. Empty rows are skipped.
 */
final class BulkTransferFile extends Model
{
    protected const FIELDS = [
        'columns',
        'rows',
    ];
    protected const SHAPES = [
        'columns' => [BulkTransferFileColumns::class],
        'rows' => [BulkTransferFileRows::class],
    ];
}
