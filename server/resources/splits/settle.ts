import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import type { Scope } from "#kernel/scope.ts";
import { type Hold, holdParts, type PartPayment, payParts } from "#ledger/ledger.ts";
import { partEvent } from "./present.ts";
import { feeShares } from "./rules.ts";
import type { PartRow, Split } from "./schema.ts";
import { change, listOfPayments, type PartChange } from "./store.ts";

interface PaidPayment extends Scope {
  readonly id: string;
  readonly fee: bigint;
  readonly split: Split | null;
}

/**
 * Pays the parts of complete payments to their merchants, or holds them until their release. Each part bears its share
 * of the fee. Call it after `collect`, in the same transaction; the payments are locked.
 */
export async function settleParts(tx: Tx, payments: readonly PaidPayment[]): Promise<void> {
  const split_payments = payments.filter(({ split }) => split !== null);
  if (split_payments.length === 0) return;
  const parts = await listOfPayments(tx, split_payments);
  const changes: PartChange[] = [];
  for (const payment of split_payments) {
    const own = parts.filter((part) => part.payment === payment.id);
    const amounts = own.map(({ amount }) => amount);
    const fees = feeShares(payment.fee, amounts, payment.split?.fee_bearer ?? "platform");
    for (const [index, { merchant, environment, id, number, is_held, amount }] of own.entries()) {
      const fee = fees[index] ?? 0n;
      const state = is_held && amount > fee ? "held" : "settled";
      changes.push({ merchant, environment, id, state, fee, amount_returned: 0n, has_event: number > 0 });
    }
  }
  const linked = (await change(tx, changes)).filter(({ number }) => number > 0);
  await recordEvents(
    tx,
    linked.map((part) => partEvent(part, part.state === "held" ? "payment_part.held" : "payment_part.received")),
  );
  const moved = linked.filter((part) => netOf(part) > 0n);
  holdParts(
    tx,
    moved.filter(({ state }) => state === "held").map((part) => heldMoney(part, part.id, netOf(part))),
  );
  payParts(
    tx,
    moved.filter(({ state }) => state === "settled").map((part) => toRecipient(part, part.id, netOf(part))),
  );
}

/** The part without its share of the fee. */
export function netOf({ amount, fee }: PartRow): bigint {
  return amount - fee;
}

export function heldMoney({ merchant, environment, currency }: PartRow, subject: string, amount: bigint): Hold {
  return { merchant, environment, currency, subject, amount };
}

export function toRecipient(part: PartRow, subject: string, amount: bigint): PartPayment {
  const { environment, currency, merchant, recipient } = part;
  return { environment, currency, subject, amount, from: merchant, to: recipient };
}
