<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read 'in'|'out'|'none' $direction The change of the spendable balance; `none`: no change.
 * @property-read int $amount In the currency's smallest unit.
 * @property-read int $debt In the currency's smallest unit.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read string|null $entry The number of the reversed entry.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read 'reversal'|'adjustment' $kind
 * @property-read string $reason
 * @property-read string $document The reference of the document that the correction is based on.
 */
final class Correction extends Model
{
    protected const FIELDS = [
        'id',
        'direction',
        'amount',
        'debt',
        'currency',
        'entry',
        'created_at',
        'kind',
        'reason',
        'document',
    ];
}
