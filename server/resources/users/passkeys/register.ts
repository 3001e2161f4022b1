import type { Tx } from "#db/tx.ts";
import { badRequest, fieldError, ServiceError } from "#kernel/errors.ts";
import type { Static } from "#kernel/fields.ts";
import { newId } from "#kernel/ids.ts";
import type { PersonRow } from "#resources/users/schema.ts";
import { firstRecoveryCodes } from "#resources/users/second-factor.ts";
import { consumeChallenge, createChallenge, invalidPasskey, type RelyingParty } from "./challenge.ts";
import { type NewPasskey, PASSKEYS_MAX, type RegistrationOptions } from "./schema.ts";
import { insert, list } from "./store.ts";

type Transact = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;

/**
 * The options of the browser's registration call. They require user verification, so that a passkey counts as two
 * factors.
 */
export async function startRegistration(
  transact: Transact,
  site: RelyingParty,
  person: PersonRow,
): Promise<Static<typeof RegistrationOptions>> {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const { challenge, existing_passkeys } = await transact(async (tx) => ({
    existing_passkeys: await list(tx, person.id),
    challenge: await createChallenge(tx, "register", person.id),
  }));
  if (existing_passkeys.length >= PASSKEYS_MAX)
    throw badRequest("name", "too_many_passkeys", `There are ${PASSKEYS_MAX} already: remove one first`, {
      maximum: PASSKEYS_MAX,
    });
  return generateRegistrationOptions({
    rpName: "Kolo",
    rpID: site.host,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    challenge: new Uint8Array(challenge),
    attestationType: "none",
    excludeCredentials: existing_passkeys.map(({ credential }) => ({ id: credential.toString("base64url") })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
}

/** Callbacks in the transaction that stores a passkey. */
interface RegistrationHooks {
  readonly beforeInsert: (tx: Tx) => Promise<void>;
  readonly afterInsert: (tx: Tx) => Promise<void>;
}

/**
 * Stores a new passkey. Returns recovery codes if it is the person's first second factor, otherwise an empty list.
 * Throws `unauthorized` for an unknown challenge, `bad_request` for an invalid response, and the errors of
 * `beforeInsert`. The hooks run in the transaction that stores the passkey, because the session may have ended since
 * the request began.
 */
export async function registerPasskey(
  transact: Transact,
  site: RelyingParty,
  person: PersonRow,
  response_and_name: NewPasskey,
  { beforeInsert, afterInsert }: RegistrationHooks,
): Promise<readonly string[]> {
  const { name, response } = response_and_name;
  const { clientDataJSON } = response.response;
  const expectedChallenge = await transact((tx) => consumeChallenge(tx, "register", person.id, clientDataJSON));
  if (expectedChallenge === null) throw invalidPasskey();
  const { credential } = await verifyRegistration(site, expectedChallenge, response);
  return transact(async (tx) => {
    await beforeInsert(tx);
    const codes = await firstRecoveryCodes(tx, person.id);
    const is_new = await insert(tx, {
      id: newId("psk", tx.now),
      person: person.id,
      credential: Buffer.from(credential.id, "base64url"),
      public_key: Buffer.from(credential.publicKey),
      uses: BigInt(credential.counter),
      transports: response.response.transports ?? [],
      name,
      created_at: tx.now,
      last_used_at: null,
    });
    if (!is_new) throw new ServiceError("passkey_exists", "This passkey is registered already");
    await afterInsert(tx);
    return codes;
  });
}

async function verifyRegistration(site: RelyingParty, expectedChallenge: string, response: NewPasskey["response"]) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, attestationObject } = response.response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      expectedChallenge,
      expectedOrigin: site.origin,
      expectedRPID: site.host,
      requireUserVerification: true,
    });
    if (registrationInfo) return registrationInfo;
  } catch (cause) {
    // The library throws for every invalid response, and each of these errors is the client's fault.
    throw new ServiceError("invalid_request", INVALID_RESPONSE_MESSAGE, {
      fields: { name: [fieldError("passkey_response_invalid", INVALID_RESPONSE_MESSAGE)] },
      cause,
    });
  }
  throw badRequest("name", "passkey_response_invalid", INVALID_RESPONSE_MESSAGE);
}

const INVALID_RESPONSE_MESSAGE = "The browser's answer does not fit what was asked";
