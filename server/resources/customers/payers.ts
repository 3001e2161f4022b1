import { isUniqueViolation, type Tx, UniqueConflict } from "#db/tx.ts";
import { recordEvents } from "#events/events.ts";
import { newId } from "#kernel/ids.ts";
import { lowerCaseEmail } from "#kernel/normalize-text.ts";
import type { Scope } from "#kernel/scope.ts";
import { eventData } from "./present.ts";
import type { CustomerRow } from "./schema.ts";
import { findByContact, findMany, insert } from "./store.ts";

/** The payer of a payment: a stored customer, or contact data. */
export type Payer =
  | { readonly by: "id"; readonly id: string }
  | {
      readonly by: "contact";
      readonly name: string | null;
      readonly email: string | null;
      /** E.164. */
      readonly phone: string | null;
      readonly phone_typed: string | null;
    };

export interface PayerKey {
  readonly scope: Scope;
  readonly payer: Payer;
}

/**
 * Returns the customer of each payer: found by id, else by phone, else by e-mail, else created (interface-decisions
 * 35). If any customer with one of the contacts is blocked, returns that one. Returns null for an unknown id. Equal
 * payers share one customer. Throws `StaleRead` if another server has created one of them meanwhile.
 */
export async function findOrCreatePayers(tx: Tx, keys: readonly PayerKey[]): Promise<readonly (CustomerRow | null)[]> {
  const by_id = await findMany(
    tx,
    keys.flatMap(({ scope, payer }) => (payer.by === "id" ? [{ ...scope, id: payer.id }] : [])),
  );
  const by_contact = await findByContact(
    tx,
    keys.flatMap(({ scope, payer }) =>
      payer.by === "contact" ? [{ ...scope, email: payer.email, phone: payer.phone }] : [],
    ),
  );
  const by_key = new Map<string, CustomerRow>();
  const addToIndex = (customer: CustomerRow, contact: Contact = customer): void => {
    for (const key of lookupKeys(customer, contact)) {
      const other = by_key.get(key);
      if (!other || (other.blocked_at === null && customer.blocked_at !== null)) by_key.set(key, customer);
    }
  };
  for (const customer of [...by_id, ...by_contact]) addToIndex(customer);
  for (const found of by_contact) addToIndex(found, { email: found.found_email, phone: found.found_phone });
  for (const customer of by_id) by_key.set(idKey(customer, customer.requested_id), customer);

  const created: CustomerRow[] = [];
  const customers = keys.map(({ scope, payer }) => {
    if (payer.by === "id") return by_key.get(idKey(scope, payer.id)) ?? null;
    const matches = lookupKeys(scope, payer).flatMap((key) => by_key.get(key) ?? []);
    const existing = matches.find(({ blocked_at }) => blocked_at !== null) ?? matches[0];
    if (existing) return existing;
    const customer = newPayer(tx, scope, payer);
    created.push(customer);
    addToIndex(customer);
    return customer;
  });
  await insertPayers(tx, created);
  return customers;
}

function idKey({ merchant, environment }: Scope, id: string): string {
  return `${merchant} ${environment} ${id}`;
}

interface Contact {
  readonly id?: string;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Returns the keys that match payers within this set, the most reliable first. */
function lookupKeys(scope: Scope, contact: Contact): readonly string[] {
  const prefix = `${scope.merchant} ${scope.environment}`;
  return [
    ...(contact.id === undefined ? [] : [`${prefix} ${contact.id}`]),
    ...(contact.phone === null ? [] : [`${prefix} ${contact.phone}`]),
    ...(contact.email === null ? [] : [`${prefix} ${lowerCaseEmail(contact.email)}`]),
  ];
}

function newPayer(tx: Tx, scope: Scope, payer: Payer & { readonly by: "contact" }): CustomerRow {
  const { email, phone } = payer;
  return {
    merchant: scope.merchant,
    environment: scope.environment,
    id: newId("cus", tx.now),
    // A payment without a name: use the contact as the name until a later edit.
    name: payer.name ?? phone ?? email ?? "",
    email,
    phone,
    phone_typed: payer.phone_typed,
    metadata: null,
    blocked_at: null,
    payer_key: phone ?? (email === null ? null : lowerCaseEmail(email)),
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
  };
}

async function insertPayers(tx: Tx, customers: readonly CustomerRow[]): Promise<void> {
  if (customers.length === 0) return;
  try {
    await insert(tx, customers);
  } catch (error) {
    throw isUniqueViolation(error) ? new UniqueConflict("a payer was made since it was looked for") : error;
  }
  await recordEvents(
    tx,
    customers.map((customer) => ({
      ...{ scope: customer, type: "customer.created", resource: customer.id, sequence: customer.sequence },
      data: eventData(customer),
    })),
  );
}
