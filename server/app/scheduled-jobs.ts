import { rollUpCounters } from "#db/lists/list-counters.ts";
import type { Database } from "#db/pool.ts";
import { indexStaleBuckets } from "#db/search/search-indexer.ts";
import { deleteExpiredKeys } from "#http/idempotency.ts";
import { type RequestLog, startRequestLogWriter } from "#http/request-log.ts";
import type { WrongKeyLimiter } from "#http/wrong-key-limiter.ts";
import { startPoller } from "#jobs/poller.ts";
import { scheduleJob } from "#jobs/scheduled-job.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import { deleteOldCounts } from "#providers/health/health.ts";
import { deleteOldLookups } from "#resources/account-lookups/recent-lookups.ts";
import { deleteOldDailyTotals } from "#resources/approvals/daily-total.ts";
import { repayDebts } from "#resources/corrections/repay-debts.ts";
import { deleteOldGuarded } from "#resources/duplicate-guard/guard.ts";
import { DUE_INVOICES, type ReminderSettings, updateDueInvoices } from "#resources/invoices/remind.ts";
import type { KeyDirectory } from "#resources/keys/directory.ts";
import { deleteOldUsage } from "#resources/limits/count.ts";
import { mailNotifications } from "#resources/notifications/mail.ts";
import { NOTIFICATIONS } from "#resources/notifications/record.ts";
import { deleteOldMails } from "#resources/outbox-mail/enqueue.ts";
import { endUnsentPayments } from "#resources/payments/expire.ts";
import { requestLogRetention } from "#resources/request-log/retention.ts";
import { insert as insertRequests } from "#resources/request-log/store.ts";
import { DUE_SCHEDULES, scheduleRunner } from "#resources/schedules/run-service.ts";
import { rollUpStatements, STATEMENT_ROLL_UP } from "#resources/statements/roll-up.ts";
import { DUE_FUNDS, fundDueTransfers } from "#resources/transfers/fund.ts";
import { RESET_WAKE_CHANNEL, resetMailer } from "#resources/users/forgotten-password.ts";
import { deleteExpiredChallenges } from "#resources/users/passkeys/challenge.ts";
import { deleteOldResetLinks } from "#resources/users/reset-password.ts";
import { deleteOldFailures } from "#resources/users/security-events.ts";
import { deleteOldSessions } from "#resources/users/sessions/session.ts";
import { deleteOldDeliveries } from "#resources/webhooks/delivery/retention.ts";
import { handleFailingWebhooks } from "#resources/webhooks/disable.ts";
import { finishRotations } from "#resources/webhooks/store.ts";
import { DUE_WITHDRAWAL_RULES, withdrawalRuleRunner } from "#resources/withdrawal-rules/run-service.ts";

// The roll-up interval of counter deltas. Until the next roll-up, a list adds the deltas to its counters.
const ROLL_UP_MS = 1_000;
// The longest delay before a password-reset link requested from another process is mailed.
const PASSWORD_RESET_POLL_MS = 1_000;
// The interval at which the search indexer scans for stale time buckets.
const SEARCH_INDEX_MS = 5_000;
// No request waits for the search index. While requests arrive, the indexer pauses this many times longer than other
// jobs.
const SEARCH_INDEX_PAUSE_FACTOR = 5;
// The poll interval for scheduled orders: one starts at most this long after its due time.
const DUE_POLL_MS = 1_000;
// The longest delay before an event that another process recorded is mailed.
const NOTIFICATION_POLL_MS = 5_000;
const KEY_USE_FLUSH_MS = 30_000;
// The longest delay before a payment fails because the payer could not be contacted in time.
const UNSENT_PAYMENTS_POLL_MS = 10_000;
// The longest delay before entries are added up, once they are old enough for it (10 minutes).
const STATEMENT_ROLL_UP_MS = MINUTE_MS;
// The longest delay before expired or surplus rows are deleted.
const RETENTION_MS = 10 * MINUTE_MS;

export interface ScheduledJobOptions {
  /** The URL that a password-reset link points to; null without a mail server. */
  readonly resetUrlOf: ((token: string) => string) | null;
  /** The address of the pages that mails link to, and whether there is a mail server. */
  readonly reminders: ReminderSettings;
  /** The pause between two runs of a job, in milliseconds. */
  readonly pause_ms: () => number;
  readonly webhook_retention_days: number;
  readonly onError: (error: unknown, name: string) => void;
}

/**
 * Starts the scheduled jobs, most of them in one process at a time: roll-ups, due orders, retention, and webhooks that
 * have failed for long.
 */
