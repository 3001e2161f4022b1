import { type Columns, columnList, inScope, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { LimitRuleRow } from "./schema.ts";

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

const term_columns: Columns<Exclude<keyof LimitRuleRow, keyof Scope>> = {
  id: "text",
  set_by: "text",
  applies_to: "text",
  holder: "text",
  period: "text",
  measure: "text",
  currency: "text",
  maximum: "bigint",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};
const rule_columns: Columns<keyof LimitRuleRow> = { ...scope_columns, ...term_columns };

/** A rule with the columns of its merchant that determine the time zone. */
export type StoredRule = LimitRuleRow & { readonly country: string; readonly zone: string | null };

/** Returns the rules of these merchants and environments, the oldest first. */
export async function findRules(tx: ReadTx, scopes: readonly Scope[]): Promise<readonly StoredRule[]> {
  return tx.rows<StoredRule>(sql`
    select ${columnList(rule_columns, "r")}, m.country, m.time_zone as zone
    from ${rowsFrom(scopes, scope_columns, "input")}
    join limit_rules r using (merchant, environment)
    join merchants m on m.id = r.merchant
    order by r.merchant, r.environment, r.id`);
}

/** A row per limit of a merchant, with its other rules; one row without a limit if it has none. */
export type OrderRulesRow = Scope & {
  /** Null: the duplicate guard is off. */
  readonly duplicate_minutes: number | null;
  readonly has_blocks: boolean;
} & (Omit<StoredRule, keyof Scope> | { readonly [Name in Exclude<keyof StoredRule, keyof Scope>]: null });

/**
 * Returns all rules of these merchants for their orders: limits, the duplicate guard, and whether numbers are blocked.
 * A single statement, because every group of transfers runs it, whether its merchants have rules or not.
 */
export async function findOrderRules(tx: ReadTx, scopes: readonly Scope[]): Promise<readonly OrderRulesRow[]> {
  return tx.rows<OrderRulesRow>(sql`
    select input.merchant, input.environment, g.minutes as duplicate_minutes,
      exists (select from blocked_parties b where b.merchant = input.merchant and b.environment = input.environment)
        or exists (select from blocked_parties b where b.merchant is null and b.environment = input.environment) as has_blocks,
      ${columnList(term_columns, "r")}, m.country, m.time_zone as zone
    from ${rowsFrom(scopes, scope_columns, "input")}
    left join duplicate_guards g using (merchant, environment)
    left join limit_rules r using (merchant, environment)
    left join merchants m on m.id = r.merchant
    order by r.id`);
}

/** Inserts a rule, or changes the maximum of the rule with the same terms. Returns the stored rule. */
export async function upsertRule(tx: Tx, rule: LimitRuleRow): Promise<LimitRuleRow> {
  return tx.row<LimitRuleRow>(sql`
    insert into limit_rules (${columnList(rule_columns)})
    select ${columnList(rule_columns)} from ${rowsFrom([rule], rule_columns, "input")}
    on conflict (merchant, environment, set_by, applies_to, holder, period, measure, currency) do update
    set maximum = excluded.maximum, updated_at = excluded.updated_at
    returning ${columnList(rule_columns)}`);
}

export async function removeRule(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.run(sql`delete from limit_rules where ${inScope(scope)} and id = ${id}`);
}

/** Locks the counters of these merchants until the transaction ends, in a fixed order. Call it before locking balances. */
export async function lockCounters(tx: ReadTx, scopes: readonly Scope[]): Promise<void> {
  const keys = scopes.map(({ merchant, environment }) => `kolo limits ${merchant} ${environment}`);
  await tx.rows(sql`
    select pg_advisory_xact_lock(hashtextextended(key, 0))
    from (select distinct key from unnest(${keys}::text[]) as input (key) order by key) ordered`);
}

export interface CounterKey extends Scope {
  readonly counter: string;
}

const counter_columns: Columns<keyof CounterKey> = { ...scope_columns, counter: "text" };

/** Returns what these counters hold. An unused counter has no row. */
export async function findUsage(
  tx: ReadTx,
  counters: readonly CounterKey[],
): Promise<readonly (CounterKey & { readonly used: bigint })[]> {
  return tx.rows(sql`
    select merchant, environment, counter, u.used
    from ${rowsFrom(counters, counter_columns, "input")}
    join limit_usage u using (merchant, environment, counter)`);
}

export interface CounterAddition extends CounterKey {
  readonly added: bigint;
  /** The smallest maximum of the rules that limit the counter. */
  readonly maximum: bigint;
  readonly ends_at: Instant;
}

const addition_columns: Columns<keyof CounterAddition> = {
  ...counter_columns,
  added: "bigint",
  maximum: "bigint",
  ends_at: "timestamptz",
};

/** Adds to counters. Fails the transaction, so that it is retried, if one exceeds its maximum. */
export async function addUsage(tx: Tx, additions: readonly CounterAddition[]): Promise<void> {
  await tx.run(sql`
    with input as materialized (select * from ${rowsFrom(additions, addition_columns, "given")}),
    written as (
      insert into limit_usage as u (${columnList(counter_columns)}, used, ends_at)
      select ${columnList(counter_columns)}, added, ends_at from input order by merchant, environment, counter
      on conflict (merchant, environment, counter) do update set used = u.used + excluded.used
      returning merchant, environment, counter, used
    )
    select kolo_assert_unchanged(bool_and(written.used <= input.maximum), 'what was used of a limit')
    from written
    join input using (merchant, environment, counter)`);
}

/** An order's part in its counters. */
export interface LimitShare extends Scope {
  readonly subject: string;
  /** One per line. */
  readonly counters: string;
  readonly amount: bigint;
  readonly counted_at: Instant;
}

const share_columns: Columns<keyof LimitShare> = {
  ...scope_columns,
  subject: "text",
  counters: "text",
  amount: "bigint",
  counted_at: "timestamptz",
};

export async function insertShares(tx: Tx, shares: readonly LimitShare[]): Promise<void> {
  await tx.run(sql`
    insert into limit_shares (${columnList(share_columns)})
    select ${columnList(share_columns)} from ${rowsFrom(shares, share_columns, "input")}`);
}

const subject_columns: Columns<"subject" | keyof Scope> = { ...scope_columns, subject: "text" };

/** Subtracts orders from the counters they were added to. Skips orders that were never counted. */
export async function subtractShares(
  tx: Tx,
  subjects: readonly (Scope & { readonly subject: string })[],
): Promise<void> {
  await tx.run(sql`
    with gone as (
      delete from limit_shares s
      using ${rowsFrom(subjects, subject_columns, "input")}
      where (s.merchant, s.environment, s.subject) = (input.merchant, input.environment, input.subject)
      returning s.merchant, s.environment, s.counters, s.amount
    ),
    freed as (
      select g.merchant, g.environment, c.counter,
        sum(case when c.counter like 'count|%' then 1 else g.amount end)::bigint as freed
      from gone g
      cross join unnest(string_to_array(g.counters, E'\\n')) as c (counter)
      group by g.merchant, g.environment, c.counter
    ),
    locked as materialized (
      select u.merchant, u.environment, u.counter, f.freed
      from limit_usage u
      join freed f using (merchant, environment, counter)
      order by u.merchant, u.environment, u.counter
      for no key update of u
    )
    update limit_usage u
    set used = u.used - l.freed
    from locked l
    where (u.merchant, u.environment, u.counter) = (l.merchant, l.environment, l.counter)`);
}

export async function deleteEndedBefore(
  tx: Tx,
  { counters, shares }: { readonly counters: Instant; readonly shares: Instant },
): Promise<void> {
  await tx.run(sql`delete from limit_usage where ends_at < ${counters}`);
  await tx.run(sql`delete from limit_shares where counted_at < ${shares}`);
}
