<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $entry The index in the list, from 0.
 * @property-read int $first The index of the first entry with the same amount and the same number or account.
 */
final class BulkTransferCheckRepeats extends Model
{
    protected const FIELDS = [
        'entry',
        'first',
    ];
}
