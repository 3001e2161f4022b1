<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Transfers
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * Look up an account: `POST /transfers/lookup`. Asks the number's network for the account holder's name and whether the account can receive money. If you send `name`, the answer says how well it matches. A transfer with `expect_name` is checked in the same way before it is sent. A restricted private key needs the right `transfers:write`.
     *
     * @param array{channel: string, phone: string, name?: string} $body
     * @throws KoloError
     */
    public function lookup(array $body, ?CallOptions $options = null): Models\Lookup
    {
        $answer = $this->caller->call('lookUpAccount', body: $body, options: $options);
        return new Models\Lookup($answer['lookup']);
    }

    /**
     * List transfers: `GET /transfers`. Newest first. `search` covers the reference, the amount, the beneficiary's id, name and phone, the transfer's id and the provider's reference. A restricted private key needs the right `transfers:read`.
     *
     * @param array{limit?: int, page?: int, search?: string, status?: 'pending'|'processing'|'complete'|'failed'|'canceled', channels?: string, bulk_transfer?: string, approval?: 'waiting', date_start?: string, date_end?: string, scheduled_start?: string, scheduled_end?: string} $query
     * @return Page<Models\Transfer>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listTransfers', query: $query, options: $options);
        return Page::of($answer, 'items', Models\Transfer::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, search?: string, status?: 'pending'|'processing'|'complete'|'failed'|'canceled', channels?: string, bulk_transfer?: string, approval?: 'waiting', date_start?: string, date_end?: string, scheduled_start?: string, scheduled_end?: string} $query
     * @return \Generator<int, Models\Transfer>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a transfer: `POST /transfers`. Holds the amount and the fee at once. The transfer is `pending` and is sent a moment later. Send `beneficiary` (an id) or `beneficiary_data`. If the merchant requires a second approval, the transfer stays `pending`, with `approval`, until a second person approves it in the dashboard. With `scheduled_at` it stays `pending` until that moment, and can be canceled until then. `reserve_funds` says when its money is held. A restricted private key needs the right `transfers:write`.
     *
     * @param array{amount: int, currency: string, channel: string, beneficiary?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, beneficiary_data?: array{name: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, recipient?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, description?: string, reference?: string, metadata?: array<string, mixed>, scheduled_at?: string, reserve_funds?: 'now'|'at_due', allow_duplicate?: bool, expect_name?: string} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\Transfer
    {
        $answer = $this->caller->call('createTransfer', body: $body, options: $options);
        return new Models\Transfer($answer['transfer']);
    }

    /**
     * Retrieve a transfer: `GET /transfers/{reference}`. A restricted private key needs the right `transfers:read`.
     *
     * @param array{currency?: string} $query
     * @throws KoloError
     */
    public function retrieve(string $reference, array $query = [], ?CallOptions $options = null): Models\TransferDetails
    {
        $answer = $this->caller->call('retrieveTransfer', params: ['reference' => $reference], query: $query, options: $options);
        return new Models\TransferDetails($answer['transfer']);
    }

    /**
     * Polls with growing pauses until the record has ended, and returns it. The record itself continues after `$wait_s` seconds.
     *
     * @throws KoloError `not_ended` after `$wait_s`
     */
    public function wait(string $reference, float $wait_s = Caller::WAIT_S, ?CallOptions $options = null): Models\TransferDetails
    {
        $poll = fn (): Models\TransferDetails => $this->retrieve($reference, [], $options);
        return $this->caller->wait($poll, static fn (Models\TransferDetails $one): bool => !in_array($one->status, ['pending', 'processing'], true), $wait_s);
    }

    /**
     * Cancel a transfer: `DELETE /transfers/{reference}`. Allowed only while the transfer is `pending`. A restricted private key needs the right `transfers:write`.
     *
     * @throws KoloError
     */
    public function cancel(string $reference, ?CallOptions $options = null): void
    {
        $this->caller->call('cancelTransfer', params: ['reference' => $reference], options: $options);
    }

    /**
     * Retrieve a transfer's timeline: `GET /transfers/{reference}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `transfers:read`.
     *
     * @throws KoloError
     */
    public function timeline(string $reference, ?CallOptions $options = null): Models\Timeline
    {
        $answer = $this->caller->call('retrieveTransferTimeline', params: ['reference' => $reference], options: $options);
        return new Models\Timeline($answer['timeline']);
    }
}
