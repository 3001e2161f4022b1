import { type MergeableTable, mergedIds } from "#db/lists/merged-ids.ts";
import { emptySql, inScope, type Sql, sql, type Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { MergedParty, NamedParty, PartyActivity, PartyKind, PartyNote } from "./schema.ts";

/** The payments or transfers of a party with one number in one currency. */
export interface NumberTotal {
  /** In E.164; null without one. */
  readonly number: string | null;
  readonly currency: string;
  /** The number of records of every status. */
  readonly records: number;
  readonly last_at: Instant;
  /** Of the complete records. */
  readonly count: number;
  readonly amount: bigint;
  readonly amount_refunded: bigint;
}

function tableOf(kind: PartyKind): MergeableTable {
  return kind === "customer" ? "customers" : "beneficiaries";
}

/**
 * The newest rows of a party and of those that were merged into it. The rows of each are read in the order of an index:
 * with one condition for all, PostgreSQL would read and sort every row.
 */
function newestRows(scope: Scope, kind: PartyKind, party: string, rowsOf: (id: Sql) => Sql, limit: number): Sql {
  return sql`
    select newest.*
    from unnest(${mergedIds(scope, tableOf(kind), party)}) as same (id)
    cross join lateral (${rowsOf(sql`same.id`)} order by id desc limit ${limit}) newest
    order by newest.id desc
    limit ${limit}`;
}

/** A party that was merged into another one, with its contacts. */
export interface MergedPartyRow extends MergedParty {
  readonly email: string | null;
  readonly phone: string | null;
}

/** The parties that were merged into this one, the first merged first. */
export async function listMerged(
  tx: Tx,
  scope: Scope,
  kind: PartyKind,
  party: string,
): Promise<readonly MergedPartyRow[]> {
  return tx.rows<MergedPartyRow>(sql`
    select id, name, email, phone
    from ${kind === "customer" ? sql`customers` : sql`beneficiaries`}
    where ${inScope(scope)} and merged_into = ${party}
    order by updated_at, id`);
}

/** Sums up the newest payments or transfers of a party, by number and currency. */
export async function readTotals(
  tx: Tx,
  scope: Scope,
  kind: PartyKind,
  party: string,
  records_max: number,
): Promise<readonly NumberTotal[]> {
  const rowsOf = (id: Sql): Sql =>
    kind === "customer"
      ? sql`
          select id, coalesce(phone, payer_phone) as number, currency, status, amount, amount_refunded, created_at
          from payments
          where ${inScope(scope)} and customer = ${id}`
      : sql`
          -- The number of a bank account is encrypted.
          select id, case when starts_with(receiver, '+') then receiver end as number, currency, status, amount,
            0 as amount_refunded, created_at
          from transfers
          where ${inScope(scope)} and beneficiary = ${id}`;
  return tx.rows<NumberTotal>(sql`
    select number, currency, count(*)::int as records, max(created_at) as last_at,
      (count(*) filter (where status = 'complete'))::int as count,
      coalesce(sum(amount) filter (where status = 'complete'), 0)::bigint as amount,
      coalesce(sum(amount_refunded) filter (where status = 'complete'), 0)::bigint as amount_refunded
    from (${newestRows(scope, kind, party, rowsOf, records_max)}) newest
    group by number, currency
    order by last_at desc`);
}

export async function findNewestInvoiceTime(tx: Tx, scope: Scope, customer: string): Promise<Instant | null> {
  const rowsOf = (id: Sql): Sql =>
    sql`select id, created_at from invoices where ${inScope(scope)} and customer = ${id}`;
  const row = await tx.maybeRow<{ created_at: Instant }>(newestRows(scope, "customer", customer, rowsOf, 1));
  return row?.created_at ?? null;
}

/** Finds the other customers and listed beneficiaries with one of these numbers. */
export async function findByNumbers(
  tx: Tx,
  scope: Scope,
  numbers: readonly string[],
  { except, limit }: { readonly except: string; readonly limit: number },
): Promise<readonly NamedParty[]> {
  const has_number = sql`${inScope(scope)} and phone = any(${numbers}::text[]) and id <> ${except} and deleted_at is null`;
  return tx.rows<NamedParty>(sql`
    select id, kind, name
    from (
      (select id, 'customer' as kind, name from customers where ${has_number} limit ${limit})
      union all
      (select id, 'beneficiary', name from beneficiaries where ${has_number} and listed limit ${limit})
    ) parties
    order by kind desc, id
    limit ${limit}`);
}

/** The part of a list of records to read: after it, the newest first. */
export interface ActivityPage {
  /** The id of the last record of the page before; null for the first page. */
  readonly before: string | null;
  readonly limit: number;
  /** The number of newest payments whose refunds are read. */
  readonly payments_max: number;
}

/**
 * Reads the payments, refunds and invoices of a customer, the newest first. The random part of an id begins with its
 * time, so records of several kinds are in the order of their ids without the prefix.
 */
export async function listOfCustomer(
  tx: Tx,
  scope: Scope,
  customer: string,
  { before, limit, payments_max }: ActivityPage,
): Promise<readonly PartyActivity[]> {
  const payments = (id: Sql): Sql => sql`
    select id, 'payment' as kind, created_at, amount, currency, status, merchant_reference as reference, description,
      failure_code, failure_reason, link
    from payments
    where ${inScope(scope)} and customer = ${id} ${idBefore("pay", before)}`;
  const invoices = (id: Sql): Sql => sql`
    select id, 'invoice', created_at, amount, currency, status, reference, description, null, null, null
    from invoices
    where ${inScope(scope)} and customer = ${id} ${idBefore("ivc", before)}`;
  const refundable = (id: Sql): Sql => sql`
    select id, status from payments where ${inScope(scope)} and customer = ${id}`;
  return tx.rows<PartyActivity>(sql`
    select r.id, r.kind, r.created_at, r.amount, r.currency, r.status, r.reference, r.description, r.failure_code,
      r.failure_reason, case when l.id is not null then json_build_object('id', l.id, 'name', l.name) end as link
    from (
      (${newestRows(scope, "customer", customer, payments, limit)})
      union all
      (${newestRows(scope, "customer", customer, invoices, limit)})
      union all
      (
        select f.id, 'refund', f.created_at, f.amount, f.currency, f.status, null, f.reason, f.failure_code,
          f.failure_reason, null
        from (${newestRows(scope, "customer", customer, refundable, payments_max)}) p
        cross join lateral (
          select * from refunds where ${inScope(scope)} and payment = p.id ${idBefore("ref", before)} offset 0
        ) f
        where p.status = 'complete'
        order by f.id desc
        limit ${limit}
      )
    ) r
    left join lateral (select id, name from payment_links where ${inScope(scope)} and id = r.link offset 0) l on true
    order by substr(r.id, 5) desc
    limit ${limit}`);
}

/** Reads the transfers to a beneficiary, the newest first. */
export async function listOfBeneficiary(
  tx: Tx,
  scope: Scope,
  beneficiary: string,
  { before, limit }: ActivityPage,
): Promise<readonly PartyActivity[]> {
  const transfers = (id: Sql): Sql => sql`
    select id, 'transfer' as kind, created_at, amount, currency, status,
      case when reference <> 'trf.' || id then reference end as reference, description, failure_code, failure_reason,
      null as link
    from transfers
    where ${inScope(scope)} and beneficiary = ${id} ${idBefore("trf", before)}`;
  return tx.rows<PartyActivity>(newestRows(scope, "beneficiary", beneficiary, transfers, limit));
}

/** The condition that a record is older than another one of any kind. */
function idBefore(prefix: "pay" | "ivc" | "ref" | "trf", before: string | null): Sql {
  return before === null ? emptySql : sql`and id < ${`${prefix}${before.slice(prefix.length)}`}`;
}

export async function findNote(tx: Tx, scope: Scope, party: string): Promise<PartyNote | null> {
  return tx.maybeRow<PartyNote>(sql`
    select text, written_by_name as written_by, written_at from party_notes where ${inScope(scope)} and party = ${party}`);
}

export interface NoteRow extends Scope {
  readonly party: string;
  readonly text: string;
  readonly written_by: string;
  readonly written_by_name: string;
  readonly written_at: Instant;
}

export async function saveNote(tx: Tx, note: NoteRow): Promise<void> {
  await tx.run(sql`
    insert into party_notes (merchant, environment, party, text, written_by, written_by_name, written_at)
    values (
      ${note.merchant}, ${note.environment}, ${note.party}, ${note.text}, ${note.written_by}, ${note.written_by_name},
      ${note.written_at}
    )
    on conflict (merchant, environment, party) do update
    set text = excluded.text, written_by = excluded.written_by, written_by_name = excluded.written_by_name,
      written_at = excluded.written_at`);
}

export async function deleteNote(tx: Tx, scope: Scope, party: string): Promise<void> {
  await tx.run(sql`delete from party_notes where ${inScope(scope)} and party = ${party}`);
}

/** Gives the note of one party to another, which has none. */
export async function moveNote(tx: Tx, scope: Scope, from: string, to: string): Promise<void> {
  await tx.run(sql`update party_notes set party = ${to} where ${inScope(scope)} and party = ${from}`);
}
