import type { Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { eventData } from "./show.ts";
import { lock, move } from "./store.ts";

/** Ends a payment nobody has begun to pay. Throws `not_found`, and `invalid` outside of pending. */
export async function cancelPayment(tx: Tx, scope: Scope, id_or_reference: string): Promise<void> {
  const payment = await lock(tx, scope, id_or_reference);
  if (!payment) throw new ServiceError("not_found", "Payment not found");
  const { merchant, environment, id } = payment;
  const moves = [
    { merchant, environment, id, status: "canceled", failure_reason: null, failure_code: null, is_told: true } as const,
  ];
  const [canceled] = payment.expires_at > tx.now ? await move(tx, moves, ["pending"]) : [];
  if (!canceled) throw new ServiceError("invalid", "Payment cannot be canceled in its current state");
  await record(tx, [
    { scope, type: "payment.canceled", resource: id, sequence: canceled.sequence, data: eventData(canceled) },
  ]);
}
