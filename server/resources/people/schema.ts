import { Email, Name, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { MAIL_STATES } from "#resources/mails/schema.ts";

/** What somebody is at a merchant. What each may do is in `dashboard/rules.ts`. */
export const ROLES = ["owner", "developer", "finance", "support", "viewer"] as const;
export type Role = (typeof ROLES)[number];
export const RoleField = OneOf(ROLES, { "x-message": `Use one of: ${ROLES.join(", ")}` });

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;
export const CODE_MAX = 40;

/** What is typed is bounded before it is hashed; whether it is good is said by `rules.ts`. */
export const PasswordText = Type.String({ minLength: 1, maxLength: PASSWORD_MAX });
export const CodeText = Type.String({ minLength: 1, maxLength: CODE_MAX });

export const SecondStep = Type.Object({ code: CodeText });

/** Somebody who belongs to a merchant. */
export const Member = Type.Object(
  {
    id: Type.String(),
    email: Email,
    name: Name,
    role: RoleField,
    has_second_factor: Type.Boolean(),
    since: Timestamp,
  },
  { title: "Member" },
);
export type Member = Static<typeof Member>;

/** Somebody who may come to belong to a merchant. */
export const Invitation = Type.Object(
  {
    id: Type.String(),
    email: Email,
    role: RoleField,
    created_at: Timestamp,
    expires_at: Timestamp,
    mail: Type.Optional(OneOf(MAIL_STATES, { description: "Whether the link was mailed; absent where it was shown." })),
  },
  { title: "Invitation" },
);
export type Invitation = Static<typeof Invitation>;

export const NewInvitation = Type.Object({ email: Email, role: RoleField });

/** What an invitation's page shows to whoever has the link. */
export const OpenInvitation = Type.Object({
  email: Email,
  role: RoleField,
  business: Type.String(),
  /** Whether this person has an account here already, and signs in to accept. */
  is_known: Type.Boolean(),
});
export type OpenInvitation = Static<typeof OpenInvitation>;

export const NewPerson = Type.Object({ token: Type.String({ maxLength: 100 }), name: Name, password: PasswordText });

/** Who somebody is, for themselves. */
export const Profile = Type.Object({
  id: Type.String(),
  email: Email,
  name: Name,
  has_second_factor: Type.Boolean({ description: "An app or a passkey." }),
  has_app: Type.Boolean(),
  passkeys: Type.Integer(),
  recovery_codes_left: Type.Integer(),
  totp_confirmed_at: Nullable(Timestamp),
});
export type Profile = Static<typeof Profile>;

/** A person as it is kept. */
export interface PersonRow {
  readonly id: Id<"per">;
  readonly email: string;
  readonly name: string;
  readonly password: string | null;
  /** Sealed. */
  readonly totp_secret: string | null;
  readonly totp_confirmed_at: Instant | null;
  readonly totp_step: bigint | null;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

export interface MembershipRow {
  readonly merchant: Id<"mer">;
  readonly person: Id<"per">;
  readonly role: Role;
  readonly created_at: Instant;
}

export interface InvitationRow {
  readonly merchant: Id<"mer">;
  readonly id: Id<"inv">;
  readonly email: string;
  readonly role: Role;
  readonly created_at: Instant;
  readonly expires_at: Instant;
  readonly accepted_at: Instant | null;
  readonly withdrawn_at: Instant | null;
}
