import type { Tx } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { assert, type FieldErrors, fieldError, invalid, ServiceError } from "#kernel/errors.ts";
import { asRecord } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import { PHONE_NUMBER_HINT, readPhone } from "#kernel/phone.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { readMoment } from "#kernel/time.ts";
import { findUsableAccounts } from "#providers/accounts/provider-accounts.ts";
import type { Channel } from "#providers/channels.ts";
import { recordPersonAction } from "#resources/audit-log/record.ts";
import { customerBlocked } from "#resources/customers/block.ts";
import { findOrCreatePayers } from "#resources/customers/payers.ts";
import type { CustomerRow } from "#resources/customers/schema.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { validateWebCallback } from "#resources/payments/callback.ts";
import { paymentValidationFailed } from "#resources/payments/parse-order.ts";
import { payerOf, validatePayer } from "#resources/payments/payer.ts";
import { anyChannelIn, channelsFor, limitsOf, validatePayable } from "#resources/payments/rules.ts";
import { eventData, type InvoiceWithParts } from "./present.ts";
import { type DuePart, progressOf, validateDueDates, validatePartLimits, validateParts } from "./rules.ts";
import { type InstalmentRow, type InvoiceRow, invoiceTexts, type NewInvoice } from "./schema.ts";
import { find, insert } from "./store.ts";

/**
 * Creates an invoice. Its payer is an existing customer, or becomes a new one. Throws `invalid` for a due date that has
 * passed, a part that no channel takes and an unknown customer; `conflict` for a taken reference.
 */
export async function createInvoice(
  tx: Tx,
  scope: Scope,
  body: NewInvoice,
  by: Person | null,
): Promise<InvoiceWithParts> {
  const { merchant, environment } = scope;
  const amount = BigInt(body.amount);
  const minimum_part = body.minimum_part === undefined ? null : BigInt(body.minimum_part);
  const due_parts = readParts(body, amount);
  const last = due_parts.at(-1);
  assert(last, "a body without a due date is refused before");
  await refuseUnpayable(tx, scope, body, due_parts);
  if (body.reference !== undefined && (await find(tx, scope, body.reference))) {
    throw new ServiceError("reference_taken", "An invoice with this reference already exists", {
      params: { reference: body.reference },
    });
  }
  const customer = await findPayer(tx, scope, body);
  const id = newId("ivc", tx.now);
  const reminders = [...new Set(body.reminders)].toSorted((one, other) => one - other);
  const parts = due_parts.map(
    (part, position): InstalmentRow => ({ merchant, environment, invoice: id, position, ...part }),
  );
  const sums = { amount_paid: 0n, amount_reserved: 0n };
  const invoice: InvoiceRow = {
    ...{ merchant, environment, id, reference: body.reference ?? id, amount, ...sums, currency: body.currency },
    ...progressOf({ amount, status: "open", reminders, next_reminder_at: null }, parts, sums, tx.now),
    ...{ customer: customer.id, ...invoiceTexts(body), due_at: last.due_at, minimum_part },
    ...{ reminders, language: body.language ?? null, metadata: body.metadata ?? null, sequence: 1 },
    ...{ created_at: tx.now, updated_at: tx.now, paid_at: null, canceled_at: null },
  };
  await insert(tx, invoice, parts);
  await recordEvents(tx, [
    {
      ...{ scope, type: "invoice.created", resource: id, sequence: invoice.sequence },
      data: eventData({ invoice, parts }),
    },
  ]);
  const after = { amount: `${amount}`, currency: invoice.currency, reference: invoice.reference };
  await recordPersonAction(tx, scope, by, { action: "invoice.created", subject: id, before: null, after });
  return { invoice, parts };
}

/** Field errors of a body that the request alone shows. */
export function validateNewInvoice(body: unknown): FieldErrors {
  return { ...validatePayer(body), ...validateParts(body), ...validateWebCallback(asRecord(body).callback) };
}

/** The instalments of a body, or the whole amount as one. */
function readParts({ instalments, due_at }: NewInvoice, amount: bigint): readonly DuePart[] {
  const parts = instalments?.map((part) => ({ amount: BigInt(part.amount), due_at: readMoment(part.due_at) }));
  return (parts ?? [{ amount, due_at: due_at === undefined ? null : readMoment(due_at) }]).map((part) => {
    assert(part.due_at !== null, "a moment that cannot be read is refused before");
    return { amount: part.amount, due_at: part.due_at };
  });
}

async function refuseUnpayable(tx: Tx, scope: Scope, body: NewInvoice, parts: readonly DuePart[]): Promise<void> {
  const { currency } = body;
  const locks = anyChannelIn(currency);
  const connected = await findUsableAccounts(tx, [scope]);
  const isUsable = (channel: Channel): boolean => connected.has(scope, channel, "collect");
  const has_instalments = body.instalments !== undefined;
  const minimum_part = body.minimum_part === undefined ? null : BigInt(body.minimum_part);
  const limits = limitsOf(channelsFor(locks, scope.environment, isUsable));
  const problems: FieldErrors = {
    ...validatePayable({ ...locks, amount: null }, scope.environment, isUsable),
    ...(limits === null ? {} : validatePartLimits(parts, { has_instalments, minimum_part }, limits, currency)),
    ...validateDueDates(parts, has_instalments, tx.now),
  };
  if (Object.keys(problems).length > 0) throw paymentValidationFailed(problems);
}

async function findPayer(tx: Tx, scope: Scope, body: NewInvoice): Promise<CustomerRow> {
  const payer = payerOf(body);
  const merchant = await findMerchant(tx, scope.merchant);
  assert(merchant, "a key belongs to a merchant");
  const phone = payer.phone === null ? null : readPhone(payer.phone, merchant.country);
  if (payer.phone !== null && !phone) {
    throw paymentValidationFailed({ [payer.phone_field]: [fieldError("invalid_phone", PHONE_NUMBER_HINT)] });
  }
  const contact = { phone: phone?.e164 ?? null, phone_typed: payer.phone };
  const [customer] = await findOrCreatePayers(tx, [
    {
      scope,
      payer:
        payer.by === "id"
          ? { by: "id", id: payer.id }
          : { by: "contact", name: payer.name, email: payer.email, ...contact },
    },
  ]);
  if (!customer) throw invalid("customer", "unknown_customer", "The customer was not found");
  if (customer.blocked_at !== null) throw customerBlocked();
  return customer;
}
