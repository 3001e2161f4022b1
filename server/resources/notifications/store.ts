import { tryAdvisoryLock } from "#db/lease.ts";
import { ATTEMPT_RECIPIENT_JOIN } from "#db/lists/attempt-recipient.ts";
import { type Columns, columnList, inScope, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { MailRecipient, NotificationGroup, NotificationKind, NotificationRow } from "./schema.ts";

const columns: Columns<keyof NotificationRow> = {
  merchant: "text",
  environment: "text",
  kind: "text",
  subject: "text",
  subjects: "json",
  size: "int",
  created_at: "timestamptz",
  due_at: "timestamptz",
};

/** Tries the lock of the job that writes mails, until the transaction ends; false if another process holds it. */
export async function tryLockMailing(tx: Tx): Promise<boolean> {
  return tryAdvisoryLock(tx, "mail notifications");
}

/** Skips events that are recorded already. */
export async function insert(tx: Tx, rows: readonly NotificationRow[]): Promise<void> {
  await tx.run(sql`
    insert into notifications (${columnList(columns)})
    select ${columnList(columns)} from ${rowsFrom(rows, columns, "input")}
    on conflict do nothing`);
}

/** Returns the group of the row that has been due for longest. */
export async function findDueGroup(tx: Tx): Promise<NotificationGroup | null> {
  return tx.maybeRow<NotificationGroup>(sql`
    select merchant, environment, kind from notifications where due_at <= ${tx.now} order by due_at limit 1`);
}

/** The events that were taken from the queue. */
export interface TakenEvents {
  readonly size: number;
  /** The records of the first events. */
  readonly subjects: readonly string[];
  readonly since: Instant;
}

/** Deletes the rows of a group, and returns their events: the number of all, and the first `limit` rows' records. */
export async function take(tx: Tx, group: NotificationGroup, limit: number): Promise<TakenEvents> {
  const { subjects, ...taken } = await tx.row<
    Omit<TakenEvents, "size" | "subjects"> & { size: bigint; subjects: readonly (readonly string[])[] }
  >(sql`
    with taken as (
      delete from notifications
      where ${inScope(group)} and kind = ${group.kind}
      returning subject, subjects, size, created_at
    )
    select
      sum(size)::bigint as size, min(created_at) as since,
      (select json_agg(subjects) from (select subjects from taken order by created_at, subject limit ${limit}) first) as subjects
    from taken`);
  return { since: taken.since, size: Number(taken.size), subjects: subjects.flat() };
}

/** Moves the rows of a group that are due before `due_at` to that time. */
export async function postpone(tx: Tx, group: NotificationGroup, due_at: Instant): Promise<void> {
  await tx.run(sql`
    update notifications set due_at = ${due_at}
    where ${inScope(group)} and kind = ${group.kind} and due_at < ${due_at}`);
}

export async function deleteDue(tx: Tx): Promise<void> {
  await tx.run(sql`delete from notifications where due_at <= ${tx.now}`);
}

/** Returns the time of the last mails of this kind; null if there were none. */
export async function findMailedAt(tx: Tx, group: NotificationGroup): Promise<Instant | null> {
  const row = await tx.maybeRow<{ mailed_at: Instant }>(sql`
    select mailed_at from notification_mailings where ${inScope(group)} and kind = ${group.kind}`);
  return row?.mailed_at ?? null;
}

export async function setMailedAt(tx: Tx, { merchant, environment, kind }: NotificationGroup): Promise<void> {
  await tx.run(sql`
    insert into notification_mailings (merchant, environment, kind, mailed_at)
    values (${merchant}, ${environment}, ${kind}, ${tx.now})
    on conflict (merchant, environment, kind) do update set mailed_at = excluded.mailed_at`);
}

/**
 * Returns the members of a merchant with their choice for this kind, and locks their memberships: a member who is being
 * removed is either left out, or removed after the mail is written, which then deletes the mail.
 */
export async function lockRecipients(
  tx: Tx,
  merchant: Id<"mer">,
  kind: NotificationKind,
): Promise<readonly MailRecipient[]> {
  return tx.rows<MailRecipient>(sql`
    select p.id, p.email, p.language, m.role, s.by_mail
    from memberships m
    join users p on p.id = m.person
    left join notification_settings s on (s.merchant, s.person, s.kind) = (m.merchant, m.person, ${kind})
    where m.merchant = ${merchant}
    order by p.id
    for key share of m`);
}

/** Returns what a person has chosen at a merchant. */
export async function listChoices(
  tx: Tx,
  merchant: Id<"mer">,
  person: Id<"per">,
): Promise<readonly { readonly kind: NotificationKind; readonly by_mail: boolean }[]> {
  return tx.rows(sql`
    select kind, by_mail from notification_settings where merchant = ${merchant} and person = ${person}`);
}

export async function upsertChoice(
  tx: Tx,
  merchant: Id<"mer">,
  person: Id<"per">,
  { kind, by_mail }: { readonly kind: NotificationKind; readonly by_mail: boolean },
): Promise<void> {
  await tx.run(sql`
    insert into notification_settings (merchant, person, kind, by_mail, updated_at)
    values (${merchant}, ${person}, ${kind}, ${by_mail}, ${tx.now})
    on conflict (merchant, person, kind) do update set by_mail = excluded.by_mail, updated_at = excluded.updated_at`);
}

interface FailedTransfer {
  readonly id: string;
  readonly name: string | null;
  readonly amount: bigint;
  readonly currency: string;
}

export async function findTransfers(tx: Tx, scope: Scope, ids: readonly string[]): Promise<readonly FailedTransfer[]> {
  return tx.rows<FailedTransfer>(sql`
    select t.id, o.receiver_name as name, t.amount, t.currency
    from transfers t
    ${ATTEMPT_RECIPIENT_JOIN}
    where ${inScope(scope, "t")} and t.id = any(${ids}::text[])
    order by t.id`);
}

interface FailingWebhook {
  readonly id: string;
  readonly url: string;
  readonly active: boolean;
}

export async function findWebhooks(tx: Tx, scope: Scope, ids: readonly string[]): Promise<readonly FailingWebhook[]> {
  return tx.rows<FailingWebhook>(sql`
    select id, url, active from webhooks where ${inScope(scope)} and id = any(${ids}::text[]) and deleted_at is null
    order by id`);
}
