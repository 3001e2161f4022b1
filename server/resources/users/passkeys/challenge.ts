import { randomBytes } from "node:crypto";
import type { Tx } from "#db/tx.ts";
import { fieldError, ServiceError } from "#kernel/errors.ts";
import { MINUTE_MS, plus } from "#kernel/time.ts";
import type { ChallengePurpose } from "./schema.ts";
import { deleteChallenge, deleteExpired, insertChallenge } from "./store.ts";

// WebAuthn, 13.4.3: at least 16 bytes.
const CHALLENGE_BYTES = 32;
const CHALLENGE_TTL_MS = 5 * MINUTE_MS;

/** The site that passkeys are bound to: browsers refuse to use them on another one. */
export interface RelyingParty {
  readonly host: string;
  readonly origin: string;
}

/** The site of this installation. Null if browsers allow no passkeys there: a bare IP address, or no HTTPS. */
export function relyingPartyOf(public_url: string): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(public_url);
  const is_address = /^[\d.]+$/.test(hostname) || hostname.startsWith("[");
  const is_secure = protocol === "https:" || hostname === "localhost";
  return is_address || !is_secure ? null : { host: hostname, origin };
}

/** Creates a challenge for an authenticator. It can be used once, within five minutes. */
export async function createChallenge(tx: Tx, purpose: ChallengePurpose, person: string | null): Promise<Buffer> {
  const challenge = randomBytes(CHALLENGE_BYTES);
  await insertChallenge(tx, { challenge, purpose, person }, plus(tx.now, CHALLENGE_TTL_MS));
  return challenge;
}

/**
 * Returns the challenge in a browser's response and deletes it. Returns null if the service did not issue the
 * challenge, or it was used or is older than five minutes.
 */
export async function consumeChallenge(
  tx: Tx,
  purpose: ChallengePurpose,
  person: string | null,
  client_data: string,
): Promise<string | null> {
  const challenge = challengeOf(client_data);
  const is_ours =
    challenge !== null &&
    (await deleteChallenge(tx, { challenge: Buffer.from(challenge, "base64url"), purpose, person }));
  return is_ours ? challenge : null;
}

export function invalidPasskey(): ServiceError {
  const text = "This passkey could not be used: try again";
  return new ServiceError("passkey_rejected", text, { fields: { passkey: [fieldError("passkey_rejected", text)] } });
}

function challengeOf(client_data: string): string | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(client_data, "base64url").toString("utf8"));
    const has_one = typeof data === "object" && data !== null && "challenge" in data;
    return has_one && typeof data.challenge === "string" ? data.challenge : null;
  } catch {
    return null;
  }
}

/** Scheduled job: deletes expired challenges. */
export async function deleteExpiredChallenges(tx: Tx): Promise<void> {
  await deleteExpired(tx);
}
