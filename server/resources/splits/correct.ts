import type { Tx } from "#db/tx.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { findAvailable } from "#ledger/ledger.ts";
import type { AttemptDetails } from "#providers/attempts.ts";
import { requireDebtWithinMaximum } from "#resources/balance/debt.ts";
import { lock as lockPayment } from "#resources/payments/store.ts";
import { moveShares, type PartShare, sharesOf, takeForDecisions } from "./return.ts";
import { sumCorrected } from "./store.ts";

export interface PartCorrection {
  /** The id of the review, statement line or correction. */
  readonly subject: string;
  /** The amount that the platform's balance gets; negative if it pays it. */
  readonly change: bigint;
  /** Whether a linked merchant may owe the part of its share that its balance lacks. */
  readonly as_debt: boolean;
}

/**
 * Moves the shares of a correction of a complete split payment: if the money did not arrive after all, each part
 * returns its share to the platform. A correction in the other direction gives these shares back. Call it before the
 * platform's balance is read. Throws `insufficient_funds` if a linked merchant has spent its part and may not owe it.
 */
export async function correctParts(
  tx: Tx,
  scope: Scope,
  attempt: AttemptDetails,
  { subject, change, as_debt }: PartCorrection,
): Promise<void> {
  if (attempt.kind !== "collect" || attempt.state !== "complete" || change === 0n) return;
  const payment = await lockPayment(tx, scope, attempt.subject);
  assert(payment, "an attempt to collect is for a payment");
  if (payment.split === null) return;
  if (change > 0n) {
    const corrected = await sumCorrected(tx, scope, payment.id);
    const back = change < corrected ? change : corrected;
    return moveShares(tx, await sharesOf(tx, payment, -back), { subject, direction: "back" });
  }
  const shares = await sharesOf(tx, payment, -change);
  const advances = await advancesOf(tx, payment.environment, shares, as_debt);
  await moveShares(tx, shares, { subject, direction: "out", advancedOf: (share) => advances.get(share) ?? 0n });
}

/**
 * Moves shares of a complete refund that is corrected: `change` is the amount that did not reach the payer, negative if
 * it did after all.
 */
export async function correctRefundShares(
  tx: Tx,
  scope: Scope,
  refund: { readonly id: string; readonly payment: string; readonly refund_bearer: string | null },
  { change, as_debt }: Omit<PartCorrection, "subject">,
): Promise<void> {
  if (refund.refund_bearer !== "parts") return;
  const payment = await lockPayment(tx, scope, refund.payment);
  assert(payment, "a refund is of a payment");
  const shares = await sharesOf(tx, payment, -change);
  if (change > 0n) {
    await moveShares(tx, shares, { subject: refund.id, direction: "back" });
    return takeForDecisions(tx, payment, shares);
  }
  const advances = await advancesOf(tx, payment.environment, shares, as_debt);
  await moveShares(tx, shares, {
    ...{ subject: refund.id, direction: "out" },
    advancedOf: (share) => advances.get(share) ?? 0n,
  });
}

/** The amounts by which the shares exceed the balances of their merchants. One merchant may have several of the parts. */
async function advancesOf(
  tx: Tx,
  environment: Scope["environment"],
  shares: readonly PartShare[],
  as_debt: boolean,
): Promise<ReadonlyMap<PartShare, bigint>> {
  const taken = shares.filter(({ part }) => part.number > 0 && part.state === "settled");
  const keyOf = ({ part }: PartShare) => ({ merchant: part.recipient, environment, currency: part.currency });
  const available = await findAvailable(tx, taken.map(keyOf));
  const left = new Map<string, bigint>();
  const owed = new Map<string, bigint>();
  const advances = new Map<PartShare, bigint>();
  for (const share of taken) {
    const { recipient, currency } = share.part;
    const balance = left.get(recipient) ?? available(keyOf(share));
    const missing = share.amount > balance ? share.amount - balance : 0n;
    left.set(recipient, balance > share.amount ? balance - share.amount : 0n);
    if (missing === 0n) continue;
    if (!as_debt) {
      const message = `The merchant ${recipient} has ${balance} ${currency} of its part of ${share.amount}: absorb it, or let it owe the rest`;
      throw new ServiceError("merchant_funds_insufficient", message, {
        params: { required: Number(share.amount), available: Number(balance), currency },
      });
    }
    const added = (owed.get(recipient) ?? 0n) + missing;
    await requireDebtWithinMaximum(tx, keyOf(share), added);
    owed.set(recipient, added);
    advances.set(share, missing);
  }
  return advances;
}
