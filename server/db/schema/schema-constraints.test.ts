import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { ID_PREFIXES } from "#kernel/ids.ts";
import { createOwnedDatabase } from "#testing/owned-database.ts";
import { migrate } from "./migrate.ts";

// The dump of a database of the first release has a row in every table of that time.
const DUMP = new URL("../../testing/schema-447b2c8.sql.gz", import.meta.url);

/** Rows of the tables that were added after the dump was made. */
const YOUNGER: Readonly<Record<string, string>> = {
  withdrawal_accounts: `select 'mer_a', 'live', 'wac_a', 'bank_account', 'A', 'CM', 'XAF', '1.AA', '…012', '10005', 'active', 'key',
    'user:per_a', 'user:per_b', now(), now(), now()`,
  withdrawals: `select 'mer_a', 'live', 'wdr_a', 'w-1', 'wac_a', 100, 'XAF', null, 'bank', '1.AA', null, null, 'pending', null, null,
    null, null, null, null, null, 1, now(), now(), null, null`,
  withdrawal_rules: `select 'mer_a', 'live', 'wru_a', 'wac_a', 'XAF', 'daily', '[]', '18:00', 0, 0, null, null, '2026-01-01',
    '2026-01-01', null, null, 0, now(), now(), null`,
  withdrawal_rule_runs: `select 'mer_a', 'live', 'wru_a', now(), '2026-01-01', null, 'balance_too_small', 'Too small', 0, now()`,
  schedules: `
    select merchant, environment, 'sch_a', 'Payroll', null, 'XAF', 100, 1, 'monthly', '[1]', '08:00', 'none', '2026-01-01', null, null,
      0, 'now', 'active', null, null, 0, '2026-01-01', now(), now(), null, null, 0, now(), now(), null
    from beneficiaries order by id limit 1`,
  schedule_payees: `
    select merchant, environment, 'sch_a', 0, id, 'cm.mtn', 100, null, null, null from beneficiaries order by id limit 1`,
  schedule_runs: `
    select merchant, environment, 'sch_a', now(), '2026-01-01', null, 'insufficient_balance', 'Insufficient balance', now()
    from beneficiaries order by id limit 1`,
  holidays: "select 'mer_a', 'live', '2026-01-01'",
  merchant_brandings: "select 'mer_a', '#0b6b4f', '\\x00'::bytea, 'image/png', repeat('0', 32), now()",
  notifications: `select 'mer_a', 'live', 'transfer_failed', 'trf_a', '["trf_a"]', 1, now(), now()`,
  notification_mailings: "select 'mer_a', 'live', 'transfer_failed', now()",
  notification_settings: "select merchant, person, 'transfer_failed', true, now() from memberships order by 1 limit 1",
  corrections: `
    select merchant, environment, 'cor_a', 'reverse', id, null, currency, 'available', 'funding', 1, false, 0, 'typed twice',
      'BICEC 1', 'booked', false, 'operator:anna', now(), 'operator:anna', now(), null, null
    from entries order by id limit 1`,
  provider_account_terms: `
    select id, 'ke.mpesa', 'collect', 1, 100, 'confirm', now() from provider_accounts order by id limit 1`,
  channel_changes: `overriding system value
    select 1, 'cm.mtn', 100, 500000, '*126#', false, 'as agreed', now(), 'operator:anna'`,
  charge_bands: "select 'mtn', 'live', 'mer_a', 'transfer', '*', 0, 100, 10, 1925, now(), 'operator:anna'",
  charges: `
    select merchant, environment, 'chg_a', id, 1, currency, 10, 2, 'schedule', null, null, now()
    from attempts order by id limit 1`,
  sign_in_failure_counts: "select min(id), '192.0.2.1', 1, now() from users",
  account_lookups: "select 'mer_a', 'live', min(id), '+237677000111', false, null, null, now() from users",
  limit_rules: "select 'mer_a', 'live', 'lim_a', 'platform', 'key', 'key_a', 'day', 'amount', 'XAF', 100, now(), now()",
  limit_usage: "select 'mer_a', 'live', 'amount|XAF|day|2026-01-01|merchant|*', 100, now()",
  invoices: `
    select merchant, environment, 'ivc_a', 'fees-1', 100, 0, 0, 0, 'XAF', 'open', id, null, now(), null, null, null, now(), 1, now(),
      now(), null, null
    from customers order by id limit 1`,
  invoice_instalments: "select merchant, environment, id, 0, 100, now() from invoices",
  limit_shares: "select 'mer_a', 'live', 'trf_a', 'amount|XAF|day|2026-01-01|merchant|*', 100, now()",
  payment_parts: `
    select merchant, environment, 'prt_a', id, 1, (select max(id) from merchants where id <> merchant), 'B', 'A', 5000, 10, 0, 0, currency, true, 'pending',
      null, 0, now(), now(), null
    from payments order by id limit 1`,
  part_movements: `
    select merchant, environment, 'pmv_a', 'prt_a', 'ref_a', 'out', 'escrow', 1, 0, now() from payments order by id limit 1`,
  duplicate_guards: "select 'mer_a', 'live', 60, now()",
  guarded_transfers: `
    select merchant, environment, '+237677000000', 100, 'XAF', id, now() from transfers order by id limit 1`,
  party_notes: "select 'mer_a', 'live', 'cus_a', 'Called twice', min(id), 'Ama', now() from users",
  blocked_parties: "select 'blk_a', 'mer_a', 'live', '+237677000000', '…000', 'fraud', 'operator:anna', now()",
  screening_hooks: "select 'mer_a', 'live', 'https://screening.example.cm/', '1.AA', 3000, 'wait', now()",
  money_out: "select 'mer_a', 'live', 'trf_a', 'key', 100, now()",
  money_out_totals: "select 'mer_a', 'live', 'key', now(), 100",
  statement_segments: "select merchant, environment, currency, id, id, 1, '[]', now() from entries order by id limit 1",
  readiness_probes: "select 'probe', 'x'",
  search_index: "select 'mer_a', 'live', 'trf_a', 1, 'jane', null, 100",
  wrong_keys: "select '\\x01'::bytea, 1, now()",
};

