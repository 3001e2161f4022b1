import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS, plus } from "#kernel/time.ts";
import { post } from "#resources/mails/post.ts";
import { resetLetter } from "#resources/mails/rules.ts";
import { newLink } from "./reset.ts";
import { evenEmail } from "./rules.ts";
import { countResets, findByEmail, insertAsk, takeAsks } from "./store.ts";

/** The wake-up channel of requested password links. */
export const ASKS = "password asks";
export const LINK_MINUTES = 30;
/**
 * The limit of mails to one address, against flooding. Counted over the lifetime of a link: while no more are sent, the
 * newest still works, whoever requested it.
 */
export const LINKS_AT_ONCE = 3;
const ASKS_AT_ONCE = 20;

/**
 * Stores a request for a password link. It takes the same time and returns the same for any address, so it does not
 * reveal accounts. Throws `invalid` on an installation without mail.
 */
export async function askForPassword(tx: Tx, email: string, has_mail: boolean): Promise<void> {
  if (!has_mail) throw new ServiceError("invalid", "This Kolo sends no mail: ask whoever runs it for a link");
  await insertAsk(tx, evenEmail(email));
  tx.wake(ASKS);
}

/** A repeated job: mails a link to each requested address that has an account. Returns true while there may be more. */
export function mailLinks(urlOf: (token: string) => string) {
  return async (tx: Tx): Promise<boolean> => {
    const emails = await takeAsks(tx, ASKS_AT_ONCE);
    for (const email of emails) await mailLink(tx, email, urlOf);
    return emails.length === ASKS_AT_ONCE;
  };
}

async function mailLink(tx: Tx, email: string, urlOf: (token: string) => string): Promise<void> {
  const person = await findByEmail(tx, email);
  if (!person || (await countResets(tx, person.id, plus(tx.now, -LINK_MINUTES * MINUTE_MS))) >= LINKS_AT_ONCE) return;
  const { token, expires_at } = await newLink(tx, person.id, LINK_MINUTES * MINUTE_MS);
  const letter = resetLetter({ url: urlOf(token), minutes: LINK_MINUTES });
  await post(tx, { about: person.id, recipient: person.email, letter, expires_at });
}
