import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert } from "#kernel/errors.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import type { CustomerRow } from "#resources/customers/schema.ts";
import { findMany as findCustomers } from "#resources/customers/store.ts";
import { findMany as findMerchants, type Merchant } from "#resources/merchants/store.ts";
import { enqueueMail } from "#resources/outbox-mail/enqueue.ts";
import { type InvoiceWithParts, reminderEventData } from "./present.ts";
import { updateLocked } from "./progress.ts";
import { type ReminderLetter, reminderMail, reminderText } from "./reminder-text.ts";
import { type DueReminder, dueReminder, isDue, isReminded, nextReminder, reminderRecipient } from "./rules.ts";
import { lockDue, updateProgress } from "./store.ts";
import { invoicePageUrl } from "./token.ts";

/** The wake-up channel of the job that updates invoices with a due date or a reminder whose time has come. */
export const DUE_INVOICES = "due invoices";

const DUE_PER_RUN = 200;
/** A mail server's outage may delay a reminder by this much, in milliseconds; later it is not sent. */
export const REMINDER_MAIL_EXPIRES_MS = 2 * DAY_MS;

export interface ReminderSettings {
  /** The beginning of the hosted pages' addresses. */
  readonly public_url: string;
  /** Without a mail server a reminder is an event only. */
  readonly has_mail: boolean;
}

/**
 * Updates the invoices with a due date that has passed, and sends the reminders whose time has come: mail, event and the
 * next time commit together. Returns true if there may be more. Runs as the engine.
 */
export async function updateDueInvoices(tx: Tx, settings: ReminderSettings): Promise<boolean> {
  const due = await lockDue(tx, DUE_PER_RUN);
  if (due.length === 0) return false;
  const updated = await updateLocked(tx, due);
  await remindPayers(
    tx,
    updated.filter(({ invoice }) => isDue(invoice.next_reminder_at, tx.now)),
    settings,
  );
  return due.length === DUE_PER_RUN;
}

async function remindPayers(
  tx: Tx,
  invoices: readonly InvoiceWithParts[],
  { public_url, has_mail }: ReminderSettings,
): Promise<void> {
  if (invoices.length === 0) return;
  const customers = await customersOf(tx, invoices);
  const reminded = invoices.map(({ invoice, parts }) => {
    const customer = customers.get(invoice.customer) ?? null;
    const reminder = isReminded(customer) ? dueReminder(invoice, parts, invoice, tx.now) : null;
    const after = {
      ...{ ...invoice, next_reminder_at: nextReminder(parts, invoice.reminders, tx.now), updated_at: tx.now },
      ...{ sequence: reminder === null ? invoice.sequence : invoice.sequence + 1 },
    };
    return { with_parts: { invoice: after, parts }, customer, reminder };
  });
  await updateProgress(
    tx,
    reminded.map(({ with_parts }) => with_parts.invoice),
  );
  const sent = reminded.flatMap(({ with_parts, customer, reminder }) =>
    customer === null || reminder === null ? [] : [{ with_parts, customer, reminder }],
  );
  const letterOf = await openLetters(tx, sent, public_url);
  const letters = sent.map((one) => ({ ...one, ...letterOf(one) }));
  await recordEvents(
    tx,
    letters.map(({ with_parts, reminder, letter, customer }) => ({
      ...{ scope: with_parts.invoice, type: "invoice.reminder_due", resource: with_parts.invoice.id },
      sequence: with_parts.invoice.sequence,
      data: reminderEventData(with_parts, {
        ...{ ...reminder, phone: customer.phone, text: reminderText(letter, with_parts.invoice.language) },
      }),
    })),
  );
  if (!has_mail) return;
  for (const { with_parts, letter, customer, merchant } of letters) {
    const { id, environment, language } = with_parts.invoice;
    const recipient = reminderRecipient(environment, customer, merchant);
    if (recipient === null) continue;
    const mail = {
      letter: reminderMail(letter, language, environment),
      expires_at: plus(tx.now, REMINDER_MAIL_EXPIRES_MS),
    };
    await enqueueMail(tx, { about: id, recipient, ...mail });
  }
}

/** The customers of invoices, by id. A deleted one is absent. */
async function customersOf(tx: Tx, invoices: readonly InvoiceWithParts[]): Promise<ReadonlyMap<string, CustomerRow>> {
  const customers = await findCustomers(
    tx,
    invoices.map(({ invoice: { merchant, environment, customer: id } }) => ({ merchant, environment, id })),
  );
  return new Map<string, CustomerRow>(customers.map((customer) => [customer.requested_id, customer]));
}

interface Reminded {
  readonly with_parts: InvoiceWithParts;
  readonly reminder: DueReminder;
}

interface LetterParts {
  readonly letter: ReminderLetter;
  readonly merchant: Merchant;
}

/** Reads the merchants of reminders, and returns the contents of a reminder's letter. */
async function openLetters(
  tx: Tx,
  reminded: readonly Reminded[],
  public_url: string,
): Promise<(one: Reminded) => LetterParts> {
  const merchants = await findMerchants(tx, [
    ...new Set(reminded.map(({ with_parts }) => with_parts.invoice.merchant)),
  ]);
  const merchant_by_id = new Map<string, Merchant>(merchants.map((merchant) => [merchant.id, merchant]));
  return ({ with_parts: { invoice }, reminder }) => {
    const merchant = merchant_by_id.get(invoice.merchant);
    assert(merchant, "an invoice belongs to a merchant");
    const letter: ReminderLetter = {
      ...{ business: merchant.name, reference: invoice.reference, description: invoice.description },
      ...{ amount: reminder.amount, currency: invoice.currency, days: reminder.days, due_at: reminder.due_at },
      ...{ time_zone: timeZoneOfMerchantRow(merchant), url: invoicePageUrl(public_url, invoice.id) },
    };
    return { letter, merchant };
  };
}
