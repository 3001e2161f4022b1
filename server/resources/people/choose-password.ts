import type { Tx } from "#db/tx.ts";
import { badRequest } from "#kernel/errors.ts";
import { passwordEstimator } from "./common-passwords.ts";
import { hashPassword } from "./password.ts";
import { weakness } from "./rules.ts";
import type { PersonRow } from "./schema.ts";
import { listMerchantsOf } from "./store.ts";

/**
 * A password that somebody chose, as it is kept. `about`: the names and addresses of the person and their businesses. Throws `bad_request` for one that is too easy to guess.
 */
export async function choosePassword(password: string, about: readonly string[]): Promise<string> {
  const trouble = weakness(password, about, await passwordEstimator());
  if (trouble) throw badRequest("password", trouble);
  return hashPassword(password);
}

/** The names that a stranger tries for this person's password: theirs, their address's and their businesses'. */
export async function namesAround(tx: Tx, person: PersonRow): Promise<readonly string[]> {
  const businesses = await listMerchantsOf(tx, person.id);
  return [person.email, person.name, ...businesses.map(({ name }) => name)];
}
