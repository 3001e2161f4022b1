<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Events
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List events: `GET /events`. Newest first, in pages. With `after` it is a feed: the events after that position, oldest first, in commit order and without gaps. Start at 0 and continue from each answer's `cursor` to receive every event. A cursor from before a database restore, or from beyond the end of the feed, gets 409: start again at 0 and skip the events you have, by `id`. A restricted private key needs the right `events:read`.
     *
     * @param array{limit?: int, page?: int, after?: string, type?: 'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled', resource?: string, date_start?: string, date_end?: string} $query
     * @return Page<Models\Event>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listEvents', query: $query, options: $options);
        return Page::of($answer, 'items', Models\Event::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, after?: string, type?: 'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled', resource?: string, date_start?: string, date_end?: string} $query
     * @return \Generator<int, Models\Event>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Retrieve an event: `GET /events/{id}`. A restricted private key needs the right `events:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $id, ?CallOptions $options = null): Models\Event
    {
        $answer = $this->caller->call('retrieveEvent', params: ['id' => $id], options: $options);
        return new Models\Event($answer['event']);
    }

    /**
     * Follows the feed: yields every event after a cursor, oldest first and without gaps, then each new one, forever.
     * Store the `cursor` of each event with the work that it caused, and pass the last one as `$after` next time; '0'
     * starts at the beginning.
     *
     * @return \Generator<int, Models\Event>
     * @throws KoloError
     */
    public function follow(string $after, ?string $type = null, float $every_s = 1.0, ?CallOptions $options = null): \Generator
    {
        $read = fn (array $query): Page => $this->list($query, $options);
        return $this->caller->follow($read, ['after' => $after, 'type' => $type], $every_s);
    }
}
