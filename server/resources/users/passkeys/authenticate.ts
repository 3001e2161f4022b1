import type { Tx } from "#db/tx.ts";
import type { Static } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { consumeChallenge, createChallenge, invalidPasskey, type RelyingParty } from "./challenge.ts";
import type { AssertionOptions, PasskeyAssertion, PasskeyRow } from "./schema.ts";
import { findByCredential, list, markUsed } from "./store.ts";

type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** The options of the browser's authentication call: for any person at sign-in, or for one person at a step-up. */
export async function startAuthentication(
  transact: Transact,
  site: RelyingParty,
  person: Id<"per"> | null,
): Promise<Static<typeof AssertionOptions>> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const { challenge, allowed_passkeys } = await transact(async (tx) => ({
    allowed_passkeys: person === null ? [] : await list(tx, person),
    challenge: await createChallenge(tx, person === null ? "sign_in" : "proof", person),
  }));
  return generateAuthenticationOptions({
    rpID: site.host,
    challenge: new Uint8Array(challenge),
    userVerification: "required",
    allowCredentials: allowed_passkeys.map(({ credential }) => ({ id: credential.toString("base64url") })),
  });
}

/**
 * Returns the passkey that signed the response; if `expected_person` is given, the passkey must be theirs. Throws
 * `unauthorized` with the same message whether the challenge, the site, the signature or the counter is wrong.
 * `onFailure` records the failure for that person, or for the passkey's owner.
 */
export async function verifyPasskey(
  transact: Transact,
  site: RelyingParty,
  expected_person: Id<"per"> | null,
  { response }: PasskeyAssertion,
  onFailure: (tx: Tx, person: Id<"per">) => Promise<void>,
): Promise<PasskeyRow> {
  const passkey = await transact((tx) => findByCredential(tx, Buffer.from(response.id, "base64url")));
  const is_valid = await isValidAssertion(transact, site, expected_person, passkey, response);
  if (passkey && is_valid) return passkey;
  const person = expected_person ?? passkey?.person;
  if (person !== undefined) await transact((tx) => onFailure(tx, person));
  throw invalidPasskey();
}

async function isValidAssertion(
  transact: Transact,
  site: RelyingParty,
  expected_person: Id<"per"> | null,
  passkey: PasskeyRow | null,
  response: PasskeyAssertion["response"],
): Promise<boolean> {
  const purpose = expected_person === null ? "sign_in" : "proof";
  const challenge = await transact((tx) =>
    consumeChallenge(tx, purpose, expected_person, response.response.clientDataJSON),
  );
  if (challenge === null || !passkey || (expected_person !== null && passkey.person !== expected_person)) return false;
  const uses = await verifyAssertion(site, challenge, passkey, response);
  return uses !== null && (await transact((tx) => markUsed(tx, passkey, uses)));
}

/** Returns the authenticator's new counter; null if the response is invalid. */
async function verifyAssertion(
  site: RelyingParty,
  expectedChallenge: string,
  passkey: PasskeyRow,
  response: PasskeyAssertion["response"],
): Promise<bigint | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified: is_right, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
      credential: {
        id: passkey.credential.toString("base64url"),
        publicKey: new Uint8Array(passkey.public_key),
        counter: Number(passkey.uses),
      },
    });
    return is_right ? BigInt(authenticationInfo.newCounter) : null;
  } catch {
    // The library throws for every invalid response. The caller must not learn which part was invalid.
    return null;
  }
}
