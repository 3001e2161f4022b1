<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $due_at ISO 8601 in UTC, with microseconds.
 * @property-read 'created'|'failed' $status `created`: the bulk transfer was created. Its transfers succeed or fail on their own.
 * @property-read string|null $bulk_transfer
 * @property-read 'insufficient_balance'|'transfers_refused'|null $failure_code
 * @property-read string|null $failure_reason
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 */
final class ScheduleRun extends Model
{
    protected const FIELDS = [
        'due_at',
        'status',
        'bulk_transfer',
        'failure_code',
        'failure_reason',
        'created_at',
    ];
}
