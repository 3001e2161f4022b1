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

/** What a list knows a row by, as `list_rows` says. */
export interface CountedRow extends Scope {
  readonly status?: string;
  readonly channel?: string;
  readonly created_at: Instant;
}

/** Rows of one kind that came to a list in one minute, and between which of its milliseconds. */
interface Delta extends Scope {
  readonly list: Counted;
  readonly part: "";
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

/**
 * What a transaction adds to the counts of lists (decision 8): one row for each kind and minute, however many rows it writes
 * and in how many statements.
 */
export class Deltas {
  readonly #deltas: Delta[] = [];

  add(list: Counted, rows: readonly CountedRow[]): void {
    let delta: Delta | undefined;
    let at: Moment | undefined;
    for (const row of rows) {
      if (at?.instant !== row.created_at) at = momentOf(row.created_at);
      // Most rows of a set are of one kind.
      if (delta === undefined || !isOf(delta, list, row, at)) delta = this.#find(list, row, at);
      delta.change += 1n;
      delta.first_ms = Math.min(delta.first_ms, at.ms);
      delta.last_ms = Math.max(delta.last_ms, at.ms);
    }
  }

  /** Null where nothing was counted. */
  statement(): Sql | null {
    if (this.#deltas.length === 0) return null;
    return sql`
      insert into list_deltas (${names(columns)})
      select ${names(columns)}
      from ${table(this.#deltas, columns, "delta")}`;
  }

  #find(list: Counted, row: CountedRow, at: Moment): Delta {
    const known = this.#deltas.find((delta) => isOf(delta, list, row, at));
    if (known) return known;
    const { merchant, environment, status = "", channel = "" } = row;
    const kind = { merchant, environment, list, part: "", status, channel } as const;
    const delta: Delta = { ...kind, slot: at.slot, change: 0n, first_ms: at.ms, last_ms: at.ms };
    this.#deltas.push(delta);
    return delta;
  }
}

function isOf(delta: Delta, list: Counted, row: CountedRow, { slot }: Moment): boolean {
  return (
    delta.list === list &&
    delta.merchant === row.merchant &&
    delta.environment === row.environment &&
    delta.status === (row.status ?? "") &&
    delta.channel === (row.channel ?? "") &&
    delta.slot === slot
  );
}

/** An instant as counts know it: `kolo_minute` and `kolo_ms` of the database. */
interface Moment {
  readonly instant: Instant;
  readonly slot: number;
  readonly ms: number;
}

function momentOf(instant: Instant): Moment {
  const at_ms = toMilliseconds(instant);
  const slot = Math.floor(at_ms / MINUTE_MS);
  return { instant, slot, ms: at_ms - slot * MINUTE_MS };
}
