<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $merchant
 * @property-read int|null $basis_points The part in hundredths of a percent of the payment: 8500 is 85 %.
 * @property-read int|null $amount In the currency's smallest unit.
 * @property-read bool $hold
 * @property-read string|null $description
 */
final class SplitTermsParts extends Model
{
    protected const FIELDS = [
        'merchant',
        'basis_points',
        'amount',
        'hold',
        'description',
    ];
}
