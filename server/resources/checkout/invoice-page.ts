import type { Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { readBrand } from "#resources/branding/set.ts";
import { createInvoicePayment, invoicePaymentExpiresMs } from "#resources/invoices/pay.ts";
import { presentInstalments } from "#resources/invoices/present.ts";
import { partsOf } from "#resources/invoices/progress.ts";
import { payableParts } from "#resources/invoices/rules.ts";
import type { InvoiceRow } from "#resources/invoices/schema.ts";
import { findById, listInstalments, listOpenPayments } from "#resources/invoices/store.ts";
import { parseInvoiceToken } from "#resources/invoices/token.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { readPaymentLimits } from "#resources/payments/payment-limits.ts";
import { paymentPageUrl } from "#resources/payments/token.ts";
import { pageNotFound } from "./find.ts";
import type { InvoicePage, NewPagePayment } from "./schema.ts";

/** Returns true if a text is a token of an invoice's page. Reads no table. */
export function isInvoiceToken(text: string): boolean {
  return parseInvoiceToken(text) !== null;
}

/** Throws `not_found` for a forged token, before any rate limiter or table is used. */
export function requireInvoiceToken(text: string): void {
  if (!isInvoiceToken(text)) throw pageNotFound();
}

/** Returns the data of an invoice's page. Runs as the engine: a payer has no key. Throws `not_found`. */
export async function readInvoicePage(tx: Tx, token: string, public_url: string): Promise<InvoicePage> {
  const invoice = await findInvoiceByToken(tx, token);
  const [merchant, instalments, open_payments, limits, brand] = await Promise.all([
    findMerchant(tx, invoice.merchant),
    listInstalments(tx, [invoice]),
    listOpenPayments(tx, invoice),
    readPaymentLimits(tx, invoice),
    readBrand(tx, invoice.merchant),
  ]);
  assert(merchant, "an invoice belongs to a merchant");
  const parts = partsOf(invoice, instalments);
  const { next, amounts, range } = payableParts(invoice, parts, invoice, limits);
  return {
    status: invoice.status,
    amount: invoice.amount,
    amount_paid: invoice.amount_paid,
    amount_overdue: invoice.amount_overdue,
    currency: invoice.currency,
    description: invoice.description,
    reference: invoice.reference,
    instalments: presentInstalments(parts, invoice.amount_paid),
    next: next === null ? null : Number(next),
    amounts: [...amounts],
    range,
    open_payments: open_payments
      .slice(0, OPEN_PAYMENTS_SHOWN_MAX)
      .map(({ id, amount, status }) => ({ url: paymentPageUrl(public_url, id), amount, status })),
    business: { name: merchant.name, ...brand },
    time_zone: timeZoneOfMerchantRow(merchant),
    sandbox: invoice.environment === "test",
    callback: invoice.callback,
    now: tx.now,
  };
}

// More payments at a time come from somebody who does not pay.
const OPEN_PAYMENTS_SHOWN_MAX = 10;

/** Creates a payment of a part. Returns the address of its page. Throws as `createInvoicePayment` does. */
export async function payOnInvoicePage(
  tx: Tx,
  token: string,
  { amount }: NewPagePayment,
  settings: { readonly expires_after_ms: number; readonly public_url: string },
): Promise<string> {
  const invoice = await findInvoiceByToken(tx, token);
  const part = amount === undefined ? null : BigInt(amount);
  const payment = await createInvoicePayment(tx, invoice, part, invoicePaymentExpiresMs(settings.expires_after_ms));
  return paymentPageUrl(settings.public_url, payment.id);
}

export async function findInvoiceByToken(tx: Tx, token: string): Promise<InvoiceRow> {
  const id = parseInvoiceToken(token);
  const invoice = id && (await findById(tx, id));
  if (!invoice) throw pageNotFound();
  return invoice;
}
