import type { Tx } from "#db/tx.ts";
import { messagesOf, reasonsOf } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { findAvailable } from "#ledger/ledger.ts";
import { makerOf, readDailyTotals } from "#resources/approvals/daily-total.ts";
import { isBulkApprovalNeeded } from "#resources/approvals/rules.ts";
import { findRules } from "#resources/approvals/store.ts";
import { evaluateTransfers, isAccepted } from "#resources/transfers/create/create.ts";
import { readTiming, timingError } from "#resources/transfers/rules.ts";
import { duplicateKey, findDuplicates, findRepeatedEntries } from "./duplicates.ts";
import { blockedEntries } from "./order-rules.ts";
import { fieldErrorsOf, parseBulkOrders } from "./parse.ts";
import type { BulkCheck, NewBulk } from "./schema.ts";

/**
 * Checks a bulk as if it were sent now, and changes nothing. Returns its sums, its fees, the balance, the errors by
 * entry, and the entries that resemble a transfer of the last 24 hours.
 */
export async function checkBulk(tx: Tx, scope: Scope, body: NewBulk, requested_by: Person | null): Promise<BulkCheck> {
  const outcomes = await evaluateTransfers(
    tx,
    parseBulkOrders(scope, body, null, null, { requested_by: null, key: null }),
  );
  const timing = readTiming(body);
  const timing_error = timing && timingError(timing.scheduled_at, tx.now);
  const blocked = await blockedEntries(
    tx,
    outcomes.flatMap((order, entry) => (isAccepted(order) ? [{ entry, order }] : [])),
  );
  const problems = {
    ...(timing_error ? { scheduled_at: [timing_error] } : {}),
    ...fieldErrorsOf(outcomes),
    ...blocked,
  };
  const balance_key = { ...scope, currency: body.currency };
  const balance = (await findAvailable(tx, [balance_key]))(balance_key);
  const accepted = outcomes.filter(isAccepted);
  const transfers = accepted.map(({ transfer }) => transfer);
  const total_amount = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const total_fee = transfers.reduce((sum, { fee }) => sum + fee, 0n);
  const duplicates = await findDuplicates(tx, scope, accepted);
  const maker = makerOf(scope, requested_by);
  const [[rule = null], dailyTotalOf] = await Promise.all([findRules(tx, [scope]), readDailyTotals(tx, [maker])]);
  return {
    currency: body.currency,
    total_amount,
    total_fee,
    total_transfers: transfers.length,
    available: balance,
    needs_approval: isBulkApprovalNeeded(rule, {
      currency: body.currency,
      amount: total_amount,
      sent: dailyTotalOf(maker),
    }),
    is_enough: total_amount + total_fee <= balance,
    errors: messagesOf(problems),
    field_reasons: reasonsOf(problems),
    duplicates: outcomes.flatMap((outcome, entry) => {
      if (!isAccepted(outcome)) return [];
      const transfer = duplicates.get(duplicateKey(outcome.receiver, outcome.transfer.amount));
      return transfer === undefined ? [] : [{ entry, transfer }];
    }),
    repeats: findRepeatedEntries(outcomes),
  };
}
