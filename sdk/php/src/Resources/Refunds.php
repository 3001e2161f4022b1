<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Refunds
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List refunds: `GET /refunds`. Newest first. `search` covers the payment's id and reference, the amount, the payer's name, e-mail and numbers, the refund's id and the provider's reference. A restricted private key needs the right `refunds:read`.
     *
     * @param array{limit?: int, page?: int, search?: string, payment?: string, status?: 'pending'|'processing'|'complete'|'failed'} $query
     * @return Page<Models\Refund>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listRefunds', query: $query, options: $options);
        return Page::of($answer, 'items', Models\Refund::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, search?: string, payment?: string, status?: 'pending'|'processing'|'complete'|'failed'} $query
     * @return \Generator<int, Models\Refund>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a refund: `POST /refunds`. Returns money from your balance to the number that paid: `amount`, or all that has not been refunded. A payment may be refunded in parts. If the merchant requires a second approval, the refund stays `pending`, with `approval`, until a second person approves it in the dashboard. Of a split payment, each part bears its share, unless `refund_bearer` says otherwise. A restricted private key needs the right `refunds:write`.
     *
     * @param array{payment: string, amount?: int, reason?: string, metadata?: array<string, mixed>, refund_bearer?: 'parts'|'platform'} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\Refund
    {
        $answer = $this->caller->call('createRefund', body: $body, options: $options);
        return new Models\Refund($answer['refund']);
    }

    /**
     * Retrieve a refund: `GET /refunds/{id}`. A restricted private key needs the right `refunds:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $id, ?CallOptions $options = null): Models\RefundDetails
    {
        $answer = $this->caller->call('retrieveRefund', params: ['id' => $id], options: $options);
        return new Models\RefundDetails($answer['refund']);
    }

    /**
     * Polls with growing pauses until the record has ended, and returns it. The record itself continues after `$wait_s` seconds.
     *
     * @throws KoloError `not_ended` after `$wait_s`
     */
    public function wait(string $id, float $wait_s = Caller::WAIT_S, ?CallOptions $options = null): Models\RefundDetails
    {
        $poll = fn (): Models\RefundDetails => $this->retrieve($id, $options);
        return $this->caller->wait($poll, static fn (Models\RefundDetails $one): bool => !in_array($one->status, ['pending', 'processing'], true), $wait_s);
    }

    /**
     * Retrieve a refund's timeline: `GET /refunds/{id}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `refunds:read`.
     *
     * @throws KoloError
     */
    public function timeline(string $id, ?CallOptions $options = null): Models\Timeline
    {
        $answer = $this->caller->call('retrieveRefundTimeline', params: ['id' => $id], options: $options);
        return new Models\Timeline($answer['timeline']);
    }
}
