import type { Tx } from "#db/tx.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { type Id, isId } from "#kernel/ids.ts";
import { list as listEntries, type VisibleAuditEntry } from "#resources/audit-log/store.ts";
import { readBranding, setBranding } from "#resources/branding/set.ts";
import { linkMerchants, READ_ONLY_GRANT, unlinkMerchants } from "#resources/merchants/merchant-links.ts";
import { setMerchantTimeZone } from "#resources/merchants/set-time-zone.ts";
import { find as findMerchant, type LinkGrant, listMerchantLinks } from "#resources/merchants/store.ts";
import { type NotifiedMember, readNotificationSettings, setNotification } from "#resources/notifications/settings.ts";
import { enqueueMail } from "#resources/outbox-mail/enqueue.ts";
import { invitationMail } from "#resources/outbox-mail/rules.ts";
import { findStates } from "#resources/outbox-mail/store.ts";
import { INVITATION_DAYS, invite, withdrawInvitation } from "#resources/users/invite.ts";
import { changeRole, removeMember } from "#resources/users/members.ts";
import type { Invitation, Member, Role } from "#resources/users/schema.ts";
import { listInvitations, listMembers } from "#resources/users/store.ts";

export {
  changeRole,
  type NotifiedMember,
  readBranding,
  readNotificationSettings,
  removeMember,
  setBranding,
  setMerchantTimeZone,
  setNotification,
  withdrawInvitation,
};

export async function listStaff(
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
 * Creates an invitation. Without a mail server, it returns the link, which is shown only once. With a mail server it
 * mails the link instead, and the inviter never sees it.
 */
export async function inviteMember(
  tx: Tx,
  merchant: Id<"mer">,
  input: { readonly email: string; readonly role: Role },
  by: { readonly actor: string; readonly public_url: string; readonly has_mail: boolean },
): Promise<{ readonly invitation: Invitation; readonly url: string | null }> {
  const { invitation, token } = await invite(tx, { merchant, ...input }, by.actor);
  const { id, email, role, created_at, expires_at } = invitation;
  const presented = { id, email, role, created_at, expires_at };
  const url = invitationUrl(by.public_url, token);
  if (!by.has_mail) return { invitation: presented, url };
  const business = await findMerchant(tx, merchant);
  const letter = invitationMail({ business: business?.name ?? "Kolo", url, days: INVITATION_DAYS });
  await enqueueMail(tx, { about: id, recipient: email, letter, expires_at });
  return { invitation: { ...presented, mail: "waiting" }, url: null };
}

/** Puts the token after the `#`, because browsers do not send that part to servers. */
export function invitationUrl(public_url: string, token: string): string {
  return `${public_url}/dashboard/invitation#${token}`;
}

export function resetUrl(public_url: string, token: string): string {
  return `${public_url}/dashboard/reset#${token}`;
}

/**
 * Lets another business act for this one. Only the business that owns the data may create such a link. Throws
 * `bad_request` for an invalid, unknown or own id.
 */
export async function createMerchantLink(
  tx: Tx,
  merchant: Id<"mer">,
  agent: string,
  grant: Partial<LinkGrant>,
  actor: string,
): Promise<void> {
  const id = agent.trim();
  if (id === merchant)
    throw badRequest("merchant", "own_merchant", "This is the id of this business: enter the other's");
  if (!isId("mer", id) || !(await findMerchant(tx, id))) {
    throw badRequest("merchant", "unknown_merchant", "There is no business with this id: ask theirs for it");
  }
  await linkMerchants(tx, id, merchant, { ...READ_ONLY_GRANT, ...grant }, actor);
}

/** Returns the links of this business in both directions, with their grants. */
export async function presentMerchantLinks(tx: Tx, merchant: Id<"mer">) {
  const links = await listMerchantLinks(tx, merchant);
  return links.map((link) => ({ ...link, rights: [...link.rights], environments: [...link.environments] }));
}

/** Removes a link; either of the two businesses may do this. Throws `not_found`. */
export async function removeMerchantLink(
  tx: Tx,
  merchant: Id<"mer">,
  other: string,
  direction: "out" | "in",
  actor: string,
): Promise<void> {
  if (!isId("mer", other)) throw new ServiceError("merchant_link_not_found", "These businesses are not connected");
  if (direction === "out") await unlinkMerchants(tx, merchant, other, actor);
  else await unlinkMerchants(tx, other, merchant, actor);
}

export async function listAuditEntries(
  tx: Tx,
  merchant: Id<"mer">,
  before: bigint | null,
): Promise<readonly VisibleAuditEntry[]> {
  return listEntries(tx, merchant, before, AUDIT_ENTRIES_PER_PAGE);
}

const AUDIT_ENTRIES_PER_PAGE = 50;
