<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $number
 * @property-read string $outcome `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all.
 * @property-read int|null $status The HTTP status of the answer; null if there was no answer.
 * @property-read 'schedule'|'manual' $trigger Whether the schedule or a person started the attempt.
 * @property-read string|null $address The IP address it was sent to.
 * @property-read int|null $resolved_ms Milliseconds until the host name was resolved.
 * @property-read int|null $connected_ms Milliseconds until the connection was open, TLS included; null if one was reused.
 * @property-read int|null $answered_ms Milliseconds until the headers of the answer arrived.
 * @property-read int $duration_ms Milliseconds until the attempt ended.
 * @property-read string|null $response The first part of the answer's body.
 * @property-read string $attempted_at ISO 8601 in UTC, with microseconds.
 */
final class DeliveryAttempt extends Model
{
    protected const FIELDS = [
        'number',
        'outcome',
        'status',
        'trigger',
        'address',
        'resolved_ms',
        'connected_ms',
        'answered_ms',
        'duration_ms',
        'response',
        'attempted_at',
    ];
}
