import { sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { ImageType } from "./image.ts";

/** A merchant's branding without the picture's bytes. */
export interface BrandingRow {
  readonly color: string | null;
  /** The fingerprint of the picture's bytes, which is the name in its address. */
  readonly logo_hash: string | null;
}

export interface LogoRow {
  readonly logo: Buffer;
  readonly logo_type: ImageType;
}

export async function find(tx: Tx, merchant: string): Promise<BrandingRow | null> {
  return tx.maybeRow<BrandingRow>(sql`select color, logo_hash from merchant_brandings where merchant = ${merchant}`);
}

export async function findLogo(tx: Tx, hash: string): Promise<LogoRow | null> {
  return tx.maybeRow<LogoRow>(sql`select logo, logo_type from merchant_brandings where logo_hash = ${hash} limit 1`);
}

export async function upsertColor(tx: Tx, merchant: Id<"mer">, color: string | null): Promise<void> {
  await tx.run(sql`
    insert into merchant_brandings (merchant, color, updated_at)
    values (${merchant}, ${color}, ${tx.now})
    on conflict (merchant) do update set color = excluded.color, updated_at = excluded.updated_at`);
}

export async function upsertLogo(
  tx: Tx,
  merchant: Id<"mer">,
  picture: (LogoRow & { readonly logo_hash: string }) | null,
): Promise<void> {
  const { logo, logo_type, logo_hash } = picture ?? { logo: null, logo_type: null, logo_hash: null };
  await tx.run(sql`
    insert into merchant_brandings (merchant, logo, logo_type, logo_hash, updated_at)
    values (${merchant}, ${logo}, ${logo_type}, ${logo_hash}, ${tx.now})
    on conflict (merchant) do update
    set logo = excluded.logo, logo_type = excluded.logo_type, logo_hash = excluded.logo_hash,
      updated_at = excluded.updated_at`);
}
