import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { hashPassword } from "./password-hash.ts";
import { loadPasswordEstimator } from "./password-strength.ts";
import { findPasswordWeakness } from "./rules.ts";
import type { PersonRow } from "./schema.ts";
import { listMerchantsOf } from "./store.ts";

/**
 * Checks and hashes a new password. `personal_terms` are the names and addresses of the person and their businesses.
 * Throws `bad_request` if the password is easy to guess.
 */
export async function validateAndHashPassword(password: string, personal_terms: readonly string[]): Promise<string> {
  const problem = findPasswordWeakness(password, personal_terms, await loadPasswordEstimator());
  if (problem) throw new ServiceError("invalid_request", "Validation failed", { fields: { password: [problem] } });
  return hashPassword(password);
}

/** Terms that an attacker would try first for this person: their name and address, and their businesses' names. */
export async function personalTermsOf(tx: Tx, person: PersonRow): Promise<readonly string[]> {
  const businesses = await listMerchantsOf(tx, person.id);
  return [person.email, person.name, ...businesses.map(({ name }) => name)];
}
