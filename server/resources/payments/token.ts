import type { Id } from "#kernel/ids.ts";
import { equalBuffers, fingerprint, fingerprints } from "#kernel/secrets.ts";

// 26 characters: the record's id without its prefix. 22 characters of base64url: 132 bits of a keyed fingerprint.
const ID_CHARACTERS = 26;
const MAC_CHARACTERS = 22;
const TOKEN = new RegExp(`^[0-9a-z]{${ID_CHARACTERS}}[A-Za-z0-9_-]{${MAC_CHARACTERS}}$`);

/** The kinds of hosted pages: a token of one kind opens no page of another. */
type PageKind = "payment page" | "invoice page";

/**
 * Returns the token of a record for the address of its hosted page. It opens this record only, cannot be guessed, and is
 * not stored.
 */
export function pageToken(kind: PageKind, record: Id<"pay"> | Id<"ivc">): string {
  const id = record.slice(-ID_CHARACTERS);
  return id + truncatedMac(fingerprint(kind, id));
}

/** Returns the record's id without its prefix, or null if this service did not issue the token. Reads no table. */
export function parsePageToken(kind: PageKind, token: string): string | null {
  if (!TOKEN.test(token)) return null;
  const id = token.slice(0, ID_CHARACTERS);
  const mac = Buffer.from(token.slice(ID_CHARACTERS));
  const is_ours = fingerprints(kind, id).some((expected) => equalBuffers(Buffer.from(truncatedMac(expected)), mac));
  return is_ours ? id : null;
}

export function paymentToken(payment: Id<"pay">): string {
  return pageToken("payment page", payment);
}

/** Returns the payment of a token, or null if this service did not issue the token. */
export function parsePaymentToken(token: string): Id<"pay"> | null {
  const id = parsePageToken("payment page", token);
  return id === null ? null : `pay_${id}`;
}

/**
 * Returns the token with which a publishable key follows this payment only. It differs from the page's token, which also
 * pays and cancels.
 */
export function followToken(payment: Id<"pay">): string {
  return truncatedMac(fingerprint("payment follow", payment));
}

/** Whether this service has issued the token for the payment. */
export function isFollowToken(payment: Id<"pay">, token: string): boolean {
  const mac = Buffer.from(token);
  return fingerprints("payment follow", payment).some((expected) =>
    equalBuffers(Buffer.from(truncatedMac(expected)), mac),
  );
}

/** Returns the address of a payment's hosted page. */
export function paymentPageUrl(public_url: string, payment: Id<"pay">): string {
  return `${public_url}/pay/${paymentToken(payment)}`;
}

function truncatedMac(mac: Buffer): string {
  return mac.toString("base64url").slice(0, MAC_CHARACTERS);
}
