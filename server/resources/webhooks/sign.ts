import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const SECRET_PREFIX = "whsec_";

/** `whsec_` and 256 random bits in base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** A secret made ready to sign with: as text for the published signature, as bytes for the standard's. */
export interface SigningKeys {
  readonly published: KeyObject;
  readonly standard: KeyObject;
}

/** Made once for a secret and kept: a key object signs in a sixth of the time a bare key takes (3.5 µs, 20 µs). */
export function signingKeys(secret: string): SigningKeys {
  return {
    published: createSecretKey(secret, "utf8"),
    standard: createSecretKey(secret.slice(SECRET_PREFIX.length), "base64"),
  };
}

/** What signs at a moment: the valid secret and, while a new one is introduced, that. */
export interface Signers {
  readonly valid: SigningKeys;
  readonly next: SigningKeys | null;
}

/**
 * The headers that prove a delivery comes from us: the published signature over the raw body, keyed with the whole text
 * of the secret (`interface.md` 6), and those of Standard Webhooks 1.0, which cover the id and the time as well and are
 * keyed, by that standard, with the bytes the text stands for.
 *
 * While a new secret is introduced, the published header, which has room for one signature, stays with the old secret and
 * `x-service-signature-next` carries the new one's; the standard's header carries both.
 */
export function signatureHeaders(
  { valid, next }: Signers,
  message: { readonly id: string; readonly body: string; readonly timestamp_s: number },
): Readonly<Record<string, string>> {
  const signed = `${message.id}.${message.timestamp_s}.${message.body}`;
  const standard = (next === null ? [valid] : [valid, next]).map(
    (keys) => `v1,${createHmac("sha256", keys.standard).update(signed).digest("base64")}`,
  );
  const published = (keys: SigningKeys): string =>
    createHmac("sha256", keys.published).update(message.body).digest("hex");
  return {
    "x-service-signature": published(valid),
    ...(next === null ? {} : { "x-service-signature-next": published(next) }),
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp_s),
    "webhook-signature": standard.join(" "),
  };
}
