<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $country Two-letter ISO 3166 code.
 * @property-read string $email
 * @property-read string|null $phone
 * @property-read string|null $poster
 * @property-read string $name
 */
final class TransferDetailsBusiness extends Model
{
    protected const FIELDS = [
        'id',
        'country',
        'email',
        'phone',
        'poster',
        'name',
    ];
}
