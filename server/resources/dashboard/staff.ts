import type { Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import { list as listActs, type ShownAct } from "#resources/acts/store.ts";
import { invite, withdrawInvitation } from "#resources/people/invite.ts";
import { changeRole, removeMember } from "#resources/people/members.ts";
import type { Invitation, Member, Role } from "#resources/people/schema.ts";
import { listInvitations, listMembers } from "#resources/people/store.ts";

export { changeRole, removeMember, withdrawInvitation };

/** Who belongs to a merchant, and who is invited to. */
export async function staffOf(
  tx: Tx,
  merchant: Id<"mer">,
): Promise<{ readonly members: Member[]; readonly invitations: Invitation[] }> {
  const [members, invitations] = [await listMembers(tx, merchant), await listInvitations(tx, merchant)];
  return {
    members: [...members],
    invitations: invitations.map(({ id, email, role, created_at, expires_at }) => ({
      ...{ id, email, role, created_at, expires_at },
    })),
  };
}

/** An invitation, and the link to send: nobody else ever sees it. */
export async function inviteTo(
  tx: Tx,
  merchant: Id<"mer">,
  given: { readonly email: string; readonly role: Role },
  by: { readonly actor: string; readonly public_url: string },
): Promise<{ readonly invitation: Invitation; readonly url: string }> {
  const { invitation, token } = await invite(tx, { merchant, ...given }, by.actor);
  const { id, email, role, created_at, expires_at } = invitation;
  return { invitation: { id, email, role, created_at, expires_at }, url: invitationUrl(by.public_url, token) };
}

/** After the #: what a browser keeps to itself. */
export function invitationUrl(public_url: string, token: string): string {
  return `${public_url}/dashboard/invitation#${token}`;
}

export function resetUrl(public_url: string, token: string): string {
  return `${public_url}/dashboard/reset#${token}`;
}

export async function actsOf(tx: Tx, merchant: Id<"mer">, before: bigint | null): Promise<readonly ShownAct[]> {
  return listActs(tx, merchant, before, ACTS_PER_PAGE);
}

const ACTS_PER_PAGE = 50;
