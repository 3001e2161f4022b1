import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS, plus } from "#kernel/time.ts";
import { post } from "#resources/mails/post.ts";
import { resetLetter } from "#resources/mails/rules.ts";
import { newLink } from "./reset.ts";
import { evenEmail } from "./rules.ts";
import { countResets, findByEmail, insertAsk, takeAsks } from "./store.ts";

/** The wake on which links for new passwords are mailed. */
export const ASKS = "password asks";
export const LINK_MINUTES = 30;
/**
 * However often an address is named, its owner is not flooded. Counted over the life of a link: while no more are sent, the
 * newest still works, whoever asked for it.
 */
export const LINKS_AT_ONCE = 3;
const ASKS_AT_ONCE = 20;

/**
 * Somebody has forgotten a password. Only written down: it takes as long, and says as much, whether anybody has the
 * address. Throws `invalid` where nothing is mailed.
 */
export async function askForPassword(tx: Tx, email: string, has_mail: boolean): Promise<void> {
  if (!has_mail) throw new ServiceError("invalid", "This Kolo sends no mail: ask whoever runs it for a link");
  await insertAsk(tx, evenEmail(email));
  tx.wake(ASKS);
}

/** A repeated turn: mails a link to those who asked and are somebody. True while there may be more. */
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
