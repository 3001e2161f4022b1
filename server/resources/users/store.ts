import { ADVISORY_LOCKS } from "#db/advisory-locks.ts";
import { type Columns, columnList, rowsFrom, sql, type Tx } from "#db/tx.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import type { InvitationRow, Language, Member, MembershipRow, PersonRow, Role } from "./schema.ts";

const columns: Columns<keyof PersonRow> = {
  id: "text",
  email: "text",
  name: "text",
  password: "text",
  totp_secret: "text",
  totp_confirmed_at: "timestamptz",
  totp_step: "bigint",
  created_at: "timestamptz",
  updated_at: "timestamptz",
};

/** Returns false when the address is taken. */
export async function insert(tx: Tx, person: PersonRow): Promise<boolean> {
  const written = await tx.run(sql`
    insert into users (${columnList(columns)})
    select ${columnList(columns)} from ${rowsFrom([person], columns, "input")}
    on conflict (email) do nothing`);
  return written > 0;
}

export async function find(tx: Tx, id: string): Promise<PersonRow | null> {
  return tx.maybeRow<PersonRow>(sql`select ${columnList(columns)} from users where id = ${id}`);
}

export async function findByEmail(tx: Tx, email: string): Promise<PersonRow | null> {
  return tx.maybeRow<PersonRow>(sql`select ${columnList(columns)} from users where email = ${email}`);
}

/** Like `find`, and locks the row until this transaction ends. */
export async function lock(tx: Tx, id: string): Promise<PersonRow | null> {
  return tx.maybeRow<PersonRow>(sql`select ${columnList(columns)} from users where id = ${id} for no key update`);
}

/** With a null password the person cannot sign in by password before setting one through a link. */
export async function setPassword(tx: Tx, id: Id<"per">, password: string | null): Promise<void> {
  await tx.run(sql`update users set password = ${password}, updated_at = ${tx.now} where id = ${id}`);
}

/** Stores the language of the person's dashboard, in which mails are written. */
export async function setLanguage(tx: Tx, id: Id<"per">, language: Language): Promise<void> {
  await tx.run(sql`update users set language = ${language} where id = ${id} and language is distinct from ${language}`);
}

/** Stores a secret, which is active after its first code is confirmed; null removes the authenticator app. */
export async function setTotp(tx: Tx, id: Id<"per">, secret: string | null): Promise<void> {
  await tx.run(sql`
    update users
    set totp_secret = ${secret}, totp_confirmed_at = null, totp_step = null, updated_at = ${tx.now}
    where id = ${id}`);
}

export async function confirmTotp(tx: Tx, id: Id<"per">): Promise<void> {
  await tx.run(sql`
    update users set totp_confirmed_at = ${tx.now}, updated_at = ${tx.now}
    where id = ${id} and totp_secret is not null`);
}

/** Returns false if a code of this time step, or of a later one, was used before. */
export async function consumeStep(tx: Tx, id: Id<"per">, step: bigint): Promise<boolean> {
  const used = await tx.run(sql`
    update users set totp_step = ${step} where id = ${id} and (totp_step is null or totp_step < ${step})`);
  return used > 0;
}

export async function replaceRecoveryCodes(tx: Tx, person: Id<"per">, fingerprints: readonly Buffer[]): Promise<void> {
  await tx.run(sql`delete from recovery_codes where person = ${person}`);
  const rows = fingerprints.map((fingerprint) => ({ person, fingerprint, created_at: tx.now }));
  const code_columns = { person: "text", fingerprint: "bytea", created_at: "timestamptz" };
  await tx.run(sql`
    insert into recovery_codes (${columnList(code_columns)})
    select ${columnList(code_columns)} from ${rowsFrom(rows, code_columns, "input")}`);
}

/** Returns false if the code is unknown or was used before. */
export async function consumeRecoveryCode(
  tx: Tx,
  person: Id<"per">,
  fingerprints: readonly Buffer[],
): Promise<boolean> {
  const used = await tx.run(sql`
    update recovery_codes set used_at = ${tx.now}
    where person = ${person} and fingerprint = any(${[...fingerprints]}::bytea[]) and used_at is null`);
  return used > 0;
}

export async function countRecoveryCodes(tx: Tx, person: Id<"per">): Promise<number> {
  const { left } = await tx.row<{ left: bigint }>(sql`
    select count(*) as left from recovery_codes where person = ${person} and used_at is null`);
  return Number(left);
}

/** Returns false if the person is a member already. */
export async function insertMembership(tx: Tx, membership: MembershipRow): Promise<boolean> {
  const written = await tx.run(sql`
    insert into memberships (merchant, person, role, created_at)
    values (${membership.merchant}, ${membership.person}, ${membership.role}, ${membership.created_at})
    on conflict do nothing`);
  return written > 0;
}

