import { createHash } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { badRequest } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { readImage } from "./image.ts";
import { type Branding, type BrandingUpdate, type BrandShown, LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from "./schema.ts";
import { readableShades } from "./shades.ts";
import { find, type LogoRow, upsertColor, upsertLogo } from "./store.ts";

const HASH_CHARACTERS = 32;
const NONE = "none";

/**
 * Sets a merchant's logo or colour. The picture is checked by its bytes. Throws `bad_request` for another kind of file,
 * and for a picture that is too large. Runs as the engine.
 */
export async function setBranding(
  tx: Tx,
  merchant: Id<"mer">,
  { color, logo }: BrandingUpdate,
  actor: string,
): Promise<Branding> {
  const before = await readBranding(tx, merchant);
  const picture = logo === undefined || logo === NONE ? null : readLogo(logo);
  if (logo !== undefined) await upsertLogo(tx, merchant, picture);
  if (color !== undefined) await upsertColor(tx, merchant, color === NONE ? null : color.toLowerCase());
  const after = await readBranding(tx, merchant);
  await recordAuditEntry(tx, {
    ...{ merchant, environment: null, actor, action: "merchant.branding_set", subject: merchant },
    ...{ before: auditData(before), after: auditData(after) },
  });
  return after;
}

function auditData({ color, logo }: Branding) {
  return { color, logo };
}

function readLogo(base64: string): LogoRow & { readonly logo_hash: string } {
  const bytes = Buffer.from(base64, "base64");
  const image = readImage(bytes);
  if (!image) throw badRequest("logo", "logo_kind", "Send a PNG, JPEG or WebP picture");
  const { type, width, height } = image;
  const is_too_large =
    bytes.length > LOGO_MAX_BYTES || Math.min(width, height) < 1 || Math.max(width, height) > LOGO_MAX_PIXELS;
  if (is_too_large) {
    const message = `Send a picture of at most ${LOGO_MAX_PIXELS} pixels a side and ${LOGO_MAX_BYTES} bytes`;
    throw badRequest("logo", "logo_too_large", message, { maximum: LOGO_MAX_PIXELS });
  }
  const logo_hash = createHash("sha256").update(bytes).digest("hex").slice(0, HASH_CHARACTERS);
  return { logo: bytes, logo_type: type, logo_hash };
}

export async function readBranding(tx: Tx, merchant: string): Promise<Branding> {
  const row = await find(tx, merchant);
  const color = row?.color ?? null;
  return { color, ...shownOf(color, row?.logo_hash ?? null) };
}

/** The logo and the colour for a hosted page of a merchant. Runs as the engine. */
export async function readBrand(tx: Tx, merchant: string): Promise<BrandShown> {
  const row = await find(tx, merchant);
  return shownOf(row?.color ?? null, row?.logo_hash ?? null);
}

function shownOf(color: string | null, logo_hash: string | null): BrandShown {
  return {
    logo: logo_hash === null ? null : `/pay/logo/${logo_hash}`,
    shades: color === null ? null : { ...readableShades(color) },
  };
}
