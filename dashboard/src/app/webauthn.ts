import { type ApiResponse, sendRequest } from "./api.ts";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";

/** Whether this browser can use passkeys at this address. WebAuthn requires a domain name, not an IP address. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^([\d.]+|\[.*\])$/.test(location.hostname);
}

/** The authenticator's response; null if the user canceled. */
type PasskeyResponse = Item | null;

type SendPasskey = (path: string, body: Item) => Promise<ApiResponse>;

/**
 * Runs a WebAuthn ceremony: gets a challenge from the service, signs it, and sends the result back. Returns null if the
 * user canceled.
 */
export async function withPasskey(
  at: string,
  send: SendPasskey,
  ceremony: (options: Item) => Promise<PasskeyResponse>,
): Promise<ApiResponse | null> {
  const options_response = await send(`${at}/options`, {});
  if (!options_response.is_ok) return options_response;
  const passkey_response = await ceremony(itemOf(options_response.body, "options"));
  return passkey_response && send(at, passkey_response);
}

/** Sends without a step-up. */
export const sendWithoutStepUp: SendPasskey = (path, body) => sendRequest("POST", path, body);

/** Creates a passkey with this name. */
export function createPasskey(name: string): (options: Item) => Promise<PasskeyResponse> {
  return async (options) => {
    const [site, user] = [itemOf(options, "rp"), itemOf(options, "user")];
    const publicKey: PublicKeyCredentialCreationOptions = {
      challenge: decodeBase64Url(textOf(options, "challenge")),
      rp: { id: textOf(site, "id"), name: textOf(site, "name") },
      user: {
        id: decodeBase64Url(textOf(user, "id")),
        name: textOf(user, "name"),
        displayName: textOf(user, "displayName"),
      },
      pubKeyCredParams: itemsOf(options, "pubKeyCredParams").map((one) => ({
        type: "public-key",
        alg: numberOf(one, "alg"),
      })),
      excludeCredentials: itemsOf(options, "excludeCredentials").map(credentialDescriptor),
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      attestation: "none",
    };
    const credential = await orNullIfCanceled(() => navigator.credentials.create({ publicKey }));
    if (!credential || !(credential.response instanceof AuthenticatorAttestationResponse)) return null;
    const { clientDataJSON, attestationObject } = credential.response;
    const transports = credential.response.getTransports();
    return {
      name,
      response: credentialJson(credential, {
        clientDataJSON: encodeBase64Url(clientDataJSON),
        attestationObject: encodeBase64Url(attestationObject),
        transports,
      }),
    };
  };
}

/** Signs with an existing passkey. */
export async function usePasskeyAssertion(options: Item): Promise<PasskeyResponse> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: decodeBase64Url(textOf(options, "challenge")),
    rpId: textOf(options, "rpId"),
    allowCredentials: itemsOf(options, "allowCredentials").map(credentialDescriptor),
    userVerification: "required",
  };
  const credential = await orNullIfCanceled(() => navigator.credentials.get({ publicKey }));
  if (!credential || !(credential.response instanceof AuthenticatorAssertionResponse)) return null;
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  const parts = { clientDataJSON, authenticatorData, signature };
  return {
    response: credentialJson(
      credential,
      Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, encodeBase64Url(part)])),
    ),
  };
}

/** A user who closes the browser's dialog has canceled: return null, not an error. */
async function orNullIfCanceled(ceremony: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await ceremony();
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function credentialJson(credential: PublicKeyCredential, parts: Item): Item {
  return { id: credential.id, rawId: encodeBase64Url(credential.rawId), type: "public-key", response: parts };
}

function credentialDescriptor(one: Item): PublicKeyCredentialDescriptor {
  return { type: "public-key", id: decodeBase64Url(textOf(one, "id")) };
}

function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function encodeBase64Url(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
