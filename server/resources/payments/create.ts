import { awaitStatements, isUniqueViolation, type Tx, UniqueConflict } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { isAddressOfOrigins, isAppAddress } from "#kernel/origins.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus } from "#kernel/time.ts";
import { findUsableAccounts, type UsableAccounts } from "#providers/accounts/provider-accounts.ts";
import { customerBlocked } from "#resources/customers/block.ts";
import { findOrCreatePayers } from "#resources/customers/payers.ts";
import type { CustomerRow } from "#resources/customers/schema.ts";
import { findMany as findCustomers } from "#resources/customers/store.ts";
import { findOrigins } from "#resources/keys/store.ts";
import { findMany as findMerchants } from "#resources/merchants/store.ts";
import { newParts, openSplitCheck, recipientsOf, splitAmount } from "#resources/splits/create.ts";
import { splitTermsOf, unsupportedSplitErrors, validateSplit } from "#resources/splits/rules.ts";
import { insert as insertParts } from "#resources/splits/store.ts";
import { expiryError } from "./expiry.ts";
import {
  type ParsedPaymentOrder,
  type PaymentOrder,
  parsePaymentOrder,
  paymentValidationFailed,
} from "./parse-order.ts";
import { eventData } from "./present.ts";
import { type PaymentRow, paymentTexts } from "./schema.ts";
import { findTakenReferences, insert } from "./store.ts";

export { splitTermsOf, unsupportedSplitErrors, validateSplit };

/**
 * Creates payments; one is a list of one. Each order has its own outcome: a refused order (`invalid`, `conflict` for a
 * taken reference) writes nothing and does not affect the others. A payment begins `pending` and is reported by the
 * event `payment.created`. Its payer is an existing customer, or becomes a new one.
 *
 * Runs as the engine: the orders may belong to several merchants.
 */
export async function createPayments(
  tx: Tx,
  orders: readonly PaymentOrder[],
  expires_after_ms: number,
): Promise<readonly (PaymentRow | ServiceError)[]> {
  const merchant_ids = [...orders.map((order) => order.scope.merchant), ...recipientsOf(orders)];
  const merchants = new Map(
    (await findMerchants(tx, [...new Set(merchant_ids)])).map((one) => [one.id.toString(), one]),
  );
  const checkSplit = await openSplitCheck(tx, orders);
  const connected = await findUsableAccounts(
    tx,
    orders.map((order) => order.scope),
  );
  const parsed = orders.map((order) => {
    const problems = checkSplit(order.scope, order.split);
    if (problems) return paymentValidationFailed(problems);
    return parseOrder(tx, order, merchants.get(order.scope.merchant)?.country ?? "", connected);
  });
  const app_origins = await loadAppOrigins(tx, orders);
  const taken_references = await loadTakenReferences(tx, orders);
  const customers = await findExistingCustomers(tx, orders);
  // Check the customer first: an order refused for its customer must not take a reference from another order of this
  // commit.
  const checked = parsed.map((parsed_order) =>
    parsed_order instanceof ServiceError
      ? parsed_order
      : (validateAppCallback(parsed_order, app_origins) ??
        validateCustomer(parsed_order, customers) ??
        claimReference(parsed_order, taken_references) ??
        parsed_order),
  );

  const accepted = checked.filter(isParsedOrder);
  const payers = await findOrCreatePayers(
    tx,
    accepted.map(({ order, payer }) => ({ scope: order.scope, payer })),
  );
  const payer_by_order = new Map(accepted.map((parsed_order, index) => [parsed_order, payers[index] ?? null]));
  const outcomes = checked.map((parsed_order) => {
    if (parsed_order instanceof ServiceError) return parsed_order;
    const customer = payer_by_order.get(parsed_order);
    if (!customer) return customerNotFound();
    if (customer.blocked_at !== null) return customerBlocked();
    const { split: terms, amount } = parsed_order.order;
    const divided = terms === null ? { split: null } : splitAmount(tx, terms, amount);
    if ("problems" in divided) return paymentValidationFailed(divided.problems);
    return newPaymentRow(tx, parsed_order, customer, { split: divided.split, expires_after_ms });
  });
  const payments = outcomes.filter(isPaymentRow);
  await insertPayments(
    tx,
    payments,
    payments.flatMap((payment) => newParts(tx, payment, merchants)),
  );
  return outcomes;
}

type OriginsByScope = ReadonlyMap<string, readonly string[]>;

/** Returns the lists of the merchants' publishable keys, for orders whose payer returns to an app. */
async function loadAppOrigins(tx: Tx, orders: readonly PaymentOrder[]): Promise<OriginsByScope> {
  const scopes = orders.filter(({ callback }) => callback !== null && isAppAddress(callback)).map(({ scope }) => scope);
  if (scopes.length === 0) return new Map();
  const origins = new Map<string, readonly string[]>();
  for (const row of await findOrigins(tx, scopes)) {
    const key = scopedKey(row, "");
    origins.set(key, [...(origins.get(key) ?? []), ...(row.origins ?? [])]);
  }
  return origins;
}

