import { Email, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { CodeText, PasswordText, SecondFactorCode } from "#resources/users/schema.ts";

export { SecondFactorCode };

export const SignIn = Type.Object({ email: Email, password: PasswordText });
/** The body of a step-up: a code if the person has a second factor, otherwise the password. */
export const StepUpProof = Type.Object({ code: Type.Optional(CodeText), password: Type.Optional(PasswordText) });
export type StepUpProof = Static<typeof StepUpProof>;

/** A session in its owner's list. */
export const SessionView = Type.Object(
  {
    id: Type.String(),
    is_this: Type.Boolean(),
    address: Type.String(),
    agent: Type.String(),
    has_second_factor: Type.Boolean(),
    created_at: Timestamp,
    seen_at: Timestamp,
    expires_at: Timestamp,
  },
  { title: "Session" },
);
export type SessionView = Static<typeof SessionView>;

/** A row of `sessions`. */
export interface SessionRow {
  readonly id: Id<"ses">;
  readonly person: Id<"per">;
  readonly awaits_code: boolean;
  readonly has_second_factor: boolean;
  readonly verified_at: Instant;
  readonly address: string;
  readonly agent: string;
  readonly created_at: Instant;
  readonly seen_at: Instant;
  readonly expires_at: Instant;
  readonly ended_at: Instant | null;
}
