import { DatabaseError, Outdated, type Reader, type Tx, together } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { type AccountName, providerAccount } from "./chart.ts";
import { listMovements, type Movement } from "./movements.ts";
import {
  type AccountKey,
  findAccounts,
  findHolds,
  insertAccounts,
  insertEntries,
  listAccounts,
  type Posting,
} from "./store.ts";

/**
 * The only door to the books. Every movement of money is one of these verbs; all of them take sets, lock accounts in
 * one order, and are part of the caller's transaction.
 */

/** Money set aside for something that has begun: `amount` is what leaves in all, the fee included. */
export interface Hold extends Scope {
  readonly currency: string;
  /** The id of what it is for. It can have one hold in its life. */
  readonly subject: string;
  readonly amount: bigint;
}

/** Money that leaves for, or comes from, a provider. Where a hold ends, `amount` and `fee` add up to what was held. */
export interface Settlement extends Scope {
  readonly currency: string;
  readonly subject: string;
  readonly provider: string;
  readonly amount: bigint;
  readonly fee: bigint;
}

export interface Balance {
  readonly currency: string;
  readonly available: bigint;
  readonly reserved: bigint;
}

/**
 * What each (merchant, environment, currency) can spend. On a transaction's second try the accounts are locked, so that
 * what was read stays true until the end: those that are held for, too, in the order in which a posting locks them.
 */
export async function available(
  tx: Reader,
  wanted: readonly (Scope & { readonly currency: string })[],
): Promise<(of: Scope & { readonly currency: string }) => bigint> {
  if (unwritten.has(tx)) await writeNow(tx);
  const names = tx.is_retry ? (["available", "reserved"] as const) : (["available"] as const);
  const keys = distinct(wanted.flatMap((one) => names.map((name) => accountKey(one, name))));
  const found = await findAccounts(tx, keys, tx.is_retry);
  const balances = new Map(found.map((account) => [keyText(account), account.balance]));
  return (of) => balances.get(keyText(accountKey(of, "available"))) ?? 0n;
}

/**
 * available -> reserved. Ask `available` first: a hold that does not fit after all means that somebody else spent in
 * between. The transaction is then tried again with the accounts locked.
 */
export function hold(tx: Tx, holds: readonly Hold[]): void {
  post(
    tx,
    holds.map(({ merchant, environment, currency, subject, amount }) => ({
      ...{ merchant, environment, currency, subject, amount },
      ...{ kind: "hold", debit: "available", credit: "reserved" },
    })),
  );
}

/** reserved -> provider: amount; reserved -> fees: fee. What was held is now gone. */
export async function settle(tx: Tx, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return;
  await checkHolds(tx, settlements);
  const postings: Posting[] = [];
  for (const { merchant, environment, currency, subject, provider, amount, fee } of settlements) {
    const common = { merchant, environment, currency, subject, debit: "reserved" } as const;
    postings.push({ ...common, kind: "settle", credit: providerAccount(provider), amount });
    if (fee > 0n) postings.push({ ...common, kind: "settle_fee", credit: "fees", amount: fee });
  }
  post(tx, postings, accountsOf(postings));
}

/** reserved -> available: nothing happened after all, the money is free again. */
export async function release(tx: Tx, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return;
  await checkHolds(tx, holds);
  post(
    tx,
    holds.map(({ merchant, environment, currency, subject, amount }) => ({
      ...{ merchant, environment, currency, subject, amount },
      ...{ kind: "release", debit: "reserved", credit: "available" },
    })),
  );
}

/**
 * provider -> available: amount; available -> fees: fee. A payer has paid. Done once for a subject; a second time fails.
 * The fee must not be more than the amount.
 */
export function collect(tx: Tx, collections: readonly Settlement[]): void {
  const postings: Posting[] = [];
  for (const { merchant, environment, currency, subject, provider, amount, fee } of collections) {
    assert(fee <= amount, "a payment's fee is at most the payment");
    const common = { merchant, environment, currency, subject } as const;
    postings.push({ ...common, kind: "collect", debit: providerAccount(provider), credit: "available", amount });
    if (fee > 0n) postings.push({ ...common, kind: "collect_fee", debit: "available", credit: "fees", amount: fee });
  }
  // Where money can be spent from it must be possible to set it aside.
  const purses = collections.map((collection) => accountKey(collection, "reserved"));
  post(tx, postings, [...accountsOf(postings), ...purses]);
}

/** funding -> available: money that came in outside of payments (a top-up, test funds). */
export function fund(tx: Tx, funding: Hold): void {
  const { merchant, environment, currency, subject, amount } = funding;
  const posting: Posting = {
    ...{ merchant, environment, currency, subject, amount },
    ...{ kind: "fund", debit: "funding", credit: "available" },
  };
  // Where money can be spent from it must be possible to set it aside.
  post(tx, [posting], [...accountsOf([posting]), accountKey(posting, "reserved")]);
}

/** A mistake set right: what a provider moved is not what was booked. */
export interface Correction extends Scope {
  readonly currency: string;
  /** The id of the decision. One correction each. */
  readonly subject: string;
  readonly provider: string;
  readonly amount: bigint;
  /** Whether the money turned out to have left for the provider, or not to have. */
  readonly direction: "to_provider" | "from_provider";
  /** Who bears or gets it: the merchant, or the house until it is settled with somebody. */
  readonly account: "available" | "suspense";
}

