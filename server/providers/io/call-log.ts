import { type Columns, columnList, inScope, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { FailureCode } from "#kernel/failure-codes.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { AttemptRef } from "./callback-token.ts";
import type { Transcript } from "./transcript.ts";

/** One step of an attempt at its provider, with its outcome and its requests. */
export interface NewCallLogEntry extends Scope {
  readonly attempt: Id<"att">;
  readonly step: "submit" | "ask" | "check" | "notice";
  readonly outcome: string;
  /** Null unless the outcome is a definite failure. */
  readonly failure_code: FailureCode | null;
  readonly calls: readonly Transcript[];
}

const columns: Columns<keyof NewCallLogEntry> = {
  merchant: "text",
  environment: "text",
  attempt: "text",
  step: "text",
  outcome: "text",
  failure_code: "text",
  calls: "json",
};

export async function insertCallLog(tx: Tx, entries: readonly NewCallLogEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({ ...entry, calls: JSON.stringify(entry.calls) }));
  await tx.run(sql`
    insert into provider_calls (${columnList(columns)}, created_at)
    select ${columnList(columns)}, ${tx.now} from ${rowsFrom(rows, columns, "input")}`);
}

// Further callbacks are handled and not stored: a provider may call back without end.
const CALLBACKS_LOGGED_MAX = 10;

/** Stores a provider's callback, redacted. */
export async function insertCallback(tx: Tx, ref: AttemptRef, body: unknown): Promise<void> {
  await tx.run(sql`
    insert into provider_calls (merchant, environment, attempt, step, outcome, calls, created_at)
    select ${ref.merchant}, ${ref.environment}, ${ref.attempt}, 'notice', 'received', ${JSON.stringify([body])}, ${tx.now}
    where (
      select count(*) from provider_calls
      where merchant = ${ref.merchant} and environment = ${ref.environment} and attempt = ${ref.attempt}
        and step = 'notice'
    ) < ${CALLBACKS_LOGGED_MAX}`);
}

export interface CallLogRow extends Omit<NewCallLogEntry, "calls"> {
  readonly calls: readonly unknown[];
  readonly created_at: Instant;
}

/** Every logged step of these attempts, in order. */
export async function listCallLog(tx: Tx, scope: Scope, attempts: readonly string[]): Promise<readonly CallLogRow[]> {
  return tx.rows<CallLogRow>(sql`
    select ${columnList(columns)}, created_at
    from provider_calls
    where ${inScope(scope)} and attempt = any(${attempts})
    order by id`);
}