export interface MerchantMembership {
  readonly merchant: Id<"mer">;
  readonly name: string;
  readonly currency: string;
  readonly country: string;
  readonly time_zone: string | null;
  readonly role: Role;
}

/** A person's merchants, with the fields that the dashboard displays. */
export async function listMerchantsOf(tx: Tx, person: string): Promise<readonly MerchantMembership[]> {
  return tx.rows<MerchantMembership>(sql`
    select m.merchant, c.name, c.currency, c.country, c.time_zone, m.role
    from memberships m
    join merchants c on c.id = m.merchant
    where m.person = ${person}
    order by c.name, m.merchant`);
}

export async function findRole(tx: Tx, merchant: string, person: string): Promise<Role | null> {
  const row = await tx.maybeRow<{ role: Role }>(sql`
    select role from memberships where merchant = ${merchant} and person = ${person}`);
  return row?.role ?? null;
}

export async function listMembers(tx: Tx, merchant: string): Promise<readonly Member[]> {
  return tx.rows<Member>(sql`
    select
      p.id, p.email, p.name, m.role, m.created_at as since,
      p.totp_confirmed_at is not null or exists (select from passkeys k where k.person = p.id) as has_second_factor
    from memberships m
    join users p on p.id = m.person
    where m.merchant = ${merchant}
    order by m.created_at, p.id`);
}

/** The owners of a merchant, locked in key order, so that concurrent changes cannot remove the last one. */
export async function lockOwners(tx: Tx, merchant: string): Promise<readonly string[]> {
  const rows = await tx.rows<{ person: string }>(sql`
    select person from memberships where merchant = ${merchant} and role = 'owner' order by person for update`);
  return rows.map(({ person }) => person);
}

export async function setRole(tx: Tx, merchant: string, person: string, role: Role): Promise<void> {
  await tx.run(sql`update memberships set role = ${role} where merchant = ${merchant} and person = ${person}`);
}

export async function removeMembership(tx: Tx, merchant: string, person: string): Promise<void> {
  await tx.run(sql`delete from memberships where merchant = ${merchant} and person = ${person}`);
}

const invitation_columns: Columns<keyof InvitationRow> = {
  merchant: "text",
  id: "text",
  email: "text",
  role: "text",
  created_at: "timestamptz",
  expires_at: "timestamptz",
  accepted_at: "timestamptz",
  withdrawn_at: "timestamptz",
};

export async function insertInvitation(tx: Tx, row: InvitationRow, fingerprint: Buffer): Promise<void> {
  await tx.run(sql`
    insert into invitations (${columnList(invitation_columns)}, fingerprint)
    select ${columnList(invitation_columns)}, ${fingerprint}::bytea from ${rowsFrom([row], invitation_columns, "input")}`);
}

/** The open invitations of a merchant. */
export async function listInvitations(tx: Tx, merchant: string): Promise<readonly InvitationRow[]> {
  return tx.rows<InvitationRow>(sql`
    select ${columnList(invitation_columns)} from invitations
    where merchant = ${merchant} and accepted_at is null and withdrawn_at is null and expires_at > ${tx.now}
    order by id`);
}

