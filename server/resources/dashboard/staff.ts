import type { Tx } from "#db/tx.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { type Id, isId } from "#kernel/ids.ts";
import { list as listActs, type ShownAct } from "#resources/acts/store.ts";
import { post } from "#resources/mails/post.ts";
import { invitationLetter } from "#resources/mails/rules.ts";
import { findStates } from "#resources/mails/store.ts";
import { connectMerchants, disconnectMerchants, READING } from "#resources/merchants/connect.ts";
import { changeTimeZone } from "#resources/merchants/set-time-zone.ts";
import { find as findMerchant, type LinkGrant, listConnections } from "#resources/merchants/store.ts";
import { INVITATION_DAYS, invite, withdrawInvitation } from "#resources/people/invite.ts";
import { changeRole, removeMember } from "#resources/people/members.ts";
import type { Invitation, Member, Role } from "#resources/people/schema.ts";
import { listInvitations, listMembers } from "#resources/people/store.ts";

export { changeRole, changeTimeZone, removeMember, withdrawInvitation };
export async function staffOf(
  tx: Tx,
  merchant: Id<"mer">,
): Promise<{ readonly members: Member[]; readonly invitations: Invitation[] }> {
  const [members, invitations] = [await listMembers(tx, merchant), await listInvitations(tx, merchant)];
  const mails = await findStates(
    tx,
    invitations.map(({ id }) => id),
  );
  return {
    members: [...members],
    invitations: invitations.map(({ id, email, role, created_at, expires_at }) => {
      const mail = mails.get(id);
      return { ...{ id, email, role, created_at, expires_at }, ...(mail === undefined ? {} : { mail }) };
    }),
  };
}

/**
 * Creates an invitation and returns its link, once. With a mail server the link is mailed instead, and the inviter
 * never sees it.
 */
export async function inviteTo(
  tx: Tx,
  merchant: Id<"mer">,
  given: { readonly email: string; readonly role: Role },
  by: { readonly actor: string; readonly public_url: string; readonly has_mail: boolean },
): Promise<{ readonly invitation: Invitation; readonly url: string | null }> {
  const { invitation, token } = await invite(tx, { merchant, ...given }, by.actor);
  const { id, email, role, created_at, expires_at } = invitation;
  const shown = { id, email, role, created_at, expires_at };
  const url = invitationUrl(by.public_url, token);
  if (!by.has_mail) return { invitation: shown, url };
  const business = await findMerchant(tx, merchant);
  const letter = invitationLetter({ business: business?.name ?? "Kolo", url, days: INVITATION_DAYS });
  await post(tx, { about: id, recipient: email, letter, expires_at });
  return { invitation: { ...shown, mail: "waiting" }, url: null };
}

/** The token follows the #: browsers do not send that part to servers. */
export function invitationUrl(public_url: string, token: string): string {
  return `${public_url}/dashboard/invitation#${token}`;
}

export function resetUrl(public_url: string, token: string): string {
  return `${public_url}/dashboard/reset#${token}`;
}

/**
 * Links another business that may act for this one; only the owner of the data may grant this. Throws `bad_request` for
 * an invalid, unknown or own id.
 */
export async function connectWith(
  tx: Tx,
  merchant: Id<"mer">,
  agent: string,
  grant: Partial<LinkGrant>,
  actor: string,
): Promise<void> {
  const id = agent.trim();
  if (id === merchant) throw badRequest("merchant", "This is the id of this business: enter the other's");
  if (!isId("mer", id) || !(await findMerchant(tx, id))) {
    throw badRequest("merchant", "There is no business with this id: ask theirs for it");
  }
  await connectMerchants(tx, id, merchant, { ...READING, ...grant }, actor);
}

/** The links of this business in both directions, with their grants. */
export async function connectionsOf(tx: Tx, merchant: Id<"mer">) {
  const links = await listConnections(tx, merchant);
  return links.map((link) => ({ ...link, rights: [...link.rights], environments: [...link.environments] }));
}

/** Removes a link, from either of its ends. Throws `not_found`. */
export async function disconnectFrom(
  tx: Tx,
  merchant: Id<"mer">,
  other: string,
  direction: "out" | "in",
  actor: string,
): Promise<void> {
  if (!isId("mer", other)) throw new ServiceError("not_found", "These businesses are not connected");
  if (direction === "out") await disconnectMerchants(tx, merchant, other, actor);
  else await disconnectMerchants(tx, other, merchant, actor);
}

export async function actsOf(tx: Tx, merchant: Id<"mer">, before: bigint | null): Promise<readonly ShownAct[]> {
  return listActs(tx, merchant, before, ACTS_PER_PAGE);
}

const ACTS_PER_PAGE = 50;
