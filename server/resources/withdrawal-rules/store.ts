import {
  type Columns,
  columnList,
  emptySql,
  inScope,
  isUniqueViolation,
  rowsFrom,
  sql,
  type Tx,
  UniqueConflict,
} from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { RuleRow, RuleRunRow } from "./schema.ts";

const columns: Columns<keyof RuleRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  account: "text",
  currency: "text",
  frequency: "text",
  days: "json",
  time: "text",
  balance_above: "bigint",
  balance_left: "bigint",
  requested_by: "text",
  requested_by_name: "text",
  next_day: "text",
  next_due_at: "timestamptz",
  last_day: "text",
  last_due_at: "timestamptz",
  sequence: "int",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  deleted_at: "timestamptz",
};

/** Throws `UniqueConflict` if the merchant has a rule in this currency; the retry then finds it. */
export async function insert(tx: Tx, row: RuleRow): Promise<void> {
  try {
    await tx.run(sql`
      insert into withdrawal_rules (${columnList(columns)})
      select ${columnList(columns)} from ${rowsFrom([row], columns, "input")}`);
  } catch (error) {
    throw isUniqueViolation(error, "withdrawal_rules_by_currency")
      ? new UniqueConflict("another rule was faster")
      : error;
  }
}

/** Writes all columns of the row except its key, its currency and its creation time. The caller must have locked the row. */
export async function update(tx: Tx, row: RuleRow): Promise<void> {
  await tx.run(sql`
    update withdrawal_rules r
    set
      account = input.account, frequency = input.frequency, days = input.days, time = input.time,
      balance_above = input.balance_above, balance_left = input.balance_left,
      requested_by = input.requested_by, requested_by_name = input.requested_by_name,
      next_day = input.next_day, next_due_at = input.next_due_at,
      last_day = input.last_day, last_due_at = input.last_due_at,
      sequence = input.sequence, updated_at = input.updated_at, deleted_at = input.deleted_at
    from ${rowsFrom([row], columns, "input")}
    where (r.merchant, r.environment, r.id) = (input.merchant, input.environment, input.id)`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<RuleRow | null> {
  return tx.maybeRow<RuleRow>(sql`
    select ${columnList(columns)}
    from withdrawal_rules
    where ${inScope(scope)} and id = ${id} and deleted_at is null`);
}

/** Like `find`, and locks the row against runs and other changes. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<RuleRow | null> {
  return tx.maybeRow<RuleRow>(sql`
    select ${columnList(columns)}
    from withdrawal_rules
    where ${inScope(scope)} and id = ${id} and deleted_at is null
    for update`);
}

export async function lockByCurrency(tx: Tx, scope: Scope, currency: string): Promise<RuleRow | null> {
  return tx.maybeRow<RuleRow>(sql`
    select ${columnList(columns)}
    from withdrawal_rules
    where ${inScope(scope)} and currency = ${currency} and deleted_at is null
    for update`);
}

/** The rules of a merchant, by currency: at most one per currency. */
export async function list(tx: Tx, scope: Scope): Promise<readonly RuleRow[]> {
  return tx.rows<RuleRow>(sql`
    select ${columnList(columns)}
    from withdrawal_rules
    where ${inScope(scope)} and deleted_at is null
    order by currency`);
}

/** Returns and locks a merchant's rules; of both environments if `environment` is null. */
export async function lockAll(tx: Tx, merchant: string, environment: string | null): Promise<readonly RuleRow[]> {
  return tx.rows<RuleRow>(sql`
    select ${columnList(columns)}
    from withdrawal_rules
    where merchant = ${merchant} and deleted_at is null
      ${environment === null ? emptySql : sql`and environment = ${environment}`}
    order by environment, id
    for update`);
}

/** Returns and locks the rule that is due first. Skips those that another process has locked. */
export async function lockDue(tx: Tx, skipped: readonly string[]): Promise<RuleRow | null> {
  return tx.maybeRow<RuleRow>(sql`
    select ${columnList(columns)}
    from withdrawal_rules
    where next_due_at <= ${tx.now} and id <> all(${skipped})
    order by next_due_at, id
    limit 1
    for update skip locked`);
}

const run_columns: Columns<keyof RuleRunRow> = {
  merchant: "text",
  environment: "text",
  rule: "text",
  due_at: "timestamptz",
  day: "text",
  withdrawal: "text",
  skip_code: "text",
  skip_reason: "text",
  available: "bigint",
  created_at: "timestamptz",
};

/** Records the run of a due time. A second run of the same due time or day violates a unique constraint. */
export async function insertRun(tx: Tx, row: RuleRunRow): Promise<void> {
  await tx.run(sql`
    insert into withdrawal_rule_runs (${columnList(run_columns)})
    select ${columnList(run_columns)} from ${rowsFrom([row], run_columns, "input")}`);
}

/** The last run of each of these rules. */
export async function findLastRuns(
  tx: Tx,
  scope: Scope,
  rules: readonly Pick<RuleRow, "id" | "last_due_at">[],
): Promise<readonly RuleRunRow[]> {
  const keys = rules.flatMap(({ id, last_due_at }) => (last_due_at === null ? [] : [{ rule: id, last_due_at }]));
  if (keys.length === 0) return [];
  const key_columns: Columns<"rule" | "last_due_at"> = { rule: "text", last_due_at: "timestamptz" };
  return tx.rows<RuleRunRow>(sql`
    select ${columnList(run_columns, "r")}
    from ${rowsFrom(keys, key_columns, "input")}
    join withdrawal_rule_runs r on ${inScope(scope, "r")} and r.rule = input.rule and r.due_at = input.last_due_at`);
}

/** A page of a rule's runs, the latest due time first, with the total count. */
export async function listRuns(
  tx: Tx,
  scope: Scope,
  rule: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly rows: readonly RuleRunRow[]; readonly totals: number }> {
  const where = sql`${inScope(scope)} and rule = ${rule}`;
  const [rows, { total }] = await Promise.all([
    tx.rows<RuleRunRow>(sql`
      select ${columnList(run_columns)}
      from withdrawal_rule_runs
      where ${where}
      order by due_at desc
      limit ${page.limit} offset ${page.offset}`),
    tx.row<{ total: bigint }>(sql`select count(*) as total from withdrawal_rule_runs where ${where}`),
  ]);
  return { rows, totals: Number(total) };
}
