import { type Columns, columnList, inScope, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";

export type FeeKind = "collect" | "transfer";

/** A merchant's fee on a channel; `channel` "*" stands for every channel without a row of its own. */
export interface Fee extends Scope {
  readonly kind: FeeKind;
  readonly channel: string;
  /** In basis points: 150 is 1.5 %. */
  readonly percent_bp: number;
  readonly fixed: bigint;
  readonly minimum: bigint;
  readonly maximum: bigint | null;
}

const columns: Columns<keyof Fee> = {
  merchant: "text",
  environment: "text",
  kind: "text",
  channel: "text",
  percent_bp: "int",
  fixed: "bigint",
  minimum: "bigint",
  maximum: "bigint",
};

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

/** Returns the fee schedules of several merchants. */
export async function findAll(tx: ReadTx, scopes: readonly Scope[], kind: FeeKind): Promise<readonly Fee[]> {
  return tx.rows<Fee>(sql`
    select ${columnList(columns, "f")}
    from ${rowsFrom(scopes, scope_columns, "input")}
    join fees f using (merchant, environment)
    where f.kind = ${kind}`);
}

export async function list(tx: Tx, scope: Scope): Promise<readonly Fee[]> {
  return tx.rows<Fee>(sql`select ${columnList(columns)} from fees where ${inScope(scope)} order by kind, channel`);
}

export async function upsert(tx: Tx, fee: Fee): Promise<void> {
  await tx.run(sql`
    insert into fees (${columnList(columns)}, updated_at)
    values (
      ${fee.merchant}, ${fee.environment}, ${fee.kind}, ${fee.channel}, ${fee.percent_bp}, ${fee.fixed},
      ${fee.minimum}, ${fee.maximum}, ${tx.now}
    )
    on conflict (merchant, environment, kind, channel) do update
    set percent_bp = excluded.percent_bp, fixed = excluded.fixed, minimum = excluded.minimum,
      maximum = excluded.maximum, updated_at = excluded.updated_at`);
}
