import type { Tx } from "#db/tx.ts";
import { assert, badRequest, fieldError, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { fingerprint, fingerprints, randomText } from "#kernel/secrets.ts";
import { DAY_MS, plus, SECOND_MS } from "#kernel/time.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { merchantNotFound } from "#resources/merchants/rules.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { deleteWaiting } from "#resources/outbox-mail/store.ts";
import { normalizeEmail } from "./rules.ts";
import type { InvitationDetails, InvitationRow, PersonRow, Role } from "./schema.ts";
import {
  countInvitations,
  findByEmail,
  findRole,
  insert,
  insertInvitation,
  insertMembership,
  listInvitations,
  lockInvitation,
  lockInvitationsOf,
  markAccepted,
  withdrawAllOpen,
  withdrawOpen,
} from "./store.ts";

const TOKEN_LENGTH = 43;
export const INVITATION_DAYS = 7;
// Enough for the staff of a business. A higher limit would let a merchant mail many strangers.
export const INVITATIONS_OPEN_MAX = 50;
/** Limits in 24 hours. Withdrawn invitations count, because each one sent a mail. */
export const INVITATIONS_PER_MERCHANT_PER_DAY = 100;
export const INVITATIONS_PER_ADDRESS_PER_DAY = 5;
const PURPOSE = "invitation";

export interface InvitationInput {
  readonly merchant: Id<"mer">;
  readonly email: string;
  readonly role: Role;
}

/**
 * Creates an invitation to a merchant. Only the link contains its token. Runs as the engine. Throws `bad_request` if
 * the person is a member already, `not_found` for an unknown merchant, and `too_many_requests` above a daily limit.
 */
export async function invite(
  tx: Tx,
  input: InvitationInput,
  actor: string,
): Promise<{ readonly invitation: InvitationRow; readonly token: string }> {
  const email = normalizeEmail(input.email);
  if (!(await findMerchant(tx, input.merchant))) {
    throw merchantNotFound(input.merchant);
  }
  const existing_person = await findByEmail(tx, email);
  if (existing_person && (await findRole(tx, input.merchant, existing_person.id))) {
    throw badRequest("email", "already_member", `${email} belongs to this business already`, { email });
  }
  if ((await listInvitations(tx, input.merchant)).length >= INVITATIONS_OPEN_MAX) {
    throw badRequest(
      "email",
      "too_many_open_invitations",
      `${INVITATIONS_OPEN_MAX} invitations are open: withdraw one first`,
      { maximum: INVITATIONS_OPEN_MAX },
    );
  }
  await checkDailyLimits(tx, input.merchant, email);
  const invitation: InvitationRow = {
    merchant: input.merchant,
    id: newId("inv", tx.now),
    email,
    role: input.role,
    created_at: tx.now,
    expires_at: plus(tx.now, INVITATION_DAYS * DAY_MS),
    accepted_at: null,
    withdrawn_at: null,
  };
  const token = randomText(TOKEN_LENGTH);
  await insertInvitation(tx, invitation, fingerprint(PURPOSE, token));
  const after = { email, role: input.role };
  await recordAuditEntry(tx, {
    ...auditScope(invitation),
    actor,
    action: "person.invited" as const,
    subject: email,
    before: null,
    after,
  });
  return { invitation, token };
}

/** Throws above a daily limit. Without the limits, a loop of inviting and withdrawing could flood mailboxes. */
async function checkDailyLimits(tx: Tx, merchant: Id<"mer">, email: string): Promise<void> {
  // Without this lock, two concurrent invitations could both pass the limit.
  await lockInvitationsOf(tx, email);
  const { of_merchant, of_address } = await countInvitations(tx, merchant, email, plus(tx.now, -DAY_MS));
  const text =
    of_address >= INVITATIONS_PER_ADDRESS_PER_DAY
      ? `${email} was invited ${INVITATIONS_PER_ADDRESS_PER_DAY} times within a day: try again tomorrow`
      : `This business sent ${INVITATIONS_PER_MERCHANT_PER_DAY} invitations within a day: try again tomorrow`;
  if (of_address < INVITATIONS_PER_ADDRESS_PER_DAY && of_merchant < INVITATIONS_PER_MERCHANT_PER_DAY) return;
  throw new ServiceError("too_many_invitations", text, {
    fields: { email: [fieldError("too_many_invitations", text)] },
    retry_after_s: DAY_MS / SECOND_MS,
  });
}

/**
 * Returns the invitation for the page behind its link. Throws `not_found` if the link is unknown, used, withdrawn or
 * expired.
 */
export async function readInvitation(tx: Tx, token: string): Promise<InvitationDetails> {
  const { email, role, merchant } = await lockOpenInvitation(tx, token);
  const [business, person] = [await findMerchant(tx, merchant), await findByEmail(tx, email)];
  assert(business, "an invitation is to a merchant");
  return { email, role, business: business.name, is_known: person !== null };
}

/**
 * Creates the invited person, with a password that is already hashed. Runs as the engine. Throws `not_found`, and
 * `conflict` if the address has an account: its owner must sign in to accept.
 */
export async function acceptAsNew(tx: Tx, token: string, name: string, password: string): Promise<PersonRow> {
  const invitation = await lockOpenInvitation(tx, token);
  const person: PersonRow = {
    id: newId("per", tx.now),
    email: invitation.email,
    name,
    password,
    totp_secret: null,
    totp_confirmed_at: null,
    totp_step: null,
    created_at: tx.now,
    updated_at: tx.now,
  };
  if (!(await insert(tx, person))) {
    throw new ServiceError(
      "account_exists",
      "There is an account with this address: sign in, then open the link again",
    );
  }
  await joinMerchant(tx, invitation, person);
  return person;
}

/**
 * Accepts an invitation for a signed-in person. Throws `not_found`, and `forbidden` if the invitation is for another
 * address.
 */
export async function acceptAsExisting(tx: Tx, token: string, person: PersonRow): Promise<Id<"mer">> {
  const invitation = await lockOpenInvitation(tx, token);
  if (invitation.email !== person.email) {
    throw new ServiceError(
      "invitation_for_other_person",
      `This invitation is for ${invitation.email}: sign in as that person`,
      { params: { email: invitation.email } },
    );
  }
  await joinMerchant(tx, invitation, person);
  return invitation.merchant;
}

/** Throws `not_found` if the invitation is unknown or no longer open. */
export async function withdrawInvitation(tx: Tx, merchant: Id<"mer">, id: string, actor: string): Promise<void> {
  const invitation = await withdrawOpen(tx, merchant, id);
  if (!invitation) throw new ServiceError("invitation_not_found", "Invitation not found");
  await recordWithdrawal(tx, invitation, actor);
}

/**
 * Withdraws every open invitation of an address. So a person who was invited twice joins only once, and a removed
 * member cannot return through an older link.
 */
export async function withdrawInvitationsOf(tx: Tx, merchant: Id<"mer">, email: string, actor: string): Promise<void> {
  for (const invitation of await withdrawAllOpen(tx, merchant, email)) await recordWithdrawal(tx, invitation, actor);
}

async function recordWithdrawal(tx: Tx, invitation: InvitationRow, actor: string): Promise<void> {
  await deleteWaiting(tx, invitation.id);
  const before = { email: invitation.email, role: invitation.role };
  const entry = { action: "invitation.withdrawn" as const, subject: invitation.email, before, after: null };
  await recordAuditEntry(tx, { ...auditScope(invitation), actor, ...entry });
}

async function joinMerchant(tx: Tx, invitation: InvitationRow, person: PersonRow): Promise<void> {
  const { merchant, role } = invitation;
  await markAccepted(tx, invitation);
  await withdrawInvitationsOf(tx, merchant, invitation.email, `user:${person.id}`);
  const is_new = await insertMembership(tx, { merchant, person: person.id, role, created_at: tx.now });
  if (!is_new) return;
  const entry = {
    action: "person.joined" as const,
    subject: person.id,
    before: null,
    after: { email: person.email, role },
  };
  await recordAuditEntry(tx, { ...auditScope(invitation), actor: `user:${person.id}`, ...entry });
}

async function lockOpenInvitation(tx: Tx, token: string): Promise<InvitationRow> {
  const invitation = await lockInvitation(tx, fingerprints(PURPOSE, token));
  if (!invitation)
    throw new ServiceError("invitation_expired", "This invitation is no longer valid: ask for a new one");
  return invitation;
}

function auditScope({ merchant }: InvitationRow): { readonly merchant: Id<"mer">; readonly environment: null } {
  return { merchant, environment: null };
}
