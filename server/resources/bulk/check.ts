import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { available } from "#ledger/ledger.ts";
import { isBulkApprovalNeeded } from "#resources/approvals/rules.ts";
import { findRules } from "#resources/approvals/store.ts";
import { isAccepted, judgeTransfers } from "#resources/transfers/create.ts";
import { ordersIn, problemsOf } from "./read.ts";
import type { BulkCheck, NewBulk } from "./schema.ts";
import { findLike } from "./store.ts";

/**
 * What would become of a bulk: sums, fees, the balance, what is wrong with which entry, and which entries look like a
 * transfer of the last day. Changes nothing. Throws `bad_request` as creating it would.
 */
export async function checkBulk(tx: Tx, scope: Scope, body: NewBulk): Promise<BulkCheck> {
  const outcomes = await judgeTransfers(tx, ordersIn(scope, body, null, null));
  const purse = { ...scope, currency: body.currency };
  const balance = (await available(tx, [purse]))(purse);
  const accepted = outcomes.filter(isAccepted);
  const transfers = accepted.map(({ transfer }) => transfer);
  const total_amount = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const total_fee = transfers.reduce((sum, { fee }) => sum + fee, 0n);
  const like = await findLike(
    tx,
    scope,
    accepted.flatMap(({ transfer, is_new_beneficiary }) => (is_new_beneficiary ? [] : [transfer])),
    plus(tx.now, -DAY_MS),
  );
  const [rule = null] = await findRules(tx, [scope]);
  const twins = new Map(like.map(({ beneficiary, amount, id }) => [`${beneficiary} ${amount}`, id]));
  return {
    currency: body.currency,
    total_amount,
    total_fee,
    total_transfers: transfers.length,
    available: balance,
    needs_approval: isBulkApprovalNeeded(rule, { currency: body.currency, amount: total_amount }),
    is_enough: total_amount + total_fee <= balance,
    errors: Object.fromEntries(Object.entries(problemsOf(outcomes)).map(([name, texts]) => [name, [...texts]])),
    duplicates: outcomes.flatMap((outcome, entry) => {
      if (!isAccepted(outcome)) return [];
      const { beneficiary, amount } = outcome.transfer;
      const transfer = twins.get(`${beneficiary} ${amount}`);
      return transfer === undefined ? [] : [{ entry, transfer }];
    }),
  };
}
