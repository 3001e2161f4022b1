<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Invoices
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List invoices: `GET /invoices`. Newest first. A restricted private key needs the right `invoices:read`.
     *
     * @param array{limit?: int, page?: int, status?: 'open'|'partly_paid'|'paid'|'overdue'|'canceled', customer?: string, date_start?: string, date_end?: string} $query
     * @return Page<Models\Invoice>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listInvoices', query: $query, options: $options);
        return Page::of($answer, 'items', Models\Invoice::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, status?: 'open'|'partly_paid'|'paid'|'overdue'|'canceled', customer?: string, date_start?: string, date_end?: string} $query
     * @return \Generator<int, Models\Invoice>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create an invoice: `POST /invoices`. Creates a page on which a payer pays one sum, at once or in parts. `due_at` makes one part of the whole; `instalments` set the parts and their due dates; with `minimum_part` the payer may pay any part from that amount on. Each part is an ordinary payment. A restricted private key needs the right `invoices:write`.
     *
     * @param array{amount: int, currency: string, due_at?: string, instalments?: list<array{amount: int, due_at: string}>, minimum_part?: int, reference?: string, customer?: string|array{name?: string, email?: string, phone?: string}, name?: string, email?: string, phone?: string, description?: string, callback?: string, reminders?: list<int>, language?: 'en'|'fr', metadata?: array<string, mixed>} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\Invoice
    {
        $answer = $this->caller->call('createInvoice', body: $body, options: $options);
        return new Models\Invoice($answer['invoice']);
    }

    /**
     * Retrieve an invoice: `GET /invoices/{reference}`. `GET /payments?invoice=` lists its payments. A restricted private key needs the right `invoices:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $reference, ?CallOptions $options = null): Models\Invoice
    {
        $answer = $this->caller->call('retrieveInvoice', params: ['reference' => $reference], options: $options);
        return new Models\Invoice($answer['invoice']);
    }

    /**
     * Cancel an invoice: `DELETE /invoices/{reference}`. Nothing more can be paid; pending payments are canceled. What was paid stays paid. Refused once it is paid in full, and while a payer is confirming a payment. A restricted private key needs the right `invoices:write`.
     *
     * @throws KoloError
     */
    public function cancel(string $reference, ?CallOptions $options = null): void
    {
        $this->caller->call('cancelInvoice', params: ['reference' => $reference], options: $options);
    }

    /**
     * Pay an invoice: `POST /invoices/{reference}/payments`. Creates a payment of a part, as the invoice's page does. The part is reserved until the payment ends. Redirect the payer to `authorization_url`, or request the money with `POST /payments/{reference}`. A restricted private key needs the right `invoices:write`.
     *
     * @param array{amount?: int} $body
     * @throws KoloError
     */
    public function pay(string $reference, array $body = [], ?CallOptions $options = null): Models\PayInvoiceAnswer
    {
        $answer = $this->caller->call('payInvoice', params: ['reference' => $reference], body: $body, options: $options);
        return new Models\PayInvoiceAnswer($answer);
    }
}
