<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $time_zone
 * @property-read list<string> $due_times The next due times, in order.
 */
final class SchedulePreview extends Model
{
    protected const FIELDS = [
        'time_zone',
        'due_times',
    ];
}
