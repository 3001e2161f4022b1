import type { ListPaymentLinksQuery, NewPaymentLink, PaymentLink } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { everyItem, type Page, pageOf } from "./pages.ts";

/** Pages anybody can pay on, again and again. Every method throws `KoloError`. */
export class PaymentLinks {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Without `amount` the payer chooses how much. */
  async create(link: NewPaymentLink, options?: CallOptions): Promise<PaymentLink> {
    return (await this.#call("createPaymentLink", { body: link }, options)).payment_link;
  }

  async retrieve(id: string, options?: CallOptions): Promise<PaymentLink> {
    return (await this.#call("retrievePaymentLink", { params: { id } }, options)).payment_link;
  }

  /** Nobody begins a payment through it any more; what was begun can still be paid. */
  async deactivate(id: string, options?: CallOptions): Promise<PaymentLink> {
    return (await this.#call("deactivatePaymentLink", { params: { id } }, options)).payment_link;
  }

  /** A page, the newest first. */
  async list(query: ListPaymentLinksQuery = {}, options?: CallOptions): Promise<Page<PaymentLink>> {
    const answer = await this.#call("listPaymentLinks", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Every link under the filter, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: ListPaymentLinksQuery = {}, options?: CallOptions): AsyncGenerator<PaymentLink, void, undefined> {
    return everyItem((each: ListPaymentLinksQuery) => this.list(each, options), query);
  }
}
