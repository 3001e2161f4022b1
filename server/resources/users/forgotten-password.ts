import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS, plus } from "#kernel/time.ts";
import { enqueueMail } from "#resources/outbox-mail/enqueue.ts";
import { passwordResetMail } from "#resources/outbox-mail/rules.ts";
import { createResetLink } from "./reset-password.ts";
import { normalizeEmail } from "./rules.ts";
import { countResets, findByEmail, insertResetRequest, takeResetRequests } from "./store.ts";

/** The wake-up channel of the job that mails reset links. */
export const RESET_WAKE_CHANNEL = "password reset requests";
export const LINK_MINUTES = 30;
/**
 * The maximum of valid links per person, so that nobody can flood a mailbox. It counts links within their lifetime:
 * while no more are sent, the newest one still works, whoever requested it.
 */
export const VALID_LINKS_MAX = 3;
const RESET_REQUESTS_PER_RUN = 20;

/**
 * Stores a request for a reset link. Time and result are the same for every address, so that they do not reveal
 * accounts. Throws `invalid` if this installation sends no mail.
 */
export async function requestPasswordReset(tx: Tx, email: string, has_mail: boolean): Promise<void> {
  if (!has_mail) throw new ServiceError("mail_unavailable", "This Kolo sends no mail: ask whoever runs it for a link");
  await insertResetRequest(tx, normalizeEmail(email));
  tx.wake(RESET_WAKE_CHANNEL);
}

/** A repeated job that mails a link to each requested address with an account. Returns true if more may be waiting. */
export function resetMailer(urlOf: (token: string) => string) {
  return async (tx: Tx): Promise<boolean> => {
    const emails = await takeResetRequests(tx, RESET_REQUESTS_PER_RUN);
    for (const email of emails) await mailResetLink(tx, email, urlOf);
    return emails.length === RESET_REQUESTS_PER_RUN;
  };
}

async function mailResetLink(tx: Tx, email: string, urlOf: (token: string) => string): Promise<void> {
  const person = await findByEmail(tx, email);
  if (!person || (await countResets(tx, person.id, plus(tx.now, -LINK_MINUTES * MINUTE_MS))) >= VALID_LINKS_MAX) return;
  const { token, expires_at } = await createResetLink(tx, person.id, LINK_MINUTES * MINUTE_MS);
  const letter = passwordResetMail({ url: urlOf(token), minutes: LINK_MINUTES });
  await enqueueMail(tx, { about: person.id, recipient: person.email, letter, expires_at });
}
