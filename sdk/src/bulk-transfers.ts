import type {
  BulkTransfer,
  BulkTransferCheck,
  BulkTransferDetails,
  BulkTransferFile,
  CreateBulkTransferQuery,
  CreatedBulkTransfer,
  FileBody,
  ListBulkTransfersQuery,
  NewBulkTransfer,
  RetrieveBulkTransferQuery,
  Timeline,
} from "./api.ts";
import type { Call, CallOptions } from "./call.ts";
import { BULK_PATIENCE_MS, BULK_TIMEOUT_MS } from "./limits.ts";
import { type AllItems, everyItem, type Page, pageOf } from "./pages.ts";
import { pollUntilEnded, type WaitOptions } from "./wait.ts";

const BULK_DEFAULTS: CallOptions = { timeout_ms: BULK_TIMEOUT_MS, patience_ms: BULK_PATIENCE_MS };

/** The fields that a file cannot hold. `currency` is required for a file. */
export type FileOptions = CreateBulkTransferQuery;

/** The options of `wait` for a bulk. */
export interface BulkWaitOptions extends WaitOptions {
  /** Called after each poll; `progress` has the number of transfers in each status. */
  readonly on_progress?: ((bulk: BulkTransferDetails) => void) | undefined;
}

/**
 * Bulk transfers: up to 10,000 transfers in one order. The service accepts all of them and reserves their total, or
 * accepts none.
 *
 * Every method throws `KoloError`. Its `errors` name each invalid entry by its index, as in `transfers.3.amount`. The
 * defaults are longer than those of other calls: `timeout_ms` is 60,000 and `patience_ms` is 300,000.
 */
export class BulkTransfers {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = (name, input, options) => call(name, input, { ...BULK_DEFAULTS, ...options });
  }

  /**
   * Sends a bulk. Throws `invalid` if any entry is invalid, and `insufficient_funds` if the balance does not cover
   * amounts and fees.
   *
   * @param options Set an `idempotency_key` from your own records, so that running your program again cannot pay twice.
   */
  async create(bulk: NewBulkTransfer, options?: CallOptions): Promise<CreatedBulkTransfer> {
    return (await this.#call("createBulkTransfer", { body: bulk }, options)).bulk_transfer;
  }

  /**
   * Sends a bulk from a file. Throws the same errors as `create`.
   *
   * @param csv The bytes of a workbook (.xlsx), or of CSV in any encoding. A string is sent as CSV in UTF-8.
   * @param query The fields that the file cannot hold; `currency` is required.
   */
  async createFromCsv(
    csv: Uint8Array | string,
    query: FileOptions,
    options?: CallOptions,
  ): Promise<CreatedBulkTransfer> {
    return (await this.#call("createBulkTransfer", { query, file: fileOf(csv) }, options)).bulk_transfer;
  }

  /** Validates a bulk without sending it: totals, fees, errors and possible duplicates. Changes nothing. */
  async check(bulk: NewBulkTransfer, options?: CallOptions): Promise<BulkTransferCheck> {
    return (await this.#call("checkBulkTransfer", { body: bulk }, options)).bulk_check;
  }

  /** Validates a file without sending it, as `check` does. Changes nothing. */
  async checkCsv(csv: Uint8Array | string, query: FileOptions, options?: CallOptions): Promise<BulkTransferCheck> {
    return (await this.#call("checkBulkTransfer", { query, file: fileOf(csv) }, options)).bulk_check;
  }

  /**
   * Parses a file without sending it. The row at index 3 of `rows` becomes the entry that errors name `transfers.3`.
   */
  async readFile(file: Uint8Array | string, options?: CallOptions): Promise<BulkTransferFile> {
    return (await this.#call("readBulkTransferFile", { file: fileOf(file) }, options)).bulk_file;
  }

  /**
   * Retrieves a bulk with the outcome of each transfer.
   *
   * @param query `transfers` limits the transfers in the answer; 0 returns the progress only. Default: all.
   */
  async retrieve(
    id: string,
    query: RetrieveBulkTransferQuery = {},
    options?: CallOptions,
  ): Promise<BulkTransferDetails> {
    return (await this.#call("retrieveBulkTransfer", { params: { id }, query }, options)).bulk_transfer;
  }

  /**
   * Polls until every transfer of the bulk has ended, and returns the bulk with the outcome of each.
   *
   * Throws `not_ended` after `wait_ms`; the bulk itself continues. An approval by a second person can take longer than
   * any timeout.
   */
  async wait(id: string, { on_progress, ...options }: BulkWaitOptions = {}): Promise<BulkTransferDetails> {
    const poll = async (each: CallOptions): Promise<BulkTransferDetails> => {
      const bulk = await this.retrieve(id, { transfers: 0 }, each);
      on_progress?.(bulk);
      return bulk;
    };
    await pollUntilEnded(poll, ({ progress }) => progress.pending + progress.processing === 0, options);
    const { wait_ms: _, ...each } = options;
    return this.retrieve(id, {}, each);
  }

  /** Cancels the transfers of the bulk that are still `pending`. Throws `invalid` if none of them is. */
  async cancel(id: string, options?: CallOptions): Promise<void> {
    await this.#call("cancelBulkTransfer", { params: { id } }, options);
  }

  /** Retrieves the history of a bulk: its acceptance, its approval, and how many transfers ended when and how. */
  async timeline(id: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("retrieveBulkTransferTimeline", { params: { id } }, options)).timeline;
  }

  /**
   * Lists one page of bulks, newest first, without their transfers. `transfers.list({ bulk_transfer: id })` lists
   * those.
   */
  async list(query: ListBulkTransfersQuery = {}, options?: CallOptions): Promise<Page<BulkTransfer>> {
    const answer = await this.#call("listBulkTransfers", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Iterates over every bulk, newest first, each once (see "Lists" in the SDK guide). */
  all(query: ListBulkTransfersQuery = {}, options?: CallOptions): AllItems<BulkTransfer> {
    return everyItem((each: ListBulkTransfersQuery) => this.list(each, options), query);
  }
}

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A workbook is a zip archive: its first two bytes are `PK`. */
function fileOf(file: Uint8Array | string): FileBody {
  const bytes = new Uint8Array(typeof file === "string" ? new TextEncoder().encode(file) : file);
  return { type: bytes[0] === 0x50 && bytes[1] === 0x4b ? WORKBOOK : "text/csv", bytes: bytes.buffer };
}
