import type { Tx } from "#db/tx.ts";
import { invalid, ServiceError } from "#kernel/errors.ts";
import { recordAct } from "#resources/acts/record.ts";
import { makePerson } from "#resources/people/create.ts";
import { evenEmail } from "#resources/people/rules.ts";
import type { PersonRow } from "#resources/people/schema.ts";
import { findByEmail } from "#resources/people/store.ts";
import { insert, remove } from "./store.ts";

export interface Grant {
  readonly person: PersonRow;
  /** There was nobody of this address: they have no password yet. */
  readonly is_new: boolean;
}

/**
 * Makes somebody an operator of this installation; it opens nothing until they sign in with a second factor. Who is not
 * known yet is made a person of that name. Written to the operators' log. Throws `invalid` where a name is missing, and
 * `conflict` for who is one already.
 */
export async function grantOperator(
  tx: Tx,
  given: { readonly email: string; readonly name: string | null },
  actor: string,
): Promise<Grant> {
  const email = evenEmail(given.email);
  const known = await findByEmail(tx, email);
  if (!known && given.name === null) {
    throw invalid("name", `There is nobody with the address ${email} yet: give a name, and they are made`);
  }
  const person = known ?? (await makePerson(tx, { email, name: given.name ?? email, password: null }));
  if (!(await insert(tx, { person: person.id, granted_at: tx.now, granted_by: actor }))) {
    throw new ServiceError("conflict", `${email} is an operator already`);
  }
  const act = { act: "operator.granted", subject: person.id, before: null, after: { email } };
  await recordAct(tx, { merchant: null, environment: null, actor, ...act });
  return { person, is_new: !known };
}

/** Takes the right away: from the next request on they are none. Throws `not_found` for who is no operator. */
export async function withdrawOperator(tx: Tx, given_email: string, actor: string): Promise<void> {
  const email = evenEmail(given_email);
  const person = await findByEmail(tx, email);
  if (!person || !(await remove(tx, person.id))) throw new ServiceError("not_found", `${email} is no operator`);
  const act = { act: "operator.withdrawn", subject: person.id, before: { email }, after: null };
  await recordAct(tx, { merchant: null, environment: null, actor, ...act });
}
