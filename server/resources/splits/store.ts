import { type ListPage, type PageBounds, readUncountedPage } from "#db/lists/list.ts";
import { type Columns, columnList, inScope, rowsFrom, sql, type Tx } from "#db/tx.ts";
import { columnsOf } from "#kernel/field-table.ts";
import type { Scope } from "#kernel/scope.ts";
import { PART_COLUMNS, type PartMovementRow, type PartRow, type PartState } from "./schema.ts";

const columns = columnsOf(PART_COLUMNS);

export async function insert(tx: Tx, rows: readonly PartRow[]): Promise<void> {
  await tx.run(sql`
    insert into payment_parts (${columnList(columns)})
    select ${columnList(columns)} from ${rowsFrom(rows, columns, "input")}`);
}

const payment_columns: Columns<keyof Scope | "id"> = { merchant: "text", environment: "text", id: "text" };

/** Returns the parts of payments; a payment's first part is the platform's own. Lock the payments first to change their parts. */
export async function listOfPayments(
  tx: Tx,
  payments: readonly (Scope & { readonly id: string })[],
): Promise<readonly PartRow[]> {
  return tx.rows<PartRow>(sql`
    select ${columnList(columns, "p")}
    from ${rowsFrom(payments, payment_columns, "input")}
    join payment_parts p on (p.merchant, p.environment, p.payment) = (input.merchant, input.environment, input.id)
    order by p.merchant, p.environment, p.payment, p.number`);
}

/** A change of a part. `amount_returned` is added; `has_event` counts an event of the recipient. */
export interface PartChange extends Scope {
  readonly id: string;
  readonly state: PartState;
  readonly fee: bigint;
  readonly amount_returned: bigint;
  readonly has_event: boolean;
}

const change_columns: Columns<keyof PartChange> = {
  merchant: "text",
  environment: "text",
  id: "text",
  state: "text",
  fee: "bigint",
  amount_returned: "bigint",
  has_event: "boolean",
};

export async function change(tx: Tx, changes: readonly PartChange[]): Promise<readonly PartRow[]> {
  return tx.rows<PartRow>(sql`
    update payment_parts p
    set
      state = input.state,
      fee = input.fee,
      amount_returned = p.amount_returned + input.amount_returned,
      sequence = p.sequence + input.has_event::int,
      settled_at = case when input.state = 'settled' then coalesce(p.settled_at, ${tx.now}::timestamptz) end,
      updated_at = ${tx.now}
    from ${rowsFrom(changes, change_columns, "input")}
    where (p.merchant, p.environment, p.id) = (input.merchant, input.environment, input.id)
    returning ${columnList(columns, "p")}`);
}

const movement_columns: Columns<keyof PartMovementRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  part: "text",
  subject: "text",
  direction: "text",
  account: "text",
  amount: "bigint",
  advanced: "bigint",
  created_at: "timestamptz",
};

export async function insertMovements(tx: Tx, rows: readonly PartMovementRow[]): Promise<void> {
  await tx.run(sql`
    insert into part_movements (${columnList(movement_columns)})
    select ${columnList(movement_columns)} from ${rowsFrom(rows, movement_columns, "input")}`);
}

/** The amount that a refund holds of a part: what it took less what it returned. */
export interface PartShareRow extends Scope {
  readonly subject: string;
  readonly part: string;
  readonly amount: bigint;
}

const subject_columns: Columns<keyof Scope | "subject"> = { merchant: "text", environment: "text", subject: "text" };

export async function listShares(
  tx: Tx,
  subjects: readonly (Scope & { readonly subject: string })[],
): Promise<readonly PartShareRow[]> {
  return tx.rows<PartShareRow>(sql`
    select merchant, environment, subject, part,
      sum(case direction when 'out' then amount else -amount end)::bigint as amount
    from ${rowsFrom(subjects, subject_columns, "input")}
    join part_movements using (merchant, environment, subject)
    group by merchant, environment, subject, part
    having sum(case direction when 'out' then amount else -amount end) > 0`);
}

/** The amount that corrections of the payment took from its parts, refunds left out. */
export async function sumCorrected(tx: Tx, scope: Scope, payment: string): Promise<bigint> {
  const { sum } = await tx.row<{ readonly sum: bigint }>(sql`
    select coalesce(sum(case m.direction when 'out' then m.amount else -m.amount end), 0)::bigint as sum
    from payment_parts p
    join part_movements m on (m.merchant, m.environment, m.part) = (p.merchant, p.environment, p.id)
    where ${inScope(scope, "p")} and p.payment = ${payment} and not starts_with(m.subject, 'ref_')`);
  return sum;
}

/** A page of the parts that a merchant has received or will receive, the newest first. */
export async function listReceived(tx: Tx, scope: Scope, page: PageBounds): Promise<ListPage<PartRow>> {
  const rows = {
    columns: columnList(columns),
    from: sql`payment_parts`,
    where: receivedBy(scope),
    prefix: "prt",
  } as const;
  return readUncountedPage(tx, rows, {}, page);
}

export async function findReceived(tx: Tx, scope: Scope, id: string): Promise<PartRow | null> {
  return tx.maybeRow<PartRow>(
    sql`select ${columnList(columns)} from payment_parts where ${receivedBy(scope)} and id = ${id}`,
  );
}

function receivedBy({ merchant, environment }: Scope) {
  return sql`recipient = ${merchant} and environment = ${environment} and number > 0 and state <> 'pending'`;
}
