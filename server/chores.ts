import { foldCounts } from "#db/counts.ts";
import type { Database } from "#db/pool.ts";
import { forgetOld } from "#http/idempotency.ts";
import { every } from "#jobs/every.ts";
import { repeat } from "#jobs/repeat.ts";
import { forgetOldCounts } from "#providers/health.ts";
import { forgetMails } from "#resources/mails/post.ts";
import { forgetChallenges } from "#resources/passkeys/challenge.ts";
import { forgetSessions } from "#resources/sessions/session.ts";
import { judgeFailing } from "#resources/webhooks/disable.ts";
import { settleSecrets } from "#resources/webhooks/store.ts";

// How long lists add up what was not folded into their counters yet.
const FOLD_MS = 1_000;

/** What is done by the clock, most of it by one server at a time: what is over is forgotten, what has failed for long is judged. */
export function startChores(
  db: Database,
  onError: (error: unknown, name: string) => void,
): readonly { stop(): Promise<void> }[] {
  return [
    repeat(db, { name: "fold counts", wake: "counts", idle_ms: FOLD_MS, onError, turn: foldCounts }),
    every(db, "1 hour", "forget old idempotency keys", forgetOld, onError),
    every(db, "1 hour", "forget how channels did", forgetOldCounts, onError),
    every(db, "1 minute", "judge failing webhooks", judgeFailing, onError),
    every(db, "1 minute", "settle webhook secrets", settleSecrets, onError),
    every(db, "1 hour", "forget old sessions", forgetSessions, onError),
    every(db, "1 hour", "forget old mails", forgetMails, onError),
    every(db, "1 hour", "forget old questions to passkeys", forgetChallenges, onError),
  ];
}
