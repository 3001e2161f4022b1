import { isDuplicate, Taken, type Tx } from "#db/tx.ts";
import { record } from "#events/events.ts";
import { newId } from "#kernel/ids.ts";
import { foldEmail } from "#kernel/pasted.ts";
import type { Scope } from "#kernel/scope.ts";
import type { CustomerRow } from "./schema.ts";
import { eventData } from "./show.ts";
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
 * The customers of payments: found by id, else by phone, else by e-mail, else created (interface-decisions 35). Null
 * for an unknown id. Takes sets; equal payers share one customer. Throws `Outdated` when another server created one of
 * them meanwhile.
 */
export async function findOrMakePayers(tx: Tx, keys: readonly PayerKey[]): Promise<readonly (CustomerRow | null)[]> {
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
  const known = new Map<string, CustomerRow>();
  const remember = (customer: CustomerRow): void => {
    for (const name of namesOf(customer, customer)) if (!known.has(name)) known.set(name, customer);
  };
  for (const customer of [...by_id, ...by_contact]) remember(customer);

  const made: CustomerRow[] = [];
  const customers = keys.map(({ scope, payer }) => {
    if (payer.by === "id") return known.get(`${scope.merchant} ${scope.environment} ${payer.id}`) ?? null;
    const found = namesOf(scope, payer)
      .map((name) => known.get(name))
      .find((customer) => customer !== undefined);
    if (found) return found;
    const customer = newPayer(tx, scope, payer);
    made.push(customer);
    remember(customer);
    return customer;
  });
  await make(tx, made);
  return customers;
}

/** The keys that find a payer within this set, the surest first. */
function namesOf(scope: Scope, who: { id?: string; email: string | null; phone: string | null }): readonly string[] {
  const before = `${scope.merchant} ${scope.environment}`;
  return [
    ...(who.id === undefined ? [] : [`${before} ${who.id}`]),
    ...(who.phone === null ? [] : [`${before} ${who.phone}`]),
    ...(who.email === null ? [] : [`${before} ${foldEmail(who.email)}`]),
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
    payer_key: phone ?? (email === null ? null : foldEmail(email)),
    sequence: 1,
    created_at: tx.now,
    updated_at: tx.now,
  };
}

async function make(tx: Tx, customers: readonly CustomerRow[]): Promise<void> {
  if (customers.length === 0) return;
  try {
    await insert(tx, customers);
  } catch (error) {
    throw isDuplicate(error) ? new Taken("a payer was made since it was looked for") : error;
  }
  await record(
    tx,
    customers.map((customer) => ({
      ...{ scope: customer, type: "customer.created", resource: customer.id, sequence: customer.sequence },
      data: eventData(customer),
    })),
  );
}
