import type { BalanceEntry, ListWhatMovedOnBalanceQuery, Operations, RetrieveBalanceQuery } from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { everyItem, type Page, pageOf } from "./pages.ts";

/** What you have. Every method throws `KoloError`. */
export class Balances {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /** `balance` in the currency asked for, or in your own; `balances` in all. */
  async retrieve(
    query: RetrieveBalanceQuery = {},
    options?: CallOptions,
  ): Promise<Operations["retrieveBalance"]["answer"]> {
    const { balance, balances } = await this.#call("retrieveBalance", { query }, options);
    return { balance, balances };
  }

  /** A page of what moved on it, the latest first, each with the balance after it. */
  async history(query: ListWhatMovedOnBalanceQuery = {}, options?: CallOptions): Promise<Page<BalanceEntry>> {
    const answer = await this.#call("listWhatMovedOnBalance", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** All that moved on it, the latest first, each once while new ones arrive (the guide says what is promised). */
  allHistory(
    query: ListWhatMovedOnBalanceQuery = {},
    options?: CallOptions,
  ): AsyncGenerator<BalanceEntry, void, undefined> {
    return everyItem((each: ListWhatMovedOnBalanceQuery) => this.history(each, options), query);
  }
}
