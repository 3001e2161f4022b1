import { Nullable, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";

export const PASSKEY_NAME_MAX = 80;
export const PASSKEYS_MAX = 20;
// Far more than any authenticator sends: the service does not request attestation.
const PART_MAX = 8_192;
const Base64UrlPart = Type.String({ minLength: 1, maxLength: PART_MAX, pattern: "^[A-Za-z0-9_-]+$" });
const CredentialKind = Type.Literal("public-key");

/** The browser's response to a registration (WebAuthn, RegistrationResponseJSON). */
export const NewPasskey = Type.Object({
  name: Type.String({ minLength: 1, maxLength: PASSKEY_NAME_MAX, "x-pasted": "line" }),
  response: Type.Object({
    id: Base64UrlPart,
    rawId: Base64UrlPart,
    type: CredentialKind,
    response: Type.Object({
      clientDataJSON: Base64UrlPart,
      attestationObject: Base64UrlPart,
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })),
    }),
  }),
});
export type NewPasskey = Static<typeof NewPasskey>;

/** The browser's response to a sign-in or step-up (WebAuthn, AuthenticationResponseJSON). */
export const PasskeyAssertion = Type.Object({
  response: Type.Object({
    id: Base64UrlPart,
    rawId: Base64UrlPart,
    type: CredentialKind,
    response: Type.Object({
      clientDataJSON: Base64UrlPart,
      authenticatorData: Base64UrlPart,
      signature: Base64UrlPart,
    }),
  }),
});
export type PasskeyAssertion = Static<typeof PasskeyAssertion>;

const OPEN = { additionalProperties: true };
const CredentialId = Type.Object({ id: Type.String() }, OPEN);

/**
 * The fields that Kolo uses of the browser's registration options (WebAuthn, PublicKeyCredentialCreationOptionsJSON).
 */
export const RegistrationOptions = Type.Object(
  {
    challenge: Type.String(),
    rp: Type.Object({ id: Type.Optional(Type.String()), name: Type.String() }, OPEN),
    user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }, OPEN),
    pubKeyCredParams: Type.Array(Type.Object({ alg: Type.Integer() }, OPEN)),
    excludeCredentials: Type.Optional(Type.Array(CredentialId)),
  },
  OPEN,
);

/**
 * The fields that Kolo uses of the options for a sign-in or step-up (WebAuthn, PublicKeyCredentialRequestOptionsJSON).
 */
export const AssertionOptions = Type.Object(
  {
    challenge: Type.String(),
    rpId: Type.Optional(Type.String()),
    allowCredentials: Type.Optional(Type.Array(CredentialId)),
  },
  OPEN,
);

/** A passkey in its owner's list. */
export const Passkey = Type.Object(
  { id: Type.String(), name: Type.String(), created_at: Timestamp, last_used_at: Nullable(Timestamp) },
  { title: "Passkey" },
);
export type Passkey = Static<typeof Passkey>;

/** A row of `passkeys`. */
export interface PasskeyRow {
  readonly id: Id<"psk">;
  readonly person: Id<"per">;
  readonly credential: Buffer;
  readonly public_key: Buffer;
  readonly uses: bigint;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at: Instant;
  readonly last_used_at: Instant | null;
}

export type ChallengePurpose = "register" | "sign_in" | "proof";
