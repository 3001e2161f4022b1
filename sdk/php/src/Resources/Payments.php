<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Payments
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List payments: `GET /payments`. Newest first. `search` covers the reference, the amount, the payer's name, e-mail and numbers, the payment's id and the provider's reference. A restricted private key needs the right `payments:read`.
     *
     * @param array{limit?: int, page?: int, search?: string, status?: 'pending'|'processing'|'complete'|'failed'|'canceled'|'expired', channels?: string, customer?: string, payment_link?: string, invoice?: string, phone?: string, date_start?: string, date_end?: string} $query
     * @return Page<Models\Payment>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listPayments', query: $query, options: $options);
        return Page::of($answer, 'items', Models\Payment::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, search?: string, status?: 'pending'|'processing'|'complete'|'failed'|'canceled'|'expired', channels?: string, customer?: string, payment_link?: string, invoice?: string, phone?: string, date_start?: string, date_end?: string} $query
     * @return \Generator<int, Models\Payment>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a payment: `POST /payments`. Redirect the payer to `authorization_url`, or request the money yourself with `POST /payments/{reference}`. Kolo finds the payer among your customers, or creates a customer. A `split` requires the private key. A publishable key may send neither `reference` nor the id of a `customer`, and only a `callback` of its origins; its answer has no `customer`, `phone`, `fee` and `metadata`. A restricted private key needs the right `payments:write`.
     *
     * @param array{amount: int, currency: string, email?: string, phone?: string, customer?: string|array{name?: string, email?: string, phone?: string}, name?: string, reference?: string, description?: string, callback?: string, locked_channel?: string, locked_country?: string, locked_currency?: string, metadata?: array<string, mixed>, split?: array{parts: list<array{merchant: string, basis_points?: int, amount?: int, hold?: bool, description?: string}>, fee_bearer?: 'platform'|'linked'|'all', refund_bearer?: 'parts'|'platform'}, expires_at?: string} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\CreatePaymentAnswer
    {
        $answer = $this->caller->call('createPayment', body: $body, options: $options);
        return new Models\CreatePaymentAnswer($answer);
    }

    /**
     * Retrieve a payment: `GET /payments/{reference}`. A publishable key sends the payment's `follow_token` in `X-Follow-Token`. Its answer has no `customer`, `phone`, `fee` and `metadata`. A restricted private key needs the right `payments:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $reference, ?CallOptions $options = null): Models\Payment
    {
        $answer = $this->caller->call('retrievePayment', params: ['reference' => $reference], options: $options);
        return new Models\Payment($answer['transaction']);
    }

    /**
     * Polls with growing pauses until the record has ended, and returns it. The record itself continues after `$wait_s` seconds.
     *
     * @throws KoloError `not_ended` after `$wait_s`
     */
    public function wait(string $reference, float $wait_s = Caller::WAIT_S, ?CallOptions $options = null): Models\Payment
    {
        $poll = fn (): Models\Payment => $this->retrieve($reference, $options);
        return $this->caller->wait($poll, static fn (Models\Payment $one): bool => !in_array($one->status, ['pending', 'processing'], true), $wait_s);
    }

    /**
     * Process a payment: `POST /payments/{reference}`. Asks the payer to confirm on the phone. Without a number, Kolo uses the one given with the payment, else the customer's. Some networks need a one-time code (`otp`): without it the answer is 422 with the reason `otp_required`, and nothing is sent. Others ask the payer on a page of theirs (`action_url`). A restricted private key needs the right `payments:write`.
     *
     * @param array{channel: string, data?: array{phone?: string, account_number?: string, country?: string, otp?: string, amount?: int, currency?: string}, phone?: string, account_number?: string, country?: string, otp?: string, amount?: int, currency?: string, client_ip?: string} $body
     * @throws KoloError
     */
    public function process(string $reference, array $body, ?CallOptions $options = null): Models\ProcessPaymentAnswer
    {
        $answer = $this->caller->call('processPayment', params: ['reference' => $reference], body: $body, options: $options);
        return new Models\ProcessPaymentAnswer($answer);
    }

    /**
     * Cancel a payment: `DELETE /payments/{reference}`. Allowed only while the payment is `pending`. A restricted private key needs the right `payments:write`.
     *
     * @throws KoloError
     */
    public function cancel(string $reference, ?CallOptions $options = null): void
    {
        $this->caller->call('cancelPayment', params: ['reference' => $reference], options: $options);
    }

    /**
     * Retrieve a payment's page: `GET /payments/{reference}/page`. Returns the address of the hosted page again, to send it to the payer once more. Needs the right to write, because the address also allows canceling the payment. A restricted private key needs the right `payments:write`.
     *
     * @throws KoloError
     */
    public function page(string $reference, ?CallOptions $options = null): string|null
    {
        $answer = $this->caller->call('retrievePaymentPage', params: ['reference' => $reference], options: $options);
        return $answer['authorization_url'];
    }

    /**
     * Retrieve a payment's timeline: `GET /payments/{reference}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `payments:read`.
     *
     * @throws KoloError
     */
    public function timeline(string $reference, ?CallOptions $options = null): Models\Timeline
    {
        $answer = $this->caller->call('retrievePaymentTimeline', params: ['reference' => $reference], options: $options);
        return new Models\Timeline($answer['timeline']);
    }
}
