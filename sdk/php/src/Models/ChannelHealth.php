<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * While a channel is paused, new transfers wait and new payments are refused.
 * @property-read 'operational'|'degraded'|'paused' $status
 * @property-read float|null $success_rate The share of requests to the network that succeeded in the last five minutes, 0 to 1.
 * @property-read string|null $paused_until ISO 8601 in UTC, with microseconds.
 * @property-read string|null $reason
 * @property-read 'too_many_failures'|'probe_failed'|'float_too_low'|'closed_by_provider'|'stopped_by_operator'|null $reason_code The same for programs.
 */
final class ChannelHealth extends Model
{
    protected const FIELDS = [
        'status',
        'success_rate',
        'paused_until',
        'reason',
        'reason_code',
    ];
}
