import { createHmac, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;
const SECRET_PREFIX = "whsec_";

/** `whsec_` and 256 random bits in base64. */
export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** The secrets that sign at a moment: the valid one and, while a new one is introduced, that. */
export interface Secrets {
  readonly valid: string;
  readonly next: string | null;
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
  { valid, next }: Secrets,
  message: { readonly id: string; readonly body: string; readonly timestamp_s: number },
): Readonly<Record<string, string>> {
  const signed = `${message.id}.${message.timestamp_s}.${message.body}`;
  const standard = (next === null ? [valid] : [valid, next]).map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
    return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  });
  const published = (secret: string): string => createHmac("sha256", secret).update(message.body).digest("hex");
  return {
    "x-service-signature": published(valid),
    ...(next === null ? {} : { "x-service-signature-next": published(next) }),
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp_s),
    "webhook-signature": standard.join(" "),
  };
}
