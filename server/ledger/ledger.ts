import { DatabaseError, Outdated, type Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { type AccountName, providerAccount } from "./chart.ts";
import {
  type AccountKey,
  countMovements,
  findAccounts,
  findHolds,
  insertAccounts,
  insertEntries,
  listAccounts,
  listMovements,
  type Movement,
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
 * what was read stays true until the end.
 */
export async function available(
  tx: Tx,
  wanted: readonly (Scope & { readonly currency: string })[],
): Promise<(of: Scope & { readonly currency: string }) => bigint> {
  const keys = distinct(wanted.map((one) => accountKey(one, "available")));
  const found = await findAccounts(tx, keys, tx.is_retry);
  const balances = new Map(found.map((account) => [keyText(account), account.balance]));
  return (of) => balances.get(keyText(accountKey(of, "available"))) ?? 0n;
}

/**
 * available -> reserved. Ask `available` first: a hold that does not fit after all means that somebody else spent in
 * between, and throws `Outdated`, on which the transaction is tried again with the accounts locked.
 */
export async function hold(tx: Tx, holds: readonly Hold[]): Promise<void> {
  try {
    await post(
      tx,
      holds.map(({ merchant, environment, currency, subject, amount }) => ({
        ...{ merchant, environment, currency, subject, amount },
        ...{ kind: "hold", debit: "available", credit: "reserved" },
      })),
    );
  } catch (error) {
    const is_overdrawn = error instanceof DatabaseError && error.code === "23514" && error.table === "accounts";
    throw is_overdrawn ? new Outdated("the balance was spent since it was read") : error;
  }
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
  await openAccounts(tx, postings);
  await post(tx, postings);
}

/** reserved -> available: nothing happened after all, the money is free again. */
export async function release(tx: Tx, holds: readonly Hold[]): Promise<void> {
  if (holds.length === 0) return;
  await checkHolds(tx, holds);
  await post(
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
export async function collect(tx: Tx, collections: readonly Settlement[]): Promise<void> {
  const postings: Posting[] = [];
  for (const { merchant, environment, currency, subject, provider, amount, fee } of collections) {
    assert(fee <= amount, "a payment's fee is at most the payment");
    const common = { merchant, environment, currency, subject } as const;
    postings.push({ ...common, kind: "collect", debit: providerAccount(provider), credit: "available", amount });
    if (fee > 0n) postings.push({ ...common, kind: "collect_fee", debit: "available", credit: "fees", amount: fee });
  }
  if (postings.length === 0) return;
  await openAccounts(tx, postings);
  // Where money can be spent from it must be possible to set it aside.
  await insertAccounts(tx, distinct(collections.map((collection) => accountKey(collection, "reserved"))));
  await post(tx, postings);
}

/** funding -> available: money that came in outside of payments (a top-up, test funds). */
export async function fund(tx: Tx, funding: Hold): Promise<void> {
  const { merchant, environment, currency, subject, amount } = funding;
  const posting: Posting = {
    ...{ merchant, environment, currency, subject, amount },
    ...{ kind: "fund", debit: "funding", credit: "available" },
  };
  await openAccounts(tx, [posting]);
  // Where money can be spent from it must be possible to set it aside.
  await insertAccounts(tx, [accountKey(posting, "reserved")]);
  await post(tx, [posting]);
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
 * Between the merchant (or the house) and the provider, by a person's decision. Done once for a subject. Throws
 * `Outdated` when the merchant's balance does not hold that much.
 */
export async function correct(tx: Tx, correction: Correction): Promise<void> {
  const { merchant, environment, currency, subject, amount, direction, account } = correction;
  const at_provider = providerAccount(correction.provider);
  const posting: Posting = {
    ...{ merchant, environment, currency, subject, amount, kind: "correct" },
    ...(direction === "to_provider"
      ? { debit: account, credit: at_provider }
      : { debit: at_provider, credit: account }),
  };
  await openAccounts(tx, [posting]);
  try {
    await post(tx, [posting]);
  } catch (error) {
    const is_overdrawn = error instanceof DatabaseError && error.code === "23514" && error.table === "accounts";
    throw is_overdrawn ? new Outdated("the balance was spent since it was read") : error;
  }
}

/** The balances in every currency the merchant has had money in. */
export async function balances(tx: Tx, scope: Scope): Promise<readonly Balance[]> {
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
  const account = accountKey({ ...scope, currency }, "available");
  const [items, totals] = await Promise.all([listMovements(tx, account, page), countMovements(tx, account)]);
  return { items, totals };
}

async function post(tx: Tx, postings: readonly Posting[]): Promise<void> {
  if (postings.length === 0) return;
  const written = await insertEntries(tx, postings);
  assert(written === postings.length, "every account that is moved exists");
}

async function openAccounts(tx: Tx, postings: readonly Posting[]): Promise<void> {
  const keys = postings.flatMap((posting) => [accountKey(posting, posting.debit), accountKey(posting, posting.credit)]);
  await insertAccounts(tx, distinct(keys));
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
