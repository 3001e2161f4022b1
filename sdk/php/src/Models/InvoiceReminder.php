<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * In `invoice.reminder_due` only.
 * @property-read int $days The days from the due date, one of `reminders`.
 * @property-read string $due_at ISO 8601 in UTC, with microseconds.
 * @property-read int $amount The sum to pay by that date.
 * @property-read string|null $phone The customer's number, in E.164.
 * @property-read string $text A short message for the payer with the page's address, for an SMS or WhatsApp.
 */
final class InvoiceReminder extends Model
{
    protected const FIELDS = [
        'days',
        'due_at',
        'amount',
        'phone',
        'text',
    ];
}
