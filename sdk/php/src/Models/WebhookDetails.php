<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $url The http or https URL that receives the events.
 * @property-read list<'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled'> $events The event types that the webhook receives.
 * @property-read string|null $description
 * @property-read bool $active
 * @property-read bool $in_order Whether the events of one resource are sent one after another.
 * @property-read int|null $rate_limit Your limit of requests per second; null if you have set none.
 * @property-read int|null $concurrency Your limit of concurrent requests; null if you have set none.
 * @property-read string|null $next_secret_from During a rotation: the time at which the new secret replaces the old one.
 * @property-read 'gone'|'failing'|null $disabled_reason Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`).
 * @property-read string|null $disabled_at ISO 8601 in UTC, with microseconds.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 * @property-read WebhookDetailsHealth $health
 */
final class WebhookDetails extends Model
{
    protected const FIELDS = [
        'id',
        'url',
        'events',
        'description',
        'active',
        'in_order',
        'rate_limit',
        'concurrency',
        'next_secret_from',
        'disabled_reason',
        'disabled_at',
        'created_at',
        'updated_at',
        'health',
    ];
    protected const SHAPES = [
        'health' => WebhookDetailsHealth::class,
    ];
}
