import type { Invoice, ListInvoicesQuery, NewInvoice, NewInvoicePayment, Operations } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";

/** Invoices: sums that a payer pays at once or in parts, until a date. Every method throws `KoloError`. */
export class Invoices {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Creates an invoice. Its `url` is the page on which the payer pays. */
  async create(invoice: NewInvoice, options?: CallOptions): Promise<Invoice> {
    return (await this.#call("createInvoice", { body: invoice }, options)).invoice;
  }

  /** Retrieves one invoice by its id or reference. Throws `not_found` for an unknown one. */
  async retrieve(reference: string, options?: CallOptions): Promise<Invoice> {
    return (await this.#call("retrieveInvoice", { params: { reference } }, options)).invoice;
  }

  /** Creates a payment of a part, as the invoice's page does; without `amount`, of the part that is due next. */
  async pay(
    reference: string,
    part: NewInvoicePayment = {},
    options?: CallOptions,
  ): Promise<Operations["payInvoice"]["answer"]> {
    return this.#call("payInvoice", { params: { reference }, body: part }, options);
  }

  /** Cancels an invoice: nothing more can be paid. Throws `invalid` once it is paid in full. */
  async cancel(reference: string, options?: CallOptions): Promise<void> {
    await this.#call("cancelInvoice", { params: { reference } }, options);
  }

  /** Lists one page of invoices, newest first. */
  async list(query: ListInvoicesQuery = {}, options?: CallOptions): Promise<Page<Invoice>> {
    const answer = await this.#call("listInvoices", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Iterates over every invoice that matches the filter, newest first, each once. */
  all(query: ListInvoicesQuery = {}, options?: CallOptions): AllItems<Invoice> {
    return everyItem((each: ListInvoicesQuery) => this.list(each, options), query);
  }
}
