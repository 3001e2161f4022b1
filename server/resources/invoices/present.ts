import { serializer } from "#kernel/json.ts";
import { presentPayment } from "#resources/payments/present.ts";
import type { PaymentRow } from "#resources/payments/schema.ts";
import { paymentPageUrl } from "#resources/payments/token.ts";
import { fillParts } from "./rules.ts";
import {
  type Instalment,
  type InstalmentRow,
  Invoice,
  type InvoiceReminder,
  type InvoiceRow,
  invoiceTexts,
} from "./schema.ts";
import { invoicePageUrl } from "./token.ts";

/** An invoice with its instalments. */
export interface InvoiceWithParts {
  readonly invoice: InvoiceRow;
  readonly parts: readonly InstalmentRow[];
}

export function presentInvoice({ invoice, parts }: InvoiceWithParts, public_url: string | null): Invoice {
  return {
    id: invoice.id,
    reference: invoice.reference,
    ...(public_url === null ? {} : { url: invoicePageUrl(public_url, invoice.id) }),
    amount: invoice.amount,
    amount_paid: invoice.amount_paid,
    amount_reserved: invoice.amount_reserved,
    amount_overdue: invoice.amount_overdue,
    currency: invoice.currency,
    status: invoice.status,
    customer: invoice.customer,
    ...invoiceTexts(invoice),
    due_at: invoice.due_at,
    instalments: presentInstalments(parts, invoice.amount_paid),
    minimum_part: invoice.minimum_part === null ? null : Number(invoice.minimum_part),
    reminders: [...invoice.reminders],
    language: invoice.language,
    metadata: invoice.metadata ?? {},
    sandbox: invoice.environment === "test",
    created_at: invoice.created_at,
    updated_at: invoice.updated_at,
    ...(invoice.paid_at === null ? {} : { paid_at: invoice.paid_at }),
    ...(invoice.canceled_at === null ? {} : { canceled_at: invoice.canceled_at }),
    ...(invoice.next_reminder_at === null ? {} : { next_reminder_at: invoice.next_reminder_at }),
  };
}

/** The instalments of an invoice, with the paid part of each. */
export function presentInstalments(parts: readonly InstalmentRow[], amount_paid: bigint): Instalment[] {
  const filled = fillParts(parts, amount_paid);
  return parts.map(({ amount, due_at }, index) => ({ amount, due_at, amount_paid: filled[index] ?? 0n }));
}

/** The answer to a request that starts a payment of a part. */
export function presentStartedPayment(payment: PaymentRow, public_url: string) {
  return { transaction: presentPayment(payment), authorization_url: paymentPageUrl(public_url, payment.id) };
}

const serialize = serializer(Invoice);

export function eventData(invoice: InvoiceWithParts): string {
  return serialize(presentInvoice(invoice, null));
}

/** The data of `invoice.reminder_due`: the invoice and the reminder, whose text has the page's address. */
export function reminderEventData(invoice: InvoiceWithParts, reminder: InvoiceReminder): string {
  return serialize({ ...presentInvoice(invoice, null), reminder });
}
