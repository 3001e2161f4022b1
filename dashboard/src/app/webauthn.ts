import { type Answer, type ApiResponse, sendOperation } from "./api.ts";
import type { Operations } from "./api-types.ts";
import type { MerchantContext } from "./merchant-context.ts";

/** Whether this browser can use passkeys at this address. WebAuthn requires a domain name, not an IP address. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === "function" && !/^([\d.]+|\[.*\])$/.test(location.hostname);
}

type NewPasskey = Operations["POST /me/passkeys"]["body"];
type Assertion = Operations["POST /sign-in/passkey"]["body"];
type RegistrationOptions = Answer<"POST /me/passkeys/options">["options"];
type AssertionOptions = Answer<"POST /sign-in/passkey/options">["options"];

/** Signs in, or completes a step-up, with an existing passkey. Returns null if the user canceled. */
export async function signWithPasskey(at: "sign-in" | "me/proof"): Promise<ApiResponse<unknown> | null> {
  const challenge = await sendOperation(`POST /${at}/passkey/options`, {});
  if (!challenge.is_ok) return challenge;
  const assertion = await getAssertion(challenge.body.options);
  return assertion && sendOperation(`POST /${at}/passkey`, { body: assertion });
}

/** Adds a passkey with this name. Returns null if the user canceled. */
export async function addPasskey(
  name: string,
  send: MerchantContext["send"],
): Promise<ApiResponse<Answer<"POST /me/passkeys">> | null> {
  const challenge = await send("POST /me/passkeys/options", {});
  if (!challenge.is_ok) return challenge;
  const passkey = await createPasskey(name, challenge.body.options);
  return passkey && send("POST /me/passkeys", { body: passkey });
}

async function createPasskey(name: string, options: RegistrationOptions): Promise<NewPasskey | null> {
  const { challenge, rp, user, pubKeyCredParams, excludeCredentials = [] } = options;
  const publicKey: PublicKeyCredentialCreationOptions = {
    challenge: decodeBase64Url(challenge),
    rp,
    user: { id: decodeBase64Url(user.id), name: user.name, displayName: user.displayName },
    pubKeyCredParams: pubKeyCredParams.map(({ alg }) => ({ type: "public-key", alg })),
    excludeCredentials: excludeCredentials.map(credentialDescriptor),
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
}

async function getAssertion({ challenge, rpId, allowCredentials = [] }: AssertionOptions): Promise<Assertion | null> {
  const publicKey: PublicKeyCredentialRequestOptions = {
    challenge: decodeBase64Url(challenge),
    ...(rpId === undefined ? {} : { rpId }),
    allowCredentials: allowCredentials.map(credentialDescriptor),
    userVerification: "required",
  };
  const credential = await orNullIfCanceled(() => navigator.credentials.get({ publicKey }));
  if (!credential || !(credential.response instanceof AuthenticatorAssertionResponse)) return null;
  const { clientDataJSON, authenticatorData, signature } = credential.response;
  return {
    response: credentialJson(credential, {
      clientDataJSON: encodeBase64Url(clientDataJSON),
      authenticatorData: encodeBase64Url(authenticatorData),
      signature: encodeBase64Url(signature),
    }),
  };
}

/** Returns null instead of throwing if the user closes the browser's dialog. */
async function orNullIfCanceled(ceremony: () => Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await ceremony();
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

function credentialJson<Parts>(credential: PublicKeyCredential, parts: Parts) {
  const type = "public-key" as const;
  return { id: credential.id, rawId: encodeBase64Url(credential.rawId), type, response: parts };
}

function credentialDescriptor({ id }: { readonly id: string }): PublicKeyCredentialDescriptor {
  return { type: "public-key", id: decodeBase64Url(id) };
}

function decodeBase64Url(base64url: string): Uint8Array<ArrayBuffer> {
  const base64 = base64url.replaceAll("-", "+").replaceAll("_", "/");
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
}

function encodeBase64Url(bytes: ArrayBuffer): string {
  const letters = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}