/**
 * Columns that the database cannot check: references to one of several tables, which the audit checks, and columns
 * whose values have no list.
 */
const EXCEPTIONS: readonly string[] = [
  // The reference is a number, and the test writes a text into it.
  ...["corrections.corrects", "statement_segments.first_id", "statement_segments.last_id"],
  // The subject is a transfer, a payment or a refund.
  "entries.merchant",
  // The resource is a row of any of several tables.
  "events.merchant",
  "outbox.merchant",
  // The dump's only person is a member of both merchants.
  "notification_settings.merchant",
  // A bulk transfer without a schedule refers to its merchant only.
  "bulk_transfers.merchant",
  // One that was not merged refers to its merchant only.
  ...["customers.merchant", "beneficiaries.merchant"],
  // Copies of other tables' rows; the audit compares them.
  "withdrawals.provider",
  "corrections.debit",
  "corrections.credit",
  "search_index.environment",
  "search_index.amount",
  // Sums of changes, which may be negative.
  "money_out_totals.amount",
  "list_counts.count",
  "list_counts.status",
  "list_deltas.status",
  // Copied from the network's statement.
  "statement_lines.amount",
  "statement_lines.fee",
];

/** Columns without a foreign key that have another row's id, or the name of a reference. */
const WITHOUT_FOREIGN_KEY: readonly string[] = [
  // A row of one of several tables. The audit compares most of them with those rows.
  ...["approvals.subject", "attempts.subject", "delivery_attempts.delivery", "entries.subject", "events.resource"],
  ...["limit_rules.holder", "limit_shares.subject", "money_out.subject", "outbox_mail.about", "part_movements.subject"],
  "notifications.subject",
  "party_notes.party",
  // Written by triggers and by the indexer, from rows that have the foreign key.
  ...["list_counts.merchant", "list_deltas.merchant", "search_index.merchant", "search_stale.merchant"],
  // The API key of a request, which the service has just checked.
  "request_log.key",
  // The names of ledger accounts, of lists and of people, in columns that other tables use for references.
  ...["corrections.debit", "corrections.credit", "part_movements.account"],
  ...["corrections.requested_by", "corrections.decided_by"],
  ...["list_counts.part", "list_deltas.part", "outbox_mail.recipient"],
  // Values of the dump that resemble an id.
  ...["audit_log.action", "idempotency_keys.key", "platform_operator_audit_log.action"],
];

