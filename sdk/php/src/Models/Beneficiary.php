<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string|null $name
 * @property-read string|null $email
 * @property-read string|null $phone Any common format is accepted. It is stored and returned as +237677123456.
 * @property-read string|null $account_number
 * @property-read string|null $bank_code
 * @property-read string $country Two-letter ISO 3166 code.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read 'mobile_money'|'bank_account'|'cash_pickup' $type
 * @property-read array<string, mixed> $metadata Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 */
final class Beneficiary extends Model
{
    protected const FIELDS = [
        'id',
        'name',
        'email',
        'phone',
        'account_number',
        'bank_code',
        'country',
        'currency',
        'type',
        'metadata',
        'created_at',
        'updated_at',
    ];
}
