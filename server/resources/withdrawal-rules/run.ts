import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { findAvailable } from "#ledger/ledger.ts";
import { readCalendar } from "#resources/schedules/calendar.ts";
import { createWithdrawal } from "#resources/withdrawals/create.ts";
import { eventData } from "./present.ts";
import { amountToWithdraw, nextDueTime } from "./rules.ts";
import type { RuleRow, RuleRunRow } from "./schema.ts";
import { insertRun, lockDue, update } from "./store.ts";

/**
 * Runs the rule that is due first, in one transaction: it creates a withdrawal or stores the reason for none, and sets
 * the next due time. So a crash cannot leave a due time without a run or with two. `onClaim` receives the rule's id.
 * Returns false if no rule is due. Runs as the engine.
 */
export async function runDueRule(
  tx: Tx,
  skipped: readonly string[],
  onClaim: (rule: string) => void,
): Promise<boolean> {
  const row = await lockDue(tx, skipped);
  if (!row) return false;
  onClaim(row.id);
  const { merchant, environment, currency, id, next_day: day, next_due_at: due_at } = row;
  assert(day !== null && due_at !== null, "a rule that is due has a due time");
  const balance_key = { merchant, environment, currency };
  const available = (await findAvailable(tx, [balance_key]))(balance_key);
  const outcome = await withdraw(tx, row, available);
  const run: RuleRunRow = { merchant, environment, rule: id, due_at, day, ...outcome, available, created_at: tx.now };
  const calendar = await readCalendar(tx, row);
  const next = nextDueTime(row, calendar, { day, at: due_at });
  assert(next !== null, "a rule without an end has a next due time");
  const is_skipped = outcome.withdrawal === null;
  const ended: RuleRow = {
    ...{ ...row, next_day: next.day, next_due_at: next.due_at, last_day: day, last_due_at: due_at },
    ...{ sequence: row.sequence + (is_skipped ? 1 : 0), updated_at: tx.now },
  };
  await insertRun(tx, run);
  await update(tx, ended);
  if (is_skipped) {
    const data = eventData(ended, run, calendar.time_zone);
    await recordEvents(tx, [
      { scope: row, type: "withdrawal_rule.skipped", resource: id, sequence: ended.sequence, data },
    ]);
  }
  return true;
}

type Outcome = Pick<RuleRunRow, "withdrawal" | "skip_code" | "skip_reason">;

/** Creates the withdrawal. A refusal has written nothing, so it becomes the run's outcome in the same transaction. */
async function withdraw(tx: Tx, row: RuleRow, available: bigint): Promise<Outcome> {
  const amount = amountToWithdraw(row, available);
  if (amount === 0n) {
    const threshold = row.balance_above > row.balance_left ? row.balance_above : row.balance_left;
    const skip_reason = `The available balance of ${available} ${row.currency} is not above ${threshold}`;
    return { withdrawal: null, skip_code: "balance_too_small", skip_reason };
  }
  const by = row.requested_by === null ? null : { id: row.requested_by, name: row.requested_by_name ?? "" };
  const order = {
    account: row.account,
    amount,
    reference: null,
    description: null,
    metadata: null,
    by,
    key: null,
    rule: row.id,
  };
  try {
    const { id } = await createWithdrawal(tx, { merchant: row.merchant, environment: row.environment }, order);
    return { withdrawal: id, skip_code: null, skip_reason: null };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "invalid") throw error;
    const [[problem] = []] = Object.values(error.fields ?? {});
    const skip_code = error.reason === "limit_exceeded" ? "limit_exceeded" : "account_unusable";
    return { withdrawal: null, skip_code, skip_reason: problem?.message ?? error.message };
  }
}
