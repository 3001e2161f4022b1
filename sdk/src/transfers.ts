import type {
  ListTransfersQuery,
  Lookup,
  NewLookup,
  NewTransfer,
  RetrieveTransferQuery,
  Timeline,
  Transfer,
  TransferDetails,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";
import { pollUntilEnded, type WaitOptions } from "./wait.ts";

const OPEN_STATUSES: readonly string[] = ["pending", "processing"];

/**
 * Transfers: money that you send, one at a time. A `reference` parameter takes the transfer's id or your own reference.
 * Every method throws `KoloError`.
 */
export class Transfers {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Sends money. The service reserves amount and fee at once, and sends the transfer a moment later.
   *
   * Set a `reference` from your own records: no second transfer can ever have it, so a repeated call cannot pay twice.
   * Throws `reference_taken` if it exists, and `insufficient_funds` if the balance does not cover amount and fee.
   */
  async create(transfer: NewTransfer, options?: CallOptions): Promise<Transfer> {
    return (await this.#call("createTransfer", { body: transfer }, options)).transfer;
  }

  /**
   * Retrieves one transfer. Throws `not_found` for an unknown reference.
   *
   * @param query `currency` (ISO 4217, three letters) adds the amount converted to that currency.
   */
  async retrieve(
    reference: string,
    query: RetrieveTransferQuery = {},
    options?: CallOptions,
  ): Promise<TransferDetails> {
    return (await this.#call("retrieveTransfer", { params: { reference }, query }, options)).transfer;
  }

  /**
   * Polls until the transfer is complete, failed or canceled, and returns it. Throws `not_ended` after `wait_ms`
   * (default: 300,000); the transfer itself continues. An approval by a second person can take longer than any timeout.
   */
  async wait(reference: string, options: WaitOptions = {}): Promise<TransferDetails> {
    const poll = (each: CallOptions) => this.retrieve(reference, {}, each);
    return pollUntilEnded(poll, ({ status }) => !OPEN_STATUSES.includes(status), options);
  }

  /** Cancels a transfer that is still `pending`. Throws `invalid` in any other status. */
  async cancel(reference: string, options?: CallOptions): Promise<void> {
    await this.#call("cancelTransfer", { params: { reference } }, options);
  }

  /** Retrieves every change of the transfer, with its time and cause. */
  async timeline(reference: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("retrieveTransferTimeline", { params: { reference } }, options)).timeline;
  }

  /**
   * Looks up the account holder of a number. `name` and `active` are null if the mobile network does not return them.
   * No money moves.
   */
  async lookup(number: NewLookup, options?: CallOptions): Promise<Lookup> {
    return (await this.#call("lookUpAccount", { body: number }, options)).lookup;
  }

  /** Lists one page of transfers, newest first. */
  async list(query: ListTransfersQuery = {}, options?: CallOptions): Promise<Page<Transfer>> {
    const answer = await this.#call("listTransfers", { query }, options);
    return pageOf(answer, answer.items);
  }

  /**
   * Iterates over every transfer that matches the filter, newest first, each once. Items can be missed if others stop
   * matching during the iteration (see "Lists" in the SDK guide).
   */
  all(query: ListTransfersQuery = {}, options?: CallOptions): AllItems<Transfer> {
    return everyItem((each: ListTransfersQuery) => this.list(each, options), query);
  }
}
