import type { Tx } from "#db/tx.ts";
import type { EventType, PublishedEvent } from "#events/events.ts";
import type { Scope } from "#kernel/scope.ts";
import { plus } from "#kernel/time.ts";
import { KIND_RULES, NAMED_MAX } from "./rules.ts";
import type { NotificationKind } from "./schema.ts";
import { insert } from "./store.ts";

/** The wake-up channel of the job that writes mails about events. */
export const NOTIFICATIONS = "notifications";

const KIND_OF_EVENT: Readonly<Partial<Record<EventType, NotificationKind>>> = {
  "transfer.failed": "transfer_failed",
  "webhook.failing": "webhook_failing",
  "webhook.disabled": "webhook_failing",
};

interface NotifiableEvent extends Scope {
  readonly kind: NotificationKind;
  /** The record that the event is about. */
  readonly subject: string;
}

/** Records events for the mails to people, in the transaction that publishes the events. */
export async function notifyOfEvents(tx: Tx, published: readonly PublishedEvent[]): Promise<void> {
  const events = published.flatMap(({ merchant, environment, type, resource }): NotifiableEvent[] => {
    const kind = KIND_OF_EVENT[type];
    return kind === undefined ? [] : [{ merchant, environment, kind, subject: resource }];
  });
  const groups = Map.groupBy(events, (event) => {
    const { merchant, environment, kind, subject } = event;
    // One row per webhook: a webhook that has a row already is skipped, and others with it would be lost.
    return `${merchant} ${environment} ${kind === "webhook_failing" ? subject : kind}`;
  });
  await record(tx, [...groups.values()]);
}

/** Records orders that wait for approval, in the transaction that creates them. */
export async function notifyOfApprovals(
  tx: Tx,
  orders: readonly { readonly scope: Scope; readonly subject: string }[],
): Promise<void> {
  const events = orders.map(
    ({ scope: { merchant, environment }, subject }): NotifiableEvent => ({
      ...{ merchant, environment, subject },
      kind: "approval_waiting",
    }),
  );
  await record(
    tx,
    events.map((event) => [event]),
  );
}

/** Writes a row per group of events of one kind, merchant and environment. */
async function record(tx: Tx, groups: readonly (readonly NotifiableEvent[])[]): Promise<void> {
  const rows = groups.flatMap((events) => {
    const [first] = events;
    if (!first || !KIND_RULES[first.kind].environments.includes(first.environment)) return [];
    return {
      ...first,
      subjects: events.slice(0, NAMED_MAX).map(({ subject }) => subject),
      size: events.length,
      created_at: tx.now,
      due_at: plus(tx.now, KIND_RULES[first.kind].gather_ms),
    };
  });
  if (rows.length === 0) return;
  if (rows.some(({ due_at }) => due_at <= tx.now)) tx.wake(NOTIFICATIONS);
  await insert(tx, rows);
}
