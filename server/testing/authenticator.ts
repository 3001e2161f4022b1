import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

/** The deviations of a misbehaving authenticator, for tests of refusals. */
export interface ForgedResponse {
  readonly origin?: string;
  readonly host?: string;
  readonly challenge?: string;
  /** False: the response claims that the user was not verified. */
  readonly is_verified?: boolean;
  /** The signature counter it reports. */
  readonly sign_count?: number;
}

/** An authenticator in software: creates one passkey and signs with it (WebAuthn level 3, ES256, no attestation). */
export interface Authenticator {
  create(options: CredentialOptions, forged?: ForgedResponse): object;
  use(options: CredentialOptions, forged?: ForgedResponse): object;
}

// biome-ignore lint/suspicious/noExplicitAny: the service's answer, as a browser receives it
type CredentialOptions = any;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export function newAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const credential = randomBytes(32);
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let sign_count = 0;

  const clientData = (type: string, challenge: string, forged: ForgedResponse): Buffer =>
    Buffer.from(
      JSON.stringify({
        ...{ type, challenge: forged.challenge ?? challenge, origin: forged.origin ?? origin, crossOrigin: false },
      }),
    );

  function authenticatorData(host: string, flags: number, forged: ForgedResponse, attested_data: Buffer): Buffer {
    const verified = forged.is_verified === false ? 0 : USER_VERIFIED;
    const head = Buffer.alloc(5);
    head.writeUInt8(USER_PRESENT | verified | flags, 0);
    head.writeUInt32BE(forged.sign_count ?? sign_count, 1);
    return Buffer.concat([
      createHash("sha256")
        .update(forged.host ?? host)
        .digest(),
      head,
      attested_data,
    ]);
  }

  const credentialResponse = (response: object): object => ({
    id: credential.toString("base64url"),
    rawId: credential.toString("base64url"),
    type: "public-key",
    response,
  });

  return {
    create(options, forged = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credential.length, 0);
      // A COSE key: an elliptic curve key (1: 2) for ES256 (3: -7) on P-256 (-1: 1), then its x and y.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        bytes(Buffer.from(x, "base64url")),
        Buffer.from([0x22]),
        bytes(Buffer.from(y, "base64url")),
      ]);
      const data = authenticatorData(
        options.rp.id,
        HAS_CREDENTIAL,
        forged,
        Buffer.concat([Buffer.alloc(16), length, credential, key]),
      );
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        ...[text("fmt"), text("none"), text("attStmt"), Buffer.from([0xa0]), text("authData"), bytes(data)],
      ]);
      return credentialResponse({
        clientDataJSON: clientData("webauthn.create", options.challenge, forged).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal"],
      });
    },
    use(options, forged = {}) {
      sign_count += 1;
      const client_data = clientData("webauthn.get", options.challenge, forged);
      const data = authenticatorData(options.rpId, 0, forged, Buffer.alloc(0));
      const signed = Buffer.concat([data, createHash("sha256").update(client_data).digest()]);
      return credentialResponse({
        clientDataJSON: client_data.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, privateKey).toString("base64url"),
      });
    },
  };
}

/** CBOR (RFC 8949): encodes a text, or bytes, in the shortest form. */
function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);
}

function bytes(value: Buffer): Buffer {
  const head = value.length < 256 ? [0x58, value.length] : [0x59, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from(head), value]);
}
