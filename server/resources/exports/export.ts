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
/** The same as the engine, which alone may see people. */
type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

// So many rows are in memory at once, whatever the size of the list.
export const ROWS_AT_ONCE = 500;
/** Files being made at once: by one person, for one merchant, and by this process. */
export const EXPORTS_OF_PERSON = 2;
export const EXPORTS_OF_MERCHANT = 5;
export const EXPORTS_AT_ONCE = 20;

/**
 * All rows of a list that match, a piece at a time: each piece is read when the one before it is on its way, in a
 * transaction of its own, from where that one ended. Rows that come meanwhile are not in it.
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

/** A transfer with the number it pays, as a telephone's or an account's. */
function numbered(scope: Scope, row: ExportRow): ExportRow {
  const number = readReceiver(scope, String(row.id), String(row.receiver));
  const is_account = findChannel(String(row.channel))?.type === "bank_account";
  return { ...row, ...(is_account ? { account_number: number } : { phone: number }) };
}

/** The same of the log of privileged acts, which is of both environments. */
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

/** The zone of a merchant's clock. */
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

/** Who took what out, in the log of privileged acts. Runs as the engine. */
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

/** Counts one more file until what is returned is called. Throws `too_many_requests`. */
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
