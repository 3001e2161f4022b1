import type { ListPaymentsQuery, NewPayment, Operations, Payment, ProcessPayment, Timeline } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { everyItem, type Page, pageOf } from "./pages.ts";
import { untilEnded, type WaitOptions } from "./wait.ts";

const UNDER_WAY: readonly string[] = ["pending", "processing"];

/** Money in. A `reference` is the payment's id, or your own name for it. Every method throws `KoloError`. */
export class Payments {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** Creates a payment. Send the payer to `authorization_url`, or `process` it yourself. */
  async create(payment: NewPayment, options?: CallOptions): Promise<Operations["createPayment"]["answer"]> {
    return this.#call("createPayment", { body: payment }, options);
  }

  /** Asks the payer to confirm on the phone. It goes on by itself: `wait`, or receive its events. */
  async process(
    reference: string,
    how: ProcessPayment,
    options?: CallOptions,
  ): Promise<Operations["processPayment"]["answer"]> {
    return this.#call("processPayment", { params: { reference }, body: how }, options);
  }

  async retrieve(reference: string, options?: CallOptions): Promise<Payment> {
    return (await this.#call("retrievePayment", { params: { reference } }, options)).transaction;
  }

  /** Until it is complete, failed, canceled or expired. On the hosted page that may take the payer hours: see `wait_ms`. */
  async wait(reference: string, options: WaitOptions = {}): Promise<Payment> {
    const look = (each: CallOptions) => this.retrieve(reference, each);
    return untilEnded(look, ({ status }) => !UNDER_WAY.includes(status), options);
  }

  /** Only while it is `pending`. */
  async cancel(reference: string, options?: CallOptions): Promise<void> {
    await this.#call("cancelPayment", { params: { reference } }, options);
  }

  /** Every change of it, with its time and cause. */
  async timeline(reference: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("explainPayment", { params: { reference } }, options)).timeline;
  }

  /** A page, the newest first. */
  async list(query: ListPaymentsQuery = {}, options?: CallOptions): Promise<Page<Payment>> {
    const answer = await this.#call("listPayments", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Every payment under the filter, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: ListPaymentsQuery = {}, options?: CallOptions): AsyncGenerator<Payment, void, undefined> {
    return everyItem((each: ListPaymentsQuery) => this.list(each, options), query);
  }
}
