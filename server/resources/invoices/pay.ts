import type { Tx } from "#db/tx.ts";
import { assert, invalid, ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS } from "#kernel/time.ts";
import { createPayments } from "#resources/payments/create.ts";
import { readPaymentLimits } from "#resources/payments/payment-limits.ts";
import { anyChannelIn } from "#resources/payments/rules.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { partsOf, updateLocked } from "./progress.ts";
import { isPayablePart, payableParts } from "./rules.ts";
import type { InvoiceRow } from "./schema.ts";
import { countPayments, type InvoiceKey, listInstalments, lockMany, sumPayments } from "./store.ts";

/**
 * The longest time for which a payment of an invoice stays pending, in milliseconds: it reserves its part, and nobody
 * else can pay that meanwhile. `KOLO_PAYMENT_EXPIRES_MINUTES` may make it shorter.
 */
export const INVOICE_PAYMENT_EXPIRES_MS = 30 * MINUTE_MS;

/** Returns how long a payment of an invoice stays pending; `expires_after_ms` is the time of other payments. */
export function invoicePaymentExpiresMs(expires_after_ms: number): number {
  return Math.min(expires_after_ms, INVOICE_PAYMENT_EXPIRES_MS);
}

/** The most payments of one invoice, of every status: each costs time whenever the invoice changes. */
export const PAYMENTS_PER_INVOICE_MAX = 500;

/**
 * Creates a payment of a part of an invoice; without `amount`, of the part that is due next. The payment reserves its
 * part until it ends. The invoice's row is locked, so that concurrent payments cannot exceed what is left. Throws
 * `invalid` if nothing is left, and for an amount that the invoice does not take.
 */
export async function createInvoicePayment(
  tx: Tx,
  key: InvoiceKey,
  amount: bigint | null,
  expires_after_ms: number,
): Promise<PaymentRow> {
  const [invoice] = await lockMany(tx, [key]);
  assert(invoice, "an invoice is never deleted");
  const [[sums], instalments, payments_count, limits] = await Promise.all([
    sumPayments(tx, [invoice]),
    listInstalments(tx, [invoice]),
    countPayments(tx, invoice),
    readPaymentLimits(tx, invoice),
  ]);
  assert(sums, "each invoice has its sums");
  const payable = payableParts(invoice, partsOf(invoice, instalments), sums, limits);
  if (payable.next === null) throw notPayable(invoice);
  const part = amount ?? payable.next;
  const rest = invoice.amount - sums.amount_paid - sums.amount_reserved;
  if (part > rest) {
    const params = { maximum: Number(rest), currency: invoice.currency };
    throw invalid("amount", "invoice_part_too_large", `Only ${rest} ${invoice.currency} are left to pay`, params);
  }
  if (!isPayablePart(part, payable, rest, limits)) {
    throw invalid("amount", "invoice_part_not_allowed", "The invoice does not take a part of this amount");
  }
  if (payments_count >= PAYMENTS_PER_INVOICE_MAX) {
    throw new ServiceError("invoice_payments_exhausted", "This invoice has had too many payments");
  }
  const payment = await writePayment(tx, invoice, part, expires_after_ms);
  await updateLocked(tx, [invoice]);
  return payment;
}

function notPayable({ status }: InvoiceRow): ServiceError {
  if (status === "canceled") return new ServiceError("invoice_canceled", "This invoice was canceled");
  if (status === "paid") return new ServiceError("invoice_paid", "This invoice is paid");
  return new ServiceError("invoice_rest_reserved", "Payments under way cover the rest of this invoice");
}

async function writePayment(
  tx: Tx,
  invoice: InvoiceRow,
  amount: bigint,
  expires_after_ms: number,
): Promise<PaymentRow> {
  const { merchant, environment, id, customer, description, callback, metadata } = invoice;
  const [outcome] = await createPayments(
    tx,
    [
      {
        scope: { merchant, environment },
        amount,
        payer: { by: "id", id: customer, phone_field: "phone", phone: null },
        reference: null,
        ...{ description, callback, metadata, invoice: id },
        ...{ link: null, publishable_key: null, split: null, expires_at: null },
        ...anyChannelIn(invoice.currency),
      },
    ],
    expires_after_ms,
  );
  assert(outcome, "one order has one outcome");
  if (outcome instanceof Error) throw outcome;
  return outcome;
}
