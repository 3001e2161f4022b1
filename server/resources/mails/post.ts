import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import { seal } from "#kernel/secrets.ts";
import { DAY_MS, type Instant, plus } from "#kernel/time.ts";
import type { Letter } from "./schema.ts";
import { forgetEnded, insert } from "./store.ts";

/** The wake-up channel of new mails. */
export const MAILS = "mails";

export interface Posting {
  /** The id of the invitation or person that the mail concerns. */
  readonly about: string;
  readonly recipient: string;
  readonly letter: Letter;
  /** The expiry of the link in it. */
  readonly expires_at: Instant;
}

/** Writes a letter to the outbox, in the transaction of its subject. It is sent after the commit. */
export async function post(tx: Tx, { about, recipient, letter, expires_at }: Posting): Promise<void> {
  const id = newId("eml", tx.now);
  const content = seal(letter.text, placeOf(id));
  await insert(tx, { id, about, recipient, subject: letter.subject, content, expires_at });
  tx.wake(MAILS);
}

/** The associated data of a mail's encrypted text. */
export function placeOf(id: string): string {
  return `mails.content ${id}`;
}

const KEPT_MS = 90 * DAY_MS;

/** Scheduled job: deletes ended mails past their retention. */
export async function forgetMails(tx: Tx): Promise<void> {
  await forgetEnded(tx, plus(tx.now, -KEPT_MS));
}