/** Blocks other invitations to an address until this transaction ends. */
export async function lockInvitationsOf(tx: Tx, email: string): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.invitations}::int, hashtext(${email}))`);
}

/** Counts invitations since an instant: those by this merchant, and those to this address by any merchant. */
export async function countInvitations(
  tx: Tx,
  merchant: string,
  email: string,
  since: Instant,
): Promise<{ readonly of_merchant: number; readonly of_address: number }> {
  const { of_merchant, of_address } = await tx.row<{ of_merchant: bigint; of_address: bigint }>(sql`
    select
      count(*) filter (where merchant = ${merchant}) as of_merchant,
      count(*) filter (where email = ${email}) as of_address
    from invitations
    where created_at > ${since} and (merchant = ${merchant} or email = ${email})`);
  return { of_merchant: Number(of_merchant), of_address: Number(of_address) };
}

/** Returns an open invitation, and locks it until this transaction ends. */
export async function lockInvitation(tx: Tx, fingerprints: readonly Buffer[]): Promise<InvitationRow | null> {
  return tx.maybeRow<InvitationRow>(sql`
    select ${columnList(invitation_columns)} from invitations
    where fingerprint = any(${[...fingerprints]}::bytea[]) and accepted_at is null and withdrawn_at is null
      and expires_at > ${tx.now}
    for update`);
}

export async function markAccepted(tx: Tx, invitation: InvitationRow): Promise<void> {
  await tx.run(sql`
    update invitations set accepted_at = ${tx.now}
    where merchant = ${invitation.merchant} and id = ${invitation.id} and accepted_at is null`);
}

/** Returns null if the invitation is unknown or no longer open. */
export async function withdrawOpen(tx: Tx, merchant: string, id: string): Promise<InvitationRow | null> {
  return tx.maybeRow<InvitationRow>(sql`
    update invitations set withdrawn_at = ${tx.now}
    where merchant = ${merchant} and id = ${id} and accepted_at is null and withdrawn_at is null
    returning ${columnList(invitation_columns)}`);
}

/** Withdraws all open invitations of an address, and returns them. */
export async function withdrawAllOpen(tx: Tx, merchant: string, email: string): Promise<readonly InvitationRow[]> {
  return tx.rows<InvitationRow>(sql`
    update invitations set withdrawn_at = ${tx.now}
    where merchant = ${merchant} and email = ${email} and accepted_at is null and withdrawn_at is null
      and expires_at > ${tx.now}
    returning ${columnList(invitation_columns)}`);
}

export async function insertReset(tx: Tx, person: Id<"per">, fingerprint: Buffer, expires_at: Instant): Promise<void> {
  await tx.run(sql`
    insert into password_resets (person, fingerprint, created_at, expires_at)
    values (${person}, ${fingerprint}, ${tx.now}, ${expires_at})`);
}

export async function findReset(tx: Tx, fingerprints: readonly Buffer[]): Promise<Id<"per"> | null> {
  const row = await tx.maybeRow<{ person: Id<"per"> }>(sql`
    select person from password_resets
    where fingerprint = any(${[...fingerprints]}::bytea[]) and used_at is null and expires_at > ${tx.now}`);
  return row?.person ?? null;
}

/** Marks a link as used and returns its person; null if the link is unknown, used or expired. */
export async function consumeReset(tx: Tx, fingerprints: readonly Buffer[]): Promise<Id<"per"> | null> {
  const row = await tx.maybeRow<{ person: Id<"per"> }>(sql`
    update password_resets set used_at = ${tx.now}
    where fingerprint = any(${[...fingerprints]}::bytea[]) and used_at is null and expires_at > ${tx.now}
    returning person`);
  return row?.person ?? null;
}

/** Invalidates all unused links of a person, after a password was set. */
export async function voidResets(tx: Tx, person: Id<"per">): Promise<void> {
  await tx.run(sql`
    update password_resets set used_at = ${tx.now} where person = ${person} and used_at is null`);
}

/** The number of links issued to a person since an instant. */
export async function countResets(tx: Tx, person: Id<"per">, since: Instant): Promise<number> {
  const { input } = await tx.row<{ input: bigint }>(sql`
    select count(*) as input from password_resets where person = ${person} and created_at > ${since}`);
  return Number(input);
}

export async function deleteResetsBefore(tx: Tx, before: Instant): Promise<void> {
  await tx.run(sql`delete from password_resets where expires_at < ${before}`);
}

export async function insertResetRequest(tx: Tx, email: string): Promise<void> {
  await tx.run(sql`insert into password_reset_requests (email, requested_at) values (${email}, ${tx.now})`);
}

/** Deletes and returns the oldest requests. Concurrent workers skip locked ones. */
export async function takeResetRequests(tx: Tx, limit: number): Promise<readonly string[]> {
  const rows = await tx.rows<{ email: string }>(sql`
    with taken as (
      delete from password_reset_requests
      where number = any(array(
        select number from password_reset_requests order by number limit ${limit} for update skip locked
      ))
      returning number, email
    )
    select email from taken order by number`);
  return rows.map(({ email }) => email);
}

/** The number of an account's recorded failures since an instant. */
export async function countRecordedFailures(tx: Tx, person: string, since: Instant): Promise<number> {
  const row = await tx.maybeRow<{ times: number }>(sql`
    select times from sign_in_failure_counts where person = ${person} and address = '' and began_at > ${since}`);
  return row?.times ?? 0;
}

/** Counts a failure and returns the count. If the count began before `begun_after`, it restarts at one. */
export async function countFailure(tx: Tx, person: string, address: string, begun_after: Instant): Promise<number> {
  const { times } = await tx.row<{ times: number }>(sql`
    insert into sign_in_failure_counts as f (person, address, times, began_at)
    values (${person}, ${address}, 1, ${tx.now})
    on conflict (person, address) do update
    set
      times = case when f.began_at > ${begun_after} then f.times + 1 else 1 end,
      began_at = case when f.began_at > ${begun_after} then f.began_at else excluded.began_at end
    returning times`);
  return times;
}

export async function deleteFailuresBefore(tx: Tx, before: Instant): Promise<void> {
  await tx.run(sql`delete from sign_in_failure_counts where began_at < ${before}`);
}
