import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { freeParts, payParts } from "#ledger/ledger.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { eventData } from "#resources/payments/present.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { countEvent, find, lock } from "#resources/payments/store.ts";
import { partEvent } from "./present.ts";
import type { PartRow } from "./schema.ts";
import { heldMoney, netOf, toRecipient } from "./settle.ts";
import { change, listOfPayments } from "./store.ts";

/**
 * Pays held parts of a payment to their merchants: those with these ids, or all. The share that refunds took from a part is
 * not paid. Runs as the engine. Throws `not_found`; `invalid` for an unknown part, and for one that is not held or has
 * nothing left.
 */
export async function releaseParts(
  tx: Tx,
  scope: Scope,
  id_or_reference: string,
  { parts: ids, by }: { readonly parts: readonly string[] | null; readonly by: Person | null },
): Promise<{ readonly payment: PaymentRow; readonly parts: readonly PartRow[] }> {
  const payment = await lock(tx, scope, id_or_reference);
  if (!payment) throw new ServiceError("payment_not_found", "Payment not found");
  const parts = await listOfPayments(tx, [payment]);
  const chosen = ids === null ? parts.filter(isReleasable) : ids.map((id, index) => findReleasable(parts, id, index));
  const released = [...new Set(chosen)];
  if (released.length === 0) throw new ServiceError("nothing_to_release", "No part of this payment is held");
  const changed = await change(
    tx,
    released.map(({ merchant, environment, id, fee }) => ({
      ...({ merchant, environment, id, state: "settled", fee, amount_returned: 0n, has_event: true } as const),
    })),
  );
  const counted = await countEvent(tx, scope, payment.id);
  const { id, currency } = payment;
  await recordEvents(tx, [
    { scope, type: "payment.released", resource: id, sequence: counted.sequence, data: eventData(counted) },
    ...changed.map((part) => partEvent(part, "payment_part.received")),
  ]);
  const after = {
    currency,
    parts: released.map((part) => ({ id: part.id, merchant: part.recipient, amount: `${leftOf(part)}` })),
  };
  await recordPersonAction(tx, scope, by, { action: "payment.released", subject: id, before: null, after });
  freeParts(
    tx,
    released.map((part) => heldMoney(part, part.id, leftOf(part))),
  );
  payParts(
    tx,
    released.map((part) => toRecipient(part, part.id, leftOf(part))),
  );
  return { payment: counted, parts: await listOfPayments(tx, [payment]) };
}

/** Returns the parts of a payment, the platform's own first; none without a split. Throws `not_found`. */
export async function retrieveParts(tx: Tx, scope: Scope, id_or_reference: string): Promise<readonly PartRow[]> {
  const payment = await find(tx, scope, id_or_reference);
  if (!payment) throw new ServiceError("payment_not_found", "Payment not found");
  return payment.split === null ? [] : listOfPayments(tx, [payment]);
}

function findReleasable(parts: readonly PartRow[], id: string, index: number): PartRow {
  const part = parts.find((one) => one.id === id && one.number > 0);
  if (!part) throw invalid(`parts.${index}`, "unknown_part", "The payment has no such part");
  if (!isReleasable(part)) throw invalid(`parts.${index}`, "part_not_held", "Nothing of this part is held");
  return part;
}

function isReleasable(part: PartRow): boolean {
  return part.state === "held" && leftOf(part) > 0n;
}

function leftOf(part: PartRow): bigint {
  return netOf(part) - part.amount_returned;
}
