import type { Tx } from "#db/tx.ts";
import { findLastPositions, PUBLISHED, readFeedAfter } from "#events/events.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { AUDIT_LOG_WAKE_CHANNEL } from "#resources/audit-log/record.ts";
import { list as listAuditEntries } from "#resources/audit-log/store.ts";
import { type Change, changeOf, changeOfRecord } from "./schema.ts";
import { findChannelMarks, findPlatformMarks, findScopeMarks } from "./store.ts";

/** The changes at a merchant or on the platform; null if anything may have changed. */
export type Changes = readonly Change[] | null;

/** The data that a stream follows: those of a merchant in one environment, or those of the platform. */
export type FeedSubject = Scope | "platform";

export interface FeedWatcherOptions {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  readonly readSnapshot: <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** Calls back after each commit of this process that woke the job `work`. Returns the function that unsubscribes. */
  onWake(work: string, callback: () => void): () => void;
  onError(error: unknown): void;
}

export interface FeedWatcher {
  /**
   * Calls back first with null, once the start position of this subscription is known, and then on each change. Data
   * that was read before the first call may be out of date. Returns the function that unsubscribes.
   */
  subscribe(followed: FeedSubject, listener: (changes: Changes) => void): () => void;
  close(): void;
}

// The interval of polling for changes of other processes, and for those without an event or audit entry, such as a
// webhook that recovers. Under frequent changes the browser reloads once a second: together they must stay below two
// seconds.
export const POLL_MS = 500;
// The shortest interval between two polls, however frequent the changes are.
export const POLL_INTERVAL_MIN_MS = 250;
const CHANGES_MAX = 100;

/** A followed feed's position at the last poll. A later poll compares its marks with these to find changes. */
interface Marks {
  /** The last position in the merchant's event feed. */
  readonly event: bigint;
  /** The number of the last entry in the merchant's audit log; below, of that in the platform operators'. */
  readonly audit_number: bigint;
  readonly platform_audit_number: bigint;
  /** A text per resource; it changes whenever the resource's rows change. */
  readonly texts: Readonly<Record<string, string | null>>;
}

interface FollowedFeed {
  readonly scope: Scope | null;
  readonly listeners: Set<(changes: Changes) => void>;
  /** Null before the first poll. */
  marks: Marks | null;
}

/** Polls only for merchants with open pages, and for the platform while a platform operator has a page open. */
export function createFeedWatcher({ transact, readSnapshot, onWake, onError }: FeedWatcherOptions): FeedWatcher {
  const feeds = new Map<string, FollowedFeed>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polled_at = Number.NEGATIVE_INFINITY;
  let due_at = Number.POSITIVE_INFINITY;
  let is_polling = false;

  function schedulePoll(wait_ms: number): void {
    const now = performance.now();
    const at = Math.max(now + wait_ms, polled_at + POLL_INTERVAL_MIN_MS);
    if (feeds.size === 0 || at >= due_at) return;
    clearTimeout(timer);
    due_at = at;
    // The current poll may have missed the change: its end schedules the next one.
    if (!is_polling) timer = setTimeout(() => void poll(), at - now);
  }

  async function poll(): Promise<void> {
    polled_at = performance.now();
    due_at = Number.POSITIVE_INFINITY;
    is_polling = true;
    try {
      const polled = [...feeds.values()];
      const marks = await transact((tx) => findMarks(tx, polled));
      for (const [index, feed] of polled.entries()) {
        const found = marks[index];
        if (found) await advance(feed, found);
      }
    } catch (error) {
      onError(error);
    } finally {
      is_polling = false;
      const wait_ms = Math.min(POLL_MS, Math.max(0, due_at - performance.now()));
      due_at = Number.POSITIVE_INFINITY;
      schedulePoll(wait_ms);
    }
  }

  async function advance(feed: FollowedFeed, marks: Marks): Promise<void> {
    const { scope, marks: before } = feed;
    const changes =
      before === null
        ? null
        : await findChanges({ transact, readSnapshot }, scope, before, marks).catch((error: unknown) => {
            onError(error);
            // The changes are unknown: everything must be reloaded.
            return null;
          });
    feed.marks = marks;
    if (changes?.length === 0) return;
    for (const listener of feed.listeners) listener(changes);
  }

  const stopWakeUps = [PUBLISHED, AUDIT_LOG_WAKE_CHANNEL].map((work) => onWake(work, () => schedulePoll(0)));
  return {
    subscribe(followed, listener) {
      const scope = followed === "platform" ? null : followed;
      const key = scope === null ? followed.toString() : `${scope.merchant} ${scope.environment}`;
      const feed = feeds.get(key) ?? { scope, listeners: new Set(), marks: null };
      feeds.set(key, feed);
      feed.listeners.add(listener);
      if (feed.marks === null) schedulePoll(0);
      else listener(null);
      return () => {
        feed.listeners.delete(listener);
        if (feed.listeners.size === 0 && feeds.get(key) === feed) feeds.delete(key);
      };
    },
    close() {
      for (const stop of stopWakeUps) stop();
      feeds.clear();
      clearTimeout(timer);
    },
  };
}

