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
import { everyItem, type Page, pageOf } from "./pages.ts";
import { untilEnded, type WaitOptions } from "./wait.ts";

const PATIENT: CallOptions = { timeout_ms: BULK_TIMEOUT_MS, patience_ms: BULK_PATIENCE_MS };

/** What a file does not say itself; `currency` is required there. */
export type FileOptions = CreateBulkTransferQuery;

/** How a bulk is waited for. */
export interface BulkWaitOptions extends WaitOptions {
  /** Told of each look: how many stand where is under `progress`. */
  readonly on_progress?: (bulk: BulkTransferDetails) => void;
}

/**
 * Money out, up to 10,000 at once: all accepted with their sum set aside, or none. Every method throws `KoloError`; of entries
 * that are wrong `errors` names each, as `transfers.3.amount`.
 */
export class BulkTransfers {
  readonly #call: Call;

  constructor(call: Call) {
    this.#call = (name, given, options) => call(name, given, { ...PATIENT, ...options });
  }

  async create(bulk: NewBulkTransfer, options?: CallOptions): Promise<CreatedBulkTransfer> {
    return (await this.#call("createBulkTransfer", { body: bulk }, options)).bulk_transfer;
  }

  /** From a file: the bytes of a workbook (.xlsx), or of CSV in whichever encoding; a text is sent as CSV in UTF-8. */
  async createFromCsv(
    csv: Uint8Array | string,
    query: FileOptions,
    options?: CallOptions,
  ): Promise<CreatedBulkTransfer> {
    return (await this.#call("createBulkTransfer", { query, file: fileOf(csv) }, options)).bulk_transfer;
  }

  /** What would become of it: sums, fees, errors, probable duplicates. Changes nothing. */
  async check(bulk: NewBulkTransfer, options?: CallOptions): Promise<BulkTransferCheck> {
    return (await this.#call("checkBulkTransfer", { body: bulk }, options)).bulk_check;
  }

  /** The same of a file. */
  async checkCsv(csv: Uint8Array | string, query: FileOptions, options?: CallOptions): Promise<BulkTransferCheck> {
    return (await this.#call("checkBulkTransfer", { query, file: fileOf(csv) }, options)).bulk_check;
  }

  /** What the service reads in a file, row by row: the row at place 3 becomes the entry that errors name `transfers.3`. */
  async readFile(file: Uint8Array | string, options?: CallOptions): Promise<BulkTransferFile> {
    return (await this.#call("readBulkTransferFile", { file: fileOf(file) }, options)).bulk_file;
  }

  /** With what became of each of its transfers, or of the first `transfers`; with `transfers: 0` the progress alone. */
  async retrieve(
    id: string,
    query: RetrieveBulkTransferQuery = {},
    options?: CallOptions,
  ): Promise<BulkTransferDetails> {
    return (await this.#call("retrieveBulkTransfer", { params: { id }, query }, options)).bulk_transfer;
  }

  /**
   * Until all of its transfers have ended; gives it with what became of each. One that waits for a second person waits for as
   * long as people do.
   */
  async wait(id: string, { on_progress, ...options }: BulkWaitOptions = {}): Promise<BulkTransferDetails> {
    const look = async (each: CallOptions): Promise<BulkTransferDetails> => {
      const found = await this.retrieve(id, { transfers: 0 }, each);
      on_progress?.(found);
      return found;
    };
    await untilEnded(look, ({ progress }) => progress.pending + progress.processing === 0, options);
    const { wait_ms: _, ...each } = options;
    return this.retrieve(id, {}, each);
  }

  /** When it was accepted, who agreed to it, and how many of its transfers ended when, and how. */
  async timeline(id: string, options?: CallOptions): Promise<Timeline> {
    return (await this.#call("explainBulkTransfer", { params: { id } }, options)).timeline;
  }

  /** A page, the newest first, without their transfers: those are `transfers.list({ bulk_transfer: id })`. */
  async list(query: ListBulkTransfersQuery = {}, options?: CallOptions): Promise<Page<BulkTransfer>> {
    const answer = await this.#call("listBulkTransfers", { query }, options);
    return pageOf(answer, answer.items);
  }

  /** Every bulk, the newest first, each once while new ones arrive (the guide says what is promised). */
  all(query: ListBulkTransfersQuery = {}, options?: CallOptions): AsyncGenerator<BulkTransfer, void, undefined> {
    return everyItem((each: ListBulkTransfersQuery) => this.list(each, options), query);
  }
}

const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** A workbook is a zip archive, and begins as one. */
function fileOf(file: Uint8Array | string): FileBody {
  const bytes = typeof file === "string" ? new TextEncoder().encode(file) : new Uint8Array(file);
  return { type: bytes[0] === 0x50 && bytes[1] === 0x4b ? WORKBOOK : "text/csv", bytes };
}
