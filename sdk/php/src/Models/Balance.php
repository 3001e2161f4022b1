<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read int $available In the currency's smallest unit.
 * @property-read int $pending In the currency's smallest unit.
 * @property-read int $reserved In the currency's smallest unit.
 * @property-read int $total In the currency's smallest unit.
 * @property-read int|null $debt The amount that the merchant owes after a correction. Kolo repays it from `available` within a minute.
 * @property-read int|null $escrow The amount held for linked merchants until its release: their parts of split payments. It is not in `total`.
 * @property-read 'test'|'live' $environment
 */
final class Balance extends Model
{
    protected const FIELDS = [
        'currency',
        'available',
        'pending',
        'reserved',
        'total',
        'debt',
        'escrow',
        'environment',
    ];
}
