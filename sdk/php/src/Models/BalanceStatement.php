<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read 'test'|'live' $environment
 * @property-read string $business The merchant's name.
 * @property-read 'day'|'week'|'month'|'range' $period
 * @property-read string $date_start
 * @property-read string $date_end The last day, included.
 * @property-read string $time_zone The merchant's time zone, by its IANA name.
 * @property-read string $begins_at ISO 8601 in UTC, with microseconds.
 * @property-read string $ends_at The first instant after the period.
 * @property-read bool $is_final Whether the period is over. A final statement never changes.
 * @property-read int $opening_balance `available` + `reserved` when the period begins.
 * @property-read int $opening_reserved The part of the balance that is reserved for orders in progress, when the period begins.
 * @property-read int $closing_balance `available` + `reserved`: `opening_balance` + `amount_in` - `amount_out`, when the period ends.
 * @property-read int $closing_reserved The part of the balance that is reserved for orders in progress, when the period ends.
 * @property-read int $count The number of movements.
 * @property-read int $amount_in The sum of the movements that increase the balance.
 * @property-read int $amount_out The sum of the movements that decrease the balance.
 * @property-read int $fees The fees in `amount_out`.
 * @property-read list<BalanceStatementLine> $lines The lines that have movements.
 * @property-read list<BalanceStatementChannel> $channels The same movements by channel.
 * @property-read string $created_at The instant of this answer.
 */
final class BalanceStatement extends Model
{
    protected const FIELDS = [
        'currency',
        'environment',
        'business',
        'period',
        'date_start',
        'date_end',
        'time_zone',
        'begins_at',
        'ends_at',
        'is_final',
        'opening_balance',
        'opening_reserved',
        'closing_balance',
        'closing_reserved',
        'count',
        'amount_in',
        'amount_out',
        'fees',
        'lines',
        'channels',
        'created_at',
    ];
    protected const SHAPES = [
        'lines' => [BalanceStatementLine::class],
        'channels' => [BalanceStatementChannel::class],
    ];
}
