import { isDuplicate, Taken, type Tx, together } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus } from "#kernel/time.ts";
import { connections } from "#providers/connections.ts";
import { findOrMakePayers } from "#resources/customers/payers.ts";
import type { CustomerRow } from "#resources/customers/schema.ts";
import { findMany as findCustomers } from "#resources/customers/store.ts";
import { findMany as findMerchants } from "#resources/merchants/store.ts";
import { type Order, type ReadOrder, readOrder } from "./read.ts";
import type { PaymentRow } from "./schema.ts";
import { eventData } from "./show.ts";
import { findReferences, insert } from "./store.ts";

/**
 * Creates payments; one is a list of one. Each order has its own outcome: a refused order (`invalid`, `conflict` for a
 * taken reference) writes nothing and does not affect the others. A payment begins `pending` and is reported by the
 * event
 * `payment.created`. Its payer is an existing customer, or becomes a new one.
 *
 * Runs as the engine: the orders may belong to several merchants.
 */
export async function createPayments(
  tx: Tx,
  orders: readonly Order[],
  expires_after_ms: number,
): Promise<readonly (PaymentRow | ServiceError)[]> {
  const merchants = await findMerchants(tx, [...new Set(orders.map((order) => order.scope.merchant))]);
  const countries = new Map(merchants.map((merchant) => [merchant.id, merchant.country]));
  const connected = await connections(
    tx,
    orders.map((order) => order.scope),
  );
  const reads = orders.map((order) => readOrder(order, countries.get(order.scope.merchant) ?? "", connected));
  const taken = await takenReferences(tx, orders);
  const customers = await knownCustomers(tx, orders);
  // Check the customer first: an order refused for its customer must not take a reference from another order of this
  // commit.
  const kept = reads.map((read) =>
    read instanceof ServiceError ? read : (customerProblem(read, customers) ?? claimReference(read, taken) ?? read),
  );

  const accepted = kept.filter(isAccepted);
  const payers = await findOrMakePayers(
    tx,
    accepted.map(({ order, payer }) => ({ scope: order.scope, payer })),
  );
  const payer_of = new Map(accepted.map((read, place) => [read, payers[place] ?? null]));
  const outcomes = kept.map((read) => {
    if (read instanceof ServiceError) return read;
    const customer = payer_of.get(read);
    return customer ? paymentOf(tx, read, customer, expires_after_ms) : unknownCustomer();
  });
  await write(tx, outcomes.filter(isPayment));
  return outcomes;
}

/** The ids of existing customers among those that the orders name. */
async function knownCustomers(tx: Tx, orders: readonly Order[]): Promise<ReadonlySet<string>> {
  const named = orders.flatMap(({ scope, payer }) => (payer.by === "id" ? [{ ...scope, id: payer.id }] : []));
  return new Set((await findCustomers(tx, named)).map((customer) => keyIn(customer, customer.id)));
}

function customerProblem({ order: { scope, payer } }: ReadOrder, known: ReadonlySet<string>): ServiceError | null {
  return payer.by === "contact" || known.has(keyIn(scope, payer.id)) ? null : unknownCustomer();
}

function unknownCustomer(): ServiceError {
  return invalid("customer", "The customer was not found");
}

type References = Set<string>;

async function takenReferences(tx: Tx, orders: readonly Order[]): Promise<References> {
  const wanted = orders.flatMap(({ scope, reference }) => (reference === null ? [] : [{ ...scope, reference }]));
  if (wanted.length === 0) return new Set();
  return new Set((await findReferences(tx, wanted)).map((row) => keyIn(row, row.reference)));
}

/** Returns null when the order is acceptable, and marks its reference as taken for the orders that follow. */
function claimReference({ order }: ReadOrder, taken: References): ServiceError | null {
  if (order.reference === null) return null;
  const key = keyIn(order.scope, order.reference);
  if (taken.has(key)) return new ServiceError("conflict", "A payment with this reference already exists");
  taken.add(key);
  return null;
}

/** A key for a name that is unique within a merchant and environment. */
function keyIn(scope: Scope, name: string): string {
  return `${scope.merchant} ${scope.environment} ${name}`;
}

function paymentOf(tx: Tx, read: ReadOrder, customer: CustomerRow, expires_after_ms: number): PaymentRow {
  const { order, payer_phone } = read;
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
    description: order.description,
    callback: order.callback,
    locked_channel: order.locked_channel,
    locked_country: order.locked_country,
    locked_currency: order.locked_currency,
    metadata: order.metadata,
    link: order.link,
    status: "pending",
    is_hosted_try: false,
    tries: 0,
    failure_reason: null,
    failure_code: null,
    amount_refunded: 0n,
    amount_refunding: 0n,
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
    processing_at: null,
    completed_at: null,
    expires_at: plus(tx.now, expires_after_ms),
  };
}

async function write(tx: Tx, payments: readonly PaymentRow[]): Promise<void> {
  if (payments.length === 0) return;
  try {
    await together([
      insert(tx, payments),
      record(
        tx,
        payments.map((payment) => ({
          ...{ scope: payment, type: "payment.created", resource: payment.id, sequence: payment.sequence },
          data: eventData(payment),
        })),
      ),
    ]);
  } catch (error) {
    throw isDuplicate(error) ? new Taken("a reference was written since it was read") : error;
  }
}

function isAccepted(read: ReadOrder | ServiceError): read is ReadOrder {
  return !(read instanceof ServiceError);
}

function isPayment(outcome: PaymentRow | ServiceError): outcome is PaymentRow {
  return !(outcome instanceof ServiceError);
}
