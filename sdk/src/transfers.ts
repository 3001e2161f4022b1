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
import { everyItem, type Page, pageOf } from "./pages.ts";
import { untilEnded, type WaitOptions } from "./wait.ts";

const UNDER_WAY: readonly string[] = ["pending", "processing"];

/** Money out, one by one. A `reference` is the transfer's id, or your own name for it. Every method throws `KoloError`. */
export class Transfers {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = call;
  }

  /**
   * Sends money: the amount and the fee are set aside at once, and the transfer goes out a moment later. Give it a `reference`
   * out of your records: it is unique for ever, so that no mistake of yours pays twice either.
   */
  async create(transfer: NewTransfer, options?: CallOptions): Promise<Transfer> {
    return (await this.#call("createTransfer", { body: transfer }, options)).transfer;
  }

  /** `currency` shows the amount in another one, too. */
  async retrieve(
    reference: string,
    query: RetrieveTransferQuery = {},
    options?: CallOptions,
  ): Promise<TransferDetails> {
    return (await this.#call("retrieveTransfer", { params: { reference }, query }, options)).transfer;
  }

  /** Until it is complete, failed or canceled. One that waits for a second person waits for as long as people do. */
  async wait(reference: string, options: WaitOptions = {}): Promise<TransferDetails> {
    const look = (each: CallOptions) => this.retrieve(reference, {}, each);
    return untilEnded(look, ({ status }) => !UNDER_WAY.includes(status), options);
  }

  /** Only while it is `pending`. */
  async cancel(reference: string, options?: CallOptions): Promise<void> {
    await this.#call("cancelTransfer", { params: { reference } }, options);
  }

  /** Every change of it, with its time and cause. */
  async timeline(reference: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("explainTransfer", { params: { reference } }, options)).timeline;
  }

  /** Whose number it is, where the operator tells. Nothing moves. */
  async lookup(number: NewLookup, options?: CallOptions): Promise<Lookup> {
    return (await this.#call("lookUpWhoseNumberItIs", { body: number }, options)).lookup;
  }

  /** A page, the newest first. */
  async list(query: ListTransfersQuery = {}, options?: CallOptions): Promise<Page<Transfer>> {
    const answer = await this.#call("listTransfers", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Every transfer under the filter, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: ListTransfersQuery = {}, options?: CallOptions): AsyncGenerator<Transfer, void, undefined> {
    return everyItem((each: ListTransfersQuery) => this.list(each, options), query);
  }
}
