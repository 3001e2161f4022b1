/**
 * The lists whose rows are counted, so that a page's total costs no scan. Statement triggers of each table write to
 * `list_deltas` how many rows entered and left a list; `rollUpCounters` rolls those up into `list_counts`.
 *
 * The triggers and the view `list_rows`, which the audit compares with the counters, are SQL generated from this table.
 * A migration contains that SQL, and `counted-lists.test.ts` fails if the database has other SQL. A new list or filter
 * is one entry here, and a migration with the text of `counterTriggersSql`.
 */
export interface CountedList {
  readonly table: string;
  readonly list: CountedListName;
  /**
   * `part`, `status`, `channel` and `bucket` are SQL expressions over a row. Each value of `part` has a list of its
   * own; status and channel are the filters of a list.
   */
  readonly part?: string;
  readonly status?: string;
  readonly channel?: string;
  /** The time bucket; if absent, the minute of `created_at`. */
  readonly bucket?: string;
  /** The condition of the rows that the list shows; if absent, all rows. */
  readonly where?: string;
  /** A second counter: the sum of the amounts of complete rows. */
  readonly sums?: "transfer_sums" | "payment_sums";
  /**
   * The kinds of statements that change a counter. A frequent update that changes none, such as that of a lease, then
   * runs no trigger.
   */
  readonly on: readonly StatementKind[];
}

export type CountedListName =
  | "transfers"
  | "bulk_transfers"
  | "payments"
  | "refunds"
  | "payment_links"
  | "beneficiaries"
  | "customers"
  | "movements"
  | "events"
  | "webhooks"
  | "deliveries";

type StatementKind = "insert" | "update" | "delete";

const ALL_STATEMENTS: readonly StatementKind[] = ["insert", "update", "delete"];
const INSERT_AND_DELETE: readonly StatementKind[] = ["insert", "delete"];

export const COUNTED_LISTS: readonly CountedList[] = [
  {
    table: "transfers",
    list: "transfers",
    status: "status",
    channel: "channel",
    sums: "transfer_sums",
    on: ALL_STATEMENTS,
  },
  { table: "bulk_transfers", list: "bulk_transfers", on: INSERT_AND_DELETE },
  {
    table: "payments",
    list: "payments",
    status: "status",
    channel: "coalesce(channel, '')",
    sums: "payment_sums",
    on: ALL_STATEMENTS,
  },
  { table: "refunds", list: "refunds", status: "status", on: ALL_STATEMENTS },
  { table: "payment_links", list: "payment_links", status: "active::text", on: ALL_STATEMENTS },
  {
    table: "beneficiaries",
    list: "beneficiaries",
    status: "type",
    channel: "country",
    where: "listed and deleted_at is null",
    on: ALL_STATEMENTS,
  },
  { table: "customers", list: "customers", where: "deleted_at is null", on: ALL_STATEMENTS },
  {
    table: "entries",
    list: "movements",
    part: "currency",
    bucket: "id / 1000",
    where: "debit = 'available' or credit = 'available'",
    on: INSERT_AND_DELETE,
  },
  { table: "events", list: "events", channel: "type", on: INSERT_AND_DELETE },
  { table: "webhooks", list: "webhooks", where: "deleted_at is null", on: ALL_STATEMENTS },
  {
    table: "open_deliveries",
    list: "deliveries",
    part: "webhook",
    status: "'open'",
    channel: "type",
    on: INSERT_AND_DELETE,
  },
  {
    table: "ended_deliveries",
    list: "deliveries",
    part: "webhook",
    status: "state",
    channel: "type",
    on: INSERT_AND_DELETE,
  },
];

/** One counter of a list: of its rows, or of the amounts of its complete rows. */
interface Counter extends Required<Pick<CountedList, "table" | "part" | "status" | "channel" | "bucket">> {
  readonly name: string;
  readonly weight: "1" | "amount";
  readonly where?: string | undefined;
}

/** The SQL of all triggers and of the view. */
export function counterTriggersSql(): string {
  return [...COUNTED_LISTS.map((list) => `${functionSql(list)}\n${triggersSql(list)}`), viewSql()].join("\n");
}

/** The body of the trigger function of one table. */
export function triggerFunctionBody(list: CountedList): string {
  const added = countersOf(list).map((counter) => insertSql(counter, "written"));
  const removed = countersOf(list).map((counter) => insertSql(counter, "removed"));
  return `
begin
  if tg_op <> 'DELETE' then
${added.join("\n")}
  end if;
  if tg_op <> 'INSERT' then
${removed.join("\n")}
  end if;
  return null;
end
`;
}

function functionSql(list: CountedList): string {
  return `create function count_${list.table}() returns trigger language plpgsql as $$${triggerFunctionBody(list)}$$;`;
}

function triggersSql({ table, on }: CountedList): string {
  const tables = { insert: "new table as written", delete: "old table as removed" };
  return on
    .map((verb) => {
      const transition_tables = verb === "update" ? `${tables.delete} ${tables.insert}` : tables[verb];
      return `create trigger count_${verb} after ${verb} on ${table} referencing ${transition_tables}
  for each statement execute function count_${table}();\n`;
    })
    .join("");
}

function viewSql(): string {
  const selects = COUNTED_LISTS.flatMap(countersOf).map(
    ({ table, name, weight, where, bucket, ...counter }) => `  select merchant, environment, '${name}'::text as list,
    ${counter.part} as part, ${counter.status} as status, ${counter.channel} as channel, ${bucket} as bucket,
    ${weight}::bigint as weight, ${isMinuteBucket(bucket) ? "created_at" : "null::timestamptz"} as at
  from ${table}${where ? `\n  where ${where}` : ""}`,
  );
  return `create or replace view list_rows with (security_invoker) as\n${selects.join("\n  union all\n")};\n`;
}

function countersOf({ list, sums, where, ...expressions }: CountedList): readonly Counter[] {
  const empty_text = "''::text";
  const common = {
    part: empty_text,
    status: empty_text,
    channel: empty_text,
    bucket: "kolo_minute(created_at)",
    ...expressions,
  };
  const rows: Counter = { ...common, name: list, weight: "1", where };
  return sums ? [rows, { ...common, name: sums, weight: "amount", where: "status = 'complete'" }] : [rows];
}

function isMinuteBucket(bucket: string): boolean {
  return bucket.startsWith("kolo_minute");
}

/** Removed rows do not narrow a minute's range of instants: the remaining rows may be anywhere in it. */
function insertSql(
  { name, weight, part, status, channel, bucket, where }: Counter,
  from: "written" | "removed",
): string {
  const sum = weight === "1" ? "count(*)" : `sum(${weight})`;
  const instants = isMinuteBucket(bucket) ? "min(kolo_ms(created_at)), max(kolo_ms(created_at))" : "0, 59999";
  const values = from === "written" ? `${sum}, ${instants}` : `-${sum}, 59999, 0`;
  return `    insert into list_deltas (merchant, environment, list, part, status, channel, bucket, change, first_ms, last_ms)
    select merchant, environment, '${name}', ${part}, ${status}, ${channel}, ${bucket},
      ${values}
    from ${from}${where ? `\n    where ${where}` : ""}
    group by 1, 2, 4, 5, 6, 7;`;
}
