import { type Columns, mine, names, sql, type Tx, table } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { WebhookRow } from "./schema.ts";

const columns: Columns<keyof WebhookRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  url: "text",
  events: "text[]",
  description: "text",
  active: "boolean",
  secret: "text",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

export async function insert(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.run(sql`
    insert into webhooks (${names(columns)})
    values (
      ${row.merchant}, ${row.environment}, ${row.id}, ${row.url}, ${row.events}, ${row.description}, ${row.active},
      ${row.secret}, ${row.created_at}, ${row.updated_at}
    )`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<WebhookRow | null> {
  return tx.maybeRow<WebhookRow>(sql`
    select ${names(columns)}
    from webhooks
    where ${mine(scope)} and id = ${id} and deleted_at is null`);
}

/** The same, and nobody changes it before this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<WebhookRow | null> {
  return tx.maybeRow<WebhookRow>(sql`
    select ${names(columns)}
    from webhooks
    where ${mine(scope)} and id = ${id} and deleted_at is null
    for update`);
}

export type Changes = Pick<WebhookRow, "url" | "events" | "description" | "active">;

export async function update(tx: Tx, scope: Scope, id: Id<"whk">, changes: Changes): Promise<WebhookRow> {
  return tx.row<WebhookRow>(sql`
    update webhooks
    set url = ${changes.url}, events = ${changes.events}, description = ${changes.description},
      active = ${changes.active}, updated_at = ${tx.now}
    where ${mine(scope)} and id = ${id}
    returning ${names(columns)}`);
}

export async function markDeleted(tx: Tx, scope: Scope, id: string): Promise<boolean> {
  const deleted = await tx.run(sql`
    update webhooks
    set deleted_at = ${tx.now}, updated_at = ${tx.now}, active = false
    where ${mine(scope)} and id = ${id} and deleted_at is null`);
  return deleted > 0;
}

export async function list(
  tx: Tx,
  scope: Scope,
  { limit, offset }: { limit: number; offset: number },
): Promise<readonly WebhookRow[]> {
  return tx.rows<WebhookRow>(sql`
    select ${names(columns)}
    from webhooks
    where ${mine(scope)} and deleted_at is null
    order by id desc
    limit ${limit} offset ${offset}`);
}

export async function count(tx: Tx, scope: Scope): Promise<number> {
  const { total } = await tx.row<{ total: bigint }>(sql`
    select count(*) as total from webhooks where ${mine(scope)} and deleted_at is null`);
  return Number(total);
}

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

/** The active webhooks of several merchants. */
export async function findActive(tx: Tx, scopes: readonly Scope[]): Promise<readonly WebhookRow[]> {
  return tx.rows<WebhookRow>(sql`
    select ${names(columns, "w")}
    from ${table(scopes, scope_columns, "given")}
    join webhooks w using (merchant, environment)
    where w.active and w.deleted_at is null`);
}
