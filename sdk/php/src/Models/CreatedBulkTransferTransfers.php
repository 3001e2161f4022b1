<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $reference The merchant's own reference, unique for ever within the environment.
 * @property-read int $amount In the currency's smallest unit.
 * @property-read 'pending'|'processing'|'complete'|'failed'|'canceled' $status
 */
final class CreatedBulkTransferTransfers extends Model
{
    protected const FIELDS = [
        'id',
        'reference',
        'amount',
        'status',
    ];
}
