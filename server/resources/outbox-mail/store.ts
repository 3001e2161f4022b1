import { isClaimable, type Lease, takeLease } from "#db/lease.ts";
import { sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { DueMail, MailState } from "./schema.ts";

export interface NewMail {
  readonly id: Id<"eml">;
  readonly about: string;
  readonly recipient: string;
  readonly subject: string;
  readonly content: string;
  readonly expires_at: Instant;
}

export async function insert(tx: Tx, mail: NewMail): Promise<void> {
  await tx.run(sql`
    insert into outbox_mail (id, about, recipient, subject, content, state, created_at, expires_at, due_at)
    values (
      ${mail.id}, ${mail.about}, ${mail.recipient}, ${mail.subject}, ${mail.content}, 'waiting', ${tx.now},
      ${mail.expires_at}, ${tx.now}
    )`);
}

/** Claims due mails with a lease, the oldest first. */
export async function claimDue(tx: Tx, limit: number, lease: Lease, lease_ms: number): Promise<readonly DueMail[]> {
  return tx.rows<DueMail>(sql`
    with due as (
      select id from outbox_mail
      where due_at <= ${tx.now} and ${isClaimable(tx, lease)}
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update outbox_mail m
    set ${takeLease(tx, lease, lease_ms)}
    from due
    where m.id = due.id
    returning m.id, m.recipient, m.subject, m.content, m.expires_at, m.attempts, m.claimed_at, m.claim`);
}

/** Ends the leases of claimed mails that were not attempted. */
export async function releaseLeases(tx: Tx, mails: readonly DueMail[]): Promise<void> {
  const ids = mails.map(({ id }) => id);
  await tx.run(
    sql`update outbox_mail set lease_holder = null, lease_until = null where id = any(${ids}) and due_at is not null`,
  );
}

export interface MailOutcome {
  readonly state: MailState;
  /** The time of the next attempt; null after a final outcome. */
  readonly due_at: Instant | null;
  readonly last_error: string | null;
}

/** Records the outcome of a claimed mail. A final outcome deletes the mail's text. */
export async function recordOutcome(tx: Tx, { id, claim }: DueMail, outcome: MailOutcome): Promise<void> {
  await tx.run(sql`
    update outbox_mail
    set
      state = ${outcome.state}, attempts = attempts + 1, due_at = ${outcome.due_at}, last_error = ${outcome.last_error},
      content = case when ${outcome.state === "waiting"} then content end,
      ended_at = case when ${outcome.state === "waiting"} then null else ${tx.now}::timestamptz end,
      lease_holder = null, lease_until = null
    where id = ${id} and claim = ${claim} and due_at is not null`);
}

/** Returns the state of the latest mail about each of these ids. */
export async function findStates(tx: Tx, about: readonly string[]): Promise<ReadonlyMap<string, MailState>> {
  const rows = await tx.rows<{ about: string; state: MailState }>(sql`
    select distinct on (about) about, state from outbox_mail where about = any(${about}) order by about, id desc`);
  return new Map(rows.map(({ about: subject, state }) => [subject, state]));
}

/** Deletes unsent mails about an invitation, person or member for whom they no longer apply. */
export async function deleteWaiting(tx: Tx, about: string): Promise<void> {
  await tx.run(sql`delete from outbox_mail where about = ${about} and state = 'waiting'`);
}

export async function deleteEndedBefore(tx: Tx, before: Instant): Promise<void> {
  await tx.run(sql`delete from outbox_mail where ended_at < ${before}`);
}
