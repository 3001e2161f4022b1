export {
  type DailyTotal,
  type DayRange,
  readDailyTotals,
  readTotalsSince,
  type StatusTotal,
} from "#db/lists/daily-totals.ts";

import { ATTEMPT_RECIPIENT_JOIN } from "#db/lists/attempt-recipient.ts";
import { emptySql, inScope, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { ApprovalState, StoredWarnings, WaitingOrder } from "./schema.ts";

export interface WaitingOrderRow {
  readonly subject: string;
  readonly requested_by: string | null;
  readonly requested_by_name: string | null;
  readonly requested_at: Instant;
  readonly kind: WaitingOrder["kind"];
  /** A bulk's description, a transfer's payee or a refund's payer. For a bulk, the payee's other fields are null. */
  readonly name: string | null;
  readonly receiver: string | null;
  readonly bank_code: string | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly transfers: number;
  readonly channel: string | null;
  readonly seen: StoredWarnings | null;
}

/** An order that needs or needed a second person, with the decision. */
export interface ApprovalOrderRow extends WaitingOrderRow {
  readonly state: ApprovalState;
  readonly decided_by_name: string | null;
  readonly decided_at: Instant | null;
  readonly reason: string | null;
}

/** Returns the orders that wait for a second person, the oldest first: all, or those of `subjects`. */
export async function listWaiting(
  tx: Tx,
  scope: Scope,
  limit: number,
  subjects: readonly string[] | null = null,
): Promise<readonly WaitingOrderRow[]> {
  return tx.rows<WaitingOrderRow>(sql`
    ${APPROVAL_ORDERS}
    where ${inScope(scope, "a")} and a.state = 'waiting'
      ${subjects === null ? emptySql : sql`and a.subject = any(${subjects}::text[])`}
    order by a.subject
    limit ${limit}`);
}

/** Returns an order that needs or needed a second person; null for another one. */
export async function findApprovalOrder(tx: Tx, scope: Scope, subject: string): Promise<ApprovalOrderRow | null> {
  return tx.maybeRow<ApprovalOrderRow>(sql`
    ${APPROVAL_ORDERS}
    where ${inScope(scope, "a")} and a.subject = ${subject}`);
}

const APPROVAL_ORDERS = sql`
    select
      a.subject, a.state, a.decided_by_name, a.decided_at, a.reason, a.requested_by, a.requested_by_name, a.requested_at,
      case when b.id is not null then 'bulk_transfer' when r.id is not null then 'refund'
        when w.id is not null then 'withdrawal' else 'transfer' end as kind,
      coalesce(b.description, o.receiver_name, c.name, wa.name) as name,
      coalesce(t.receiver, r.receiver, w.receiver) as receiver, coalesce(o.bank_code, wa.bank_code) as bank_code,
      coalesce(b.total_amount, t.amount, r.amount, w.amount) as amount,
      coalesce(b.currency, t.currency, r.currency, w.currency) as currency,
      coalesce(b.total_transfers, 1) as transfers,
      coalesce(t.channel, r.channel, w.channel) as channel, a.seen
    from approvals a
    left join bulk_transfers b on (b.merchant, b.environment, b.id) = (a.merchant, a.environment, a.subject)
    left join transfers t on (t.merchant, t.environment, t.id) = (a.merchant, a.environment, a.subject)
    left join refunds r on (r.merchant, r.environment, r.id) = (a.merchant, a.environment, a.subject)
    left join withdrawals w on (w.merchant, w.environment, w.id) = (a.merchant, a.environment, a.subject)
    left join withdrawal_accounts wa on (wa.merchant, wa.environment, wa.id) = (w.merchant, w.environment, w.account)
    left join payments p on (p.merchant, p.environment, p.id) = (r.merchant, r.environment, r.payment)
    left join customers c on (c.merchant, c.environment, c.id) = (p.merchant, p.environment, p.customer)
    ${ATTEMPT_RECIPIENT_JOIN}`;

export async function countWaiting(tx: Tx, scope: Scope): Promise<number> {
  const { total } = await tx.row<{ total: bigint }>(sql`
    select count(*) as total from approvals where ${inScope(scope)} and state = 'waiting'`);
  return Number(total);
}

export interface NamedRecordRow {
  readonly id: string;
  readonly name: string;
}

/**
 * Returns the names of beneficiaries and customers, and the names and last digits of withdrawal accounts. A deleted
 * beneficiary and a removed account keep their names, because orders show them; a deleted customer has none, and a merged one
 * has the name of the other.
 */
export async function findDisplayNames(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
): Promise<readonly NamedRecordRow[]> {
  return tx.rows<NamedRecordRow>(sql`
    select id, coalesce(name, phone) as name
    from beneficiaries
    where ${inScope(scope)} and id = any(${ids}::text[]) and coalesce(name, phone) is not null
    union all
    select c.id, kept.name
    from customers c
    join customers kept
      on (kept.merchant, kept.environment, kept.id) = (c.merchant, c.environment, coalesce(c.merged_into, c.id))
    where ${inScope(scope, "c")} and c.id = any(${ids}::text[]) and kept.deleted_at is null
    union all
    select id, name || ' ' || masked
    from withdrawal_accounts
    where ${inScope(scope)} and id = any(${ids}::text[])`);
}
