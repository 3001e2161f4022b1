import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { newId } from "#kernel/ids.ts";
import { findAvailable, listRepayableDebts, repay } from "#ledger/ledger.ts";
import { repaymentData } from "./present.ts";

const DEBTS_PER_RUN_MAX = 500;

/** Repays merchants' debts from their available balances, as far as these suffice. */
export async function repayDebts(tx: Tx): Promise<void> {
  const debts = await listRepayableDebts(tx, DEBTS_PER_RUN_MAX);
  if (debts.length === 0) return;
  // On a retry this locks the balances, because other transactions may spend them meanwhile.
  const available = await findAvailable(tx, debts);
  const payments = debts
    .map(({ merchant, environment, currency, owed }) => {
      const balance = available({ merchant, environment, currency });
      return { merchant, environment, currency, amount: balance < owed ? balance : owed, id: newId("cor", tx.now) };
    })
    .filter(({ amount }) => amount > 0n);
  await recordEvents(
    tx,
    payments.map(({ id, amount, currency, ...scope }) => ({
      ...{ scope, type: "balance.corrected" as const, resource: id, sequence: 1 },
      data: repaymentData({ id, amount, currency, at: tx.now }),
    })),
  );
  for (const { id, ...payment } of payments) repay(tx, { ...payment, subject: id });
}
