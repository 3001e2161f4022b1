import type { ListPaymentsQuery, NewPayment, Operations, Payment, ProcessPayment, Timeline } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";
import { pollUntilEnded, type WaitOptions } from "./wait.ts";

/** The statuses of a payment that can still change. */
export const OPEN_STATUSES: readonly string[] = ["pending", "processing"];

/**
 * Payments: money that you collect. A `reference` parameter takes the payment's id or your own reference. Every method
 * throws `KoloError`. Only a payment with a `split` needs the private key.
 */
export class Payments {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Creates a payment. Redirect the payer to `authorization_url`, or call `process`. Throws `reference_taken` if the
   * reference exists.
   */
  async create(payment: NewPayment, options?: CallOptions): Promise<Operations["createPayment"]["answer"]> {
    return this.#call("createPayment", { body: payment }, options);
  }

  /**
   * Sends the payer a request to confirm on the phone. Returns before the payer answers: call `wait`, or receive the
   * events. Throws `invalid` if the payment's status or the channel does not allow it.
   */
  async process(
    reference: string,
    input: ProcessPayment,
    options?: CallOptions,
  ): Promise<Operations["processPayment"]["answer"]> {
    return this.#call("processPayment", { params: { reference }, body: input }, options);
  }

  /** Retrieves one payment. Throws `not_found` for an unknown reference. */
  async retrieve(reference: string, options?: CallOptions): Promise<Payment> {
    return (await this.#call("retrievePayment", { params: { reference } }, options)).transaction;
  }

  /**
   * Returns the address of the payment's hosted page again; null once the payment has ended. Throws `not_found` for an
   * unknown reference.
   */
  async page(reference: string, options?: CallOptions): Promise<string | null> {
    return (await this.#call("retrievePaymentPage", { params: { reference } }, options)).authorization_url;
  }

  /**
   * Polls until the payment is complete, failed, canceled or expired, and returns it. Throws `not_ended` after
   * `wait_ms` (default: 300,000); the payment itself continues. On the hosted page a payer may take hours.
   */
  async wait(reference: string, options: WaitOptions = {}): Promise<Payment> {
    const poll = (each: CallOptions) => this.retrieve(reference, each);
    return pollUntilEnded(poll, ({ status }) => !OPEN_STATUSES.includes(status), options);
  }

  /** Cancels a payment that is still `pending`. Throws `invalid` in any other status. */
  async cancel(reference: string, options?: CallOptions): Promise<void> {
    await this.#call("cancelPayment", { params: { reference } }, options);
  }

  /** Retrieves every change of the payment, with its time and cause. */
  async timeline(reference: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("retrievePaymentTimeline", { params: { reference } }, options)).timeline;
  }

  /** Lists one page of payments, newest first. */
  async list(query: ListPaymentsQuery = {}, options?: CallOptions): Promise<Page<Payment>> {
    const answer = await this.#call("listPayments", { query }, options);
    return pageOf(answer, answer.items);
  }

  /**
   * Iterates over every payment that matches the filter, newest first, each once. Items can be missed if others stop
   * matching during the iteration (see "Lists" in the SDK guide).
   */
  all(query: ListPaymentsQuery = {}, options?: CallOptions): AllItems<Payment> {
    return everyItem((each: ListPaymentsQuery) => this.list(each, options), query);
  }
}
