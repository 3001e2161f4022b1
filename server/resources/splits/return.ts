import { awaitStatements, type Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { apportion } from "#kernel/money.ts";
import type { Scope } from "#kernel/scope.ts";
import { freeParts, holdParts, payParts } from "#ledger/ledger.ts";
import { listDecisionsOnBalance } from "#resources/reconciliation/store.ts";
import { partEvent } from "./present.ts";
import { returnedAmounts } from "./rules.ts";
import type { PartMovementRow, PartRow } from "./schema.ts";
import { heldMoney, netOf, toRecipient } from "./settle.ts";
import { change, insertMovements, listOfPayments, listShares, sumCorrected } from "./store.ts";

/** The share of a refund or correction that a part bears. */
export interface PartShare {
  readonly part: PartRow;
  readonly amount: bigint;
}

/**
 * Divides a change of the returned amount among the parts of a locked payment, in proportion to what each received, to
 * the unit. The platform's own part includes the fee, because Kolo does not return it. A positive change takes money
 * from the parts, up to what they have left, a negative one returns it.
 */
export async function sharesOf(
  tx: Tx,
  payment: Scope & { readonly id: string; readonly amount: bigint },
  amount_change: bigint,
): Promise<readonly PartShare[]> {
  const parts = await listOfPayments(tx, [payment]);
  const others = parts.reduce((sum, part) => sum + (part.number === 0 ? 0n : netOf(part)), 0n);
  const shares = parts.map((part) => (part.number === 0 ? payment.amount - others : netOf(part)));
  const returned = parts.map(({ amount_returned }) => amount_returned);
  const before = returned.reduce((sum, amount) => sum + amount, 0n);
  const after = before + amount_change;
  const bounded = after < 0n ? 0n : after > payment.amount ? payment.amount : after;
  return returnedAmounts(shares, returned, bounded).flatMap((amount, index) => {
    const part = parts[index];
    assert(part, "each part has its amount");
    const difference = amount - part.amount_returned;
    return difference === 0n ? [] : [{ part, amount: difference < 0n ? -difference : difference }];
  });
}

/** The sums that shares take from the balances of linked merchants: from those whose part is settled. */
export function takenFromRecipients(shares: readonly PartShare[]): ReadonlyMap<PartRow["recipient"], bigint> {
  const sums = new Map<PartRow["recipient"], bigint>();
  for (const { part, amount } of shares) {
    if (part.number > 0 && part.state === "settled")
      sums.set(part.recipient, (sums.get(part.recipient) ?? 0n) + amount);
  }
  return sums;
}

/** The sum of the shares of linked merchants: the platform's own balance gets it before it pays a refund. */
export function sumOfLinked(shares: readonly PartShare[]): bigint {
  return shares.reduce((sum, { part, amount }) => (part.number > 0 ? sum + amount : sum), 0n);
}

/** Throws `insufficient_funds` if a linked merchant's balance does not cover its share of a refund. */
export function requireRecipientFunds(
  shares: readonly PartShare[],
  balanceOf: (recipient: PartRow["recipient"]) => bigint,
  currency: string,
): void {
  for (const [merchant, required] of takenFromRecipients(shares)) {
    if (balanceOf(merchant) >= required) continue;
    const message = "A linked merchant's balance does not cover its share of this refund";
    throw new ServiceError("part_funds_insufficient", message, {
      params: { merchant, required: Number(required), currency },
    });
  }
}

export interface ShareMovement {
  /** The id of the refund, review, statement line or correction. */
  readonly subject: string;
  readonly direction: "out" | "back";
  /** The amount that a recipient cannot pay and owes from now on. */
  readonly advancedOf?: (share: PartShare) => bigint;
}

/**
 * Moves shares between the parts and the platform's balance. A held part gives its share from the escrow, a settled one
 * from its merchant's balance. A share that comes back goes where the part's money is now.
 */
export async function moveShares(
  tx: Tx,
  shares: readonly PartShare[],
  { subject, direction, advancedOf = () => 0n }: ShareMovement,
): Promise<void> {
  if (shares.length === 0) return;
  const movements = shares.map((share) => ({
    share,
    row: movementRow(tx, share, subject, direction, advancedOf(share)),
  }));
  const changes = shares.map(({ part, amount }) => ({
    ...{ merchant: part.merchant, environment: part.environment, id: part.id, state: part.state, fee: part.fee },
    ...{ amount_returned: direction === "out" ? amount : -amount, has_event: part.number > 0 },
  }));
  const [, changed] = await Promise.all([
    insertMovements(
      tx,
      movements.map(({ row }) => row),
    ),
    change(tx, changes),
  ]);
  const type = direction === "out" ? "payment_part.refunded" : "payment_part.returned";
  const linked = changed.filter(({ number }) => number > 0);
  await awaitStatements([
    recordEvents(
      tx,
      linked.map((part) => partEvent(part, type)),
    ),
  ]);
  for (const { share, row } of movements) postMovement(tx, share, row);
}

function movementRow(
  { now }: Tx,
  { part, amount }: PartShare,
  subject: string,
  direction: "out" | "back",
  advanced: bigint,
): PartMovementRow {
  const { merchant, environment, number, state } = part;
  const account = number === 0 ? "platform" : state === "held" ? "escrow" : "recipient";
  return {
    ...{ merchant, environment, id: newId("pmv", now), part: part.id, subject, direction, account, amount },
    ...{ advanced, created_at: now },
  };
}

function postMovement(
  tx: Tx,
  { part }: PartShare,
  { id, direction, account, amount, advanced }: PartMovementRow,
): void {
  if (account === "platform") return;
  if (account === "escrow") {
    const post = direction === "out" ? freeParts : holdParts;
    post(tx, [heldMoney(part, id, amount)]);
    return;
  }
  const { from, to, ...payment } = toRecipient(part, id, amount);
  payParts(tx, [direction === "out" ? { ...payment, from: to, to: from, advanced } : { ...payment, from, to }]);
}

/** Returns to the parts what refunds took from them, after those refunds failed. Their payments are locked. */
export async function returnShares(
  tx: Tx,
  refunds: readonly (Scope & {
    readonly id: string;
    readonly payment: string;
    readonly refund_bearer: string | null;
  })[],
): Promise<void> {
  const borne = refunds.filter(({ refund_bearer }) => refund_bearer === "parts");
  if (borne.length === 0) return;
  const taken = await listShares(
    tx,
    borne.map(({ merchant, environment, id }) => ({ merchant, environment, subject: id })),
  );
  // One refund after another: two of the same payment change the same parts.
  for (const { merchant, environment, id, payment } of borne) {
    const parts = await listOfPayments(tx, [{ merchant, environment, id: payment }]);
    const shares = taken.flatMap(({ subject, part: part_id, amount }) => {
      const part = parts.find((one) => one.id === part_id);
      return subject === id && part ? [{ part, amount }] : [];
    });
    await moveShares(tx, shares, { subject: id, direction: "back" });
    await takeForDecisions(tx, { merchant, environment, id: payment }, shares);
  }
}

/**
 * Takes back the shares of a failed refund, as far as decisions about the payment took less from its parts than the
 * amount that did not arrive: the refund held the rest when they were made.
 */
export async function takeForDecisions(
  tx: Tx,
  payment: Scope & { readonly id: string },
  given: readonly PartShare[],
): Promise<void> {
  const decisions = await listDecisionsOnBalance(tx, payment, payment.id);
  const decided = sumOf(decisions);
  const sum = sumOf(given);
  const missing = decided > 0n ? decided - (await sumCorrected(tx, payment, payment.id)) : 0n;
  const latest = decisions.findLast(({ amount }) => amount > 0n);
  if (missing <= 0n || sum === 0n || !latest) return;
  const amounts = apportion(
    missing < sum ? missing : sum,
    given.map(({ amount }) => amount),
  );
  // As they are after the shares came back.
  const parts = await listOfPayments(tx, [payment]);
  const shares = given.flatMap(({ part: { id } }, index) => {
    const part = parts.find((one) => one.id === id);
    const amount = amounts[index] ?? 0n;
    return part && amount > 0n ? [{ part, amount }] : [];
  });
  await moveShares(tx, shares, { subject: latest.id, direction: "out" });
}

function sumOf(rows: readonly { readonly amount: bigint }[]): bigint {
  return rows.reduce((sum, { amount }) => sum + amount, 0n);
}
