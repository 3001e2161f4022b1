import { randomBytes } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS, plus } from "#kernel/time.ts";
import type { Purpose } from "./schema.ts";
import { forgetExpired, insertChallenge, takeChallenge } from "./store.ts";

// WebAuthn, 13.4.3: at least 16.
const CHALLENGE_BYTES = 32;
const ANSWERED_WITHIN_MS = 5 * MINUTE_MS;

/** To which site the passkeys belong: browsers let no other use them. */
export interface Site {
  readonly host: string;
  readonly origin: string;
}

/** The site of this installation; null where it has none that could have passkeys: a bare address, or no HTTPS. */
export function siteOf(public_url: string): Site | null {
  const { hostname, origin, protocol } = new URL(public_url);
  const is_address = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  const is_secure = protocol === "https:" || hostname === "localhost";
  return is_address || !is_secure ? null : { host: hostname, origin };
}

/** Something to sign, kept until it is answered. */
export async function newChallenge(tx: Tx, purpose: Purpose, person: string | null): Promise<Buffer> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  await insertChallenge(tx, { challenge, purpose, person }, plus(tx.now, ANSWERED_WITHIN_MS));
  return challenge;
}

/** The challenge that a browser answers, taken as answered; null when it was not ours, or not of the last five minutes. */
export async function answered(
  tx: Tx,
  purpose: Purpose,
  person: string | null,
  client_data: string,
): Promise<string | null> {
  const challenge = challengeIn(client_data);
  const is_ours =
    challenge !== null &&
    (await takeChallenge(tx, { challenge: Buffer.from(challenge, "base64url"), purpose, person }));
  return is_ours ? challenge : null;
}

export function notRight(): ServiceError {
  const text = "This passkey could not be used: try again";
  return new ServiceError("unauthorized", text, { passkey: [text] });
}

function challengeIn(client_data: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(client_data, "base64url").toString("utf8"));
    const has_one = typeof data === "object" && data !== null && "challenge" in data;
    return has_one && typeof data.challenge === "string" ? data.challenge : null;
  } catch {
    return null;
  }
}

/** A chore. */
export async function forgetChallenges(tx: Tx): Promise<void> {
  await forgetExpired(tx);
}
