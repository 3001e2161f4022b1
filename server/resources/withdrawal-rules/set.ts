import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { dayAfter } from "#kernel/time.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { readCalendar } from "#resources/schedules/calendar.ts";
import { BEFORE_ALL, rejectOtherTimeZone, sortedDays } from "#resources/schedules/rules.ts";
import { lockCalendar } from "#resources/schedules/store.ts";
import { findConfirmedAccount } from "#resources/withdrawal-accounts/find-confirmed.ts";
import { presentRule } from "./present.ts";
import { nextDueTime, searchFrom } from "./rules.ts";
import type { NewWithdrawalRule, RuleRow, WithdrawalRule } from "./schema.ts";
import { findLastRuns, insert, list, lock, lockAll, lockByCurrency, update } from "./store.ts";

/**
 * Sets the rule for the currency of an account: creates it, or replaces the one that exists. The person who sets it is
 * the maker of its withdrawals. Throws `invalid` if the account is unknown or unconfirmed.
 */
export async function setWithdrawalRule(
  tx: Tx,
  scope: Scope,
  body: NewWithdrawalRule,
  by: Person | null,
): Promise<WithdrawalRule> {
  // Without this lock, a concurrent change of the time zone would not see a new rule, and leave its due time as it was.
  await lockCalendar(tx, scope.merchant);
  const account = await findConfirmedAccount(tx, scope, body.account);
  const { currency } = account;
  const before = await lockByCurrency(tx, scope, currency);
  const calendar = await readCalendar(tx, scope);
  rejectOtherTimeZone(calendar, body);
  const settings = {
    ...{ account: account.id, frequency: body.frequency, days: sortedDays(body.days ?? []), time: body.time },
    ...{ balance_above: BigInt(body.balance_above ?? 0), balance_left: BigInt(body.balance_left ?? 0) },
    ...{ requested_by: by?.id ?? null, requested_by_name: by?.name ?? null },
  };
  const base = before ?? newRule(tx, scope, currency);
  const next = nextDueTime(settings, calendar, searchFrom(base, calendar.time_zone, tx.now));
  assert(next !== null, "a rule without an end has a next due time");
  const row: RuleRow = {
    ...{ ...base, ...settings, next_day: next.day, next_due_at: next.due_at, updated_at: tx.now },
  };
  await (before ? update(tx, row) : insert(tx, row));
  await recordPersonAction(tx, scope, by, {
    ...{ action: "withdrawal_rule.set", subject: row.id, before: before && auditData(before), after: auditData(row) },
  });
  const [last_run = null] = await findLastRuns(tx, scope, [row]);
  return presentRule(row, last_run, calendar.time_zone);
}

function newRule(tx: Tx, { merchant, environment }: Scope, currency: string) {
  return {
    ...{ merchant, environment, id: newId("wru", tx.now), currency, sequence: 0 },
    ...{ last_day: null, last_due_at: null, created_at: tx.now, deleted_at: null },
  };
}

/** Removes a rule, so that it makes no further withdrawals. Those that it has made continue. Throws `not_found`. */
export async function removeWithdrawalRule(tx: Tx, scope: Scope, id: string, by: Person | null): Promise<void> {
  const row = await lockRule(tx, scope, id);
  await update(tx, { ...row, next_day: null, next_due_at: null, updated_at: tx.now, deleted_at: tx.now });
  await recordPersonAction(tx, scope, by, {
    ...{ action: "withdrawal_rule.removed", subject: row.id, before: auditData(row), after: null },
  });
}

/**
 * Sandbox only: makes the next run due now, so that tests need not wait for it. Throws `not_found`, and `invalid` in
 * live.
 */
export async function advanceWithdrawalRule(tx: Tx, scope: Scope, id: string): Promise<WithdrawalRule> {
  const row = await lockRule(tx, scope, id);
  if (scope.environment !== "test") throw new ServiceError("sandbox_only", "Only the sandbox can do this");
  const due = { ...row, next_due_at: tx.now, updated_at: tx.now };
  await update(tx, due);
  const [last_run = null] = await findLastRuns(tx, scope, [due]);
  return presentRule(due, last_run, (await readCalendar(tx, scope)).time_zone);
}

/** The rules of a merchant with their last runs: at most one per currency. */
export async function listWithdrawalRules(tx: Tx, scope: Scope): Promise<readonly WithdrawalRule[]> {
  const rows = await list(tx, scope);
  const [runs, { time_zone }] = await Promise.all([findLastRuns(tx, scope, rows), readCalendar(tx, scope)]);
  return rows.map((row) => presentRule(row, runs.find(({ rule }) => rule === row.id) ?? null, time_zone));
}

/**
 * Recomputes the due times of a merchant's rules after a change of its time zone. The caller has locked the calendar. The day of each next run stays the
 * same; if its new due time has passed already, the run is due now.
 */
export async function replanWithdrawalRules(tx: Tx, merchant: RuleRow["merchant"]): Promise<void> {
  for (const row of await lockAll(tx, merchant, null)) {
    assert(row.next_day !== null, "a rule that exists has a next due time");
    const after = { day: dayAfter(row.next_day, -1), at: row.last_due_at ?? BEFORE_ALL };
    const next = nextDueTime(row, await readCalendar(tx, row), after);
    assert(next !== null, "a rule without an end has a next due time");
    await update(tx, { ...row, next_day: next.day, next_due_at: next.due_at });
  }
}

async function lockRule(tx: Tx, scope: Scope, id: string): Promise<RuleRow> {
  const row = await lock(tx, scope, id);
  if (!row) throw new ServiceError("withdrawal_rule_not_found", "Withdrawal rule not found");
  return row;
}

function auditData(row: RuleRow) {
  return {
    ...{ account: row.account, currency: row.currency, frequency: row.frequency, days: row.days, time: row.time },
    ...{ balance_above: `${row.balance_above}`, balance_left: `${row.balance_left}` },
  };
}
