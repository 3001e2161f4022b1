<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $webhook
 * @property-read string $event
 * @property-read 'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled' $type
 * @property-read string $resource The id of the resource of the event.
 * @property-read int $sequence The number of the event among the events of its resource: 1, 2, 3.
 * @property-read int $position The event's position in the feed.
 * @property-read 'event'|'replay'|'test' $origin Why the delivery was created: a subscription, a replay or a test.
 * @property-read 'pending'|'held'|'delivered'|'exhausted' $state
 * @property-read int $attempts
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $last_attempt_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $last_outcome `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all.
 * @property-read string|null $next_attempt_at The time of the next attempt; null if the delivery has ended, is held or waits for the one before it.
 * @property-read string|null $ended_at ISO 8601 in UTC, with microseconds.
 */
final class Delivery extends Model
{
    protected const FIELDS = [
        'id',
        'webhook',
        'event',
        'type',
        'resource',
        'sequence',
        'position',
        'origin',
        'state',
        'attempts',
        'created_at',
        'last_attempt_at',
        'last_outcome',
        'next_attempt_at',
        'ended_at',
    ];
}
