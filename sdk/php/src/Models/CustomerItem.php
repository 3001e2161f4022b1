<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $name
 * @property-read string|null $email
 * @property-read string|null $phone Any common format is accepted. It is stored and returned as +237677123456.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 */
final class CustomerItem extends Model
{
    protected const FIELDS = [
        'id',
        'name',
        'email',
        'phone',
        'created_at',
    ];
}
