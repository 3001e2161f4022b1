import type { Tx } from "#db/tx.ts";
import { badRequest } from "#kernel/errors.ts";
import { passwordEstimator } from "./common-passwords.ts";
import { hashPassword } from "./password.ts";
import { weakness } from "./rules.ts";
import type { PersonRow } from "./schema.ts";
import { listMerchantsOf } from "./store.ts";

/**
 * Checks and hashes a new password. `about`: the names and addresses of the person and their businesses. Throws
 * `bad_request` for a password that is easy to guess.
 */
export async function choosePassword(password: string, about: readonly string[]): Promise<string> {
  const trouble = weakness(password, about, await passwordEstimator());
  if (trouble) throw badRequest("password", trouble);
  return hashPassword(password);
}

/** The names an attacker tries first for this person's password: their own, their address and their businesses'. */
export async function namesAround(tx: Tx, person: PersonRow): Promise<readonly string[]> {
  const businesses = await listMerchantsOf(tx, person.id);
  return [person.email, person.name, ...businesses.map(({ name }) => name)];
}
