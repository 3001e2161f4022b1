<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read 'mobile_money'|'bank_account' $type
 * @property-read string $name
 * @property-read string $country Two-letter ISO 3166 code.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read string $number The number or account; all but the last digits are hidden.
 * @property-read string|null $bank_code
 * @property-read 'pending'|'active'|'removed' $state
 * @property-read string|null $first_confirmed_by In live: the id of the person who confirmed it first. Somebody else must confirm it, too.
 * @property-read string|null $usable_at Withdrawals to it are allowed from this time on. Null until it is confirmed.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 */
final class WithdrawalAccount extends Model
{
    protected const FIELDS = [
        'id',
        'type',
        'name',
        'country',
        'currency',
        'number',
        'bank_code',
        'state',
        'first_confirmed_by',
        'usable_at',
        'created_at',
        'updated_at',
    ];
}
