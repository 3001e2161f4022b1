import { createHmac, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const SECRET_PREFIX = "whsec_";

/** `whsec_` and 256 random bits in base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/**
 * The headers that prove a delivery comes from us: the published signature over the raw body, keyed with the whole text
 * of the secret (`interface.md` 6), and those of Standard Webhooks 1.0, which cover the id and the time as well and are
 * keyed, by that standard, with the bytes the text stands for.
 */
export function signatureHeaders(
  secret: string,
  message: { readonly id: string; readonly body: string; readonly timestamp_s: number },
): Readonly<Record<string, string>> {
  const published = createHmac("sha256", secret).update(message.body).digest("hex");
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signed = `${message.id}.${message.timestamp_s}.${message.body}`;
  return {
    "x-service-signature": published,
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp_s),
    "webhook-signature": `v1,${createHmac("sha256", key).update(signed).digest("base64")}`,
  };
}
