<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $entry The index in the list, from 0.
 * @property-read string $transfer A transfer of the same amount to the same number or account in the last 24 hours.
 */
final class BulkTransferCheckDuplicates extends Model
{
    protected const FIELDS = [
        'entry',
        'transfer',
    ];
}
