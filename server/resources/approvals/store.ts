import { type Columns, mine, names, type Reader, sql, type Tx, table } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { ApprovalRow, RuleKey, RuleRow } from "./schema.ts";

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

const rule_columns: Columns<keyof RuleRow> = {
  ...scope_columns,
  currency: "text",
  amount_above: "bigint",
  every_bulk: "boolean",
  updated_at: "timestamptz",
};

/** The rules of those merchants and environments that have one. */
export async function findRules(tx: Reader, scopes: readonly Scope[]): Promise<readonly RuleRow[]> {
  return tx.rows<RuleRow>(sql`
    select ${names(rule_columns, "r")}
    from ${table(scopes, scope_columns, "given")}
    join approval_rules r using (merchant, environment)`);
}

const rule_key_columns: Columns<keyof RuleKey> = { ...scope_columns, updated_at: "timestamptz" };

/** Has the transaction tried again where one of these merchants has another rule by now. */
export async function expectRules(tx: Tx, rules: readonly RuleKey[]): Promise<void> {
  await tx.run(sql`
    select kolo_still(count(*) = 0, 'a rule about approvals')
    from ${table(rules, rule_key_columns, "given")}
    left join approval_rules r using (merchant, environment)
    where r.updated_at is distinct from given.updated_at`);
}

export async function upsertRule(tx: Tx, rule: RuleRow): Promise<void> {
  await tx.run(sql`
    insert into approval_rules (${names(rule_columns)})
    select ${names(rule_columns)} from ${table([rule], rule_columns, "given")}
    on conflict (merchant, environment) do update
    set
      currency = excluded.currency,
      amount_above = excluded.amount_above,
      every_bulk = excluded.every_bulk,
      updated_at = excluded.updated_at`);
}

export async function removeRule(tx: Tx, scope: Scope): Promise<void> {
  await tx.run(sql`delete from approval_rules where ${mine(scope)}`);
}

const columns: Columns<keyof ApprovalRow> = {
  ...scope_columns,
  subject: "text",
  state: "text",
  asked_by: "text",
  asked_by_name: "text",
  asked_at: "timestamptz",
  decided_by: "text",
  decided_by_name: "text",
  decided_at: "timestamptz",
  reason: "text",
};

export async function insert(tx: Tx, rows: readonly ApprovalRow[]): Promise<void> {
  await tx.run(sql`
    insert into approvals (${names(columns)})
    select ${names(columns)} from ${table(rows, columns, "given")}`);
}

export async function find(tx: Tx, scope: Scope, subject: string): Promise<ApprovalRow | null> {
  return tx.maybeRow<ApprovalRow>(sql`
    select ${names(columns)} from approvals where ${mine(scope)} and subject = ${subject}`);
}

export async function findMany(tx: Tx, scope: Scope, subjects: readonly string[]): Promise<readonly ApprovalRow[]> {
  return tx.rows<ApprovalRow>(sql`
    select ${names(columns)} from approvals where ${mine(scope)} and subject = any(${subjects})`);
}

/** The same as `find`, and nobody else decides before this transaction ends. */
export async function lock(tx: Tx, scope: Scope, subject: string): Promise<ApprovalRow | null> {
  return tx.maybeRow<ApprovalRow>(sql`
    select ${names(columns)} from approvals where ${mine(scope)} and subject = ${subject} for update`);
}

export type Decided = Pick<ApprovalRow, "state" | "decided_by" | "decided_by_name" | "reason">;

/** Ends the wait. False when it had ended. */
export async function end(tx: Tx, scope: Scope, subject: string, decided: Decided): Promise<boolean> {
  const ended = await tx.run(sql`
    update approvals
    set
      state = ${decided.state}, decided_by = ${decided.decided_by}, decided_by_name = ${decided.decided_by_name},
      decided_at = ${tx.now}, reason = ${decided.reason}
    where ${mine(scope)} and subject = ${subject} and state = 'waiting'`);
  return ended > 0;
}
