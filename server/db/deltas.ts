import type { Scope } from "#kernel/scope.ts";
import { type Instant, MINUTE_MS, toMilliseconds } from "#kernel/time.ts";
import { type Columns, names, type Sql, sql, table } from "./sql.ts";

/** The lists that are counted as they are written (`list_counts`). */
export type Counted =
  | "transfers"
  | "bulk_transfers"
  | "payments"
  | "refunds"
  | "payment_links"
  | "beneficiaries"
  | "customers"
  | "movements"
  | "events"
  | "webhooks"
  | "deliveries";

/** What the complete rows of a list come to is kept as its count is. */
type Weighed = Counted | "transfer_sums";

/** What a list knows a row by, as `list_rows` says. */
export interface CountedRow extends Scope {
  readonly part?: string;
  readonly status?: string;
  readonly channel?: string;
  readonly created_at: Instant;
}

/** Rows of one kind that came to a list, and left it, in one minute, and between which of its milliseconds those are that came. */
interface Delta extends Scope {
  readonly list: Weighed;
  readonly part: string;
  readonly status: string;
  readonly channel: string;
  readonly slot: number;
  change: bigint;
  first_ms: number;
  last_ms: number;
}

const columns: Columns<keyof Delta> = {
  merchant: "text",
  environment: "text",
  list: "text",
  part: "text",
  status: "text",
  channel: "text",
  slot: "bigint",
  change: "bigint",
  first_ms: "int",
  last_ms: "int",
};

// What only leaves a minute is between its instants already, and says nothing of them.
const NO_INSTANTS = { first_ms: 59_999, last_ms: 0 };

/**
 * What a transaction does to the counts of lists (decision 8): one row for each kind and minute, however many rows it writes
 * and in how many statements.
 */
export class Deltas {
  readonly #deltas = new Map<string, Delta>();
  #last: Delta | null = null;

  add(list: Counted, rows: readonly CountedRow[]): void {
    for (const row of rows) this.#change(list, row, row.status, 1n);
  }

  /** Rows that were of another status and are of the one they have: those that are complete are summed up from now on. */
  move(list: "transfers", rows: readonly (CountedRow & { readonly amount: bigint })[], from: string): void {
    for (const row of rows) this.#change(list, row, from, -1n);
    for (const row of rows) this.#change(list, row, row.status, 1n);
    for (const row of rows) if (row.status === "complete") this.#change("transfer_sums", row, row.status, row.amount);
  }

  /** Null where nothing was counted. */
  statement(): Sql | null {
    if (this.#deltas.size === 0) return null;
    return sql`
      insert into list_deltas (${names(columns)})
      select ${names(columns)}
      from ${table([...this.#deltas.values()], columns, "delta")}`;
  }

  #change(list: Weighed, row: CountedRow, status = "", change: bigint): void {
    const at = momentOf(row.created_at);
    const delta = this.#find(list, row, status, at);
    delta.change += change;
    if (change < 0n) return;
    delta.first_ms = Math.min(delta.first_ms, at.ms);
    delta.last_ms = Math.max(delta.last_ms, at.ms);
  }

  #find(list: Weighed, row: CountedRow, status: string, { slot }: Moment): Delta {
    const { merchant, environment, part = "", channel = "" } = row;
    // Of a set most rows are of the kind of the one before.
    const last = this.#last;
    const is_last =
      last?.list === list &&
      last.status === status &&
      last.slot === slot &&
      last.merchant === merchant &&
      last.environment === environment &&
      last.part === part &&
      last.channel === channel;
    if (is_last) return last;
    const key = `${list} ${merchant} ${environment} ${part} ${status} ${slot} ${channel}`;
    let delta = this.#deltas.get(key);
    if (delta === undefined) {
      delta = { merchant, environment, list, part, status, channel, slot, change: 0n, ...NO_INSTANTS };
      this.#deltas.set(key, delta);
    }
    this.#last = delta;
    return delta;
  }
}

/** An instant as counts know it: `kolo_minute` and `kolo_ms` of the database. */
interface Moment {
  readonly instant: Instant;
  readonly slot: number;
  readonly ms: number;
}

let latest: Moment = { instant: "", slot: 0, ms: 0 };

/** Of a set most rows have the same. */
function momentOf(instant: Instant): Moment {
  if (instant === latest.instant) return latest;
  const at_ms = toMilliseconds(instant);
  const slot = Math.floor(at_ms / MINUTE_MS);
  latest = { instant, slot, ms: at_ms - slot * MINUTE_MS };
  return latest;
}
