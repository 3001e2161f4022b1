<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $code The value for `bank_code`.
 * @property-read string $name
 * @property-read string $country Two-letter ISO 3166 code.
 */
final class Bank extends Model
{
    protected const FIELDS = [
        'code',
        'name',
        'country',
    ];
}
