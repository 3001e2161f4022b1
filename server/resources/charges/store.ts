import {
  type Columns,
  columnList,
  inScope,
  isUniqueViolation,
  rowsFrom,
  sql,
  type Tx,
  UniqueConflict,
} from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { ChargeAccount, ChargeBandRow, ChargeRow } from "./schema.ts";

const band_columns: Columns<keyof ChargeBandRow> = {
  provider: "text",
  environment: "text",
  merchant: "text",
  kind: "text",
  channel: "text",
  from_amount: "bigint",
  percent_bp: "int",
  fixed: "bigint",
  tax_bp: "int",
};

/** The provider account of an order; null for a provider without accounts. */
export interface OrderAccount extends Pick<ChargeAccount, "provider" | "environment"> {
  readonly provider_account: Id<"con"> | null;
}

const account_columns: Columns<keyof OrderAccount> = {
  provider: "text",
  environment: "text",
  provider_account: "text",
};

/** Returns the bands of these accounts, each with the account it was asked for. */
export async function findBands(
  tx: Tx,
  accounts: readonly OrderAccount[],
): Promise<readonly (ChargeBandRow & Pick<OrderAccount, "provider_account">)[]> {
  return tx.rows(sql`
    select input.provider_account, ${columnList(band_columns, "b")}
    from ${rowsFrom(accounts, account_columns, "input")}
    left join provider_accounts p on p.id = input.provider_account
    join charge_bands b
      on b.provider = input.provider
      and b.environment = input.environment
      and b.merchant is not distinct from p.merchant`);
}

export async function listBands(tx: Tx): Promise<readonly ChargeBandRow[]> {
  return tx.rows<ChargeBandRow>(sql`
    select ${columnList(band_columns)}
    from charge_bands
    order by provider, environment, merchant nulls first, kind, channel, from_amount`);
}

/** Returns the bands of one account. */
export async function listBandsOf(tx: Tx, of: ChargeAccount): Promise<readonly ChargeBandRow[]> {
  return tx.rows<ChargeBandRow>(sql`
    select ${columnList(band_columns)}
    from charge_bands
    where provider = ${of.provider}
      and environment = ${of.environment}
      and merchant is not distinct from ${of.merchant}
    order by kind, channel, from_amount`);
}

/** Replaces the bands of an account for one kind of orders on one channel. */
export async function replaceBands(
  tx: Tx,
  of: ChargeAccount & Pick<ChargeBandRow, "kind" | "channel">,
  bands: readonly ChargeBandRow[],
  actor: string,
): Promise<void> {
  await tx.run(sql`
    delete from charge_bands
    where provider = ${of.provider}
      and environment = ${of.environment}
      and merchant is not distinct from ${of.merchant}
      and kind = ${of.kind}
      and channel = ${of.channel}`);
  if (bands.length === 0) return;
  await tx.run(sql`
    insert into charge_bands (${columnList(band_columns)}, updated_at, updated_by)
    select ${columnList(band_columns)}, ${tx.now}::timestamptz, ${actor}::text
    from ${rowsFrom(bands, band_columns, "input")}`);
}

const charge_columns: Columns<keyof ChargeRow> = {
  merchant: "text",
  environment: "text",
  id: "text",
  attempt: "text",
  sequence: "int",
  currency: "text",
  amount: "bigint",
  tax: "bigint",
  source: "text",
  statement: "text",
  note: "text",
  created_at: "timestamptz",
};

export interface AttemptKey extends Scope {
  readonly attempt: string;
}

const key_columns: Columns<keyof AttemptKey> = { merchant: "text", environment: "text", attempt: "text" };

/** Returns the latest charge of each of these attempts. */
export async function findCharges(tx: Tx, attempts: readonly AttemptKey[]): Promise<readonly ChargeRow[]> {
  return tx.rows<ChargeRow>(sql`
    select ${columnList(charge_columns, "c")}
    from ${rowsFrom(attempts, key_columns, "input")}
    cross join lateral (
      select *
      from charges
      where (merchant, environment, attempt) = (input.merchant, input.environment, input.attempt)
      order by sequence desc
      limit 1
    ) c`);
}

/** Returns every charge of an attempt, the first one first. */
export async function listCharges(tx: Tx, scope: Scope, attempt: string): Promise<readonly ChargeRow[]> {
  return tx.rows<ChargeRow>(sql`
    select ${columnList(charge_columns)}
    from charges
    where ${inScope(scope)} and attempt = ${attempt}
    order by sequence`);
}

/** Throws `UniqueConflict` if another transaction has set a charge of the same attempt; the retry reads it. */
export async function insertCharges(tx: Tx, rows: readonly ChargeRow[]): Promise<void> {
  try {
    await tx.run(sql`
      insert into charges (${columnList(charge_columns)})
      select ${columnList(charge_columns)} from ${rowsFrom(rows, charge_columns, "input")}`);
  } catch (error) {
    throw isUniqueViolation(error, "charges_pkey") ? new UniqueConflict("another charge was faster") : error;
  }
}
