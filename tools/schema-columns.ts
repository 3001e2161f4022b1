// Generates server/db/schema/columns.ts: the columns of the tables that have a table of fields, as types. A field whose
// column no migration adds is then a type error.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const MIGRATIONS = join(import.meta.dirname, "..", "server", "db", "schema", "migrations");
/** The resources' tables in the database, by the names of their tables of fields. */
const TABLES = [
  ...["beneficiaries", "bulk_transfers", "customers", "invoices", "payment_links", "payments", "refunds", "schedules"],
  ...["transfers", "withdrawal_accounts", "withdrawals"],
];

/** Returns the text of server/db/schema/columns.ts. */
export function schemaColumns(): string {
  const sql = readdirSync(MIGRATIONS)
    .sort()
    .map((file) => readFileSync(join(MIGRATIONS, file), "utf8"))
    .join("\n");
  const columns = columnsOf(sql.replaceAll(/^ *--.*\n/gm, ""));
  const lines = TABLES.map((table) => `  readonly ${table}: ${union([...(columns.get(table) ?? [])])};\n`);
  return [
    "// Written by `npm run docs` from the migrations.\n",
    `/** The columns of each table that has a table of fields. */\nexport interface SchemaColumns {\n${lines.join("")}}\n`,
  ].join("\n");
}

const CREATE_TABLE = /^create table (?<created>\w+) \(\n(?<body>.*?)^\)/ms;
const ALTER_TABLE = /^alter table (?<altered>\w+)\s(?<changes>[^;]*);/ms;
const TABLE_CONSTRAINT = /^(?:primary|foreign|unique|constraint|check|exclude|like)\b/;

/** Reads the columns of every table from the statements, in their order. */
function columnsOf(sql: string): ReadonlyMap<string, Set<string>> {
  const columns = new Map<string, Set<string>>();
  for (const { groups = {} } of sql.matchAll(new RegExp(`${CREATE_TABLE.source}|${ALTER_TABLE.source}`, "gms"))) {
    const { created, body = "", altered = "", changes = "" } = groups;
    if (created !== undefined) columns.set(created, columnsOfBody(body));
    const own = columns.get(altered);
    if (own === undefined) continue;
    for (const [, column = ""] of changes.matchAll(/\badd column (?:if not exists )?(\w+)/g)) own.add(column);
    for (const [, column = ""] of changes.matchAll(/\bdrop column (?:if exists )?(\w+)/g)) own.delete(column);
    for (const [, from = "", to = ""] of changes.matchAll(/\brename column (\w+) to (\w+)/g))
      if (own.delete(from)) own.add(to);
  }
  return columns;
}

/** Reads the columns between the brackets of `create table`: one for each line with two spaces before it. */
function columnsOfBody(body: string): Set<string> {
  const lines = [...body.matchAll(/^ {2}(\w.*)$/gm)].map(([, line = ""]) => line);
  return new Set(lines.filter((line) => !TABLE_CONSTRAINT.test(line)).map((line) => line.split(" ")[0] ?? ""));
}

function union(names: readonly string[]): string {
  return names.length === 0 ? "never" : names.map((name) => JSON.stringify(name)).join(" | ");
}