/** Returns the marks of each feed, in order; null for a merchant that no longer exists. */
async function findMarks(tx: Tx, feeds: readonly FollowedFeed[]): Promise<readonly (Marks | null)[]> {
  const scopes = feeds.flatMap(({ scope }) => (scope ? [scope] : []));
  const { audit_number: platform_audit_number, ...channels } = await findChannelMarks(tx);
  const positions = scopes.length === 0 ? [] : await findLastPositions(tx, scopes);
  const scope_marks = scopes.length === 0 ? [] : await findScopeMarks(tx, scopes);
  const platform = scopes.length === feeds.length ? {} : await findPlatformMarks(tx);
  return feeds.map(({ scope }): Marks | null => {
    if (scope === null)
      return { event: 0n, audit_number: 0n, platform_audit_number, texts: { ...channels, ...platform } };
    const isOf = (one: Scope): boolean => one.merchant === scope.merchant && one.environment === scope.environment;
    const [position, own] = [positions.find(isOf), scope_marks.find(isOf)];
    if (!position || !own) return null;
    const { audit_number, webhook, payment_link, withdrawal_account, withdrawal_rule, request } = own;
    const texts = { ...channels, webhook, payment_link, withdrawal_account, withdrawal_rule, request };
    return { event: position.last_position, audit_number, platform_audit_number, texts };
  });
}

type Reads = Pick<FeedWatcherOptions, "transact" | "readSnapshot">;

async function findChanges(
  { transact, readSnapshot }: Reads,
  scope: Scope | null,
  before: Marks,
  marks: Marks,
): Promise<Changes> {
  const changes: Change[] = textChanges(before, marks);
  const count =
    marks.event -
    before.event +
    (marks.audit_number - before.audit_number) +
    (marks.platform_audit_number - before.platform_audit_number);
  if (count > BigInt(CHANGES_MAX)) return null;
  if (scope && marks.event > before.event) {
    const page = await readSnapshot(scope, (tx) => readFeedAfter(tx, scope, before.event, null, CHANGES_MAX));
    changes.push(...page.events.flatMap((event) => changeOfRecord(event.resource)));
  }
  if (scope && marks.audit_number > before.audit_number)
    changes.push(...(await readAuditEntries(transact, scope.merchant, before.audit_number, marks.audit_number)));
  if (marks.platform_audit_number > before.platform_audit_number)
    changes.push(
      ...(await readAuditEntries(transact, null, before.platform_audit_number, marks.platform_audit_number)),
    );
  return withoutDuplicates(changes);
}

function readAuditEntries(
  transact: Reads["transact"],
  merchant: Id<"mer"> | null,
  after: bigint,
  until: bigint,
): Promise<readonly Change[]> {
  return transact(async (tx) => {
    const entries = await listAuditEntries(tx, merchant, until + 1n, Number(until - after));
    return entries.flatMap(({ action, subject }) => changeOf(action, subject));
  });
}

function textChanges(before: Marks, { texts }: Marks): Change[] {
  return Object.entries(texts).flatMap(([resource, text]) =>
    before.texts[resource] === text ? [] : changeOf(resource, null),
  );
}

function withoutDuplicates(changes: readonly Change[]): readonly Change[] {
  const by_key = new Map(changes.map((change) => [`${change.resource} ${change.id}`, change]));
  return [...by_key.values()];
}
