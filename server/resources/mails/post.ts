import type { Tx } from "#db/tx.ts";
import { newId } from "#kernel/ids.ts";
import { seal } from "#kernel/secrets.ts";
import { DAY_MS, type Instant, plus } from "#kernel/time.ts";
import type { Letter } from "./schema.ts";
import { forgetEnded, insert } from "./store.ts";

/** The wake on which mails are sent. */
export const MAILS = "mails";

export interface Posting {
  /** The invitation or the person it is about. */
  readonly about: string;
  readonly recipient: string;
  readonly letter: Letter;
  /** When the link in it ends. */
  readonly expires_at: Instant;
}

/** Puts a letter into the outbox, in the transaction of what it tells. It is sent after the commit. */
export async function post(tx: Tx, { about, recipient, letter, expires_at }: Posting): Promise<void> {
  const id = newId("eml", tx.now);
  const content = seal(letter.text, placeOf(id));
  await insert(tx, { id, about, recipient, subject: letter.subject, content, expires_at });
  tx.wake(MAILS);
}

/** What the text of a mail is sealed for. */
export function placeOf(id: string): string {
  return `mails.content ${id}`;
}

const KEPT_MS = 90 * DAY_MS;

/** A chore. */
export async function forgetMails(tx: Tx): Promise<void> {
  await forgetEnded(tx, plus(tx.now, -KEPT_MS));
}
