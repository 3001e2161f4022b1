export { readMerchantTimeZone } from "#db/merchant-time-zone.ts";

import { type Columns, columnList, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Environment } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

export interface Merchant {
  readonly id: Id<"mer">;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly country: string;
  /** Null: the time zone of the merchant's country. */
  readonly time_zone: string | null;
  readonly currency: string;
  readonly poster: string | null;
  readonly rate_limit: number | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

const columns: Columns<keyof Merchant> = {
  id: "text",
  name: "text",
  email: "text",
  phone: "text",
  country: "text",
  time_zone: "text",
  currency: "text",
  poster: "text",
  rate_limit: "int",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

export async function insert(tx: Tx, merchant: Merchant): Promise<void> {
  await tx.run(sql`
    insert into merchants (${columnList(columns)})
    values (
      ${merchant.id}, ${merchant.name}, ${merchant.email}, ${merchant.phone}, ${merchant.country},
      ${merchant.time_zone}, ${merchant.currency}, ${merchant.poster}, ${merchant.rate_limit}, ${merchant.created_at}, ${merchant.updated_at}
    )`);
}

export async function setTimeZone(tx: Tx, id: string, time_zone: string | null): Promise<void> {
  await tx.run(sql`update merchants set time_zone = ${time_zone}, updated_at = ${tx.now} where id = ${id}`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, id: string): Promise<Merchant | null> {
  return tx.maybeRow<Merchant>(sql`select ${columnList(columns)} from merchants where id = ${id} for update`);
}

export async function find(tx: Tx, id: string): Promise<Merchant | null> {
  return tx.maybeRow<Merchant>(sql`select ${columnList(columns)} from merchants where id = ${id}`);
}

export async function findMany(tx: Tx, ids: readonly string[]): Promise<readonly Merchant[]> {
  return tx.rows<Merchant>(sql`select ${columnList(columns)} from merchants where id = any(${ids})`);
}

export async function list(tx: Tx): Promise<readonly Merchant[]> {
  return tx.rows<Merchant>(sql`select ${columnList(columns)} from merchants order by id`);
}

/** The rights and environments in which one merchant may act for another. */
export interface LinkGrant {
  readonly rights: readonly KeyRight[];
  readonly environments: readonly Environment[];
}

/** Creates a link, or changes an existing one's grant. */
export async function upsertMerchantLink(
  tx: Tx,
  merchant: Id<"mer">,
  linked_merchant: Id<"mer">,
  { rights, environments }: LinkGrant,
): Promise<void> {
  await tx.run(sql`
    insert into merchant_links (merchant, linked_merchant, rights, environments, created_at)
    values (${merchant}, ${linked_merchant}, ${rights}, ${environments}, ${tx.now})
    on conflict (merchant, linked_merchant) do update
    set rights = excluded.rights, environments = excluded.environments`);
}

/** Returns a link's grant and locks its row; null if there is no link. */
export async function lockMerchantLink(
  tx: Tx,
  merchant: Id<"mer">,
  linked_merchant: Id<"mer">,
): Promise<LinkGrant | null> {
  return tx.maybeRow<LinkGrant>(sql`
    select rights, environments
    from merchant_links
    where merchant = ${merchant} and linked_merchant = ${linked_merchant}
    for update`);
}

export interface LinkEnvironments {
  readonly merchant: Id<"mer">;
  readonly linked_merchant: Id<"mer">;
  readonly environments: readonly Environment[];
}

/** Returns the environments of every link of these merchants to others. */
export async function findLinkGrants(tx: Tx, merchants: readonly string[]): Promise<readonly LinkEnvironments[]> {
  return tx.rows<LinkEnvironments>(sql`
    select merchant, linked_merchant, environments from merchant_links where merchant = any(${merchants})`);
}

export async function deleteMerchantLink(tx: Tx, merchant: Id<"mer">, linked_merchant: Id<"mer">): Promise<void> {
  await tx.run(sql`
    delete from merchant_links where merchant = ${merchant} and linked_merchant = ${linked_merchant}`);
}

/** A link as one of its two merchants sees it. */
export interface MerchantLinkRow extends LinkGrant {
  /** `out`: this merchant acts for the other; `in`: the other acts for it. */
  readonly direction: "out" | "in";
  /** The other merchant. */
  readonly id: Id<"mer">;
  readonly name: string;
  readonly created_at: Instant;
  /** The time of the last request through the link, from the request log. */
  readonly last_request_at: Instant | null;
}

/** Returns the links of a merchant in both directions. Runs as the engine. */
export async function listMerchantLinks(tx: Tx, merchant: Id<"mer">): Promise<readonly MerchantLinkRow[]> {
  return tx.rows<MerchantLinkRow>(sql`
    select
      c.direction, m.id, m.name, c.rights, c.environments, c.created_at,
      (
        select max(r.created_at)
        from request_log r
        where r.merchant = c.agent and r.acted_for = c.principal
      ) as last_request_at
    from (
      select 'out' as direction, linked_merchant as other, merchant as agent, linked_merchant as principal, rights, environments, created_at
      from merchant_links
      where merchant = ${merchant}
      union all
      select 'in', merchant, merchant, linked_merchant, rights, environments, created_at
      from merchant_links
      where linked_merchant = ${merchant}
    ) c
    join merchants m on m.id = c.other
    order by c.direction, m.name, m.id`);
}
