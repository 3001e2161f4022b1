<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $name
 * @property-read string|null $description
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read int $total_amount In the currency's smallest unit.
 * @property-read int $total_transfers
 * @property-read 'daily'|'weekly'|'monthly' $frequency
 * @property-read list<int> $days
 * @property-read string $time The time of day in the merchant's time zone.
 * @property-read 'none'|'before'|'after' $holiday_rule
 * @property-read string $starts_on
 * @property-read string|null $ends_on
 * @property-read int|null $runs_max The schedule ends after this many due times.
 * @property-read string $time_zone
 * @property-read int $days_ahead The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time.
 * @property-read 'now'|'at_due' $reserve_funds With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`).
 * @property-read 'active'|'paused'|'ended' $status
 * @property-read bool $active
 * @property-read int $runs_count The number of due times that have had their run.
 * @property-read string|null $next_due_at ISO 8601 in UTC, with microseconds.
 * @property-read ScheduleRun|null $last_run
 * @property-read list<string> $next_due_times The next due times, in order.
 * @property-read list<ScheduledTransfer> $transfers
 * @property-read bool $sandbox
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 */
final class ScheduleDetails extends Model
{
    protected const FIELDS = [
        'id',
        'name',
        'description',
        'currency',
        'total_amount',
        'total_transfers',
        'frequency',
        'days',
        'time',
        'holiday_rule',
        'starts_on',
        'ends_on',
        'runs_max',
        'time_zone',
        'days_ahead',
        'reserve_funds',
        'status',
        'active',
        'runs_count',
        'next_due_at',
        'last_run',
        'next_due_times',
        'transfers',
        'sandbox',
        'created_at',
        'updated_at',
    ];
    protected const SHAPES = [
        'last_run' => ScheduleRun::class,
        'transfers' => [ScheduledTransfer::class],
    ];
}
