import type { ListRefundsQuery, NewRefund, Refund, Timeline } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { everyItem, type Page, pageOf } from "./pages.ts";
import { untilEnded, type WaitOptions } from "./wait.ts";

const UNDER_WAY: readonly string[] = ["pending", "processing"];

/** A payer's money back, whole or in parts. Every method throws `KoloError`. */
export class Refunds {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** All that is left of the payment, or `amount`, from your balance to the number that paid. */
  async create(refund: NewRefund, options?: CallOptions): Promise<Refund> {
    return (await this.#call("createRefund", { body: refund }, options)).refund;
  }

  async retrieve(id: string, options?: CallOptions): Promise<Refund> {
    return (await this.#call("retrieveRefund", { params: { id } }, options)).refund;
  }

  /** Until it is complete or failed. */
  async wait(id: string, options: WaitOptions = {}): Promise<Refund> {
    const look = (each: CallOptions) => this.retrieve(id, each);
    return untilEnded(look, ({ status }) => !UNDER_WAY.includes(status), options);
  }

  /** Every change of it, with its time and cause. */
  async timeline(id: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("explainRefund", { params: { id } }, options)).timeline;
  }

  /** A page, the newest first. */
  async list(query: ListRefundsQuery = {}, options?: CallOptions): Promise<Page<Refund>> {
    const answer = await this.#call("listRefunds", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Every refund under the filter, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: ListRefundsQuery = {}, options?: CallOptions): AsyncGenerator<Refund, void, undefined> {
    return everyItem((each: ListRefundsQuery) => this.list(each, options), query);
  }
}
