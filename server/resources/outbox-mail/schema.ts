import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";

export const MAIL_STATES = ["waiting", "sent", "failed"] as const;
export type MailState = (typeof MAIL_STATES)[number];

/** The subject and text of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
}

/** A claimed mail. */
export interface DueMail {
  readonly id: Id<"eml">;
  readonly recipient: string;
  readonly subject: string;
  /** The encrypted text of the mail. */
  readonly content: string;
  readonly expires_at: Instant;
  readonly attempts: number;
  readonly claimed_at: Instant;
  readonly claim: number;
}
