<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $code Three-letter ISO 4217 code.
 * @property-read string $name
 * @property-read int $digits The number of digits after the decimal point: 0 for XAF, 2 for EUR.
 */
final class Currency extends Model
{
    protected const FIELDS = [
        'code',
        'name',
        'digits',
    ];
}
