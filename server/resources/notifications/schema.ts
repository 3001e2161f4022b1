import { OneOf, type Static, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { Language, Role } from "#resources/users/schema.ts";

/** The kinds of events that people get mails about. */
export const NOTIFICATION_KINDS = ["approval_waiting", "transfer_failed", "webhook_failing"] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];
const Kind = OneOf(NOTIFICATION_KINDS, {
  title: "NotificationKind",
  "x-message": `Use one of: ${NOTIFICATION_KINDS.join(", ")}`,
});

/** Whether a person gets a mail about events of one kind. */
export const NotificationSetting = Type.Object(
  {
    kind: Kind,
    by_mail: Type.Boolean(),
    by_default: Type.Boolean({ description: "Whether the person's role gets these mails by default." }),
  },
  { title: "NotificationSetting" },
);
export type NotificationSetting = Static<typeof NotificationSetting>;

export const NotificationChoice = Type.Object({ kind: Kind, by_mail: Type.Boolean() });
export type NotificationChoice = Static<typeof NotificationChoice>;

/** The value of `outbox_mail.about` for a member's mails, by which a removal from the merchant deletes those not yet sent. */
export function memberOfMails(merchant: string, person: string): string {
  return `${merchant} ${person}`;
}

/** A row of `notifications`: events of one kind that are not mailed yet. */
export interface NotificationRow extends Scope {
  readonly kind: NotificationKind;
  readonly subject: string;
  /** The records of the first events. */
  readonly subjects: readonly string[];
  /** The number of events. */
  readonly size: number;
  readonly created_at: Instant;
  readonly due_at: Instant;
}

/** The events of one kind, in one merchant's environment. */
export interface NotificationGroup extends Scope {
  readonly kind: NotificationKind;
}

/** A member of a merchant, with the person's own choice; null for the default of the role. */
export interface MailRecipient {
  readonly id: Id<"per">;
  readonly email: string;
  readonly language: Language | null;
  readonly role: Role;
  readonly by_mail: boolean | null;
}
