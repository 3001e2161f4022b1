import type { Tx } from "#db/tx.ts";
import { assert, badRequest, ServiceError } from "#kernel/errors.ts";
import { type Id, newId } from "#kernel/ids.ts";
import { fingerprint, fingerprints, randomText } from "#kernel/secrets.ts";
import { DAY_MS, plus, SECOND_MS } from "#kernel/time.ts";
import { recordAct } from "#resources/acts/record.ts";
import { removeWaiting } from "#resources/mails/store.ts";
import { find as findMerchant } from "#resources/merchants/store.ts";
import { evenEmail } from "./rules.ts";
import type { InvitationRow, OpenInvitation, PersonRow, Role } from "./schema.ts";
import {
  countInvitations,
  findByEmail,
  findRole,
  insert,
  insertInvitation,
  insertMembership,
  listInvitations,
  lockInvitation,
  lockInviting,
  markAccepted,
  withdraw,
  withdrawAll,
} from "./store.ts";

const TOKEN_LENGTH = 43;
export const INVITATION_DAYS = 7;
// Enough for the people of a business; a higher limit would allow mails to any number of strangers.
export const INVITATIONS_OPEN_MAX = 50;
/** In 24 hours, withdrawn ones included: each sends a mail. */
export const INVITATIONS_OF_MERCHANT_PER_DAY = 100;
export const INVITATIONS_OF_ADDRESS_PER_DAY = 5;
const PURPOSE = "invitation";

export interface Inviting {
  readonly merchant: Id<"mer">;
  readonly email: string;
  readonly role: Role;
}

/**
 * Creates an invitation to a merchant by a link; only the link has the token. Runs as the engine. Throws `bad_request`
 * for a member, `not_found` for an unknown merchant, and `too_many_requests` beyond a day's invitations.
 */
export async function invite(
  tx: Tx,
  given: Inviting,
  actor: string,
): Promise<{ readonly invitation: InvitationRow; readonly token: string }> {
  const email = evenEmail(given.email);
  if (!(await findMerchant(tx, given.merchant))) {
    throw new ServiceError("not_found", `There is no merchant ${given.merchant}`);
  }
  const known = await findByEmail(tx, email);
  if (known && (await findRole(tx, given.merchant, known.id))) {
    throw badRequest("email", `${email} belongs to this business already`);
  }
  if ((await listInvitations(tx, given.merchant)).length >= INVITATIONS_OPEN_MAX) {
    throw badRequest("email", `${INVITATIONS_OPEN_MAX} invitations are open: withdraw one first`);
  }
  await checkDay(tx, given.merchant, email);
  const invitation: InvitationRow = {
    merchant: given.merchant,
    id: newId("inv", tx.now),
    email,
    role: given.role,
    created_at: tx.now,
    expires_at: plus(tx.now, INVITATION_DAYS * DAY_MS),
    accepted_at: null,
    withdrawn_at: null,
  };
  const token = randomText(TOKEN_LENGTH);
  await insertInvitation(tx, invitation, fingerprint(PURPOSE, token));
  const after = { email, role: given.role };
  await recordAct(tx, {
    ...about(invitation),
    actor,
    act: "person.invited" as const,
    subject: email,
    before: null,
    after,
  });
  return { invitation, token };
}

/** Throws beyond a day's invitations: otherwise withdrawing and inviting again could flood one mailbox, or a thousand. */
async function checkDay(tx: Tx, merchant: Id<"mer">, email: string): Promise<void> {
  // Without the lock two concurrent invitations could both be the last one allowed.
  await lockInviting(tx, email);
  const { of_merchant, of_address } = await countInvitations(tx, merchant, email, plus(tx.now, -DAY_MS));
  const text =
    of_address >= INVITATIONS_OF_ADDRESS_PER_DAY
      ? `${email} was invited ${INVITATIONS_OF_ADDRESS_PER_DAY} times within a day: try again tomorrow`
      : `This business sent ${INVITATIONS_OF_MERCHANT_PER_DAY} invitations within a day: try again tomorrow`;
  if (of_address < INVITATIONS_OF_ADDRESS_PER_DAY && of_merchant < INVITATIONS_OF_MERCHANT_PER_DAY) return;
  throw new ServiceError("too_many_requests", text, { email: [text] }, { retry_after_s: DAY_MS / SECOND_MS });
}

