<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $merchant
 * @property-read int|null $basis_points The part in hundredths of a percent of the payment: 8500 is 85 %.
 * @property-read int $amount In the currency's smallest unit, before the fee.
 * @property-read bool $hold
 * @property-read string|null $description
 */
final class SplitParts extends Model
{
    protected const FIELDS = [
        'id',
        'merchant',
        'basis_points',
        'amount',
        'hold',
        'description',
    ];
}
