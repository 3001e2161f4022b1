<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $account
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read 'daily'|'weekly' $frequency
 * @property-read list<int> $days
 * @property-read string $time The time of day in the merchant's time zone.
 * @property-read string $time_zone The merchant's time zone, in which days and times count.
 * @property-read int $balance_above A withdrawal is made only if the available balance is above this amount. 0: always.
 * @property-read int $balance_left The amount that stays on the available balance. 0: everything is withdrawn.
 * @property-read string|null $next_due_at ISO 8601 in UTC, with microseconds.
 * @property-read WithdrawalRuleRun|null $last_run
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 */
final class WithdrawalRule extends Model
{
    protected const FIELDS = [
        'id',
        'account',
        'currency',
        'frequency',
        'days',
        'time',
        'time_zone',
        'balance_above',
        'balance_left',
        'next_due_at',
        'last_run',
        'created_at',
        'updated_at',
    ];
    protected const SHAPES = [
        'last_run' => WithdrawalRuleRun::class,
    ];
}
