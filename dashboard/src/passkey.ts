import { type Answer, ask } from "./api.ts";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";

/** Whether this browser can use passkeys at this address. WebAuthn requires a domain name, not an IP address. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^([\d.]+|\[.*\])$/.test(location.hostname);
}

/** The authenticator's response; null if the user canceled. */
type Made = Item | null;

type Ask = (path: string, body: Item) => Promise<Answer>;

/**
 * Runs a WebAuthn ceremony: gets a challenge from the service, signs it, and sends the result back. Returns null if the user
 * canceled.
 */
export async function withPasskey(
  at: string,
  send: Ask,
  make: (options: Item) => Promise<Made>,
): Promise<Answer | null> {
  const asked = await send(`${at}/options`, {});
  if (!asked.is_ok) return asked;
  const made = await make(itemOf(asked.body, "options"));
  return made && send(at, made);
}

/** Sends without a step-up. */
export const plainly: Ask = (path, body) => ask("POST", path, body);

/** Creates a passkey with this name. */
export function creating(name: string): (options: Item) => Promise<Made> {
  return async (options) => {
    const [site, user] = [itemOf(options, "rp"), itemOf(options, "user")];
    const publicKey: PublicKeyCredentialCreationOptions = {
      challenge: bytesOf(textOf(options, "challenge")),
      rp: { id: textOf(site, "id"), name: textOf(site, "name") },
      user: {
        id: bytesOf(textOf(user, "id")),
        name: textOf(user, "name"),
        displayName: textOf(user, "displayName"),
      },
      pubKeyCredParams: itemsOf(options, "pubKeyCredParams").map((one) => ({
        type: "public-key",
        alg: numberOf(one, "alg"),
      })),
      excludeCredentials: itemsOf(options, "excludeCredentials").map(named),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    };
    const made = await quietly(() => navigator.credentials.create({ publicKey }));
    if (!made || !(made.response instanceof AuthenticatorAttestationResponse)) return null;
    const { clientDataJSON, attestationObject } = made.response;
    const transports = made.response.getTransports();
    return {
      name,
      response: response(made, {
        clientDataJSON: textIn(clientDataJSON),
        attestationObject: textIn(attestationObject),
        transports,
      }),
    };
  };
}

/** Signs with an existing passkey. */
export async function using(options: Item): Promise<Made> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: bytesOf(textOf(options, "challenge")),
    rpId: textOf(options, "rpId"),
    allowCredentials: itemsOf(options, "allowCredentials").map(named),
    userVerification: "required",
  };
  const used = await quietly(() => navigator.credentials.get({ publicKey }));
  if (!used || !(used.response instanceof AuthenticatorAssertionResponse)) return null;
  const { clientDataJSON, authenticatorData, signature } = used.response;
  const parts = { clientDataJSON, authenticatorData, signature };
  return {
    response: response(used, Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, textIn(part)]))),
  };
}

/** A user who closes the browser's dialog has canceled: return null, not an error. */
async function quietly(work: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await work();
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function response(credential: PublicKeyCredential, parts: Item): Item {
  return { id: credential.id, rawId: textIn(credential.rawId), type: "public-key", response: parts };
}

function named(one: Item): PublicKeyCredentialDescriptor {
  return { type: "public-key", id: bytesOf(textOf(one, "id")) };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function textIn(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