export function startScheduledJobs(db: Database, options: ScheduledJobOptions): readonly { stop(): Promise<void> }[] {
  const { resetUrlOf, pause_ms, onError } = options;
  const password_resets =
    resetUrlOf === null
      ? []
      : [
          startPoller(db, {
            name: "mail password reset links",
            wake: RESET_WAKE_CHANNEL,
            idle_min_ms: PASSWORD_RESET_POLL_MS,
            onError,
            poll: resetMailer(resetUrlOf),
          }),
        ];
  return [
    ...password_resets,
    statementRollUp(db, options),
    notificationMailer(db, options),
    startPoller(db, {
      name: "roll up counters",
      wake: "counts",
      idle_min_ms: ROLL_UP_MS,
      onError,
      poll: rollUpCounters,
    }),
    startPoller(db, {
      ...{ name: "update search index", wake: "search", idle_min_ms: SEARCH_INDEX_MS, onError },
      poll: indexStaleBuckets,
      pause_ms: () => SEARCH_INDEX_PAUSE_FACTOR * pause_ms(),
    }),
    startPoller(db, {
      ...{ name: "fund due transfers", wake: DUE_FUNDS, idle_min_ms: DUE_POLL_MS, onError },
      poll: fundDueTransfers,
    }),
    startPoller(db, {
      ...{ name: "run due schedules", wake: DUE_SCHEDULES, idle_min_ms: DUE_POLL_MS, onError },
      turn: scheduleRunner(db),
    }),
    startPoller(db, {
      ...{ name: "run due withdrawal rules", wake: DUE_WITHDRAWAL_RULES, idle_min_ms: DUE_POLL_MS, onError },
      turn: withdrawalRuleRunner(db),
    }),
    startPoller(db, {
      ...{ name: "update due invoices", wake: DUE_INVOICES, idle_min_ms: DUE_POLL_MS, onError },
      poll: (tx) => updateDueInvoices(tx, options.reminders),
    }),
    startPoller(db, {
      ...{ name: "delete old logged requests", wake: "request_log_retention", idle_min_ms: RETENTION_MS, onError },
      poll: requestLogRetention(),
    }),
    startPoller(db, {
      ...{
        name: "delete expired idempotency keys",
        wake: "idempotency_key_retention",
        idle_min_ms: RETENTION_MS,
        onError,
      },
      poll: (tx) => deleteExpiredKeys(tx),
      pause_ms,
    }),
    startPoller(db, {
      ...{ name: "delete old deliveries", wake: "delivery_retention", idle_min_ms: RETENTION_MS, onError },
      poll: deleteOldDeliveries(options.webhook_retention_days),
      pause_ms,
    }),
    startPoller(db, {
      ...{ name: "fail unsent payments", wake: "unsent_payments", idle_min_ms: UNSENT_PAYMENTS_POLL_MS, onError },
      poll: endUnsentPayments,
    }),
    scheduleJob(db, "1 minute", "repay debts", repayDebts, onError),
    scheduleJob(db, "1 hour", "delete old channel counts", deleteOldCounts, onError),
    scheduleJob(db, "1 minute", "disable failing webhooks", handleFailingWebhooks, onError),
    scheduleJob(db, "1 minute", "finish secret rotations", finishRotations, onError),
    scheduleJob(db, "1 hour", "delete old daily totals", deleteOldDailyTotals, onError),
    scheduleJob(db, "1 hour", "delete old guarded transfers", deleteOldGuarded, onError),
    scheduleJob(db, "1 hour", "delete old limit usage", deleteOldUsage, onError),
    scheduleJob(db, "1 hour", "delete old account lookups", deleteOldLookups, onError),
    scheduleJob(db, "1 hour", "delete old failed sign-ins", deleteOldFailures, onError),
    scheduleJob(db, "1 hour", "delete old sessions", deleteOldSessions, onError),
    scheduleJob(db, "1 hour", "delete old mails", deleteOldMails, onError),
    scheduleJob(db, "1 hour", "delete old reset links", deleteOldResetLinks, onError),
    scheduleJob(db, "1 hour", "delete expired passkey challenges", deleteExpiredChallenges, onError),
  ];
}

function notificationMailer(db: Database, { reminders, onError }: ScheduledJobOptions): { stop(): Promise<void> } {
  return startPoller(db, {
    ...{ name: "mail notifications", wake: NOTIFICATIONS, idle_min_ms: NOTIFICATION_POLL_MS, onError },
    poll: (tx) => mailNotifications(tx, reminders),
  });
}

function statementRollUp(db: Database, { pause_ms, onError }: ScheduledJobOptions): { stop(): Promise<void> } {
  return startPoller(db, {
    ...{ name: "add up statements", wake: STATEMENT_ROLL_UP, idle_min_ms: STATEMENT_ROLL_UP_MS, onError },
    poll: (tx) => rollUpStatements(tx),
    pause_ms,
  });
}

/** Starts the job that flushes this process's buffered records: key uses, wrong-key counts and the request log. */
export function startFlushJobs(
  db: Database,
  buffers: { readonly directory: KeyDirectory; readonly wrong_keys: WrongKeyLimiter; readonly request_log: RequestLog },
  onError: (error: unknown, name: string) => void,
): { stop(): Promise<void> } {
  const key_uses = startPoller(db, {
    ...{ name: "write key uses", wake: "key_uses", idle_min_ms: KEY_USE_FLUSH_MS, onError },
    poll: (tx) => buffers.directory.writeUses(tx).then(() => false),
  });
  const wrong_keys = startPoller(db, {
    ...{ name: "synchronize wrong-key counts", wake: "wrong_keys", idle_min_ms: SECOND_MS, onError },
    poll: (tx) => buffers.wrong_keys.synchronize(tx).then(() => false),
  });
  const request_log = startRequestLogWriter(
    buffers.request_log,
    (rows) => db.engine((tx) => insertRequests(tx, rows)),
    onError,
  );
  return {
    async stop() {
      await Promise.all([key_uses.stop(), wrong_keys.stop(), request_log.stop()]);
    },
  };
}
