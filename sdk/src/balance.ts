import type {
  BalanceEntry,
  BalanceStatement,
  Correction,
  Limit,
  ListBalanceHistoryQuery,
  ListCorrectionsQuery,
  Operations,
  RetrieveBalanceQuery,
  RetrieveBalanceStatementQuery,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";
import { withResponseOf } from "./responses.ts";

/** The merchant's balances, and the entries that changed them. Every method throws `KoloError`. */
export class Balances {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Retrieves the balances. `balance` is the one in `query.currency` (default: the merchant's own currency); `balances`
   * has one per currency. Amounts are in the currency's smallest unit.
   */
  async retrieve(
    query: RetrieveBalanceQuery = {},
    options?: CallOptions,
  ): Promise<Operations["retrieveBalance"]["answer"]> {
    const answer = await this.#call("retrieveBalance", { query }, options);
    return withResponseOf(answer, { balance: answer.balance, balances: answer.balances });
  }

  /**
   * Retrieves the statement of a day, week, month or range of days: the balances at its begin and end, and the sums of
   * its movements. By default it is that of the current month, in the merchant's own currency.
   */
  async statement(query: RetrieveBalanceStatementQuery = {}, options?: CallOptions): Promise<BalanceStatement> {
    return (await this.#call("retrieveBalanceStatement", { query }, options)).statement;
  }

  /** Lists the limits on the sum and the number of orders per hour, day and month, with what is used of them. */
  async limits(options?: CallOptions): Promise<readonly Limit[]> {
    return (await this.#call("listLimits", {}, options)).limits;
  }

  /** Lists one page of the balance's entries, newest first. Each entry has the balance after it. */
  async history(query: ListBalanceHistoryQuery = {}, options?: CallOptions): Promise<Page<BalanceEntry>> {
    const answer = await this.#call("listBalanceHistory", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Iterates over every entry of the balance, newest first, each once (see "Lists" in the SDK guide). */
  allHistory(query: ListBalanceHistoryQuery = {}, options?: CallOptions): AllItems<BalanceEntry> {
    return everyItem((each: ListBalanceHistoryQuery) => this.history(each, options), query);
  }

  /** Lists one page of the corrections that the platform operator booked, newest first. */
  async listCorrections(query: ListCorrectionsQuery = {}, options?: CallOptions): Promise<Page<Correction>> {
    const answer = await this.#call("listCorrections", { query }, options);
    return pageOf(answer, answer.items);
  }
}
