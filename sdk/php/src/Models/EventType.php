<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

final class EventType
{
    public const PAYMENT_CREATED = 'payment.created';
    public const PAYMENT_PROCESSING = 'payment.processing';
    public const PAYMENT_COMPLETE = 'payment.complete';
    public const PAYMENT_FAILED = 'payment.failed';
    public const PAYMENT_CANCELED = 'payment.canceled';
    public const PAYMENT_EXPIRED = 'payment.expired';
    public const PAYMENT_RELEASED = 'payment.released';
    public const PAYMENT_PART_HELD = 'payment_part.held';
    public const PAYMENT_PART_RECEIVED = 'payment_part.received';
    public const PAYMENT_PART_REFUNDED = 'payment_part.refunded';
    public const PAYMENT_PART_RETURNED = 'payment_part.returned';
    public const INVOICE_CREATED = 'invoice.created';
    public const INVOICE_PARTLY_PAID = 'invoice.partly_paid';
    public const INVOICE_PAID = 'invoice.paid';
    public const INVOICE_OVERDUE = 'invoice.overdue';
    public const INVOICE_REMINDER_DUE = 'invoice.reminder_due';
    public const INVOICE_REOPENED = 'invoice.reopened';
    public const INVOICE_CANCELED = 'invoice.canceled';
    public const TRANSFER_CREATED = 'transfer.created';
    public const TRANSFER_PROCESSING = 'transfer.processing';
    public const TRANSFER_COMPLETE = 'transfer.complete';
    public const TRANSFER_FAILED = 'transfer.failed';
    public const TRANSFER_CANCELED = 'transfer.canceled';
    public const CUSTOMER_CREATED = 'customer.created';
    public const CUSTOMER_UPDATED = 'customer.updated';
    public const CUSTOMER_DELETED = 'customer.deleted';
    public const BENEFICIARY_CREATED = 'beneficiary.created';
    public const BENEFICIARY_UPDATED = 'beneficiary.updated';
    public const BENEFICIARY_DELETED = 'beneficiary.deleted';
    public const REFUND_CREATED = 'refund.created';
    public const REFUND_COMPLETE = 'refund.complete';
    public const REFUND_FAILED = 'refund.failed';
    public const REFUND_CORRECTED = 'refund.corrected';
    public const WITHDRAWAL_CREATED = 'withdrawal.created';
    public const WITHDRAWAL_PROCESSING = 'withdrawal.processing';
    public const WITHDRAWAL_COMPLETE = 'withdrawal.complete';
    public const WITHDRAWAL_FAILED = 'withdrawal.failed';
    public const WITHDRAWAL_CANCELED = 'withdrawal.canceled';
    public const WITHDRAWAL_RULE_SKIPPED = 'withdrawal_rule.skipped';
    public const BALANCE_CORRECTED = 'balance.corrected';
    public const SCHEDULE_CREATED = 'schedule.created';
    public const SCHEDULE_UPDATED = 'schedule.updated';
    public const SCHEDULE_RUN = 'schedule.run';
    public const SCHEDULE_RUN_FAILED = 'schedule.run_failed';
    public const SCHEDULE_ENDED = 'schedule.ended';
    public const SCHEDULE_DELETED = 'schedule.deleted';
    public const WEBHOOK_TEST = 'webhook.test';
    public const WEBHOOK_FAILING = 'webhook.failing';
    public const WEBHOOK_DISABLED = 'webhook.disabled';
    public const VALUES = [
        'payment.created',
        'payment.processing',
        'payment.complete',
        'payment.failed',
        'payment.canceled',
        'payment.expired',
        'payment.released',
        'payment_part.held',
        'payment_part.received',
        'payment_part.refunded',
        'payment_part.returned',
        'invoice.created',
        'invoice.partly_paid',
        'invoice.paid',
        'invoice.overdue',
        'invoice.reminder_due',
        'invoice.reopened',
        'invoice.canceled',
        'transfer.created',
        'transfer.processing',
        'transfer.complete',
        'transfer.failed',
        'transfer.canceled',
        'customer.created',
        'customer.updated',
        'customer.deleted',
        'beneficiary.created',
        'beneficiary.updated',
        'beneficiary.deleted',
        'refund.created',
        'refund.complete',
        'refund.failed',
        'refund.corrected',
        'withdrawal.created',
        'withdrawal.processing',
        'withdrawal.complete',
        'withdrawal.failed',
        'withdrawal.canceled',
        'withdrawal_rule.skipped',
        'balance.corrected',
        'schedule.created',
        'schedule.updated',
        'schedule.run',
        'schedule.run_failed',
        'schedule.ended',
        'schedule.deleted',
        'webhook.test',
        'webhook.failing',
        'webhook.disabled',
    ];
}
