import type { Id } from "#kernel/ids.ts";
import { equal, fingerprint, fingerprints } from "#kernel/secrets.ts";

// The payment's own 26 characters, and 132 bits that only we can make.
const ID_CHARACTERS = 26;
const SEAL_CHARACTERS = 22;
const TOKEN = new RegExp(`^[0-9a-z]{${ID_CHARACTERS}}[A-Za-z0-9_-]{${SEAL_CHARACTERS}}$`);

/**
 * What the hosted page knows a payment by. It opens this payment and nothing else, it cannot be guessed, and nothing of
 * it is stored.
 */
export function paymentToken(payment: Id<"pay">): string {
  const id = payment.slice(-ID_CHARACTERS);
  return id + sealOf(fingerprint("payment page", id));
}

/** Whose token it is, or null when it is nobody's. Asks no table. */
export function readPaymentToken(token: string): Id<"pay"> | null {
  if (!TOKEN.test(token)) return null;
  const id = token.slice(0, ID_CHARACTERS);
  const given = Buffer.from(token.slice(ID_CHARACTERS));
  const is_ours = fingerprints("payment page", id).some((expected) => equal(Buffer.from(sealOf(expected)), given));
  return is_ours ? `pay_${id}` : null;
}

/** Where the payer pays. */
export function paymentPage(public_url: string, payment: Id<"pay">): string {
  return `${public_url}/pay/${paymentToken(payment)}`;
}

function sealOf(mac: Buffer): string {
  return mac.toString("base64url").slice(0, SEAL_CHARACTERS);
}
