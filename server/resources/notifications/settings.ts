import type { Tx } from "#db/tx.ts";
import { badRequest } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import type { Role } from "#resources/users/schema.ts";
import { mayReceive, receivesByDefault } from "./rules.ts";
import {
  NOTIFICATION_KINDS,
  type NotificationChoice,
  type NotificationKind,
  type NotificationSetting,
} from "./schema.ts";
import { listChoices, upsertChoice } from "./store.ts";

/** A person at a merchant. */
export interface NotifiedMember {
  readonly merchant: Id<"mer">;
  readonly person: Id<"per">;
  readonly role: Role;
}

/** Returns which mails a person gets, for each kind that the person's role may get. */
export async function readNotificationSettings(
  tx: Tx,
  { merchant, person, role }: NotifiedMember,
): Promise<readonly NotificationSetting[]> {
  const choices = await listChoices(tx, merchant, person);
  return kindsOf(role).map((kind) => {
    const by_default = receivesByDefault(kind, role);
    return { kind, by_default, by_mail: choices.find((one) => one.kind === kind)?.by_mail ?? by_default };
  });
}

/** Sets whether a person gets mails of a kind. Throws `bad_request` for a kind that the role may not get. */
export async function setNotification(
  tx: Tx,
  member: NotifiedMember,
  { kind, by_mail }: NotificationChoice,
): Promise<void> {
  const { merchant, person, role } = member;
  if (!kindsOf(role).includes(kind)) {
    throw badRequest("kind", "not_one_of", "Your role does not get these messages", { values: [...kindsOf(role)] });
  }
  const before = (await readNotificationSettings(tx, member)).find((one) => one.kind === kind)?.by_mail;
  if (before === by_mail) return;
  await upsertChoice(tx, merchant, person, { kind, by_mail });
  await recordAuditEntry(tx, {
    ...{ merchant, environment: null, actor: `user:${person}`, action: "person.notifications_set", subject: person },
    ...{ before: { kind, by_mail: before }, after: { kind, by_mail } },
  });
}

function kindsOf(role: Role): readonly NotificationKind[] {
  return NOTIFICATION_KINDS.filter((kind) => ENVIRONMENTS.some((environment) => mayReceive(kind, role, environment)));
}
