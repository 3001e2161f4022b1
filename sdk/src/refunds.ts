import type { ListRefundsQuery, NewRefund, Refund, Timeline } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";
import { pollUntilEnded, type WaitOptions } from "./wait.ts";

const OPEN_STATUSES: readonly string[] = ["pending", "processing"];

/** Refunds: a payment returned to its payer, in full or in parts. Every method throws `KoloError`. */
export class Refunds {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Refunds the rest of the payment, or `amount` of it (in the currency's smallest unit). The money goes from your
   * balance to the number that paid. Throws `insufficient_funds` if the balance does not cover it.
   */
  async create(refund: NewRefund, options?: CallOptions): Promise<Refund> {
    return (await this.#call("createRefund", { body: refund }, options)).refund;
  }

  /** Retrieves one refund. Throws `not_found` for an unknown id. */
  async retrieve(id: string, options?: CallOptions): Promise<Refund> {
    return (await this.#call("retrieveRefund", { params: { id } }, options)).refund;
  }

  /**
   * Polls until the refund is complete or failed, and returns it. Throws `not_ended` after `wait_ms` (default:
   * 300,000); the refund itself continues.
   */
  async wait(id: string, options: WaitOptions = {}): Promise<Refund> {
    const poll = (each: CallOptions) => this.retrieve(id, each);
    return pollUntilEnded(poll, ({ status }) => !OPEN_STATUSES.includes(status), options);
  }

  /** Retrieves every change of the refund, with its time and cause. */
  async timeline(id: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("retrieveRefundTimeline", { params: { id } }, options)).timeline;
  }

  /** Lists one page of refunds, newest first. */
  async list(query: ListRefundsQuery = {}, options?: CallOptions): Promise<Page<Refund>> {
    const answer = await this.#call("listRefunds", { query }, options);
    return pageOf(answer, answer.items);
  }

  /**
   * Iterates over every refund that matches the filter, newest first, each once. Items can be missed if others stop
   * matching during the iteration (see "Lists" in the SDK guide).
   */
  all(query: ListRefundsQuery = {}, options?: CallOptions): AllItems<Refund> {
    return everyItem((each: ListRefundsQuery) => this.list(each, options), query);
  }
}
