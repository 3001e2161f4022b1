<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class SplitPayments
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List a payment's parts: `GET /payments/{reference}/parts`. The first one is your own: the rest of the payment. The parts add up to the payment. A restricted private key needs the right `payments:read`.
     *
     * @return list<Models\PaymentPart>
     * @throws KoloError
     */
    public function parts(string $reference, ?CallOptions $options = null): array
    {
        $answer = $this->caller->call('listPaymentParts', params: ['reference' => $reference], options: $options);
        return array_map(static fn (array $item): Models\PaymentPart => new Models\PaymentPart($item), $answer['items']);
    }

    /**
     * Release a payment: `POST /payments/{reference}/release`. Pays held parts to their merchants: those in `parts`, or all. The share that refunds took from a part is not paid. A release cannot be undone; a later refund takes its shares from the merchants' balances. A restricted private key needs the right `releases:write`.
     *
     * @param array{parts?: list<string>} $body
     * @throws KoloError
     */
    public function release(string $reference, array $body = [], ?CallOptions $options = null): Models\ReleasePaymentAnswer
    {
        $answer = $this->caller->call('releasePayment', params: ['reference' => $reference], body: $body, options: $options);
        return new Models\ReleasePaymentAnswer($answer);
    }

    /**
     * List received parts: `GET /received-parts`. Your parts of other merchants' payments, the newest first. The payer's data stay with the other merchant. A restricted private key needs the right `payments:read`.
     *
     * @param array{limit?: int, page?: int} $query
     * @return Page<Models\PaymentPart>
     * @throws KoloError
     */
    public function listReceived(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listReceivedParts', query: $query, options: $options);
        return Page::of($answer, 'items', Models\PaymentPart::class);
    }

    /**
     * Iterates over every item of `listReceived`, newest first, each once.
     *
     * @param array{limit?: int, page?: int} $query
     * @return \Generator<int, Models\PaymentPart>
     * @throws KoloError
     */
    public function allReceived(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->listReceived($each, $options), $query);
    }

    /**
     * Retrieve a received part: `GET /received-parts/{id}`. A restricted private key needs the right `payments:read`.
     *
     * @throws KoloError
     */
    public function retrieveReceived(string $id, ?CallOptions $options = null): Models\PaymentPart
    {
        $answer = $this->caller->call('retrieveReceivedPart', params: ['id' => $id], options: $options);
        return new Models\PaymentPart($answer['part']);
    }
}
