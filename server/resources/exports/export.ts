import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import { semaphore } from "#kernel/semaphore.ts";
import { openReceiver } from "#providers/account-number.ts";
import { findChannel } from "#providers/channels.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { readMerchantTimeZone } from "#resources/merchants/store.ts";
import { loadActorNames } from "#resources/platform-operators/authorization.ts";
import { type Csv, type CsvFormat, createCsv } from "./csv.ts";
import type { ExportableList, ExportFilter, ExportRow } from "./schema.ts";
import { AUDIT_LOG_COLUMNS, columnsOf, readAuditEntries, readRows } from "./store.ts";

/** Runs work in one short transaction that reads one merchant's rows of one environment. */
type ReadSnapshot = <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
/** Runs work in a transaction of the engine: only the engine may read `users`. */
type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

// The number of rows per page, which bounds the memory of an export of any length.
export const ROWS_PER_PAGE = 500;
/** Limits of concurrent exports: of one person, of one merchant, and of this process. */
export const EXPORTS_PER_PERSON_MAX = 2;
export const EXPORTS_PER_MERCHANT_MAX = 5;
export const EXPORTS_MAX = 20;

/**
 * Yields all matching rows of a list, page by page. Each page is read in its own transaction, starting at the last
 * cursor, while the previous page is sent. Rows added meanwhile are not included.
 */
export function exportList(
  readSnapshot: ReadSnapshot,
  scope: Scope,
  name: ExportableList,
  filter: ExportFilter,
  format: CsvFormat,
): AsyncIterable<string> {
  return csvChunks(createCsv(columnsOf(name), format), (before) =>
    readSnapshot(scope, async (tx) => {
      const rows = await readRows(tx, scope, name, filter, { before, limit: ROWS_PER_PAGE });
      return name === "transfers" ? rows.map((row) => withNumberColumn(scope, row)) : rows;
    }),
  );
}

/** Moves a transfer's number into the column for phones or for accounts. */
function withNumberColumn(scope: Scope, row: ExportRow): ExportRow {
  const number = openReceiver(scope, String(row.id), String(row.receiver));
  const is_account = findChannel(String(row.channel))?.type === "bank_account";
  return { ...row, ...(is_account ? { account_number: number } : { phone: number }) };
}

/** Yields the audit log of both environments, page by page like `exportList`. */
export function exportAuditLog(
  readSnapshot: ReadSnapshot,
  transact: Transact,
  scope: Scope,
  format: CsvFormat,
): AsyncIterable<string> {
  return csvChunks(createCsv(AUDIT_LOG_COLUMNS, format), async (before) => {
    const entries = await readSnapshot(scope, (tx) =>
      readAuditEntries(tx, scope.merchant, { before, limit: ROWS_PER_PAGE }),
    );
    const nameOf = await transact((tx) =>
      loadActorNames(
        tx,
        entries.map(({ actor }) => String(actor)),
      ),
    );
    return entries.map((entry) => ({ ...entry, actor_name: nameOf(String(entry.actor)) }));
  });
}

/** Returns the merchant's time zone. */
export function readTimeZone(readSnapshot: ReadSnapshot, scope: Scope): Promise<string> {
  return readSnapshot(scope, (tx) => readMerchantTimeZone(tx, scope.merchant));
}

async function* csvChunks(
  file: Csv,
  read: (before: string | null) => Promise<readonly ExportRow[]>,
): AsyncGenerator<string> {
  yield file.head;
  let before: string | null = null;
  for (;;) {
    const rows = await read(before);
    if (rows.length > 0) yield rows.map(file.line).join("");
    before = rows.at(-1)?.cursor ?? null;
    if (rows.length < ROWS_PER_PAGE) return;
  }
}

/** Records an export in the audit log. Runs as the engine. */
export async function recordExport(
  tx: Tx,
  entry: {
    readonly merchant: Id<"mer">;
    readonly environment: Environment | null;
    readonly actor: string;
    readonly subject: string;
    readonly query: object;
    readonly address: string;
  },
): Promise<void> {
  const { query, address, ...who_and_where } = entry;
  await recordAuditEntry(tx, { ...who_and_where, action: "list.exported", before: null, after: { ...query, address } });
}

/** Counts one export until the returned function is called. Throws `too_many_requests`. */
export type AcquireExport = (merchant: string, person: string) => () => void;

export function exportLimiter(): AcquireExport {
  const { tryAcquire: take } = semaphore(EXPORTS_MAX, [EXPORTS_PER_PERSON_MAX, EXPORTS_PER_MERCHANT_MAX]);
  return (merchant, person) => {
    const release = take([person, merchant]);
    if (release) return release;
    throw new ServiceError("too_many_exports", "Wait for the other files to arrive", { retry_after_s: RETRY_AFTER_S });
  };
}

const RETRY_AFTER_S = 10;
