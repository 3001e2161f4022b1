import { type Columns, columnList, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { PayerAction } from "#kernel/payer-actions.ts";
import type { Environment } from "#kernel/scope.ts";
import { open, seal } from "#kernel/secrets.ts";
import type { Instant } from "#kernel/time.ts";
import type { ChannelKind } from "#providers/channels.ts";

/** An account at a provider. Its settings are encrypted. */
export interface ProviderAccountRow {
  readonly id: Id<"con">;
  readonly provider: string;
  readonly environment: Environment;
  /** Null: the platform operator's own account, used for every merchant without one. */
  readonly merchant: Id<"mer"> | null;
  /** Unique among the owner's current accounts. */
  readonly name: string;
  /** The country whose channels it carries. */
  readonly market: string;
  readonly collects: boolean;
  /** Whether it carries transfers, withdrawals and refunds. */
  readonly pays_out: boolean;
  readonly identity: string;
  readonly settings: string;
  readonly created_at: Instant;
  readonly created_by: string;
  readonly updated_at: Instant;
  readonly updated_by: string;
  readonly retired_at: Instant | null;
}

const columns: Columns<keyof ProviderAccountRow> = {
  id: "text",
  provider: "text",
  environment: "text",
  merchant: "text",
  name: "text",
  market: "text",
  collects: "boolean",
  pays_out: "boolean",
  identity: "text",
  settings: "text",
  created_at: "timestamptz",
  created_by: "text",
  updated_at: "timestamptz",
  updated_by: "text",
  retired_at: "timestamptz",
};

export type AccountSettings = Readonly<Record<string, string>>;

/** Encrypts an account's settings for their column. */
export function sealSettings(id: Id<"con">, settings: AccountSettings): string {
  return seal(JSON.stringify(settings), associatedData(id));
}

export function openSettings(row: Pick<ProviderAccountRow, "id" | "settings">): AccountSettings {
  const parsed: unknown = JSON.parse(open(row.settings, associatedData(row.id)));
  if (typeof parsed !== "object" || parsed === null) return {};
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
}

function associatedData(id: Id<"con">): string {
  return `connection ${id}`;
}

export interface CurrentAccount
  extends Pick<ProviderAccountRow, "id" | "provider" | "merchant" | "market" | "collects" | "pays_out"> {
  /** Null: the provider reports no terms, or they were not read yet. */
  readonly terms: readonly StoredTerms[] | null;
}

/** The terms of a channel on an account, as stored. Amounts are texts of digits. */
export interface StoredTerms {
  readonly channel: string;
  readonly kind: ChannelKind;
  readonly minimum: string;
  readonly maximum: string;
  readonly action: PayerAction;
}

/**
 * The accounts these merchants can use now: their own, and the platform operator's. Selects only columns that the
 * database role of merchants' requests may read.
 */
export async function findCurrent(
  tx: ReadTx,
  environment: Environment,
  merchants: readonly Id<"mer">[],
): Promise<readonly CurrentAccount[]> {
  return tx.rows(sql`
    select id, provider, merchant, market, collects, pays_out, (
        select json_agg(json_build_object(
          'channel', t.channel, 'kind', t.kind, 'minimum', t.minimum::text, 'maximum', t.maximum::text, 'action', t.action
        ))
        from provider_account_terms t
        where t.provider_account = provider_accounts.id
      ) as terms
    from provider_accounts
    where environment = ${environment}
      and retired_at is null
      and (merchant is null or merchant = any(${merchants}))`);
}

export async function find(tx: Tx, id: Id<"con">): Promise<ProviderAccountRow | null> {
  return tx.maybeRow<ProviderAccountRow>(sql`select ${columnList(columns)} from provider_accounts where id = ${id}`);
}

/** The owner and provider of an account, current or retired, and whether it carries payouts. Null for an unknown id. */
export async function findOwner(
  tx: ReadTx,
  id: Id<"con">,
): Promise<Pick<ProviderAccountRow, "merchant" | "provider" | "pays_out"> | null> {
  return tx.maybeRow(sql`select merchant, provider, pays_out from provider_accounts where id = ${id}`);
}

/** Locks and returns the current accounts of one owner, at every provider. */
export async function lockCurrent(
  tx: Tx,
  of: Pick<ProviderAccountRow, "environment" | "merchant">,
): Promise<readonly ProviderAccountRow[]> {
  return tx.rows<ProviderAccountRow>(sql`
    select ${columnList(columns)}
    from provider_accounts
    where environment = ${of.environment}
      and coalesce(merchant, '') = ${of.merchant ?? ""}
      and retired_at is null
    order by id
    for update`);
}

export async function list(tx: Tx): Promise<readonly ProviderAccountRow[]> {
  return tx.rows<ProviderAccountRow>(sql`select ${columnList(columns)} from provider_accounts order by id`);
}

export async function insert(tx: Tx, row: ProviderAccountRow): Promise<void> {
  await tx.run(sql`
    insert into provider_accounts (${columnList(columns)})
    values (
      ${row.id}, ${row.provider}, ${row.environment}, ${row.merchant}, ${row.name}, ${row.market},
      ${row.collects}, ${row.pays_out}, ${row.identity}, ${row.settings},
      ${row.created_at}, ${row.created_by}, ${row.updated_at}, ${row.updated_by}, ${row.retired_at}
    )`);
}

export async function update(tx: Tx, row: ProviderAccountRow): Promise<void> {
  const { id, identity, settings, collects, pays_out, updated_at, updated_by } = row;
  await tx.row(sql`
    update provider_accounts
    set
      identity = ${identity}, settings = ${settings}, collects = ${collects}, pays_out = ${pays_out},
      updated_at = ${updated_at}, updated_by = ${updated_by}
    where id = ${id}
    returning id`);
}

/** The terms of one channel on an account. */
export interface NewTerms {
  readonly channel: string;
  readonly kind: ChannelKind;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly action: PayerAction;
}

const terms_columns: Columns<keyof NewTerms> = {
  channel: "text",
  kind: "text",
  minimum: "bigint",
  maximum: "bigint",
  action: "text",
};

/** Replaces the terms of an account. */
export async function replaceTerms(tx: Tx, id: Id<"con">, terms: readonly NewTerms[]): Promise<void> {
  await tx.run(sql`select from provider_accounts where id = ${id} for no key update`);
  await tx.run(sql`delete from provider_account_terms where provider_account = ${id}`);
  await tx.run(sql`
    insert into provider_account_terms (provider_account, ${columnList(terms_columns)}, read_at)
    select ${id}, ${columnList(terms_columns)}, ${tx.now} from ${rowsFrom(terms, terms_columns, "input")}`);
}

/** Retires an account: it takes no new orders, and finishes those under way. */
export async function retire(tx: Tx, id: Id<"con">, actor: string): Promise<void> {
  await tx.row(sql`
    update provider_accounts
    set retired_at = ${tx.now}, updated_at = ${tx.now}, updated_by = ${actor}
    where id = ${id}
    returning id`);
}
