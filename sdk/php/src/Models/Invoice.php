<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $reference The merchant's own reference, unique for ever within the environment.
 * @property-read string|null $url The address of the invoice's page. Send it to the payer: whoever has it sees the invoice and can pay. Absent in events.
 * @property-read int $amount In the currency's smallest unit.
 * @property-read int $amount_paid The sum of its complete payments, less what was refunded.
 * @property-read int $amount_reserved The sum of its payments under way. Nobody else can pay this part meanwhile.
 * @property-read int $amount_overdue The part of the amount whose due date passed before it was paid.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read 'open'|'partly_paid'|'paid'|'overdue'|'canceled' $status
 * @property-read string $customer
 * @property-read string|null $description
 * @property-read string $due_at When the whole amount is due: the due date of the last instalment.
 * @property-read list<Instalment> $instalments
 * @property-read int|null $minimum_part The payer may pay parts of any amount from this one on. Null: the payer pays whole instalments, or all that is left.
 * @property-read string|null $callback The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
 * @property-read list<int> $reminders The days from each due date on which its payer is reminded while that part is unpaid: -3 is three days before, 0 at the due date, 7 a week after. A reminder is a mail, if the customer has an address, and the event `invoice.reminder_due`.
 * @property-read 'en'|'fr'|null $language
 * @property-read array<string, mixed> $metadata Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
 * @property-read bool $sandbox
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $paid_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $canceled_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $next_reminder_at The time of the next reminder. It is left out if the part is paid by then.
 * @property-read InvoiceReminder|null $reminder
 */
final class Invoice extends Model
{
    protected const FIELDS = [
        'id',
        'reference',
        'url',
        'amount',
        'amount_paid',
        'amount_reserved',
        'amount_overdue',
        'currency',
        'status',
        'customer',
        'description',
        'due_at',
        'instalments',
        'minimum_part',
        'callback',
        'reminders',
        'language',
        'metadata',
        'sandbox',
        'created_at',
        'updated_at',
        'paid_at',
        'canceled_at',
        'next_reminder_at',
        'reminder',
    ];
    protected const SHAPES = [
        'instalments' => [Instalment::class],
        'reminder' => InvoiceReminder::class,
    ];
}
