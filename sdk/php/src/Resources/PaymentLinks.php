<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class PaymentLinks
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List payment links: `GET /payment-links`. Newest first. `search` covers the name and the id. A restricted private key needs the right `payment_links:read`.
     *
     * @param array{limit?: int, page?: int, search?: string, active?: bool} $query
     * @return Page<Models\PaymentLink>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listPaymentLinks', query: $query, options: $options);
        return Page::of($answer, 'items', Models\PaymentLink::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, search?: string, active?: bool} $query
     * @return \Generator<int, Models\PaymentLink>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a payment link: `POST /payment-links`. Creates a page on which anybody can pay, any number of times. Without `amount` the payer chooses the amount. `max_payments` and `max_amount_collected` close the page by themselves: payments at the same time never pass them. A restricted private key needs the right `payment_links:write`.
     *
     * @param array{name: string, description?: string, amount?: int, currency: string, callback?: string, max_payments?: int, max_amount_collected?: int, metadata?: array<string, mixed>, split?: array{parts: list<array{merchant: string, basis_points?: int, amount?: int, hold?: bool, description?: string}>, fee_bearer?: 'platform'|'linked'|'all', refund_bearer?: 'parts'|'platform'}} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\PaymentLink
    {
        $answer = $this->caller->call('createPaymentLink', body: $body, options: $options);
        return new Models\PaymentLink($answer['payment_link']);
    }

    /**
     * Retrieve a payment link: `GET /payment-links/{id}`. With the totals of its payments; `GET /payments?payment_link=` lists them. A restricted private key needs the right `payment_links:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $id, ?CallOptions $options = null): Models\PaymentLinkDetails
    {
        $answer = $this->caller->call('retrievePaymentLink', params: ['id' => $id], options: $options);
        return new Models\PaymentLinkDetails($answer['payment_link']);
    }

    /**
     * Update a payment link: `PUT /payment-links/{id}`. Changes the fields that are sent. Payments that were started keep their amount. `active: true` activates a link again. A new limit may not be below what the link's payments already come to. A restricted private key needs the right `payment_links:write`.
     *
     * @param array{name?: string, description?: string, amount?: int, callback?: string, metadata?: array<string, mixed>, max_payments?: int, max_amount_collected?: int, active?: bool, currency?: string, split?: array{parts: list<array{merchant: string, basis_points?: int, amount?: int, hold?: bool, description?: string}>, fee_bearer?: 'platform'|'linked'|'all', refund_bearer?: 'parts'|'platform'}} $body
     * @throws KoloError
     */
    public function update(string $id, array $body = [], ?CallOptions $options = null): Models\PaymentLink
    {
        $answer = $this->caller->call('updatePaymentLink', params: ['id' => $id], body: $body, options: $options);
        return new Models\PaymentLink($answer['payment_link']);
    }

    /**
     * Deactivate a payment link: `DELETE /payment-links/{id}`. No new payment can be started through the link. Payments that were started can still be paid. A restricted private key needs the right `payment_links:write`.
     *
     * @throws KoloError
     */
    public function deactivate(string $id, ?CallOptions $options = null): Models\PaymentLink
    {
        $answer = $this->caller->call('deactivatePaymentLink', params: ['id' => $id], options: $options);
        return new Models\PaymentLink($answer['payment_link']);
    }
}