const FOREIGN_KEY = "23503";
const CHECK = "23514";
// Errors of a column's type, of row-level security or of missing rights.
const NOT_ALLOWED = "42501";
const RAISED = "P0001";
const UNIQUE = "23505";

const WORDS: readonly string[] = [
  ...["environment", "status", "state", "kind", "type", "origin", "purpose", "step", "approval", "trigger", "list"],
  ...["debit", "credit", "country", "currency", "proposed", "resolution", "applies_to", "set_by", "period", "measure"],
  ...["frequency", "holiday_rule", "reserve_funds", "funds_state", "when_unavailable", "skip_code"],
];
const NUMBERS: readonly string[] = [
  ...["amount", "fee", "amount_total", "total_amount", "total_fee", "total_transfers", "amount_refunded"],
  ...[
    "amount_refunding",
    "advanced",
    "available",
    "used",
    "maximum",
    "minimum",
    "fixed",
    "percent_bp",
    "balance_above",
  ],
  ...[
    "balance_left",
    "size",
    "count",
    "attempts",
    "sequence",
    "number",
    "claim",
    "minutes",
    "timeout_ms",
    "runs_count",
  ],
  ...["runs_max", "days_ahead"],
];

const database = await createOwnedDatabase();
const owner = new pg.Client({ connectionString: database.url });
await owner.connect();
await owner.query(gunzipSync(await readFile(DUMP)).toString());
await owner.end();
await migrate(database.url);
const { root } = database;

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Reference {
  readonly name: string;
  readonly columns: readonly string[];
}

interface Table {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly references: readonly Reference[];
}

const { rows: tables } = await root.query<Table>(`
  select c.relname as name,
    (
      select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null)) order by a.attnum)
      from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity <> 'a'
    ) as columns,
    coalesce((
      select json_agg(json_build_object('name', k.conname, 'columns', (
        select json_agg(a.attname order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum = any(k.conkey)
      )))
      from pg_constraint k
      where k.conrelid = c.oid and k.contype = 'f'
    ), '[]') as references
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
  order by c.relname`);

// The dump has event types that do not exist.
for (const table of ["open_deliveries", "ended_deliveries"])
  await root.query(`update ${table} set type = 'transfer.complete'`);
for (const [table, row] of Object.entries(YOUNGER)) await root.query(`insert into ${table} ${row}`);

/** Replaces a table's row by a changed copy, as the engine. Returns PostgreSQL's error code; null on success. */
async function codeOf({ name, columns }: Table, change: object): Promise<string | null> {
  const column_list = columns.map((column) => pg.escapeIdentifier(column.name)).join(", ");
  await root.query("begin");
  try {
    const { rows } = await root.query<{ row: object; row_ctid: string }>(
      `select to_jsonb(t) as row, ctid::text as row_ctid from ${name} t limit 1`,
    );
    const [first_row] = rows;
    assert.ok(first_row, `${name} has a row: add one to YOUNGER`);
    await root.query("set local session_replication_role = replica");
    await root.query(`delete from ${name} where ctid = $1::tid`, [first_row.row_ctid]);
    await root.query("set local session_replication_role = origin");
    await root.query("set constraints all immediate");
    await root.query("set local role kolo_engine");
    await root.query(
      `insert into ${name} (${column_list}) select ${column_list} from jsonb_populate_record(null::${name}, $1)`,
      [JSON.stringify({ ...first_row.row, ...change })],
    );
    return null;
  } catch (error) {
    if (error instanceof pg.DatabaseError) return error.code ?? "";
    throw error;
  } finally {
    await root.query("rollback");
  }
}

