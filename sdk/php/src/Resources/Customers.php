<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Customers
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List customers: `GET /customers`. Newest first. `search` covers name, e-mail and phone. A restricted private key needs the right `customers:read`.
     *
     * @param array{limit?: int, page?: int, search?: string} $query
     * @return Page<Models\CustomerItem>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listCustomers', query: $query, options: $options);
        return Page::of($answer, 'items', Models\CustomerItem::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, search?: string} $query
     * @return \Generator<int, Models\CustomerItem>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a customer: `POST /customers`. A restricted private key needs the right `customers:write`.
     *
     * @param array{name: string, email?: string, phone?: string, metadata?: array<string, mixed>} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\Customer
    {
        $answer = $this->caller->call('createCustomer', body: $body, options: $options);
        return new Models\Customer($answer['customer']);
    }

    /**
     * Retrieve a customer: `GET /customers/{id}`. The id of a customer that was merged into another one retrieves the other. A restricted private key needs the right `customers:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $id, ?CallOptions $options = null): Models\Customer
    {
        $answer = $this->caller->call('retrieveCustomer', params: ['id' => $id], options: $options);
        return new Models\Customer($answer['customer']);
    }

    /**
     * Update a customer: `PUT /customers/{id}`. A restricted private key needs the right `customers:write`.
     *
     * @param array{name?: string, email?: string, phone?: string, metadata?: array<string, mixed>} $body
     * @throws KoloError
     */
    public function update(string $id, array $body = [], ?CallOptions $options = null): Models\Customer
    {
        $answer = $this->caller->call('updateCustomer', params: ['id' => $id], body: $body, options: $options);
        return new Models\Customer($answer['customer']);
    }

    /**
     * Delete a customer: `DELETE /customers/{id}`. Deletes only the record. Its payments remain. A restricted private key needs the right `customers:write`.
     *
     * @throws KoloError
     */
    public function delete(string $id, ?CallOptions $options = null): void
    {
        $this->caller->call('deleteCustomer', params: ['id' => $id], options: $options);
    }

    /**
     * Block a customer: `PUT /customers/{id}/block`. A blocked customer cannot pay: new payments for its id, e-mail or phone are refused, and open ones cannot be paid. A payment that waits for the phone continues. Deleting the customer ends the block. A restricted private key needs the right `customers:write`.
     *
     * @throws KoloError
     */
    public function block(string $id, ?CallOptions $options = null): Models\Customer
    {
        $answer = $this->caller->call('blockCustomer', params: ['id' => $id], options: $options);
        return new Models\Customer($answer['customer']);
    }

    /**
     * Unblock a customer: `PUT /customers/{id}/unblock`. A restricted private key needs the right `customers:write`.
     *
     * @throws KoloError
     */
    public function unblock(string $id, ?CallOptions $options = null): Models\Customer
    {
        $answer = $this->caller->call('unblockCustomer', params: ['id' => $id], options: $options);
        return new Models\Customer($answer['customer']);
    }

    /**
     * List a customer's payments: `GET /customers/{id}/payments`. Newest first. A restricted private key needs the right `payments:read`.
     *
     * @param array{limit?: int, page?: int, status?: 'pending'|'processing'|'complete'|'failed'|'canceled'|'expired'} $query
     * @return Page<Models\Payment>
     * @throws KoloError
     */
    public function listPayments(string $id, array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listCustomerPayments', params: ['id' => $id], query: $query, options: $options);
        return Page::of($answer, 'payments', Models\Payment::class);
    }

    /**
     * Iterates over every item of `listPayments`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, status?: 'pending'|'processing'|'complete'|'failed'|'canceled'|'expired'} $query
     * @return \Generator<int, Models\Payment>
     * @throws KoloError
     */
    public function allPayments(string $id, array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->listPayments($id, $each, $options), $query);
    }
}
