import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { MINUTE_MS, plus } from "#kernel/time.ts";
import { createBulk } from "#resources/bulk/create.ts";
import type { NewBulk } from "#resources/bulk/schema.ts";
import { planOf, readCalendar } from "./calendar.ts";
import { recordScheduleEvents } from "./record-event.ts";
import { nextOccurrence } from "./rules.ts";
import type { PayeeRow, RunRow, ScheduleRow } from "./schema.ts";
import { insertRun, listPayees, lock, lockDue, update } from "./store.ts";

/** Thrown if a due run's bulk is refused. The transaction must be rolled back. */
export class RefusedRun extends Error {
  readonly row: ScheduleRow;
  readonly refusal: ServiceError;

  constructor(row: ScheduleRow, refusal: ServiceError) {
    super(refusal.message, { cause: refusal });
    this.row = row;
    this.refusal = refusal;
  }
}

/**
 * Runs the schedule that is due first: creates its bulk transfer, records the run and plans the next one, all in this
 * transaction. So a crash cannot leave a due time without a run or with two. `onClaim` receives the schedule's id.
 * Returns false if no schedule is due. Throws `RefusedRun` if the bulk is refused; the caller rolls back and calls
 * `recordRefusedRun`. Runs as the engine.
 */
export async function runDueSchedule(
  tx: Tx,
  skipped: readonly string[],
  onClaim: (schedule: string) => void,
): Promise<boolean> {
  const row = await lockDue(tx, skipped);
  if (!row) return false;
  onClaim(row.id);
  const { next_due_at: due_at } = row;
  assert(due_at !== null, "a schedule that is due has a due time");
  const requested_by = row.requested_by === null ? null : { id: row.requested_by, name: row.requested_by_name ?? "" };
  const body = bulkOf(row, await listPayees(tx, row, row.id));
  // At its due time a run holds its money at once, so a balance that is too small refuses the run.
  const reserve_funds = due_at <= tx.now ? "now" : row.reserve_funds;
  const run = { schedule: row.id, scheduled_at: due_at, reserve_funds };
  const { bulk } = await createBulk(tx, row, body, { requested_by, key: null }, run).catch((error: unknown) => {
    throw error instanceof ServiceError && isRefusal(error) ? new RefusedRun(row, error) : error;
  });
  await endRun(tx, row, { bulk: bulk.id, failure_code: null, failure_reason: null });
  return true;
}

function isRefusal({ kind }: ServiceError): boolean {
  return kind === "insufficient_funds" || kind === "invalid" || kind === "bad_request" || kind === "conflict";
}

function bulkOf({ name, currency, description }: ScheduleRow, payees: readonly PayeeRow[]): NewBulk {
  return {
    currency,
    description: description ?? name,
    // A schedule repeats its transfers on purpose.
    allow_duplicate: true,
    transfers: payees.map((payee) => ({
      amount: Number(payee.amount),
      channel: payee.channel,
      beneficiary: payee.beneficiary,
      ...(payee.description === null ? {} : { description: payee.description }),
      ...(payee.metadata === null ? {} : { metadata: payee.metadata }),
      ...(payee.expect_name === null ? {} : { expect_name: payee.expect_name }),
    })),
  };
}

// The retry interval if a run is created ahead of its due time and the balance is too small. The last retry is at the
// due time.
const RETRY_MS = 15 * MINUTE_MS;
const REASON_MAX = 500;

/**
 * Records a refused run, in a transaction of its own. If the run is not due yet and only the balance was too small, it
 * is retried until its due time instead. Does nothing if the schedule has changed since the refusal.
 */
export async function recordRefusedRun(tx: Tx, { row: refused, refusal }: RefusedRun): Promise<void> {
  const row = await lock(tx, refused, refused.id);
  if (!row || row.next_due_at === null || row.next_due_at !== refused.next_due_at || row.sequence !== refused.sequence)
    return;
  const is_short = refusal.kind === "insufficient_funds";
  if (is_short && row.next_due_at > tx.now) {
    const retry_at = plus(tx.now, RETRY_MS);
    const run_at = retry_at < row.next_due_at ? retry_at : row.next_due_at;
    return update(tx, { ...row, run_at });
  }
  await endRun(tx, row, {
    bulk: null,
    failure_code: is_short ? "insufficient_balance" : "transfers_refused",
    failure_reason: describe(refusal).slice(0, REASON_MAX),
  });
}

/** The error's message; for field errors, the first error of each field. */
function describe({ message, fields = {} }: ServiceError): string {
  const errors = Object.entries(fields).map(([name, [first]]) => `${name}: ${first?.message}`);
  return errors.length === 0 ? message : errors.join("; ");
}

type RunOutcome = Pick<RunRow, "failure_code" | "failure_reason"> & { readonly bulk: Id<"btr"> | null };

/** Records the run of the due time, and plans the next one. */
async function endRun(tx: Tx, row: ScheduleRow, outcome: RunOutcome): Promise<void> {
  const { merchant, environment, id, next_day: day, next_due_at: due_at, runs_max } = row;
  assert(day !== null && due_at !== null, "a schedule that is due has a due time");
  const run: RunRow = { merchant, environment, schedule: id, due_at, day, ...outcome, created_at: tx.now };
  const runs_count = row.runs_count + 1;
  const next =
    runs_max !== null && runs_count >= runs_max
      ? null
      : nextOccurrence(row, await readCalendar(tx, row), { day, at: due_at });
  const ended: ScheduleRow = {
    ...row,
    ...planOf(next, row.days_ahead, tx.now),
    ...{ runs_count, last_day: day, last_due_at: due_at, updated_at: tx.now },
  };
  const types = [
    outcome.bulk === null ? ("schedule.run_failed" as const) : ("schedule.run" as const),
    ...(next === null ? (["schedule.ended"] as const) : []),
  ];
  await insertRun(tx, run);
  await update(tx, await recordScheduleEvents(tx, ended, run, types));
}
