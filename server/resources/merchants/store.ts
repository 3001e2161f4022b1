import { type Columns, names, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";

export interface Merchant {
  readonly id: Id<"mer">;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly country: string;
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
  currency: "text",
  poster: "text",
  rate_limit: "int",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

export async function insert(tx: Tx, merchant: Merchant): Promise<void> {
  await tx.run(sql`
    insert into merchants (${names(columns)})
    values (
      ${merchant.id}, ${merchant.name}, ${merchant.email}, ${merchant.phone}, ${merchant.country},
      ${merchant.currency}, ${merchant.poster}, ${merchant.rate_limit}, ${merchant.created_at}, ${merchant.updated_at}
    )`);
}

export async function find(tx: Tx, id: string): Promise<Merchant | null> {
  return tx.maybeRow<Merchant>(sql`select ${names(columns)} from merchants where id = ${id}`);
}

export async function findMany(tx: Tx, ids: readonly string[]): Promise<readonly Merchant[]> {
  return tx.rows<Merchant>(sql`select ${names(columns)} from merchants where id = any(${ids})`);
}

export async function list(tx: Tx): Promise<readonly Merchant[]> {
  return tx.rows<Merchant>(sql`select ${names(columns)} from merchants order by id`);
}

export async function insertConnection(tx: Tx, merchant: Id<"mer">, connected: Id<"mer">): Promise<boolean> {
  const written = await tx.run(sql`
    insert into connections (merchant, connected, created_at)
    values (${merchant}, ${connected}, ${tx.now})
    on conflict do nothing`);
  return written > 0;
}

export async function isConnected(tx: Tx, merchant: Id<"mer">, other: Id<"mer">): Promise<boolean> {
  const row = await tx.maybeRow(sql`
    select 1 from connections where merchant = ${merchant} and connected = ${other}`);
  return row !== null;
}
