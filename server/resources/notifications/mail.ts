import type { Tx } from "#db/tx.ts";
import { HOUR_MS, plus } from "#kernel/time.ts";
import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { listWaiting } from "#resources/dashboard/store.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { enqueueMail } from "#resources/outbox-mail/enqueue.ts";
import { type MailedEvents, type NotificationLetter, notificationMail, type WaitingItem } from "./mail-text.ts";
import { KIND_RULES, NAMED_MAX, receives } from "./rules.ts";
import { type MailRecipient, memberOfMails, type NotificationGroup } from "./schema.ts";
import {
  deleteDue,
  findDueGroup,
  findMailedAt,
  findTransfers,
  findWebhooks,
  lockRecipients,
  postpone,
  setMailedAt,
  type TakenEvents,
  take,
  tryLockMailing,
} from "./store.ts";

// A mail server's outage may delay a mail by this much; later it is not sent.
const MAIL_LIFETIME_MS = 24 * HOUR_MS;
/** The limit of waiting orders that one run reads. A mail counts those beyond it without checking them. */
const ORDERS_READ_MAX = 1_000;

export interface NotificationOptions {
  /** The beginning of the dashboard's addresses. */
  readonly public_url: string;
  readonly has_mail: boolean;
}

/**
 * Mails the events of one kind, merchant and environment to their recipients. The deletion of the events and the mails
 * commit together. Only one process runs this at a time. Returns true if there may be more. Runs as the
 * engine.
 */
export async function mailNotifications(tx: Tx, options: NotificationOptions): Promise<boolean> {
  if (!options.has_mail) {
    await deleteDue(tx);
    return false;
  }
  if (!(await tryLockMailing(tx))) return false;
  const group = await findDueGroup(tx);
  if (group === null) return false;
  const mailed_at = await findMailedAt(tx, group);
  const allowed_at = mailed_at === null ? tx.now : plus(mailed_at, KIND_RULES[group.kind].interval_ms);
  if (allowed_at > tx.now) {
    await postpone(tx, group, allowed_at);
    return true;
  }
  const taken = await take(tx, group, ORDERS_READ_MAX);
  const is_mailed = await mailGroup(tx, group, taken, options);
  if (is_mailed) await setMailedAt(tx, group);
  return true;
}

/** Writes the mails about a group's events. Returns false if there was no recipient. */
async function mailGroup(
  tx: Tx,
  group: NotificationGroup,
  taken: TakenEvents,
  { public_url }: NotificationOptions,
): Promise<boolean> {
  const members = await lockRecipients(tx, group.merchant, group.kind);
  const recipients = members.filter(({ role, by_mail }) => receives(group.kind, role, group.environment, by_mail));
  const business = await findMerchant(tx, group.merchant);
  if (recipients.length === 0 || !business) return false;
  const eventsFor = await readEvents(tx, group, taken);
  const base_url = `${public_url}/dashboard/${group.environment}/${group.merchant}`;
  let is_mailed = false;
  for (const recipient of recipients) {
    const personal = eventsFor(recipient);
    if (personal === null) continue;
    const { path, ...events } = personal;
    const letter: NotificationLetter = {
      ...events,
      ...{ since: taken.since, business: business.name, time_zone: timeZoneOfMerchantRow(business) },
      ...{ environment: group.environment, url: `${base_url}${path}`, settings_url: `${base_url}/notifications` },
    };
    await enqueueMail(tx, {
      about: memberOfMails(group.merchant, recipient.id),
      recipient: recipient.email,
      letter: notificationMail(letter, recipient.language),
      expires_at: plus(tx.now, MAIL_LIFETIME_MS),
    });
    is_mailed = true;
  }
  return is_mailed;
}

interface PersonalEvents {
  readonly events: MailedEvents;
  readonly total: number;
  /** The page of the record or list, below the merchant and environment. */
  readonly path: string;
}

/** Reads the events, and returns a function that gives those for one person, or null. */
async function readEvents(
  tx: Tx,
  group: NotificationGroup,
  taken: TakenEvents,
): Promise<(recipient: MailRecipient) => PersonalEvents | null> {
  switch (group.kind) {
    case "approval_waiting":
      return readWaitingOrders(tx, group, taken);
    case "transfer_failed":
      return readFailedTransfers(tx, group, taken);
    case "webhook_failing":
      return readFailingWebhooks(tx, group, taken);
  }
}

/** Leaves out orders that were decided or canceled meanwhile, and those that the recipient requested. */
async function readWaitingOrders(tx: Tx, group: NotificationGroup, { size, subjects }: TakenEvents) {
  const orders = await listWaiting(tx, group, ORDERS_READ_MAX, subjects);
  const unread = size - subjects.length;
  return ({ id }: MailRecipient): PersonalEvents | null => {
    const own = orders.filter(({ requested_by }) => requested_by !== id);
    const [first] = own;
    if (!first) return null;
    const total = own.length + unread;
    const items = own.slice(0, NAMED_MAX).map(
      ({ kind, amount, currency, name, transfers, requested_by_name }): WaitingItem => ({
        ...{ type: kind, amount, currency, name, transfers, requested_by: requested_by_name },
      }),
    );
    const path = total === 1 ? `/approvals/${first.subject}` : "/approvals";
    return { events: { kind: "approval_waiting", items }, total, path };
  };
}

async function readFailedTransfers(tx: Tx, group: NotificationGroup, { size, subjects }: TakenEvents) {
  const transfers = await findTransfers(tx, group, subjects.slice(0, NAMED_MAX));
  const items = transfers.map((transfer) => ({ ...transfer, type: "transfer" as const, transfers: 1 }));
  const [first] = transfers;
  const path = size === 1 && first ? `/transfers/${first.id}` : "/transfers?status=failed";
  return (): PersonalEvents => ({ events: { kind: "transfer_failed", items }, total: size, path });
}

/** Returns each webhook once, even after several events. Webhooks that were deleted meanwhile are left out. */
async function readFailingWebhooks(tx: Tx, group: NotificationGroup, { subjects }: TakenEvents) {
  const webhooks = await findWebhooks(tx, group, subjects);
  // Only the host: the path and query of the URL may have a secret.
  const items = webhooks.slice(0, NAMED_MAX).map(({ url, active }) => ({ host: new URL(url).host, active }));
  const [first] = webhooks;
  const path = webhooks.length === 1 && first ? `/webhooks/${first.id}` : "/webhooks";
  return (): PersonalEvents | null =>
    first ? { events: { kind: "webhook_failing", items }, total: webhooks.length, path } : null;
}
