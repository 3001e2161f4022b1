import type { Tx } from "#db/tx.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { available } from "#ledger/ledger.ts";
import { makerOf, sentInADay } from "#resources/approvals/daily-total.ts";
import { isBulkApprovalNeeded } from "#resources/approvals/rules.ts";
import { findRules } from "#resources/approvals/store.ts";
import { isAccepted, judgeTransfers } from "#resources/transfers/create.ts";
import { ordersIn, problemsOf } from "./read.ts";
import type { BulkCheck, NewBulk } from "./schema.ts";
import { likenessOf, repeatsIn, twinsOf } from "./twins.ts";

/**
 * The outcome of a bulk if it were sent now. It has sums, fees, the balance, errors by entry, and entries like a
 * transfer of the last day. Changes nothing.
 */
export async function checkBulk(tx: Tx, scope: Scope, body: NewBulk, asked_by: Person | null): Promise<BulkCheck> {
  const outcomes = await judgeTransfers(tx, ordersIn(scope, body, null, null));
  const purse = { ...scope, currency: body.currency };
  const balance = (await available(tx, [purse]))(purse);
  const accepted = outcomes.filter(isAccepted);
  const transfers = accepted.map(({ transfer }) => transfer);
  const total_amount = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const total_fee = transfers.reduce((sum, { fee }) => sum + fee, 0n);
  const twins = await twinsOf(tx, scope, accepted);
  const maker = makerOf(scope, asked_by);
  const [[rule = null], sentBy] = await Promise.all([findRules(tx, [scope]), sentInADay(tx, [maker])]);
  return {
    currency: body.currency,
    total_amount,
    total_fee,
    total_transfers: transfers.length,
    available: balance,
    needs_approval: isBulkApprovalNeeded(rule, {
      currency: body.currency,
      amount: total_amount,
      sent: sentBy(maker),
    }),
    is_enough: total_amount + total_fee <= balance,
    errors: Object.fromEntries(Object.entries(problemsOf(outcomes)).map(([name, texts]) => [name, [...texts]])),
    duplicates: outcomes.flatMap((outcome, entry) => {
      if (!isAccepted(outcome)) return [];
      const transfer = twins.get(likenessOf(outcome.receiver, outcome.transfer.amount));
      return transfer === undefined ? [] : [{ entry, transfer }];
    }),
    repeats: repeatsIn(outcomes),
  };
}