/** The changes, as `table.column`, that the database accepts although it should refuse them, without the exceptions. */
async function written(
  codes: readonly string[],
  changesOf: (table: Table) => readonly (readonly [column: string, change: object])[],
): Promise<readonly string[]> {
  const accepted: string[] = [];
  for (const table of tables) {
    for (const [column, change] of changesOf(table)) {
      const name = `${table.name}.${column}`;
      const code = await codeOf(table, change);
      const is_refused = code !== null && [...codes, NOT_ALLOWED].includes(code);
      if (!is_refused && !EXCEPTIONS.includes(name)) accepted.push(`${name}: ${code ?? "written"}`);
    }
  }
  return accepted;
}

/** Whether a value looks like an id of any table. */
function isAnId(value: unknown): boolean {
  const [prefix = "", rest = ""] = typeof value === "string" ? value.split("_") : [];
  return rest !== "" && ID_PREFIXES.some((known) => known === prefix);
}

describe("the schema refuses", () => {
  it("no valid row: each can be rewritten as it is, or its table is closed to the service", async () => {
    assert.deepEqual(
      await written([], () => [["row", {}]]).then((all) => all.filter((one) => !one.endsWith(": written"))),
      [],
    );
  });

  it("an orphan, in every table with a reference", async () => {
    const orphans = await written([FOREIGN_KEY, CHECK], ({ references }) =>
      references.map(({ columns }) => {
        const own = columns.find((column) => !["merchant", "environment", "currency"].includes(column)) ?? "merchant";
        return [own, { [own]: "nobody" }];
      }),
    );
    assert.deepEqual(orphans, []);
  });

  it("a column with another row's id and no foreign key", async () => {
    const own_columns = ["id", "environment", "currency"];
    const names = new Set(tables.flatMap(({ references }) => references.flatMap(({ columns }) => columns)));
    const found: string[] = [];
    for (const { name, columns, references } of tables) {
      const { rows } = await root.query<{ row: Readonly<Record<string, unknown>> }>(
        `select to_jsonb(t) as row from ${name} t limit 50`,
      );
      const referring = new Set([...own_columns, ...references.flatMap((reference) => reference.columns)]);
      const others = columns.filter((column) => !referring.has(column.name));
      const suspects = others.filter(
        (column) => names.has(column.name) || rows.some(({ row }) => isAnId(row[column.name])),
      );
      found.push(...suspects.map((column) => `${name}.${column.name}`));
    }
    assert.deepEqual(found.sort(), [...WITHOUT_FOREIGN_KEY].sort());
  });

  it("a reference to another merchant's row", async () => {
    const foreign = await written([FOREIGN_KEY, UNIQUE, CHECK], ({ references }) =>
      references.some(({ columns }) => columns.includes("merchant") && columns.length > 1)
        ? [["merchant", { merchant: "mer_b" }]]
        : [],
    );
    assert.deepEqual(foreign, []);
  });

  it("a text that a column's list does not have", async () => {
    const words = await written([CHECK, FOREIGN_KEY, RAISED], ({ columns }) =>
      columns
        .filter(({ name, type }) => type === "text" && WORDS.includes(name))
        .map(({ name }) => [name, { [name]: "impossible" }]),
    );
    assert.deepEqual(words, []);
  });

  it("an impossible amount or number", async () => {
    const numbers = await written([CHECK, FOREIGN_KEY, RAISED], ({ columns }) =>
      columns
        .filter(({ name, type }) => ["bigint", "integer"].includes(type) && NUMBERS.includes(name))
        .map(({ name }) => [name, { [name]: -1 }]),
    );
    assert.deepEqual(numbers, []);
  });
});
