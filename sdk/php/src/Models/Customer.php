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
 * @property-read array<string, mixed> $metadata Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
 * @property-read string|null $blocked_at When the customer was blocked: a blocked customer cannot pay.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 */
final class Customer extends Model
{
    protected const FIELDS = [
        'id',
        'name',
        'email',
        'phone',
        'metadata',
        'blocked_at',
        'created_at',
        'updated_at',
    ];
}
