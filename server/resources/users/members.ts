import type { Tx } from "#db/tx.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { memberOfMails } from "#resources/notifications/schema.ts";
import { deleteWaiting } from "#resources/outbox-mail/store.ts";
import { withdrawInvitationsOf } from "./invite.ts";
import type { Role } from "./schema.ts";
import { find, findRole, lockOwners, removeMembership, setRole } from "./store.ts";

/** Throws `not_found` if the person is not a member, and `bad_request` if the merchant would have no owner left. */
export async function changeRole(
  tx: Tx,
  merchant: Id<"mer">,
  person: string,
  role: Role,
  actor: string,
): Promise<void> {
  const before = await requireRole(tx, merchant, person);
  if (before === role) return;
  await requireAnotherOwner(tx, merchant, person, role);
  await setRole(tx, merchant, person, role);
  await deleteWaiting(tx, memberOfMails(merchant, person));
  const change = { before: { role: before }, after: { role } };
  await recordAuditEntry(tx, {
    merchant,
    environment: null,
    actor,
    action: "person.role_changed" as const,
    subject: person,
    ...change,
  });
}

/**
 * Removes a member with immediate effect, withdraws invitations to their address, and deletes mails to them about the
 * merchant that were not sent yet. The audit log keeps their actions. Throws the same errors as `changeRole`.
 */
export async function removeMember(tx: Tx, merchant: Id<"mer">, person: string, actor: string): Promise<void> {
  const before = { role: await requireRole(tx, merchant, person) };
  await requireAnotherOwner(tx, merchant, person, null);
  const member = await find(tx, person);
  if (member) await withdrawInvitationsOf(tx, merchant, member.email, actor);
  await removeMembership(tx, merchant, person);
  // After the removal, which waits for a job that is writing mails to this member.
  await deleteWaiting(tx, memberOfMails(merchant, person));
  const entry = { action: "person.removed" as const, subject: person, before, after: null };
  await recordAuditEntry(tx, { merchant, environment: null, actor, ...entry });
}

async function requireRole(tx: Tx, merchant: Id<"mer">, person: string): Promise<Role> {
  const role = await findRole(tx, merchant, person);
  if (!role) throw new ServiceError("member_not_found", "This person does not belong to the business");
  return role;
}

async function requireAnotherOwner(tx: Tx, merchant: Id<"mer">, person: string, next: Role | null): Promise<void> {
  if (next === "owner") return;
  const owners = await lockOwners(tx, merchant);
  if (owners.length === 1 && owners[0] === person) {
    throw badRequest("role", "last_owner", "A business keeps at least one owner: make somebody else an owner first");
  }
}
