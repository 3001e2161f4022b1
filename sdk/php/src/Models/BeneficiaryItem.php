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
 * @property-read string $country Two-letter ISO 3166 code.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read 'mobile_money'|'bank_account'|'cash_pickup' $type
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 */
final class BeneficiaryItem extends Model
{
    protected const FIELDS = [
        'id',
        'name',
        'email',
        'phone',
        'country',
        'currency',
        'type',
        'created_at',
    ];
}
