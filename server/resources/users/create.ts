import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { normalizeLine } from "#kernel/normalize-text.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { normalizeEmail } from "./rules.ts";
import type { PersonRow, Role } from "./schema.ts";
import { insert, insertMembership } from "./store.ts";

export interface PersonInput {
  readonly merchant: Id<"mer">;
  readonly role: Role;
  readonly email: string;
  readonly name: string;
  /** The password's hash. */
  readonly password: string;
}

/**
 * Creates a person with a given password, for the demo. Runs as the engine. Throws `conflict` if the address is taken.
 */
export async function createPerson(tx: Tx, input: PersonInput, actor: string): Promise<PersonRow> {
  const person = await insertPerson(tx, input);
  const { merchant, role } = input;
  await insertMembership(tx, { merchant, person: person.id, role, created_at: tx.now });
  const after = { email: person.email, role };
  const entry = { action: "person.created" as const, subject: person.id, before: null, after };
  await recordAuditEntry(tx, { merchant, environment: null, actor, ...entry });
  return person;
}

/**
 * Creates a person who belongs to no merchant. With a null password the person cannot sign in before setting one
 * through a link. Throws `conflict` if the address is taken.
 */
export async function insertPerson(
  tx: Tx,
  input: { readonly email: string; readonly name: string; readonly password: string | null },
): Promise<PersonRow> {
  const person: PersonRow = {
    id: newId("per", tx.now),
    email: normalizeEmail(input.email),
    name: normalizeLine(input.name),
    password: input.password,
    totp_secret: null,
    totp_confirmed_at: null,
    totp_step: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
  if (!(await insert(tx, person)))
    throw new ServiceError("person_exists", `There is a person with ${person.email} already`, {
      params: { email: person.email },
    });
  return person;
}
