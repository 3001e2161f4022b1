import { type Columns, columnList, inScope, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { HookRow } from "./schema.ts";

const columns: Columns<keyof HookRow> = {
  merchant: "text",
  environment: "text",
  url: "text",
  secret: "text",
  timeout_ms: "int",
  when_unavailable: "text",
  updated_at: "timestamptz",
};

/** Returns the hooks of all merchants. Few merchants have one. */
export async function listAll(tx: ReadTx): Promise<readonly HookRow[]> {
  return tx.rows<HookRow>(sql`select ${columnList(columns)} from screening_hooks`);
}

export async function find(tx: Tx, scope: Scope): Promise<HookRow | null> {
  return tx.maybeRow<HookRow>(sql`select ${columnList(columns)} from screening_hooks where ${inScope(scope)}`);
}

export async function upsert(tx: Tx, hook: HookRow): Promise<void> {
  await tx.run(sql`
    insert into screening_hooks (${columnList(columns)})
    select ${columnList(columns)} from ${rowsFrom([hook], columns, "input")}
    on conflict (merchant, environment) do update
    set url = excluded.url, secret = excluded.secret, timeout_ms = excluded.timeout_ms,
      when_unavailable = excluded.when_unavailable, updated_at = excluded.updated_at`);
}

export async function remove(tx: Tx, scope: Scope): Promise<void> {
  await tx.run(sql`delete from screening_hooks where ${inScope(scope)}`);
}
