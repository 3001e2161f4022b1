import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { answered, newChallenge, notRight, type Site } from "./challenge.ts";
import type { PasskeyRow, UsedPasskey } from "./schema.ts";
import { findByCredential, list, markUsed } from "./store.ts";

type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/** The options of the browser's authentication call: for any person at sign-in, or for one person at a step-up. */
export async function askForPasskey(transact: Transact, site: Site, person: Id<"per"> | null): Promise<object> {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const { challenge, known } = await transact(async (tx) => ({
    known: person === null ? [] : await list(tx, person),
    challenge: await newChallenge(tx, person === null ? "sign_in" : "proof", person),
  }));
  return generateAuthenticationOptions({
    rpID: site.host,
    challenge: new Uint8Array(challenge),
    userVerification: "required",
    allowCredentials: known.map(({ credential }) => ({ id: credential.toString("base64url") })),
  });
}

/**
 * Returns the passkey that answered; with `asked` it must be that person's. Throws `unauthorized` in the same words for
 * any fault: the challenge, the site, the signature or the counter. `failed` records the failure for the person asked,
 * or the passkey's owner.
 */
export async function usePasskey(
  transact: Transact,
  site: Site,
  asked: Id<"per"> | null,
  { response }: UsedPasskey,
  failed: (tx: Tx, person: Id<"per">) => Promise<void>,
): Promise<PasskeyRow> {
  const passkey = await transact((tx) => findByCredential(tx, Buffer.from(response.id, "base64url")));
  const is_right = await isAnswer(transact, site, asked, passkey, response);
  if (passkey && is_right) return passkey;
  const person = asked ?? passkey?.person;
  if (person !== undefined) await transact((tx) => failed(tx, person));
  throw notRight();
}

async function isAnswer(
  transact: Transact,
  site: Site,
  asked: Id<"per"> | null,
  passkey: PasskeyRow | null,
  response: UsedPasskey["response"],
): Promise<boolean> {
  const purpose = asked === null ? "sign_in" : "proof";
  const challenge = await transact((tx) => answered(tx, purpose, asked, response.response.clientDataJSON));
  if (challenge === null || !passkey || (asked !== null && passkey.person !== asked)) return false;
  const uses = await verified(site, challenge, passkey, response);
  return uses !== null && (await transact((tx) => markUsed(tx, passkey, uses)));
}

/** The authenticator's new counter; null for an invalid answer. */
async function verified(
  site: Site,
  expectedChallenge: string,
  passkey: PasskeyRow,
  response: UsedPasskey["response"],
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
    // The library throws for every invalid answer; the caller must not learn which part was invalid.
    return null;
  }
}
