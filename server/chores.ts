import { foldCounts } from "#db/counts.ts";
import type { Database } from "#db/pool.ts";
import { indexStale } from "#db/search-indexer.ts";
import type { Guesses } from "#http/guesses.ts";
import { forgetOld } from "#http/idempotency.ts";
import { keepWriting, type RequestLog } from "#http/request-log.ts";
import { every } from "#jobs/every.ts";
import { repeat } from "#jobs/repeat.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import { forgetOldCounts } from "#providers/health.ts";
import { forgetCounted } from "#resources/approvals/daily-total.ts";
import type { KeyDirectory } from "#resources/keys/directory.ts";
import { forgetSeenHolders } from "#resources/lookups/seen.ts";
import { forgetMails } from "#resources/mails/post.ts";
import { forgetChallenges } from "#resources/passkeys/challenge.ts";
import { endUnasked } from "#resources/payments/expire.ts";
import { forgetRecordedFailures } from "#resources/people/authentication.ts";
import { ASKS, mailLinks } from "#resources/people/forget-password.ts";
import { forgetLinks } from "#resources/people/reset.ts";
import { forgetRequests } from "#resources/requests/forget.ts";
import { insert as insertRequests } from "#resources/requests/store.ts";
import { forgetSessions } from "#resources/sessions/session.ts";
import { judgeFailing } from "#resources/webhooks/disable.ts";
import { forgetDeliveries } from "#resources/webhooks/forget.ts";
import { settleSecrets } from "#resources/webhooks/store.ts";

// The interval at which counter deltas are rolled up. Until then a list adds the deltas to its counters.
const FOLD_MS = 1_000;
// The longest delay before a password-reset link requested from another process is mailed.
const ASKS_MS = 1_000;
// The interval at which the search indexer scans for stale time buckets.
const INDEX_MS = 5_000;
// No request waits for the search index. While requests arrive, the indexer pauses this many times longer than other
// jobs.
const INDEX_PAUSES = 5;
const NOTE_MS = 30_000;
// The longest delay before a payment fails whose payer could not be asked in time.
const UNASKED_MS = 10_000;
// The longest delay before expired or surplus rows are deleted.
const FORGET_MS = 10 * MINUTE_MS;

export interface ChoreOptions {
  /** The URL that a password-reset link points to; null without a mail server. */
  readonly resetUrlOf: ((token: string) => string) | null;
  /** The pause between two turns, in milliseconds. */
  readonly rest_ms: () => number;
  readonly deliveries_kept_days: number;
  readonly onError: (error: unknown, name: string) => void;
}

/**
 * Starts the scheduled jobs, most of them in one process at a time: retention, roll-ups, and disabling what has failed
 * for long.
 */
export function startChores(db: Database, options: ChoreOptions): readonly { stop(): Promise<void> }[] {
  const { resetUrlOf, rest_ms, onError } = options;
  const asks =
    resetUrlOf === null
      ? []
      : [
          repeat(db, {
            name: "mail new passwords",
            wake: ASKS,
            idle_ms: ASKS_MS,
            onError,
            turn: mailLinks(resetUrlOf),
          }),
        ];
  return [
    ...asks,
    repeat(db, { name: "fold counts", wake: "counts", idle_ms: FOLD_MS, onError, turn: foldCounts }),
    repeat(db, {
      ...{ name: "index for search", wake: "search", idle_ms: INDEX_MS, onError },
      turn: indexStale,
      rest_ms: () => INDEX_PAUSES * rest_ms(),
    }),
    repeat(db, {
      ...{ name: "forget old requests", wake: "old requests", idle_ms: FORGET_MS, onError },
      turn: forgetRequests(),
    }),
    repeat(db, {
      ...{ name: "forget old idempotency keys", wake: "old answers", idle_ms: FORGET_MS, onError },
      turn: (tx) => forgetOld(tx),
      rest_ms,
    }),
    repeat(db, {
      ...{ name: "forget old deliveries", wake: "old deliveries", idle_ms: FORGET_MS, onError },
      turn: forgetDeliveries(options.deliveries_kept_days),
      rest_ms,
    }),
    repeat(db, { name: "end unasked payments", wake: "unasked", idle_ms: UNASKED_MS, onError, turn: endUnasked }),
    every(db, "1 hour", "forget how channels did", forgetOldCounts, onError),
    every(db, "1 minute", "judge failing webhooks", judgeFailing, onError),
    every(db, "1 minute", "settle webhook secrets", settleSecrets, onError),
    every(db, "1 hour", "forget what was sent days ago", forgetCounted, onError),
    every(db, "1 hour", "forget whose numbers were looked up", forgetSeenHolders, onError),
    every(db, "1 hour", "forget failed sign-ins", forgetRecordedFailures, onError),
    every(db, "1 hour", "forget old sessions", forgetSessions, onError),
    every(db, "1 hour", "forget old mails", forgetMails, onError),
    every(db, "1 hour", "forget old links", forgetLinks, onError),
    every(db, "1 hour", "forget old questions to passkeys", forgetChallenges, onError),
  ];
}

/** Starts the job that writes down this process's own records: uses of keys, guesses of keys, and the request log. */
export function startNotes(
  db: Database,
  seen: { readonly directory: KeyDirectory; readonly guesses: Guesses; readonly request_log: RequestLog },
  onError: (error: unknown, name: string) => void,
): { stop(): Promise<void> } {
  const uses = repeat(db, {
    ...{ name: "note the use of keys", wake: "uses", idle_ms: NOTE_MS, onError },
    turn: (tx) => seen.directory.writeUses(tx).then(() => false),
  });
  const guesses = repeat(db, {
    ...{ name: "share wrong keys", wake: "guesses", idle_ms: SECOND_MS, onError },
    turn: (tx) => seen.guesses.share(tx).then(() => false),
  });
  const requests = keepWriting(seen.request_log, (rows) => db.engine((tx) => insertRequests(tx, rows)), onError);
  return {
    async stop() {
      await Promise.all([uses.stop(), guesses.stop(), requests.stop()]);
    },
  };
}
