import type { Tx } from "#db/tx.ts";
import { type EventType, recordEvents } from "#events/events.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { eventData, type InvoiceWithParts } from "./present.ts";
import { progressOf } from "./rules.ts";
import type { InstalmentRow, InvoiceRow } from "./schema.ts";
import { type InvoiceKey, listInstalments, lockMany, sumPayments, updateProgress } from "./store.ts";

/** The part of a payment that its invoice depends on. */
interface InvoicePayment extends Scope {
  readonly invoice: string | null;
}

/**
 * Updates the invoices of payments that have changed: paid and reserved sums, status and events. The caller has written
 * the payments, and locked them before: every transaction locks payments first, then invoices.
 */
export async function updateInvoicesOf(tx: Tx, payments: readonly InvoicePayment[]): Promise<void> {
  const keys = new Map<string, InvoiceKey>();
  for (const { merchant, environment, invoice } of payments) {
    if (invoice !== null) keys.set(invoice, { merchant, environment, id: invoice });
  }
  if (keys.size === 0) return;
  await updateLocked(tx, await lockMany(tx, [...keys.values()]));
}

/** Whether a locked payment's invoice has an unpaid and unreserved rest of this amount. True without an invoice. */
export async function hasRestFor(
  tx: Tx,
  { merchant, environment, invoice: id }: InvoicePayment,
  amount: bigint,
): Promise<boolean> {
  if (id === null) return true;
  const [invoice] = await lockMany(tx, [{ merchant, environment, id }]);
  assert(invoice, "an invoice is never deleted");
  return invoice.amount - invoice.amount_paid - invoice.amount_reserved >= amount;
}

/** Computes the state of locked invoices from their payments, writes it, and records the events of what changed. */
export async function updateLocked(tx: Tx, invoices: readonly InvoiceRow[]): Promise<readonly InvoiceWithParts[]> {
  const [sums, instalments] = await Promise.all([sumPayments(tx, invoices), listInstalments(tx, invoices)]);
  const sum_by_id = new Map(sums.map((sum) => [sum.id, sum]));
  const changes = invoices.map((before) => {
    const sum = sum_by_id.get(before.id);
    assert(sum, "each invoice has its sums");
    const parts = partsOf(before, instalments);
    const progress = progressOf(before, parts, sum, tx.now);
    const { amount_paid, amount_reserved } = sum;
    const moved = { ...before, ...progress, amount_paid, amount_reserved };
    const types = eventsOf(before, moved);
    const after: InvoiceRow = {
      ...moved,
      paid_at: moved.status === "paid" ? (before.paid_at ?? tx.now) : null,
      sequence: before.sequence + types.length,
      updated_at: tx.now,
    };
    return { after, parts, types };
  });
  await updateProgress(
    tx,
    changes.map(({ after }) => after),
  );
  await recordEvents(
    tx,
    changes.flatMap(({ after, parts, types }) =>
      types.map((type, index) => ({
        ...{ scope: after, type, resource: after.id, sequence: after.sequence - types.length + 1 + index },
        data: eventData({ invoice: after, parts }),
      })),
    ),
  );
  return changes.map(({ after, parts }) => ({ invoice: after, parts }));
}

export function partsOf(invoice: InvoiceRow, instalments: readonly InstalmentRow[]): readonly InstalmentRow[] {
  return instalments.filter((part) => part.invoice === invoice.id);
}

/** A canceled invoice has no further events. */
function eventsOf(before: InvoiceRow, after: InvoiceRow): readonly EventType[] {
  if (after.status === "canceled") return [];
  return [
    ...(after.amount_paid > before.amount_paid
      ? [after.status === "paid" ? ("invoice.paid" as const) : ("invoice.partly_paid" as const)]
      : []),
    ...(after.amount_paid < before.amount_paid ? ["invoice.reopened" as const] : []),
    ...(after.amount_overdue > before.amount_overdue ? ["invoice.overdue" as const] : []),
  ];
}
