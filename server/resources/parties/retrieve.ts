import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { find as findBeneficiary } from "#resources/beneficiaries/store.ts";
import { find as findCustomer } from "#resources/customers/store.ts";
import { partyNotFound } from "./rules.ts";
import {
  NUMBERS_SHOWN_MAX,
  type PartyKind,
  type PartyNumber,
  type PartyProfile,
  type PartyTotal,
  RECORDS_TOTALED_MAX,
  SAME_NUMBER_MAX,
} from "./schema.ts";
import { findByNumbers, findNewestInvoiceTime, findNote, listMerged, type NumberTotal, readTotals } from "./store.ts";

/** The fields of a customer or beneficiary that its page shows. */
export interface PartyRow {
  readonly id: string;
  readonly kind: PartyKind;
  readonly name: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** Returns what a customer paid or a beneficiary received, its numbers and its note. Throws `not_found`. */
export async function retrieveParty(tx: Tx, scope: Scope, id: string): Promise<PartyProfile> {
  const party = await findParty(tx, scope, id);
  const [by_number, invoice_at, note, merged] = await Promise.all([
    readTotals(tx, scope, party.kind, party.id, RECORDS_TOTALED_MAX),
    party.kind === "customer" ? findNewestInvoiceTime(tx, scope, party.id) : null,
    findNote(tx, scope, party.id),
    listMerged(tx, scope, party.kind, party.id),
  ]);
  const contacts = [party, ...merged];
  const numbers = numbersOf(contacts, by_number);
  const same_number = await findByNumbers(
    tx,
    scope,
    numbers.map(({ number }) => number),
    { except: party.id, limit: SAME_NUMBER_MAX },
  );
  return {
    ...{ id: party.id, kind: party.kind, name: party.name, phone: party.phone, totals: totalsByCurrency(by_number) },
    is_total_complete: by_number.reduce((all, { records }) => all + records, 0) < RECORDS_TOTALED_MAX,
    last_seen_at: latest([...by_number.map(({ last_at }) => last_at), invoice_at]),
    ...{ numbers, emails: distinct(contacts.map(({ email }) => email)), same_number: [...same_number] },
    ...{ merged: merged.map(({ id, name }) => ({ id, name })), note },
  };
}

/** Finds the customer or beneficiary with this id. Throws `not_found`. */
export async function findParty(tx: Tx, scope: Scope, id: string): Promise<PartyRow> {
  const [customer, beneficiary] = await Promise.all([findCustomer(tx, scope, id), findBeneficiary(tx, scope, id)]);
  if (customer) return { ...customer, kind: "customer" };
  if (beneficiary) return { ...beneficiary, kind: "beneficiary" };
  throw partyNotFound();
}

function totalsByCurrency(by_number: readonly NumberTotal[]): PartyTotal[] {
  const groups = Map.groupBy(by_number, ({ currency }) => currency);
  return [...groups].map(([currency, group]) => ({
    currency,
    count: group.reduce((sum, { count }) => sum + count, 0),
    amount: group.reduce((sum, { amount }) => sum + amount, 0n),
    amount_refunded: group.reduce((sum, { amount_refunded }) => sum + amount_refunded, 0n),
  }));
}

/** Returns the numbers that were used, the last used first, then the stored numbers that were not used. */
function numbersOf(contacts: readonly Pick<PartyRow, "phone">[], by_number: readonly NumberTotal[]): PartyNumber[] {
  const last_used = new Map<string, Instant | null>();
  for (const { number, last_at } of by_number) {
    if (number !== null && !last_used.has(number)) last_used.set(number, last_at);
  }
  const used = [...last_used].map(([number, last_used_at]) => ({ number, last_used_at }));
  const unused = distinct(contacts.map(({ phone }) => phone))
    .filter((number) => !last_used.has(number))
    .slice(0, NUMBERS_SHOWN_MAX)
    .map((number) => ({ number, last_used_at: null }));
  return [...used.slice(0, NUMBERS_SHOWN_MAX - unused.length), ...unused];
}

function distinct(texts: readonly (string | null)[]): string[] {
  return [...new Set(texts)].filter((text) => text !== null);
}

function latest(instants: readonly (Instant | null)[]): Instant | null {
  return instants.reduce((last, at) => (at !== null && (last === null || at > last) ? at : last), null);
}
