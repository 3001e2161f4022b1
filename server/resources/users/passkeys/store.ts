import { sql, type Tx } from "#db/tx.ts";
import type { Instant } from "#kernel/time.ts";
import type { ChallengePurpose, PasskeyRow } from "./schema.ts";

/** Returns false when this credential is stored already. */
export async function insert(tx: Tx, row: PasskeyRow): Promise<boolean> {
  const written = await tx.run(sql`
    insert into passkeys (id, person, credential, public_key, uses, transports, name, created_at, last_used_at)
    values (
      ${row.id}, ${row.person}, ${row.credential}, ${row.public_key}, ${row.uses}, ${[...row.transports]}, ${row.name},
      ${row.created_at}, ${row.last_used_at}
    )
    on conflict (credential) do nothing`);
  return written > 0;
}

export async function findByCredential(tx: Tx, credential: Buffer): Promise<PasskeyRow | null> {
  return tx.maybeRow<PasskeyRow>(sql`
    select id, person, credential, public_key, uses, transports, name, created_at, last_used_at
    from passkeys
    where credential = ${credential}`);
}

export async function isRegistered(tx: Tx, person: string, id: string): Promise<boolean> {
  return (await tx.maybeRow(sql`select 1 from passkeys where person = ${person} and id = ${id}`)) !== null;
}

/** A person's passkeys, the oldest first. */
export async function list(tx: Tx, person: string): Promise<readonly PasskeyRow[]> {
  return tx.rows<PasskeyRow>(sql`
    select id, person, credential, public_key, uses, transports, name, created_at, last_used_at
    from passkeys
    where person = ${person}
    order by id`);
}

export async function count(tx: Tx, person: string): Promise<number> {
  const { total } = await tx.row<{ total: bigint }>(
    sql`select count(*) as total from passkeys where person = ${person}`,
  );
  return Number(total);
}

/** Returns false if the passkey is deleted, or its counter has changed since the read: each response is valid once. */
export async function markUsed(tx: Tx, { id, uses }: PasskeyRow, uses_now: bigint): Promise<boolean> {
  const used = await tx.run(sql`
    update passkeys set uses = ${uses_now}, last_used_at = ${tx.now} where id = ${id} and uses = ${uses}`);
  return used > 0;
}

/** Returns false if this person has no such passkey. */
export async function remove(tx: Tx, person: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from passkeys where person = ${person} and id = ${id}`)) > 0;
}

export async function removeAll(tx: Tx, person: string): Promise<void> {
  await tx.run(sql`delete from passkeys where person = ${person}`);
}

export interface PasskeyChallenge {
  readonly challenge: Buffer;
  readonly purpose: ChallengePurpose;
  readonly person: string | null;
}

export async function insertChallenge(tx: Tx, challenge_row: PasskeyChallenge, expires_at: Instant): Promise<void> {
  await tx.run(sql`
    insert into passkey_challenges (challenge, purpose, person, expires_at)
    values (${challenge_row.challenge}, ${challenge_row.purpose}, ${challenge_row.person}, ${expires_at})`);
}

/** Deletes an open challenge. Returns false if it was not issued for this purpose and person, or is used or expired. */
export async function deleteChallenge(tx: Tx, { challenge, purpose, person }: PasskeyChallenge): Promise<boolean> {
  const deleted_count = await tx.run(sql`
    delete from passkey_challenges
    where challenge = ${challenge} and purpose = ${purpose} and person is not distinct from ${person}
      and expires_at > ${tx.now}`);
  return deleted_count > 0;
}

export async function deleteExpired(tx: Tx): Promise<void> {
  await tx.run(sql`delete from passkey_challenges where expires_at <= ${tx.now}`);
}
