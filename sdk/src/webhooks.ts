import type {
  Delivery,
  DeliveryDetails,
  ListWebhookDeliveriesQuery,
  ListWebhooksQuery,
  NewWebhook,
  Replay,
  Replayed,
  Rotation,
  Webhook,
  WebhookChanges,
  WebhookDetails,
  WebhookWithSecret,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";

/**
 * Webhooks: the addresses at which you receive events. `verifyWebhook` checks each request. Every method throws
 * `KoloError`.
 */
export class Webhooks {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Creates a webhook. Store its `secret`, which signs every delivery: the API returns it only once. */
  async create(webhook: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret> {
    return (await this.#call("createWebhook", { body: webhook }, options)).data;
  }

  /** Retrieves one webhook with its `health`. Throws `not_found` for an unknown id. */
  async retrieve(id: string, options?: CallOptions): Promise<WebhookDetails> {
    return (await this.#call("retrieveWebhook", { params: { id } }, options)).data;
  }

  /**
   * Changes the fields that `changes` names. `active: false` holds its deliveries; `active: true` sends the held ones.
   */
  async update(id: string, changes: WebhookChanges, options?: CallOptions): Promise<Webhook> {
    return (await this.#call("updateWebhook", { params: { id }, body: changes }, options)).data;
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call("deleteWebhook", { params: { id } }, options);
  }

  /**
   * Starts a rotation of the secret and returns the new one. Both secrets sign during the overlap: give both to
   * `verifyWebhook`. Throws `conflict` while another rotation is in progress.
   *
   * @param rotation `overlap_hours` is the length of the overlap, in hours. Default: 24.
   */
  async rotate(id: string, rotation: Rotation = {}, options?: CallOptions): Promise<WebhookWithSecret> {
    return (await this.#call("rotateWebhookSecret", { params: { id }, body: rotation }, options)).data;
  }

  /**
   * Ends a rotation: only the new secret signs. Call it once your receiver has the new secret. Throws `invalid` without
   * a rotation in progress.
   */
  async confirmSecret(id: string, options?: CallOptions): Promise<Webhook> {
    return (await this.#call("confirmWebhookSecret", { params: { id } }, options)).data;
  }

  /**
   * Cancels a rotation during its overlap: only the old secret signs. Throws `invalid` without a rotation in progress.
   */
  async cancelSecret(id: string, options?: CallOptions): Promise<Webhook> {
    return (await this.#call("cancelWebhookSecret", { params: { id } }, options)).data;
  }

  /** Sends a `webhook.test` event to this webhook only. */
  async test(id: string, options?: CallOptions): Promise<Delivery> {
    return (await this.#call("testWebhook", { params: { id } }, options)).delivery;
  }

  /**
   * Sends the past events that the webhook has not received. One call sends up to 10,000 events; if more remain,
   * `next_from` is the `from` of the next call.
   *
   * @param span `from` and `to` are ISO 8601 times. Default: the last 30 days.
   */
  async replay(id: string, span: Replay = {}, options?: CallOptions): Promise<Replayed> {
    return (await this.#call("replayWebhookEvents", { params: { id }, body: span }, options)).replay;
  }

  /** Lists one page of webhooks, newest first. */
  async list(query: ListWebhooksQuery = {}, options?: CallOptions): Promise<Page<Webhook>> {
    const answer = await this.#call("listWebhooks", { query }, options);
    return pageOf(answer, answer.data);
  }

  /** Iterates over every webhook, newest first, each once (see "Lists" in the SDK guide). */
  all(query: ListWebhooksQuery = {}, options?: CallOptions): AllItems<Webhook> {
    return everyItem((each: ListWebhooksQuery) => this.list(each, options), query);
  }

  /** Lists one page of a webhook's deliveries, newest first. */
  async listDeliveries(
    id: string,
    query: ListWebhookDeliveriesQuery = {},
    options?: CallOptions,
  ): Promise<Page<Delivery>> {
    const answer = await this.#call("listWebhookDeliveries", { params: { id }, query }, options);
    return pageOf(answer, answer.items);
  }

  /**
   * Iterates over every delivery of one webhook, newest first, each once. Items can be missed if others stop matching
   * during the iteration (see "Lists" in the SDK guide).
   */
  allDeliveries(id: string, query: ListWebhookDeliveriesQuery = {}, options?: CallOptions): AllItems<Delivery> {
    return everyItem((each: ListWebhookDeliveriesQuery) => this.listDeliveries(id, each, options), query);
  }

  /** Retrieves one delivery with its request body and every attempt. */
  async retrieveDelivery(id: string, delivery: string, options?: CallOptions): Promise<DeliveryDetails> {
    return (await this.#call("retrieveDelivery", { params: { id, delivery } }, options)).delivery;
  }

  /** Sends a delivery again now, even if it was delivered before. */
  async retryDelivery(id: string, delivery: string, options?: CallOptions): Promise<Delivery> {
    return (await this.#call("retryDelivery", { params: { id, delivery } }, options)).delivery;
  }
}
