import { StaleRead, type Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { cancelPayment } from "#resources/payments/cancel.ts";
import { lockMany as lockPayments } from "#resources/payments/store.ts";
import { eventData } from "./present.ts";
import { partsOf } from "./progress.ts";
import { find, listInstalments, listOpenPayments, lockMany, updateProgress } from "./store.ts";

/**
 * Cancels an invoice: nothing more can be paid. Its pending payments are canceled with it; what was paid stays paid.
 * Throws `not_found`, and `invalid` if it is paid or canceled, or while a payer is confirming a payment.
 */
export async function cancelInvoice(tx: Tx, scope: Scope, id_or_reference: string, by: Person | null): Promise<void> {
  const existing = await find(tx, scope, id_or_reference);
  if (!existing) throw new ServiceError("invoice_not_found", "Invoice not found");
  // Payments are locked before their invoice, as everywhere.
  const open = await listOpenPayments(tx, existing);
  if (open.some(({ status }) => status === "processing")) throw underWay();
  await lockPayments(tx, open);
  for (const { id } of open) await cancelPending(tx, scope, id, by);
  const [invoice] = await lockMany(tx, [existing]);
  assert(invoice, "an invoice is never deleted");
  if (invoice.status === "paid" || invoice.status === "canceled") {
    throw new ServiceError("invoice_not_cancelable", "Invoice cannot be canceled in its current state");
  }
  if ((await listOpenPayments(tx, invoice)).length > 0) throw new StaleRead("a payment of the invoice has begun");
  const parts = partsOf(invoice, await listInstalments(tx, [invoice]));
  const canceled = {
    ...{
      ...invoice,
      status: "canceled" as const,
      amount_overdue: 0n,
      next_due_at: null,
      next_reminder_at: null,
      canceled_at: tx.now,
    },
    ...{ sequence: invoice.sequence + 1, updated_at: tx.now },
  };
  await updateProgress(tx, [canceled]);
  await recordEvents(tx, [
    {
      ...{ scope, type: "invoice.canceled", resource: canceled.id, sequence: canceled.sequence },
      data: eventData({ invoice: canceled, parts }),
    },
  ]);
  await recordPersonAction(tx, scope, by, {
    ...{ action: "invoice.canceled", subject: canceled.id, before: { status: invoice.status } },
    after: { status: canceled.status, amount: `${canceled.amount}`, amount_paid: `${canceled.amount_paid}` },
  });
}

async function cancelPending(tx: Tx, scope: Scope, payment: string, by: Person | null): Promise<void> {
  try {
    await cancelPayment(tx, scope, payment, by);
  } catch (error) {
    // The payment was started, or has expired, since it was read.
    if (error instanceof ServiceError && error.reason === "payment_not_cancelable") throw new StaleRead(error.message);
    throw error;
  }
}

function underWay(): ServiceError {
  return new ServiceError("invoice_payment_under_way", "A payer is confirming a payment of this invoice");
}
