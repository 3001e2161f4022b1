import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Environment, Scope } from "#kernel/scope.ts";
import { seats } from "#kernel/seats.ts";
import { findChannel } from "#providers/channels.ts";
import { readReceiver } from "#providers/receiver.ts";
import { recordAct } from "#resources/acts/record.ts";
import { timeZoneOfMerchant } from "#resources/merchants/store.ts";
import { namerOf } from "#resources/operators/standing.ts";
import { type Csv, type CsvReader, csv } from "./csv.ts";
import type { ExportFilter, ExportRow, SheetName } from "./schema.ts";
import { ACT_COLUMNS, columnsOf, readActs, readRows } from "./store.ts";

/** Runs work in one short transaction that reads one merchant's rows of one environment. */
type Look = <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
/** Runs work in a transaction of the engine: only the engine may read `persons`. */
type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

// Bounds the memory: rows per page, whatever the size of the list.
export const ROWS_AT_ONCE = 500;
/** Limits of concurrent exports: of one person, of one merchant, and of this process. */
export const EXPORTS_OF_PERSON = 2;
export const EXPORTS_OF_MERCHANT = 5;
export const EXPORTS_AT_ONCE = 20;

/**
 * All matching rows of a list, page by page. A page is read when the one before it is being sent, in its own
 * transaction, from the last cursor. Rows added meanwhile are not included.
 */
export function exportSheet(
  look: Look,
  scope: Scope,
  name: SheetName,
  filter: ExportFilter,
  reader: CsvReader,
): AsyncIterable<string> {
  return written(csv(columnsOf(name), reader), (before) =>
    look(scope, async (tx) => {
      const rows = await readRows(tx, scope, name, filter, { before, limit: ROWS_AT_ONCE });
      return name === "transfers" ? rows.map((row) => numbered(scope, row)) : rows;
    }),
  );
}

/** A transfer with its number in the column for phones or for accounts. */
function numbered(scope: Scope, row: ExportRow): ExportRow {
  const number = readReceiver(scope, String(row.id), String(row.receiver));
  const is_account = findChannel(String(row.channel))?.type === "bank_account";
  return { ...row, ...(is_account ? { account_number: number } : { phone: number }) };
}

/** The audit log of both environments, page by page like `exportSheet`. */
export function exportActs(look: Look, transact: Transact, scope: Scope, reader: CsvReader): AsyncIterable<string> {
  return written(csv(ACT_COLUMNS, reader), async (before) => {
    const acts = await look(scope, (tx) => readActs(tx, scope.merchant, { before, limit: ROWS_AT_ONCE }));
    const nameOf = await transact((tx) =>
      namerOf(
        tx,
        acts.map(({ actor }) => String(actor)),
      ),
    );
    return acts.map((act) => ({ ...act, actor_name: nameOf(String(act.actor)) }));
  });
}

/** The merchant's time zone. */
export function timeZoneIn(look: Look, scope: Scope): Promise<string> {
  return look(scope, (tx) => timeZoneOfMerchant(tx, scope.merchant));
}

async function* written(
  sheet: Csv,
  read: (before: string | null) => Promise<readonly ExportRow[]>,
): AsyncGenerator<string> {
  yield sheet.head;
  let before: string | null = null;
  for (;;) {
    const rows = await read(before);
    if (rows.length > 0) yield rows.map(sheet.line).join("");
    before = rows.at(-1)?.cursor ?? null;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Records an export in the audit log. Runs as the engine. */
export async function noteExport(
  tx: Tx,
  given: {
    readonly merchant: Id<"mer">;
    readonly environment: Environment | null;
    readonly actor: string;
    readonly subject: string;
    readonly query: object;
    readonly address: string;
  },
): Promise<void> {
  const { query, address, ...who } = given;
  await recordAct(tx, { ...who, act: "list.exported", before: null, after: { ...query, address } });
}

/** Counts one export until the returned function is called. Throws `too_many_requests`. */
export type Begin = (merchant: string, person: string) => () => void;

export function presses(): Begin {
  const { take } = seats(EXPORTS_AT_ONCE, [EXPORTS_OF_PERSON, EXPORTS_OF_MERCHANT]);
  return (merchant, person) => {
    const done = take([person, merchant]);
    if (done) return done;
    throw new ServiceError("too_many_requests", "Wait for the other files to arrive", undefined, {
      retry_after_s: RETRY_AFTER_S,
    });
  };
}

const RETRY_AFTER_S = 10;