/** An app's scheme must be listed: another app can register the same one, and would receive the payer and the outcome. */
function validateAppCallback({ order }: ParsedPaymentOrder, origins: OriginsByScope): ServiceError | null {
  const { callback, scope } = order;
  if (callback === null || !isAppAddress(callback)) return null;
  if (isAddressOfOrigins(callback, origins.get(scopedKey(scope, "")) ?? [])) return null;
  return invalid("callback", "app_scheme", "Add the app's scheme to a publishable key first, or use an https:// link");
}

/** Validates an order, its expiry included: both errors are in one answer. */
function parseOrder(
  tx: Tx,
  order: PaymentOrder,
  country: string,
  connected: UsableAccounts,
): ParsedPaymentOrder | ServiceError {
  const parsed = parsePaymentOrder(order, country, connected);
  const expiry_error = expiryError(order, tx.now);
  if (expiry_error === null) return parsed;
  const problems = parsed instanceof ServiceError ? parsed.fields : {};
  return paymentValidationFailed({ ...problems, expires_at: [expiry_error] });
}

/** Returns the ids in the orders that belong to existing customers. */
async function findExistingCustomers(tx: Tx, orders: readonly PaymentOrder[]): Promise<ReadonlySet<string>> {
  const keys = orders.flatMap(({ scope, payer }) => (payer.by === "id" ? [{ ...scope, id: payer.id }] : []));
  return new Set((await findCustomers(tx, keys)).map((customer) => scopedKey(customer, customer.requested_id)));
}

function validateCustomer(
  { order: { scope, payer } }: ParsedPaymentOrder,
  existing: ReadonlySet<string>,
): ServiceError | null {
  return payer.by === "contact" || existing.has(scopedKey(scope, payer.id)) ? null : customerNotFound();
}

function customerNotFound(): ServiceError {
  return invalid("customer", "unknown_customer", "The customer was not found");
}

type References = Set<string>;

async function loadTakenReferences(tx: Tx, orders: readonly PaymentOrder[]): Promise<References> {
  const keys = orders.flatMap(({ scope, reference }) => (reference === null ? [] : [{ ...scope, reference }]));
  if (keys.length === 0) return new Set();
  return new Set((await findTakenReferences(tx, keys)).map((row) => scopedKey(row, row.reference)));
}

/**
 * Returns null if the order's reference is free, and reserves it against the orders that follow; otherwise returns the
 * error.
 */
function claimReference({ order }: ParsedPaymentOrder, taken_references: References): ServiceError | null {
  if (order.reference === null) return null;
  const { scope, reference } = order;
  const key = scopedKey(scope, reference);
  if (taken_references.has(key)) {
    return new ServiceError("reference_taken", "A payment with this reference already exists", {
      params: { reference },
    });
  }
  taken_references.add(key);
  return null;
}

/** Returns a map key for a name that is unique within a merchant and environment. */
function scopedKey(scope: Scope, name: string): string {
  return `${scope.merchant} ${scope.environment} ${name}`;
}

function newPaymentRow(
  tx: Tx,
  parsed_order: ParsedPaymentOrder,
  customer: CustomerRow,
  { split, expires_after_ms }: { readonly split: PaymentRow["split"]; readonly expires_after_ms: number },
): PaymentRow {
  const { order, payer_phone } = parsed_order;
  const id = newId("pay", tx.now);
  return {
    merchant: order.scope.merchant,
    environment: order.scope.environment,
    id,
    reference: order.reference ?? `${order.scope.environment === "test" ? "trx.test_" : "trx."}${id}`,
    merchant_reference: order.reference,
    amount: order.amount,
    fee: 0n,
    currency: order.currency,
    customer: customer.id,
    payer_phone,
    channel: null,
    phone: null,
    ...paymentTexts(order),
    locked_channel: order.locked_channel,
    locked_country: order.locked_country,
    locked_currency: order.locked_currency,
    metadata: order.metadata,
    split,
    link: order.link,
    publishable_key: order.publishable_key,
    invoice: order.invoice,
    status: "pending",
    is_hosted_try: false,
    tries: 0,
    failure_reason: null,
    failure_code: null,
    amount_refunded: 0n,
    amount_refunding: 0n,
    action_url: null,
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
    processing_at: null,
    completed_at: null,
    expires_at: order.expires_at ?? plus(tx.now, expires_after_ms),
  };
}

async function insertPayments(
  tx: Tx,
  payments: readonly PaymentRow[],
  parts: Parameters<typeof insertParts>[1],
): Promise<void> {
  if (payments.length === 0) return;
  try {
    await awaitStatements([
      insert(tx, payments),
      parts.length > 0 ? insertParts(tx, parts) : undefined,
      recordEvents(
        tx,
        payments.map((payment) => ({
          ...{ scope: payment, type: "payment.created", resource: payment.id, sequence: payment.sequence },
          data: eventData(payment),
        })),
      ),
    ]);
  } catch (error) {
    throw isUniqueViolation(error) ? new UniqueConflict("a reference was written since it was read") : error;
  }
}

function isParsedOrder(parsed_order: ParsedPaymentOrder | ServiceError): parsed_order is ParsedPaymentOrder {
  return !(parsed_order instanceof ServiceError);
}

function isPaymentRow(outcome: PaymentRow | ServiceError): outcome is PaymentRow {
  return !(outcome instanceof ServiceError);
}
