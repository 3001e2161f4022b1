import { type Columns, columnList, inScope, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { ApprovalRow, ApprovalRuleRow, Maker, SentOrder } from "./schema.ts";

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

const rule_columns: Columns<keyof ApprovalRuleRow> = {
  ...scope_columns,
  currency: "text",
  amount_above: "bigint",
  every_bulk: "boolean",
  updated_at: "timestamptz",
};

/** Returns the rules of these merchants and environments; a scope without a rule has no row. */
export async function findRules(tx: ReadTx, scopes: readonly Scope[]): Promise<readonly ApprovalRuleRow[]> {
  return tx.rows<ApprovalRuleRow>(sql`
    select ${columnList(rule_columns, "r")}
    from ${rowsFrom(scopes, scope_columns, "input")}
    join approval_rules r using (merchant, environment)`);
}

export async function upsertRule(tx: Tx, rule: ApprovalRuleRow): Promise<void> {
  await tx.run(sql`
    insert into approval_rules (${columnList(rule_columns)})
    select ${columnList(rule_columns)} from ${rowsFrom([rule], rule_columns, "input")}
    on conflict (merchant, environment) do update
    set
      currency = excluded.currency,
      amount_above = excluded.amount_above,
      every_bulk = excluded.every_bulk,
      updated_at = excluded.updated_at`);
}

export async function removeRule(tx: Tx, scope: Scope): Promise<void> {
  await tx.run(sql`delete from approval_rules where ${inScope(scope)}`);
}

const columns: Columns<keyof ApprovalRow> = {
  ...scope_columns,
  subject: "text",
  state: "text",
  requested_by: "text",
  requested_by_name: "text",
  requested_at: "timestamptz",
  decided_by: "text",
  decided_by_name: "text",
  decided_at: "timestamptz",
  reason: "text",
  seen: "json",
};

export async function insert(tx: Tx, rows: readonly ApprovalRow[]): Promise<void> {
  await tx.run(sql`
    insert into approvals (${columnList(columns)})
    select ${columnList(columns)} from ${rowsFrom(rows, columns, "input")}`);
}

export async function find(tx: Tx, scope: Scope, subject: string): Promise<ApprovalRow | null> {
  return tx.maybeRow<ApprovalRow>(sql`
    select ${columnList(columns)} from approvals where ${inScope(scope)} and subject = ${subject}`);
}

export async function findMany(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<readonly ApprovalRow[]> {
  return tx.rows<ApprovalRow>(sql`
    select ${columnList(columns)} from approvals where ${inScope(scope)} and subject = any(${subjects})`);
}

/** Like `find`, and locks the row against other decisions until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, subject: string): Promise<ApprovalRow | null> {
  return tx.maybeRow<ApprovalRow>(sql`
    select ${columnList(columns)} from approvals where ${inScope(scope)} and subject = ${subject} for update`);
}

export type ApprovalOutcome = Pick<ApprovalRow, "state" | "decided_by" | "decided_by_name" | "reason">;

/** Closes an approval that waits for a decision. Returns false if it was closed before. */
export async function closeIfWaiting(
  tx: Tx,
  scope: Scope,
  subject: string,
  outcome: ApprovalOutcome,
): Promise<boolean> {
  const ended = await tx.run(sql`
    update approvals
    set
      state = ${outcome.state}, decided_by = ${outcome.decided_by}, decided_by_name = ${outcome.decided_by_name},
      decided_at = ${tx.now}, reason = ${outcome.reason}
    where ${inScope(scope)} and subject = ${subject} and state = 'waiting'`);
  return ended > 0;
}

const maker_columns: Columns<keyof Maker> = { ...scope_columns, maker: "text" };
const order_columns: Columns<"subject" | "amount" | keyof Maker> = {
  ...maker_columns,
  subject: "text",
  amount: "bigint",
};
const limit_columns: Columns<"amount_above" | keyof Maker> = { ...maker_columns, amount_above: "bigint" };

/** Locks the totals of these makers until the transaction ends, in a fixed order. Call it before locking balances. */
export async function lockMakers(tx: ReadTx, makers: readonly Maker[]): Promise<void> {
  const keys = makers.map(({ merchant, environment, maker }) => `kolo money out ${merchant} ${environment} ${maker}`);
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select distinct key from unnest(${keys}::text[]) as input (key) order by key) ordered`);
}

/** Returns the total that each of these makers has sent since a time. */
export async function sumDailyTotals(
  tx: ReadTx,
  makers: readonly Maker[],
  since: Instant,
): Promise<readonly (Maker & { readonly amount: bigint })[]> {
  return tx.rows(sql`
    select merchant, environment, maker, sum(t.amount)::bigint as amount
    from ${rowsFrom(makers, maker_columns, "input")}
    join money_out_totals t using (merchant, environment, maker)
    where t.minute > ${since}
    group by merchant, environment, maker`);
}

/** Adds orders to the totals of their makers. */
export async function addSentOrders(tx: Tx, orders: readonly Omit<SentOrder, "amount_above">[]): Promise<void> {
  await tx.run(sql`
    with written as (
      insert into money_out (${columnList(order_columns)}, minute)
      select ${columnList(order_columns)}, date_trunc('minute', ${tx.now}::timestamptz)
      from ${rowsFrom(orders, order_columns, "input")}
      returning merchant, environment, maker, minute, amount
    )
    insert into money_out_totals as t (merchant, environment, maker, minute, amount)
    select merchant, environment, maker, minute, sum(amount)
    from written
    group by merchant, environment, maker, minute
    order by merchant, environment, maker, minute
    on conflict (merchant, environment, maker, minute) do update set amount = t.amount + excluded.amount`);
}

/** Fails the transaction, so that it is retried, if one of these makers' totals exceeds the rule's amount. */
export async function assertWithinLimits(
  tx: Tx,
  limits: readonly Omit<SentOrder, "subject" | "amount">[],
  since: Instant,
) {
  await tx.run(sql`
    select kolo_assert_unchanged(count(*) = 0, 'what was sent in a day')
    from ${rowsFrom(limits, limit_columns, "input")}
    where input.amount_above < (
      select sum(t.amount)
      from money_out_totals t
      where (t.merchant, t.environment, t.maker) = (input.merchant, input.environment, input.maker) and t.minute > ${since}
    )`);
}

const subject_columns: Columns<"subject" | keyof Scope> = { ...scope_columns, subject: "text" };

/** Subtracts orders that were not sent after all. Skips orders that were never counted. */
export async function subtractSentOrders(
  tx: Tx,
  subjects: readonly (Scope & { readonly subject: string })[],
): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from money_out m
      using ${rowsFrom(subjects, subject_columns, "input")}
      where (m.merchant, m.environment, m.subject) = (input.merchant, input.environment, input.subject)
      returning m.merchant, m.environment, m.maker, m.minute, m.amount
    )
    insert into money_out_totals as t (merchant, environment, maker, minute, amount)
    select merchant, environment, maker, minute, -sum(amount)
    from gone
    group by merchant, environment, maker, minute
    order by merchant, environment, maker, minute
    on conflict (merchant, environment, maker, minute) do update set amount = t.amount + excluded.amount`);
}

export async function deleteSentBefore(tx: Tx, before: Instant): Promise<void> {
  await tx.run(sql`delete from money_out where minute < ${before}`);
  await tx.run(sql`delete from money_out_totals where minute < ${before}`);
}
