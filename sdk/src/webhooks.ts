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
import { everyItem, type Page, pageOf } from "./pages.ts";

/** Where you receive events. `verifyWebhook` checks what arrives. Every method throws `KoloError`. */
export class Webhooks {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Its `secret` signs every delivery, and is not shown again. */
  async create(webhook: NewWebhook, options?: CallOptions): Promise<WebhookWithSecret> {
    return (await this.#call("createWebhook", { body: webhook }, options)).data;
  }

  /** With its `health`. */
  async retrieve(id: string, options?: CallOptions): Promise<WebhookDetails> {
    return (await this.#call("retrieveWebhook", { params: { id } }, options)).data;
  }

  /** Switched off (`active: false`) its deliveries are held; switched on they are sent. */
  async update(id: string, changes: WebhookChanges, options?: CallOptions): Promise<Webhook> {
    return (await this.#call("updateWebhook", { params: { id }, body: changes }, options)).data;
  }

  async delete(id: string, options?: CallOptions): Promise<void> {
    await this.#call("deleteWebhook", { params: { id } }, options);
  }

  /** A new `secret`; for the hours of the overlap both sign. Give `verifyWebhook` both until `confirmSecret`. */
  async rotate(id: string, rotation: Rotation = {}, options?: CallOptions): Promise<WebhookWithSecret> {
    return (await this.#call("rotateWebhookSecret", { params: { id }, body: rotation }, options)).data;
  }

  /** Your receiver has the new secret: the old one signs no more. */
  async confirmSecret(id: string, options?: CallOptions): Promise<Webhook> {
    return (await this.#call("confirmWebhookNewSecret", { params: { id } }, options)).data;
  }

  /** While both sign: the old secret stays, and the new one signs no more. */
  async cancelSecret(id: string, options?: CallOptions): Promise<Webhook> {
    return (await this.#call("cancelWebhookNewSecret", { params: { id } }, options)).data;
  }

  /** Sends a `webhook.test` event to this webhook alone. */
  async test(id: string, options?: CallOptions): Promise<Delivery> {
    return (await this.#call("sendTestEvent", { params: { id } }, options)).delivery;
  }

  /** Sends the events of a span of time that it does not have; 10,000 with one call, and `next_from` says where to go on. */
  async replay(id: string, span: Replay = {}, options?: CallOptions): Promise<Replayed> {
    return (await this.#call("replayEventsToWebhook", { params: { id }, body: span }, options)).replay;
  }

  /** A page, the newest first. */
  async list(query: ListWebhooksQuery = {}, options?: CallOptions): Promise<Page<Webhook>> {
    const answer = await this.#call("listWebhooks", { query }, options);
    return pageOf(answer, answer.data);
  }

  /** Every webhook, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: ListWebhooksQuery = {}, options?: CallOptions): AsyncGenerator<Webhook, void, undefined> {
    return everyItem((each: ListWebhooksQuery) => this.list(each, options), query);
  }

  /** A page of what was sent to one webhook, the newest first. */
  async listDeliveries(
    id: string,
    query: ListWebhookDeliveriesQuery = {},
    options?: CallOptions,
  ): Promise<Page<Delivery>> {
    const answer = await this.#call("listWebhookDeliveries", { params: { id }, query }, options);
    return pageOf(answer, answer.items);
  }

  /** All that was sent to one webhook, the newest first, each once while new ones arrive (the guide says what is promised). */
  allDeliveries(
    id: string,
    query: ListWebhookDeliveriesQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<Delivery, void, undefined> {
    return everyItem((each: ListWebhookDeliveriesQuery) => this.listDeliveries(id, each, options), query);
  }

  /** With what was sent, and every attempt. */
  async retrieveDelivery(id: string, delivery: string, options?: CallOptions): Promise<DeliveryDetails> {
    return (await this.#call("retrieveDelivery", { params: { id, delivery } }, options)).delivery;
  }

  /** Sends one again now, also one that was delivered. */
  async retryDelivery(id: string, delivery: string, options?: CallOptions): Promise<Delivery> {
    return (await this.#call("sendDeliveryAgain", { params: { id, delivery } }, options)).delivery;
  }
}
