<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $code Two-letter ISO 3166 code.
 * @property-read string $name
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read string $calling_code
 * @property-read list<string> $channels The channels of this country that the merchant can use in the key's environment.
 */
final class Country extends Model
{
    protected const FIELDS = [
        'code',
        'name',
        'currency',
        'calling_code',
        'channels',
    ];
}
