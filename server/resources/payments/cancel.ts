import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { updateInvoicesOf } from "#resources/invoices/progress.ts";
import { eventData } from "./present.ts";
import { changeStatus, lock } from "./store.ts";

/**
 * Cancels a payment that no payer has begun to pay. If a person cancels it, the audit log records that. Throws
 * `not_found`, and `invalid` for any status other than pending.
 */
export async function cancelPayment(tx: Tx, scope: Scope, id_or_reference: string, by: Person | null): Promise<void> {
  const payment = await lock(tx, scope, id_or_reference);
  if (!payment) throw new ServiceError("payment_not_found", "Payment not found");
  const { merchant, environment, id } = payment;
  const changes = [
    {
      merchant,
      environment,
      id,
      status: "canceled",
      failure_reason: null,
      failure_code: null,
      emits_event: true,
    } as const,
  ];
  const [canceled] = payment.expires_at > tx.now ? await changeStatus(tx, changes, ["pending"]) : [];
  if (!canceled) throw new ServiceError("payment_not_cancelable", "Payment cannot be canceled in its current state");
  await updateInvoicesOf(tx, [canceled]);
  const { amount, currency, reference } = canceled;
  await recordPersonAction(tx, scope, by, {
    ...{ action: "payment.canceled", subject: id, before: { status: payment.status } },
    after: { status: canceled.status, amount: amount.toString(), currency, reference },
  });
  await recordEvents(tx, [
    { scope, type: "payment.canceled", resource: id, sequence: canceled.sequence, data: eventData(canceled) },
  ]);
}
