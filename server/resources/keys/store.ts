import { type Columns, columnList, inScope, type ReadTx, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** A publishable key is for browsers and apps: it creates payments, and follows each with its token. */
export type KeyKind = "public" | "private" | "publishable";

export interface Key extends Scope {
  readonly id: Id<"key">;
  readonly kind: KeyKind;
  readonly name: string;
  /** The last characters of the key. */
  readonly hint: string;
  readonly created_at: Instant;
  readonly expires_at: Instant | null;
  readonly revoked_at: Instant | null;
  readonly last_used_at: Instant | null;
  /** The rights of a private key; null is all. */
  readonly rights: readonly KeyRight[] | null;
  /** The only addresses that may use a private key, as CIDR ranges; null is all. */
  readonly addresses: readonly string[] | null;
  /** The origins and app schemes of a publishable key (`kernel/origins.ts`); null for other keys. */
  readonly origins: readonly string[] | null;
}

const columns: Columns<keyof Key> = {
  merchant: "text",
  environment: "text",
  id: "text",
  kind: "text",
  name: "text",
  hint: "text",
  created_at: "timestamptz",
  expires_at: "timestamptz",
  revoked_at: "timestamptz",
  last_used_at: "timestamptz",
  rights: "text[]",
  addresses: "cidr[]",
  origins: "text[]",
};

/** A key's lookup id and fingerprint, and the version of the master key that made them. */
export interface KeyDigest {
  readonly lookup: string;
  readonly fingerprint: Buffer;
  readonly master_version: number;
}

/** Inserts a key. Returns false if a key with this lookup id exists. */
export async function insert(tx: Tx, key: Key, digest: KeyDigest): Promise<boolean> {
  const written = await tx.run(sql`
    insert into keys (${columnList(columns)}, lookup, fingerprint, master_version)
    values (
      ${key.merchant}, ${key.environment}, ${key.id}, ${key.kind}, ${key.name}, ${key.hint}, ${key.created_at},
      ${key.expires_at}, ${key.revoked_at}, ${key.last_used_at}, ${key.rights},
      ${key.addresses}, ${key.origins}, ${digest.lookup}, ${digest.fingerprint}, ${digest.master_version}
    )
    on conflict (lookup) do nothing`);
  return written > 0;
}

export async function list(tx: Tx, merchant: string): Promise<readonly Key[]> {
  return tx.rows<Key>(sql`
    select ${columnList(columns)} from keys where merchant = ${merchant} order by environment, id`);
}

/** Finds a key by its id in all merchants, because the platform operators' commands have no scope. */
export async function findById(tx: Tx, id: string): Promise<Key | null> {
  return tx.maybeRow<Key>(sql`select ${columnList(columns)} from keys where id = ${id}`);
}

/** Like `findById`, and locks the row until this transaction ends. */
export async function lockById(tx: Tx, id: string): Promise<Key | null> {
  return tx.maybeRow<Key>(sql`select ${columnList(columns)} from keys where id = ${id} for update`);
}

export async function markRestricted(
  tx: Tx,
  scope: Scope,
  id: Id<"key">,
  { rights, addresses, origins }: Pick<Key, "rights" | "addresses" | "origins">,
): Promise<void> {
  await tx.run(sql`
    update keys
    set rights = ${rights}, addresses = ${addresses}, origins = ${origins}
    where ${inScope(scope)} and id = ${id}`);
}

/** Marks a key as revoked. Returns false if it was revoked before. */
export async function markRevoked(tx: Tx, scope: Scope, id: Id<"key">): Promise<boolean> {
  const revoked = await tx.run(sql`
    update keys
    set revoked_at = ${tx.now}
    where ${inScope(scope)} and id = ${id} and revoked_at is null`);
  return revoked > 0;
}

export interface KeyWithSettings extends Scope {
  readonly key: Id<"key">;
  readonly kind: KeyKind;
  readonly fingerprint: Buffer;
  /** The version of the master key that made the fingerprint; null if unknown. */
  readonly master_version: number | null;
  /** The time at which the key expires; null: never. */
  readonly expires_at: Instant | null;
  readonly rate_limit: number | null;
  readonly addresses: readonly string[];
  readonly rights: readonly KeyRight[] | null;
  readonly own_addresses: readonly string[] | null;
  readonly origins: readonly string[] | null;
  /** True if the merchant requires the private key for every operation. */
  readonly is_grant_required: boolean;
}

/** Returns the unrevoked keys with one of these lookup ids, with their merchants' settings for requests. */
export async function findUnrevoked(tx: ReadTx, lookups: readonly string[]): Promise<readonly KeyWithSettings[]> {
  return tx.rows<KeyWithSettings>(sql`
    select
      k.merchant, k.environment, k.id as key, k.kind, k.fingerprint, k.master_version, k.rights, k.addresses as own_addresses,
      k.origins,
      k.expires_at,
      m.rate_limit,
      coalesce(r.is_grant_required, false) as is_grant_required,
      array(
        select a.range::text
        from addresses a
        where (a.merchant, a.environment) = (k.merchant, k.environment)
      ) as addresses
    from keys k
    join merchants m on m.id = k.merchant
    left join key_rules r on (r.merchant, r.environment) = (k.merchant, k.environment)
    where k.lookup = any(${lookups}) and k.revoked_at is null`);
}

/** The lists of a merchant's valid publishable keys, one row per key. */
export async function findOrigins(
  tx: Tx,
  scopes: readonly Scope[],
): Promise<readonly (Scope & Pick<Key, "origins">)[]> {
  return tx.rows<Scope & Pick<Key, "origins">>(sql`
    select k.merchant, k.environment, k.origins
    from ${rowsFrom(scopes, scope_columns, "input")}
    join keys k using (merchant, environment)
    where k.kind = 'publishable' and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${tx.now})`);
}

const scope_columns: Columns<keyof Scope> = { merchant: "text", environment: "text" };

/** A link to another merchant: the rights granted, and that merchant's own settings for requests. */
export interface LinkedMerchantSettings {
  readonly rights: readonly KeyRight[];
  readonly is_grant_required: boolean;
  /** Requests a second; null is the platform operator's setting. */
  readonly rate_limit: number | null;
  /** The addresses that may initiate transfers of its money, as CIDR ranges. */
  readonly addresses: readonly string[];
}

/** Returns null without a link in this environment. */
export async function findMerchantLink(
  tx: ReadTx,
  { merchant, environment }: Scope,
  other: Id<"mer">,
): Promise<LinkedMerchantSettings | null> {
  return tx.maybeRow<LinkedMerchantSettings>(sql`
    select
      c.rights,
      coalesce(r.is_grant_required, false) as is_grant_required,
      m.rate_limit,
      array(
        select a.range::text
        from addresses a
        where (a.merchant, a.environment) = (c.linked_merchant, ${environment})
      ) as addresses
    from merchant_links c
    join merchants m on m.id = c.linked_merchant
    left join key_rules r on (r.merchant, r.environment) = (c.linked_merchant, ${environment})
    where c.merchant = ${merchant} and c.linked_merchant = ${other} and ${environment} = any(c.environments)`);
}

export async function isGrantRequired(tx: Tx, scope: Scope): Promise<boolean> {
  const rule = await tx.maybeRow<Pick<LinkedMerchantSettings, "is_grant_required">>(sql`
    select is_grant_required from key_rules where ${inScope(scope)}`);
  return rule?.is_grant_required ?? false;
}

export async function upsertRule(tx: Tx, { merchant, environment }: Scope, is_grant_required: boolean): Promise<void> {
  await tx.run(sql`
    insert into key_rules (merchant, environment, is_grant_required, updated_at)
    values (${merchant}, ${environment}, ${is_grant_required}, ${tx.now})
    on conflict (merchant, environment) do update
    set is_grant_required = excluded.is_grant_required, updated_at = excluded.updated_at`);
}

export interface KeyUse extends Scope {
  readonly id: Id<"key">;
}

const use_columns: Columns<keyof KeyUse> = { merchant: "text", environment: "text", id: "text" };

export async function markUsed(tx: Tx, uses: readonly KeyUse[]): Promise<void> {
  await tx.run(sql`
    update keys k
    set last_used_at = ${tx.now}
    from ${rowsFrom(uses, use_columns, "input")}
    where (k.merchant, k.environment, k.id) = (input.merchant, input.environment, input.id)`);
}

/** A key whose digest was made with an older master key, and its new digest. */
export interface DigestRenewal extends KeyUse, KeyDigest {
  readonly seen: Buffer;
}

const renewal_columns: Columns<keyof DigestRenewal> = {
  ...use_columns,
  lookup: "text",
  fingerprint: "bytea",
  master_version: "int",
  seen: "bytea",
};

/**
 * Replaces a key's digest by that of the current master key, if the stored fingerprint is still `seen`. A digest is
 * replaced only after all data are re-encrypted with the current master key. Before that, processes without this master
 * key may run, and they would refuse the key.
 */
export async function renewDigests(tx: Tx, renewals: readonly DigestRenewal[]): Promise<void> {
  await tx.run(sql`
    update keys k
    set lookup = input.lookup, fingerprint = input.fingerprint, master_version = input.master_version
    from ${rowsFrom(renewals, renewal_columns, "input")}
    where (k.merchant, k.environment, k.id) = (input.merchant, input.environment, input.id)
      and k.fingerprint = input.seen
      and (
        input.seen = input.fingerprint
        or exists (select from master_keys m where m.version = input.master_version and m.rotated_at is not null)
      )`);
}
