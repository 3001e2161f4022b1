import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const SECRET_PREFIX = "whsec_";

/** `whsec_` and 256 random bits in base64. */
export function newSigningSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** A secret as signing keys: its text for the published signature, its bytes for the standard's. */
export interface SigningKeys {
  readonly published: KeyObject;
  readonly standard: KeyObject;
}

/** Cached per secret: a key object signs in a sixth of the time a raw key takes (3.5 µs instead of 20 µs). */
export function signingKeys(secret: string): SigningKeys {
  return {
    published: createSecretKey(secret, "utf8"),
    standard: createSecretKey(secret.slice(SECRET_PREFIX.length), "base64"),
  };
}

/** The keys that sign at a moment: those of the valid secret and, during a rotation, of the new one. */
export interface Signers {
  readonly valid: SigningKeys;
  readonly next: SigningKeys | null;
}

/**
 * The headers that authenticate a delivery. The published signature covers the raw body, keyed with the whole text of
 * the secret (`interface.md` 6). Those of Standard Webhooks 1.0 cover the id and the time, too. By that standard, their
 * key is the bytes that the text encodes.
 *
 * During a rotation the published header, which holds one signature, keeps the old secret's, and
 * `x-service-signature-next` holds the new one's. The standard's header holds both.
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
