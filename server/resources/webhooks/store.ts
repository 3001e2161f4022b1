import { type ListPage, type PageBounds, readCountedPage } from "#db/lists/list.ts";
import { type Columns, columnList, inScope, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { WebhookRow } from "./schema.ts";

const columns: Columns<keyof WebhookRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  url: "text",
  events: "text[]",
  description: "text",
  active: "boolean",
  in_order: "boolean",
  rate_limit: "int",
  concurrency: "int",
  secret: "text",
  next_secret: "text",
  next_secret_from: "timestamptz",
  disabled_reason: "text",
  disabled_at: "timestamptz",
  sequence: "int",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

export async function insert(tx: Tx, row: WebhookRow): Promise<void> {
  await tx.run(sql`
    insert into webhooks (${columnList(columns)})
    values (
      ${row.merchant}, ${row.environment}, ${row.id}, ${row.url}, ${row.events}, ${row.description}, ${row.active},
      ${row.in_order}, ${row.rate_limit}, ${row.concurrency}, ${row.secret}, ${row.next_secret},
      ${row.next_secret_from}, ${row.disabled_reason}, ${row.disabled_at}, ${row.sequence}, ${row.created_at},
      ${row.updated_at}
    )`);
}

export async function find(tx: Tx, scope: Scope, id: string): Promise<WebhookRow | null> {
  return tx.maybeRow<WebhookRow>(sql`
    select ${columnList(columns)}
    from webhooks
    where ${inScope(scope)} and id = ${id} and deleted_at is null`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, scope: Scope, id: string): Promise<WebhookRow | null> {
  return tx.maybeRow<WebhookRow>(sql`
    select ${columnList(columns)}
    from webhooks
    where ${inScope(scope)} and id = ${id} and deleted_at is null
    for update`);
}

export type WebhookUpdate = Pick<
  WebhookRow,
  | "url"
  | "events"
  | "description"
  | "active"
  | "in_order"
  | "rate_limit"
  | "concurrency"
  | "disabled_reason"
  | "disabled_at"
>;

export async function update(tx: Tx, scope: Scope, id: Id<"whk">, changes: WebhookUpdate): Promise<WebhookRow> {
  return tx.row<WebhookRow>(sql`
    update webhooks
    set url = ${changes.url}, events = ${changes.events}, description = ${changes.description},
      active = ${changes.active}, in_order = ${changes.in_order}, rate_limit = ${changes.rate_limit},
      concurrency = ${changes.concurrency}, disabled_reason = ${changes.disabled_reason},
      disabled_at = ${changes.disabled_at}, updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

export async function disable(
  tx: Tx,
  scope: Scope,
  id: Id<"whk">,
  reason: NonNullable<WebhookRow["disabled_reason"]>,
): Promise<void> {
  await tx.run(sql`
    update webhooks
    set active = false, disabled_reason = ${reason}, disabled_at = ${tx.now}, updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id}`);
}

/** Increments the sequence of the events about the webhook itself. */
export async function incrementSequence(tx: Tx, scope: Scope, id: Id<"whk">): Promise<WebhookRow> {
  return tx.row<WebhookRow>(sql`
    update webhooks
    set sequence = sequence + 1
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

/** Both secrets must be encrypted. */
export async function setSecrets(
  tx: Tx,
  scope: Scope,
  id: Id<"whk">,
  { secret, next, from }: { secret: string; next: string | null; from: Instant | null },
): Promise<WebhookRow> {
  return tx.row<WebhookRow>(sql`
    update webhooks
    set secret = ${secret}, next_secret = ${next}, next_secret_from = ${from}, updated_at = ${tx.now}
    where ${inScope(scope)} and id = ${id}
    returning ${columnList(columns)}`);
}

/**
 * Replaces the old secrets of ended rotations. It may run late: the new secrets are the only valid ones from the end of
 * the overlap.
 */
export async function finishRotations(tx: Tx): Promise<void> {
  await tx.run(sql`
    update webhooks
    set secret = next_secret, next_secret = null, next_secret_from = null
    where next_secret_from <= ${tx.now}`);
}

/** Sets the platform operator's limits for one webhook; null means the default. */
export async function setBounds(
  tx: Tx,
  scope: Scope,
  id: string,
  { rate_max, concurrency_max }: { rate_max: number | null; concurrency_max: number | null },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update webhooks
    set rate_max = ${rate_max}, concurrency_max = ${concurrency_max}
    where ${inScope(scope)} and id = ${id} and deleted_at is null`);
  return changed > 0;
}

export async function markDeleted(tx: Tx, scope: Scope, id: string): Promise<void> {
  await tx.run(sql`
    update webhooks
    set deleted_at = ${tx.now}, updated_at = ${tx.now}, active = false, disabled_reason = null, disabled_at = null
    where ${inScope(scope)} and id = ${id} and deleted_at is null`);
}

/** A page of a merchant's webhooks, the newest first, with the total count. */
export async function list(tx: Tx, scope: Scope, page: PageBounds): Promise<ListPage<WebhookRow>> {
  const rows = {
    list: "webhooks",
    columns: columnList(columns),
    from: sql`webhooks`,
    where: sql`${inScope(scope)} and deleted_at is null`,
    prefix: "whk",
    is_dense: true,
  } as const;
  return readCountedPage(tx, scope, rows, {}, page);
}

/** Counts a merchant's webhooks, inactive ones included. */
export async function count(tx: Tx, scope: Scope): Promise<number> {
  const { total } = await tx.row<{ total: bigint }>(sql`
    select count(*) as total from webhooks where ${inScope(scope)} and deleted_at is null`);
  return Number(total);
}

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

/** The active webhooks of several merchants. */
export async function findActive(tx: Tx, scopes: readonly Scope[]): Promise<readonly WebhookRow[]> {
  return tx.rows<WebhookRow>(sql`
    select ${columnList(columns, "w")}
    from ${rowsFrom(scopes, scope_columns, "input")}
    cross join lateral (
      select *
      from webhooks
      where merchant = input.merchant and environment = input.environment and active and deleted_at is null
      offset 0
    ) w`);
}
