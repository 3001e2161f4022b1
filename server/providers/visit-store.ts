import { type Columns, mine, names, sql, type Tx, table } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { AttemptRef } from "./notices.ts";
import type { Transcript } from "./transcript.ts";

/** A visit to a provider about an attempt: the step, its outcome, and its requests. */
export interface NewVisit extends Scope {
  readonly attempt: Id<"att">;
  readonly what: "submit" | "ask" | "check" | "notice";
  readonly outcome: string;
  readonly calls: readonly Transcript[];
}

const columns: Columns<keyof NewVisit> = {
  merchant: "text",
  environment: "text",
  attempt: "text",
  what: "text",
  outcome: "text",
  calls: "json",
};

export async function insertVisits(tx: Tx, visits: readonly NewVisit[]): Promise<void> {
  if (visits.length === 0) return;
  const rows = visits.map((visit) => ({ ...visit, calls: JSON.stringify(visit.calls) }));
  await tx.run(sql`
    insert into visits (${names(columns)}, created_at)
    select ${names(columns)}, ${tx.now} from ${table(rows, columns, "given")}`);
}

// Further callbacks are handled and not stored: a provider may call back without end.
const NOTICES_KEPT = 10;

/** Stores a provider's callback, redacted. */
export async function insertNotice(tx: Tx, ref: AttemptRef, body: unknown): Promise<void> {
  await tx.run(sql`
    insert into visits (merchant, environment, attempt, what, outcome, calls, created_at)
    select ${ref.merchant}, ${ref.environment}, ${ref.attempt}, 'notice', 'received', ${JSON.stringify([body])}, ${tx.now}
    where (
      select count(*) from visits
      where merchant = ${ref.merchant} and environment = ${ref.environment} and attempt = ${ref.attempt}
        and what = 'notice'
    ) < ${NOTICES_KEPT}`);
}

export interface VisitRow extends Omit<NewVisit, "calls"> {
  readonly calls: readonly unknown[];
  readonly created_at: Instant;
}

/** Every visit about these attempts, in order. */
export async function listVisits(tx: Tx, scope: Scope, attempts: readonly string[]): Promise<readonly VisitRow[]> {
  return tx.rows<VisitRow>(sql`
    select ${names(columns)}, created_at
    from visits
    where ${mine(scope)} and attempt = any(${attempts})
    order by id`);
}
