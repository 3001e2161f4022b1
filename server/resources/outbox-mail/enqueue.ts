import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import { seal } from "#kernel/secrets.ts";
import { DAY_MS, type Instant, plus } from "#kernel/time.ts";
import type { MailText } from "./schema.ts";
import { deleteEndedBefore, insert } from "./store.ts";

/** The wake-up channel of new mails. */
export const MAIL_WAKE_CHANNEL = "mails";

export interface MailToSend {
  /** The id of the invitation, invoice or person that the mail is about; of a member, the merchant and the person. */
  readonly about: string;
  readonly recipient: string;
  readonly letter: MailText;
  /** The time at which the link in the mail expires. */
  readonly expires_at: Instant;
}

/** Writes a mail to the outbox, in the transaction of the change that it reports. It is sent after the commit. */
export async function enqueueMail(tx: Tx, { about, recipient, letter, expires_at }: MailToSend): Promise<void> {
  const id = newId("eml", tx.now);
  const content = seal(letter.text, mailContentAad(id));
  await insert(tx, { id, about, recipient, subject: letter.subject, content, expires_at });
  tx.wake(MAIL_WAKE_CHANNEL);
}

/** Returns the associated data for the encryption of a mail's content. */
export function mailContentAad(id: string): string {
  return `mails.content ${id}`;
}

const RETENTION_MS = 90 * DAY_MS;

/** Scheduled job: deletes sent and failed mails past their retention. */
export async function deleteOldMails(tx: Tx): Promise<void> {
  await deleteEndedBefore(tx, plus(tx.now, -RETENTION_MS));
}
