import { badRequest } from "#kernel/errors.ts";
import { commonPasswords } from "./common-passwords.ts";
import { hashPassword } from "./password.ts";
import { weakness } from "./rules.ts";

/** A password that somebody chose, as it is kept. Throws `bad_request` for one that is too easy to guess. */
export async function choosePassword(password: string, about: readonly string[]): Promise<string> {
  const trouble = weakness(password, about, await commonPasswords());
  if (trouble) throw badRequest("password", trouble);
  return hashPassword(password);
}