/**
 * The invitation as the holder of its link sees it. Throws `not_found` for a link that is unknown, used, withdrawn or
 * expired.
 */
export async function lookAtInvitation(tx: Tx, token: string): Promise<OpenInvitation> {
  const { email, role, merchant } = await invitationOf(tx, token);
  const [business, person] = [await findMerchant(tx, merchant), await findByEmail(tx, email)];
  assert(business, "an invitation is to a merchant");
  return { email, role, business: business.name, is_known: person !== null };
}

/**
 * Creates the invited person with an already hashed password. Runs as the engine. Throws `not_found`, and `conflict`
 * when the address has an account; that person signs in to accept.
 */
export async function acceptAsNew(tx: Tx, token: string, name: string, password: string): Promise<PersonRow> {
  const invitation = await invitationOf(tx, token);
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
    throw new ServiceError("conflict", "There is an account with this address: sign in, then open the link again");
  }
  await join(tx, invitation, person);
  return person;
}

/** Accepts an invitation for a signed-in person. Throws `not_found`, and `forbidden` when the link is for another address. */
export async function acceptAsKnown(tx: Tx, token: string, person: PersonRow): Promise<Id<"mer">> {
  const invitation = await invitationOf(tx, token);
  if (invitation.email !== person.email) {
    throw new ServiceError("forbidden", `This invitation is for ${invitation.email}: sign in as that person`);
  }
  await join(tx, invitation, person);
  return invitation.merchant;
}

/** Throws `not_found` without an open invitation. */
export async function withdrawInvitation(tx: Tx, merchant: Id<"mer">, id: string, actor: string): Promise<void> {
  const invitation = await withdraw(tx, merchant, id);
  if (!invitation) throw new ServiceError("not_found", "Invitation not found");
  await tellWithdrawn(tx, invitation, actor);
}

/**
 * Withdraws every open invitation of an address. A person invited twice joins once, and a removed member cannot return
 * by an older link.
 */
export async function withdrawInvitationsOf(tx: Tx, merchant: Id<"mer">, email: string, actor: string): Promise<void> {
  for (const invitation of await withdrawAll(tx, merchant, email)) await tellWithdrawn(tx, invitation, actor);
}

async function tellWithdrawn(tx: Tx, invitation: InvitationRow, actor: string): Promise<void> {
  await removeWaiting(tx, invitation.id);
  const before = { email: invitation.email, role: invitation.role };
  const act = { act: "invitation.withdrawn" as const, subject: invitation.email, before, after: null };
  await recordAct(tx, { ...about(invitation), actor, ...act });
}

async function join(tx: Tx, invitation: InvitationRow, person: PersonRow): Promise<void> {
  const { merchant, role } = invitation;
  await markAccepted(tx, invitation);
  await withdrawInvitationsOf(tx, merchant, invitation.email, `user:${person.id}`);
  const is_new = await insertMembership(tx, { merchant, person: person.id, role, created_at: tx.now });
  if (!is_new) return;
  const act = { act: "person.joined" as const, subject: person.id, before: null, after: { email: person.email, role } };
  await recordAct(tx, { ...about(invitation), actor: `user:${person.id}`, ...act });
}

async function invitationOf(tx: Tx, token: string): Promise<InvitationRow> {
  const invitation = await lockInvitation(tx, fingerprints(PURPOSE, token));
  if (!invitation) throw new ServiceError("not_found", "This invitation is no longer valid: ask for a new one");
  return invitation;
}

function about({ merchant }: InvitationRow): { readonly merchant: Id<"mer">; readonly environment: null } {
  return { merchant, environment: null };
}
