<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;
use Kolo\Record;

/**
 * @property-read string $id
 * @property-read 'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled' $type
 * @property-read 'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled' $event The same as `type`.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read int $sequence The number of the event among the events of its resource: 1, 2, 3.
 * @property-read array<string, mixed> $data The resource as the API showed it at the time of the event.
 * @property-read string $resource The id of the resource.
 * @property-read int|null $position The position in the feed of the merchant and environment: 1, 2, 3, in commit order and without gaps. Null until the position is assigned, shortly after the event.
 * @property-read string|null $cursor The value of `after` that continues the feed after this event. Null until the position is assigned.
 */
final class Event extends Model
{
    protected const FIELDS = [
        'id',
        'type',
        'event',
        'created_at',
        'sequence',
        'data',
        'resource',
        'position',
        'cursor',
    ];
    private const DATA = [
        'payment' => Payment::class,
        'payment_part' => PaymentPart::class,
        'invoice' => Invoice::class,
        'transfer' => Transfer::class,
        'customer' => Customer::class,
        'beneficiary' => Beneficiary::class,
        'refund' => Refund::class,
        'withdrawal' => Withdrawal::class,
        'withdrawal_rule' => WithdrawalRule::class,
        'schedule' => Schedule::class,
        'webhook' => Webhook::class,
    ];

    protected static function shapes(array $fields): array
    {
        return ['data' => self::DATA[explode('.', (string) ($fields['type'] ?? ''))[0]] ?? Record::class];
    }
}
