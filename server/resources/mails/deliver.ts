import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { open as unseal } from "#kernel/secrets.ts";
import { plus } from "#kernel/time.ts";
import { MAILS, placeOf } from "./post.ts";
import { isFinal, waitAfter } from "./rules.ts";
import type { DueMail } from "./schema.ts";
import { MAIL_DEADLINE_MS, type Refusal, type Sender } from "./sender.ts";
import { claimDue, giveBack, type Tried, writeTried } from "./store.ts";

// Twice the deadline of one sending: a shorter lease would let a second worker send the same mail.
const LEASE_MS = 2 * MAIL_DEADLINE_MS;
const ERROR_MAX = 300;

/**
 * The parts of the queue consumer (`jobs/drain.ts`) for mails. A mail that was sent but not recorded is sent again:
 * at-least-once delivery.
 */
export function mailing(db: Database, sender: Sender) {
  return {
    wake: MAILS,
    giveBack,
    claim: (tx: Tx, limit: number, lease: Lease) => claimDue(tx, limit, lease, LEASE_MS),
    async work(mail: DueMail): Promise<void> {
      if (mail.expires_at <= mail.claimed_at) {
        await db.engine((tx) => writeTried(tx, mail, TOO_LATE));
        return;
      }
      const { recipient, subject } = mail;
      const refusal = await sender.send({ recipient, subject, text: unseal(mail.content, placeOf(mail.id)) });
      await db.engine((tx) => writeTried(tx, mail, refusal === null ? SENT : after(tx, mail, refusal)));
    },
  };
}

const SENT: Tried = { state: "sent", due_at: null, last_error: null };

const TOO_LATE: Tried = { state: "failed", due_at: null, last_error: "The link in it had ended" };

function after(tx: Tx, mail: DueMail, { code, said }: Refusal): Tried {
  const wait_ms = waitAfter(mail.attempts + 1);
  const last_error = said.slice(0, ERROR_MAX);
  if (isFinal(code) || wait_ms === null) return { state: "failed", due_at: null, last_error };
  return { state: "waiting", due_at: plus(tx.now, wait_ms), last_error };
}
