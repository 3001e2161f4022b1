import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";

export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** What is written to somebody. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
}

/** A mail whose turn has come. */
export interface DueMail {
  readonly id: Id<"eml">;
  readonly recipient: string;
  readonly subject: string;
  /** Sealed. */
  readonly content: string;
  readonly expires_at: Instant;
  readonly attempts: number;
  readonly claimed_at: Instant;
  readonly claim: number;
}