/**
 * Between the merchant (or the house) and the provider, by a person's decision. Done once for a subject. The transaction
 * fails when the merchant's balance does not hold that much: ask `available` first.
 */
export function correct(tx: Tx, correction: Correction): void {
  const { merchant, environment, currency, subject, amount, direction, account } = correction;
  const at_provider = providerAccount(correction.provider);
  const posting: Posting = {
    ...{ merchant, environment, currency, subject, amount, kind: "correct" },
    ...(direction === "to_provider"
      ? { debit: account, credit: at_provider }
      : { debit: at_provider, credit: account }),
  };
  post(tx, [posting], accountsOf([posting]));
}

/** The balances in every currency the merchant has had money in. */
export async function balances(tx: Tx, scope: Scope): Promise<readonly Balance[]> {
  if (unwritten.has(tx)) await writeNow(tx);
  const accounts = await listAccounts(tx, scope);
  const of = (currency: string, name: AccountName): bigint =>
    accounts.find((account) => account.currency === currency && account.name === name)?.balance ?? 0n;
  const currencies = [...new Set(accounts.map((account) => account.currency))];
  return currencies.map((currency) => ({
    currency,
    available: of(currency, "available"),
    reserved: of(currency, "reserved"),
  }));
}

/** What moved on what a merchant can spend, the latest first, and how much there is of it in all. */
export async function history(
  tx: Tx,
  scope: Scope,
  currency: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly Movement[]; readonly totals: number }> {
  const { rows, totals } = await listMovements(tx, scope, currency, page);
  return { items: rows, totals };
}

/** What a transaction has posted and not yet written, and the accounts that are made for it where they are missing. */
interface Unwritten {
  readonly tx: Tx;
  readonly postings: Posting[];
  readonly accounts: AccountKey[];
}

const unwritten = new WeakMap<Reader, Unwritten>();

/**
 * Everything a transaction posts is written at once, at its end. So it locks all its accounts in one order, whatever it
 * settles, releases and collects, and no two transactions can each hold what the other wants; and an account that
 * everybody needs is locked last, and for no longer than the commit takes.
 */
function post(tx: Tx, postings: readonly Posting[], accounts: readonly AccountKey[] = []): void {
  if (postings.length === 0) return;
  if (!unwritten.has(tx)) {
    unwritten.set(tx, { tx, postings: [], accounts: [] });
    tx.leaveLast(() => write(tx), whenOverdrawn);
  }
  unwritten.get(tx)?.postings.push(...postings);
  unwritten.get(tx)?.accounts.push(...accounts);
}

/**
 * Sends what was posted so far now, and not with the commit: for a transaction that still has much to do in this process,
 * which the database need not wait for. The accounts are locked from here on, so whoever posts more afterwards may meet
 * others who wait for them.
 */
export async function sendPosted(tx: Tx): Promise<void> {
  const sent = write(tx);
  // Whether it failed is asked at the end.
  for (const statement of sent) statement?.catch(() => {});
  tx.leave(() => sent, whenOverdrawn);
  // What a turn of the event loop sends leaves at its end.
  await new Promise(setImmediate);
}

function write(of: Reader): readonly (Promise<unknown> | undefined)[] {
  const left = unwritten.get(of);
  unwritten.delete(of);
  if (!left) return [];
  const { tx, postings, accounts } = left;
  return [accounts.length > 0 ? insertAccounts(tx, distinct(accounts)) : undefined, insertEntries(tx, postings)];
}

/** Why a posting fails: that an account is below nothing says that somebody else spent meanwhile. */
export function whenOverdrawn(error: unknown): unknown {
  const is_overdrawn = error instanceof DatabaseError && error.code === "23514" && error.table === "accounts";
  return is_overdrawn ? new Outdated("the balance was spent since it was read") : error;
}

/** For a reading behind a posting of the same transaction. */
async function writeNow(of: Reader): Promise<void> {
  await together(write(of)).catch((error: unknown) => {
    throw whenOverdrawn(error);
  });
}

function accountsOf(postings: readonly Posting[]): readonly AccountKey[] {
  return postings.flatMap((posting) => [accountKey(posting, posting.debit), accountKey(posting, posting.credit)]);
}

/** Each of these has a hold, of exactly this amount. That it has not ended yet, the unique index on entries sees to. */
async function checkHolds(
  tx: Tx,
  ends: readonly (Scope & { subject: string; currency: string; amount: bigint; fee?: bigint })[],
): Promise<void> {
  const rows = await findHolds(tx, ends);
  const held = new Map(rows.map((row) => [row.subject, row]));
  for (const end of ends) {
    const row = held.get(end.subject);
    assert(
      row !== undefined && row.currency === end.currency && row.amount === end.amount + (end.fee ?? 0n),
      `what ends for ${end.subject} is what was held for it`,
    );
  }
}

function accountKey(of: Scope & { readonly currency: string }, name: AccountName): AccountKey {
  return { merchant: of.merchant, environment: of.environment, currency: of.currency, name };
}

function keyText(account: AccountKey): string {
  return `${account.merchant} ${account.environment} ${account.currency} ${account.name}`;
}

function distinct(keys: readonly AccountKey[]): readonly AccountKey[] {
  return [...new Map(keys.map((key) => [keyText(key), key])).values()];
}
