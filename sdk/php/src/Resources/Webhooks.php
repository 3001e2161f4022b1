<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Webhooks
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List webhooks: `GET /webhooks`. For older clients `items` repeats `data`. A restricted private key needs the right `webhooks:read`.
     *
     * @param array{limit?: int, page?: int} $query
     * @return Page<Models\Webhook>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listWebhooks', query: $query, options: $options);
        return Page::of($answer, 'data', Models\Webhook::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int} $query
     * @return \Generator<int, Models\Webhook>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a webhook: `POST /webhooks`. The answer has the `secret` that signs the deliveries. It is not shown again. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:write`.
     *
     * @param array{url: string, events: list<'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled'>, description?: string, active?: bool, in_order?: bool, rate_limit?: int, concurrency?: int} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\WebhookWithSecret
    {
        $answer = $this->caller->call('createWebhook', body: $body, options: $options);
        return new Models\WebhookWithSecret($answer['data']);
    }

    /**
     * Retrieve a webhook: `GET /webhooks/{id}`. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $id, ?CallOptions $options = null): Models\WebhookDetails
    {
        $answer = $this->caller->call('retrieveWebhook', params: ['id' => $id], options: $options);
        return new Models\WebhookDetails($answer['data']);
    }

    /**
     * Update a webhook: `PUT /webhooks/{id}`. While a webhook is off (`active: false`), its deliveries are held. Switching it on sends them. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:write`.
     *
     * @param array{url?: string, events?: list<'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled'>, description?: string, active?: bool, in_order?: bool, rate_limit?: int, concurrency?: int} $body
     * @throws KoloError
     */
    public function update(string $id, array $body = [], ?CallOptions $options = null): Models\Webhook
    {
        $answer = $this->caller->call('updateWebhook', params: ['id' => $id], body: $body, options: $options);
        return new Models\Webhook($answer['data']);
    }

    /**
     * Delete a webhook: `DELETE /webhooks/{id}`. A restricted private key needs the right `webhooks:write`.
     *
     * @throws KoloError
     */
    public function delete(string $id, ?CallOptions $options = null): void
    {
        $this->caller->call('deleteWebhook', params: ['id' => $id], options: $options);
    }

    /**
     * Rotate a webhook's secret: `POST /webhooks/{id}/rotate`. The answer has the new `secret`. During the overlap every delivery is signed with both secrets: `webhook-signature` has two signatures, `X-Service-Signature` the one of the old secret and `X-Service-Signature-Next` the one of the new secret. After the overlap, or on confirmation, only the new secret signs. With `overlap_hours: 0` it does so at once. A restricted private key needs the right `webhooks:write`.
     *
     * @param array{overlap_hours?: int} $body
     * @throws KoloError
     */
    public function rotate(string $id, array $body = [], ?CallOptions $options = null): Models\WebhookWithSecret
    {
        $answer = $this->caller->call('rotateWebhookSecret', params: ['id' => $id], body: $body, options: $options);
        return new Models\WebhookWithSecret($answer['data']);
    }

    /**
     * Confirm a webhook's secret: `POST /webhooks/{id}/rotate/confirm`. Confirms that your receiver has the new secret. The old one signs no more. A restricted private key needs the right `webhooks:write`.
     *
     * @throws KoloError
     */
    public function confirmSecret(string $id, ?CallOptions $options = null): Models\Webhook
    {
        $answer = $this->caller->call('confirmWebhookSecret', params: ['id' => $id], options: $options);
        return new Models\Webhook($answer['data']);
    }

    /**
     * Cancel a webhook's secret: `POST /webhooks/{id}/rotate/cancel`. Allowed only during the overlap. The old secret remains, and the new one signs no more. A restricted private key needs the right `webhooks:write`.
     *
     * @throws KoloError
     */
    public function cancelSecret(string $id, ?CallOptions $options = null): Models\Webhook
    {
        $answer = $this->caller->call('cancelWebhookSecret', params: ['id' => $id], options: $options);
        return new Models\Webhook($answer['data']);
    }

    /**
     * List a webhook's deliveries: `GET /webhooks/{id}/deliveries`. Newest first. A restricted private key needs the right `webhooks:read`.
     *
     * @param array{limit?: int, page?: int, state?: 'pending'|'held'|'delivered'|'exhausted', type?: 'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled', resource?: string, date_start?: string, date_end?: string} $query
     * @return Page<Models\Delivery>
     * @throws KoloError
     */
    public function listDeliveries(string $id, array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listWebhookDeliveries', params: ['id' => $id], query: $query, options: $options);
        return Page::of($answer, 'items', Models\Delivery::class);
    }

    /**
     * Iterates over every item of `listDeliveries`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, state?: 'pending'|'held'|'delivered'|'exhausted', type?: 'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled', resource?: string, date_start?: string, date_end?: string} $query
     * @return \Generator<int, Models\Delivery>
     * @throws KoloError
     */
    public function allDeliveries(string $id, array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->listDeliveries($id, $each, $options), $query);
    }

    /**
     * Retrieve a delivery: `GET /webhooks/{id}/deliveries/{delivery}`. Returns the delivery with its body and its attempts: time, address, outcome and duration of each. A restricted private key needs the right `webhooks:read`.
     *
     * @throws KoloError
     */
    public function retrieveDelivery(string $id, string $delivery, ?CallOptions $options = null): Models\DeliveryDetails
    {
        $answer = $this->caller->call('retrieveDelivery', params: ['id' => $id, 'delivery' => $delivery], options: $options);
        return new Models\DeliveryDetails($answer['delivery']);
    }

    /**
     * Retry a delivery: `POST /webhooks/{id}/deliveries/{delivery}/retry`. Sends the delivery at once, whether it is pending, exhausted or delivered. A restricted private key needs the right `webhooks:write`.
     *
     * @throws KoloError
     */
    public function retryDelivery(string $id, string $delivery, ?CallOptions $options = null): Models\Delivery
    {
        $answer = $this->caller->call('retryDelivery', params: ['id' => $id, 'delivery' => $delivery], options: $options);
        return new Models\Delivery($answer['delivery']);
    }

    /**
     * Replay a webhook's events: `POST /webhooks/{id}/replay`. Sends the events of a period again: of all types the webhook receives, or of some. One request covers up to 10,000 events. A restricted private key needs the right `webhooks:write`.
     *
     * @param array{from?: string, to?: string, types?: list<'payment.created'|'payment.processing'|'payment.complete'|'payment.failed'|'payment.canceled'|'payment.expired'|'payment.released'|'payment_part.held'|'payment_part.received'|'payment_part.refunded'|'payment_part.returned'|'invoice.created'|'invoice.partly_paid'|'invoice.paid'|'invoice.overdue'|'invoice.reminder_due'|'invoice.reopened'|'invoice.canceled'|'transfer.created'|'transfer.processing'|'transfer.complete'|'transfer.failed'|'transfer.canceled'|'customer.created'|'customer.updated'|'customer.deleted'|'beneficiary.created'|'beneficiary.updated'|'beneficiary.deleted'|'refund.created'|'refund.complete'|'refund.failed'|'refund.corrected'|'withdrawal.created'|'withdrawal.processing'|'withdrawal.complete'|'withdrawal.failed'|'withdrawal.canceled'|'withdrawal_rule.skipped'|'balance.corrected'|'schedule.created'|'schedule.updated'|'schedule.run'|'schedule.run_failed'|'schedule.ended'|'schedule.deleted'|'webhook.test'|'webhook.failing'|'webhook.disabled'>, which?: 'undelivered'|'all'} $body
     * @throws KoloError
     */
    public function replay(string $id, array $body = [], ?CallOptions $options = null): Models\Replayed
    {
        $answer = $this->caller->call('replayWebhookEvents', params: ['id' => $id], body: $body, options: $options);
        return new Models\Replayed($answer['replay']);
    }

    /**
     * Test a webhook: `POST /webhooks/{id}/test`. Sends a `webhook.test` event to this webhook only, whatever its subscriptions. A restricted private key needs the right `webhooks:write`.
     *
     * @throws KoloError
     */
    public function test(string $id, ?CallOptions $options = null): Models\Delivery
    {
        $answer = $this->caller->call('testWebhook', params: ['id' => $id], options: $options);
        return new Models\Delivery($answer['delivery']);
    }
}
