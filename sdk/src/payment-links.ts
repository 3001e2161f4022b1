import type {
  ListPaymentLinksQuery,
  NewPaymentLink,
  PaymentLink,
  PaymentLinkDetails,
  PaymentLinkUpdate,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";

/** Payment links: hosted pages that any number of people can pay on. Every method throws `KoloError`. */
export class PaymentLinks {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Creates a link. Without `amount` the payer chooses the amount. */
  async create(link: NewPaymentLink, options?: CallOptions): Promise<PaymentLink> {
    return (await this.#call("createPaymentLink", { body: link }, options)).payment_link;
  }

  /** Retrieves one link, with the totals of its payments. Throws `not_found` for an unknown id. */
  async retrieve(id: string, options?: CallOptions): Promise<PaymentLinkDetails> {
    return (await this.#call("retrievePaymentLink", { params: { id } }, options)).payment_link;
  }

  /** Changes the given fields. A limit of 0 is removed; an amount of 0 lets the payer choose. */
  async update(id: string, changes: PaymentLinkUpdate, options?: CallOptions): Promise<PaymentLink> {
    return (await this.#call("updatePaymentLink", { params: { id }, body: changes }, options)).payment_link;
  }

  /** Deactivates a link: it starts no new payments. Payments that it started can still be paid. */
  async deactivate(id: string, options?: CallOptions): Promise<PaymentLink> {
    return (await this.#call("deactivatePaymentLink", { params: { id } }, options)).payment_link;
  }

  /** Lists one page of links, newest first. */
  async list(query: ListPaymentLinksQuery = {}, options?: CallOptions): Promise<Page<PaymentLink>> {
    const answer = await this.#call("listPaymentLinks", { query }, options);
    return pageOf(answer, answer.items);
  }

  /**
   * Iterates over every link that matches the filter, newest first, each once. Items can be missed if others stop
   * matching during the iteration (see "Lists" in the SDK guide).
   */
  all(query: ListPaymentLinksQuery = {}, options?: CallOptions): AllItems<PaymentLink> {
    return everyItem((each: ListPaymentLinksQuery) => this.list(each, options), query);
  }
}
