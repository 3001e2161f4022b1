import type { Lease } from "#db/lease.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { open as unseal } from "#kernel/secrets.ts";
import { plus } from "#kernel/time.ts";
import { MAIL_WAKE_CHANNEL, mailContentAad } from "./enqueue.ts";
import { isPermanentFailure, retryDelay } from "./rules.ts";
import type { DueMail } from "./schema.ts";
import { MAIL_DEADLINE_MS, type MailSender, type SendFailure } from "./smtp-sender.ts";
import { claimDue, type MailOutcome, recordOutcome, releaseLeases } from "./store.ts";

// 2 x the deadline of one sending: with a shorter lease, a second worker would send the same mail.
const LEASE_MS = 2 * MAIL_DEADLINE_MS;
const ERROR_MAX = 300;

/**
 * Returns the handlers of the mail queue for `jobs/worker-loop.ts`. Delivery is at least once: a mail that was sent but
 * not recorded is sent again, with the same `Message-ID`.
 */
export function mailWorker(db: Database, sender: MailSender) {
  return {
    wake: MAIL_WAKE_CHANNEL,
    release: releaseLeases,
    claim: (tx: Tx, limit: number, lease: Lease) => claimDue(tx, limit, lease, LEASE_MS),
    async work(mail: DueMail): Promise<void> {
      if (mail.expires_at <= mail.claimed_at) {
        await db.engine((tx) => recordOutcome(tx, mail, MAIL_EXPIRED));
        return;
      }
      const { id, recipient, subject } = mail;
      const failure = await sender.send({ id, recipient, subject, text: unseal(mail.content, mailContentAad(id)) });
      await db.engine((tx) =>
        recordOutcome(tx, mail, failure === null ? MAIL_SENT : outcomeAfterFailure(tx, mail, failure)),
      );
    },
  };
}

const MAIL_SENT: MailOutcome = { state: "sent", due_at: null, last_error: null };

const MAIL_EXPIRED: MailOutcome = { state: "failed", due_at: null, last_error: "The link in it had ended" };

function outcomeAfterFailure(tx: Tx, mail: DueMail, { code, message }: SendFailure): MailOutcome {
  const wait_ms = retryDelay(mail.attempts + 1);
  const last_error = message.slice(0, ERROR_MAX);
  if (isPermanentFailure(code) || wait_ms === null) return { state: "failed", due_at: null, last_error };
  return { state: "waiting", due_at: plus(tx.now, wait_ms), last_error };
}
