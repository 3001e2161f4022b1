import { Email, Name, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { MAIL_STATES } from "#resources/outbox-mail/schema.ts";

/** A person's role at a merchant. `dashboard/role-permissions.ts` lists each role's operations. */
export const ROLES = ["owner", "developer", "finance", "support", "viewer"] as const;
export type Role = (typeof ROLES)[number];
export const RoleField = OneOf(ROLES, { title: "Role", "x-message": `Use one of: ${ROLES.join(", ")}` });

export const PASSWORD_MIN = 12;
export const PASSWORD_MAX = 256;
export const CODE_MAX = 40;

/** Bounds the length before hashing; `rules.ts` checks the strength. */
export const PasswordText = Type.String({ minLength: 1, maxLength: PASSWORD_MAX });
export const CodeText = Type.String({ minLength: 1, maxLength: CODE_MAX });

export const SecondFactorCode = Type.Object({ code: CodeText });

/** A person who belongs to a merchant. */
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

/** An open invitation to a merchant. */
export const Invitation = Type.Object(
  {
    id: Type.String(),
    email: Email,
    role: RoleField,
    created_at: Timestamp,
    expires_at: Timestamp,
    mail: Type.Optional(
      OneOf(MAIL_STATES, { description: "Whether the link was mailed; absent if it was shown instead." }),
    ),
  },
  { title: "Invitation" },
);
export type Invitation = Static<typeof Invitation>;

export const NewInvitation = Type.Object({ email: Email, role: RoleField });

/** The data of the page behind an invitation link. */
export const InvitationDetails = Type.Object(
  {
    email: Email,
    role: RoleField,
    business: Type.String(),
    /** True if the address has an account; its owner accepts the invitation by signing in. */
    is_known: Type.Boolean(),
  },
  { title: "InvitationDetails" },
);
export type InvitationDetails = Static<typeof InvitationDetails>;

export const NewPerson = Type.Object({ token: Type.String({ maxLength: 100 }), name: Name, password: PasswordText });

/** The signed-in person's own profile. */
export const Profile = Type.Object(
  {
    id: Type.String(),
    email: Email,
    name: Name,
    has_second_factor: Type.Boolean({ description: "Whether the person has an authenticator app or a passkey." }),
    has_app: Type.Boolean(),
    passkeys: Type.Integer(),
    recovery_codes_left: Type.Integer(),
    totp_confirmed_at: Nullable(Timestamp),
  },
  { title: "Profile" },
);
export type Profile = Static<typeof Profile>;

/** The languages of the dashboard. */
export const LANGUAGES = ["en", "fr"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A row of `users`. */
export interface PersonRow {
  readonly id: Id<"per">;
  readonly email: string;
  readonly name: string;
  readonly password: string | null;
  /** Encrypted. */
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
