import type { ReadTx, Tx } from "#db/tx.ts";
import { assert } from "#kernel/errors.ts";
import type { Scope } from "#kernel/scope.ts";
import { type AccountName, type EntryAccounts, type EntryKind, providerAccount } from "./chart-of-accounts.ts";
import { type BalanceMovement, listBalanceMovements } from "./movements.ts";
import { accountKey, accountsOf, distinct, keyText, post, writePending } from "./pending-postings.ts";
import { type Debt, findAccounts, findHolds, listAccounts, listDebtsWithFunds, type Posting } from "./store.ts";

export {
  ENTRY_KINDS,
  type EntryAccounts,
  type EntryKind,
  providerAccount,
  reversedAccounts,
} from "./chart-of-accounts.ts";
export { ENTRY_DELAY_MAX_MS, findEntryPosition } from "./entry-position.ts";
export { flushPostings } from "./pending-postings.ts";
export { type Debt, findEntry, type LedgerEntry, listEntries } from "./store.ts";

/**
 * The only interface to the ledger. Every movement of money is one of these operations. Each operation takes a set,
 * locks accounts in one order, and is part of the caller's transaction.
 */

/** Money reserved for an order that has begun. `amount` is the whole sum that leaves, the fee included. */
export interface Hold extends Scope {
  readonly currency: string;
  /** The id of the held order. A subject has at most one hold, ever. */
  readonly subject: string;
  readonly amount: bigint;
}

/**
 * Money that moves to a provider, or arrives from one. When it ends a hold, `amount` and `fee` add up to the held sum.
 */
export interface LedgerSettlement extends Scope {
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
  /** The amount that the merchant owes the house; zero or more. */
  readonly debt: bigint;
  /** The amount held for other merchants until its release: their parts of this merchant's payments. */
  readonly escrow: bigint;
}

/**
 * Returns the spendable balance of each (merchant, environment, currency). On a transaction's retry the accounts are
 * locked, so that the balances stay valid until the end of the transaction. The `reserved` accounts are locked as well,
 * in the order in which a posting locks them.
 */
export async function findAvailable(
  tx: ReadTx,
  balance_keys: readonly (Scope & { readonly currency: string })[],
): Promise<(of: Scope & { readonly currency: string }) => bigint> {
  await writePending(tx);
  const account_names = tx.is_retry ? (["available", "reserved"] as const) : (["available"] as const);
  const keys = distinct(
    balance_keys.flatMap((balance_key) => account_names.map((name) => accountKey(balance_key, name))),
  );
  const accounts = await findAccounts(tx, keys, tx.is_retry);
  const listBalances = new Map(accounts.map((account) => [keyText(account), account.balance]));
  return (of) => listBalances.get(keyText(accountKey(of, "available"))) ?? 0n;
}

/**
 * Posts available -> reserved. Call `findAvailable` first. If the balance is short at commit, another transaction has
 * spent it in between. This transaction is then retried with the accounts locked.
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

/** Posts reserved -> provider (the amount) and reserved -> fees (the fee). Ends the hold. */
export async function settle(tx: Tx, settlements: readonly LedgerSettlement[]): Promise<void> {
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

/** Posts reserved -> available: no money left, and the hold ends. */
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
 * Posts provider -> available (the amount) and available -> fees (the fee): a payer has paid. A second call for the
 * same subject fails. The fee must not exceed the amount.
 */
export function collect(tx: Tx, collections: readonly LedgerSettlement[]): void {
  const postings: Posting[] = [];
  for (const { merchant, environment, currency, subject, provider, amount, fee } of collections) {
    assert(fee <= amount, "a payment's fee is at most the payment");
    const common = { merchant, environment, currency, subject } as const;
    postings.push({ ...common, kind: "collect", debit: providerAccount(provider), credit: "available", amount });
    if (fee > 0n) postings.push({ ...common, kind: "collect_fee", debit: "available", credit: "fees", amount: fee });
  }
  // A balance that can be spent needs a `reserved` account for its holds.
  const reserved_accounts = collections.map((collection) => accountKey(collection, "reserved"));
  post(tx, postings, [...accountsOf(postings), ...reserved_accounts]);
}

/** A provider's charge for an order, and the tax on it; or their change, which may be negative. */
export interface LedgerCharge extends Scope {
  readonly currency: string;
  /** The id of the row in `charges`, or of the statement line that has no order. */
  readonly subject: string;
  readonly provider: string;
  readonly charge: bigint;
  readonly tax: bigint;
}

/** Posts charges -> provider and taxes -> provider: the provider takes its charge from the house's money with it. */
export function charge(tx: Tx, charges: readonly LedgerCharge[]): void {
  postCharges(tx, charges, { charge: "charge", tax: "charge_tax" });
}

/** Posts the difference between an order's charge so far and its known charge, in either direction. */
export function correctCharge(tx: Tx, changes: readonly LedgerCharge[]): void {
  postCharges(tx, changes, { charge: "correct_charge", tax: "correct_tax" });
}

function postCharges(
  tx: Tx,
  charges: readonly LedgerCharge[],
  kinds: { readonly charge: EntryKind; readonly tax: EntryKind },
): void {
  const postings = charges.flatMap((one) => [
    ...chargePosting(one, kinds.charge, "charges", one.charge),
    ...chargePosting(one, kinds.tax, "taxes", one.tax),
  ]);
  post(tx, postings, accountsOf(postings));
}

function chargePosting(
  { merchant, environment, currency, subject, provider }: LedgerCharge,
  kind: EntryKind,
  account: "charges" | "taxes",
  change: bigint,
): readonly Posting[] {
  if (change === 0n) return [];
  const common = { merchant, environment, currency, subject, kind } as const;
  const provider_account = providerAccount(provider);
  return change > 0n
    ? [{ ...common, debit: account, credit: provider_account, amount: change }]
    : [{ ...common, debit: provider_account, credit: account, amount: -change }];
}

/** Posts funding -> available: money received outside of payments (a top-up, test funds). */
export function fund(tx: Tx, funding: Hold): void {
  const { merchant, environment, currency, subject, amount } = funding;
  const posting: Posting = {
    ...{ merchant, environment, currency, subject, amount },
    ...{ kind: "fund", debit: "funding", credit: "available" },
  };
  // A balance that can be spent needs a `reserved` account for its holds.
  post(tx, [posting], [...accountsOf([posting]), accountKey(posting, "reserved")]);
}

/** A correction of a booking that differs from what the provider moved. */
export interface Correction extends Scope {
  readonly currency: string;
  /** The id of the review's decision. Each decision has one correction. */
  readonly subject: string;
  readonly provider: string;
  readonly amount: bigint;
  /** Whether the money turned out to have left for the provider, or to have stayed. */
  readonly direction: "to_provider" | "from_provider";
  /**
   * The account that bears or receives the difference: the merchant's `available`, or the house's `suspense` until a
   * person settles it.
   */
  readonly account: "available" | "suspense";
}

/**
 * Moves money between the merchant (or the house) and the provider, as a review decided. Each subject has at most one.
 * The transaction fails if the merchant's balance is too small: call `findAvailable` first.
 */
export function correct(tx: Tx, correction: Correction): void {
  const { merchant, environment, currency, subject, amount, direction, account } = correction;
  const provider_account = providerAccount(correction.provider);
  const posting: Posting = {
    ...{ merchant, environment, currency, subject, amount, kind: "correct" },
    ...(direction === "to_provider"
      ? { debit: account, credit: provider_account }
      : { debit: provider_account, credit: account }),
  };
  post(tx, [posting], accountsOf([posting]));
}

/** A correction or sweep by a platform operator, or a top-up that a second one approved. */
export interface BalanceCorrection extends Scope, EntryAccounts {
  readonly kind: "reverse" | "adjust" | "fund" | "sweep";
  readonly currency: string;
  readonly subject: string;
  readonly amount: bigint;
  /** The part that the house advances, because the merchant's balance is too small. */
  readonly advanced: bigint;
}

/**
 * Books a correction. `advanced`, a part of its amount, first moves debt -> available: the merchant then owes that
 * part. Call `findAvailable` first: the transaction fails if the balance is still too small.
 */
export function bookCorrection(tx: Tx, correction: BalanceCorrection): void {
  const { merchant, environment, currency, subject, kind, debit, credit, amount, advanced } = correction;
  const common = { merchant, environment, currency, subject } as const;
  const postings: Posting[] = [{ ...common, kind, debit, credit, amount }];
  if (advanced > 0n) {
    postings.unshift({ ...common, kind: "advance", debit: "debt", credit: "available", amount: advanced });
  }
  post(tx, postings, [
    ...accountsOf(postings),
    accountKey(correction, "available"),
    accountKey(correction, "reserved"),
  ]);
}

/** Posts available -> debt: the merchant repays an advance. */
export function repay(tx: Tx, { merchant, environment, currency, subject, amount }: Hold): void {
  post(tx, [
    { ...{ merchant, environment, currency, subject, amount }, kind: "repay", debit: "available", credit: "debt" },
  ]);
}

/** The debts of merchants that have a balance to repay them from. */
export async function listRepayableDebts(tx: Tx, limit: number): Promise<readonly Debt[]> {
  return listDebtsWithFunds(tx, limit);
}

/** Posts available -> escrow: the merchant holds these parts for other merchants. */
export function holdParts(tx: Tx, parts: readonly Hold[]): void {
  postParts(tx, parts, { kind: "escrow_in", debit: "available", credit: "escrow" });
}

/** Posts escrow -> available: the parts are paid to the other merchants, or refunded. */
export function freeParts(tx: Tx, parts: readonly Hold[]): void {
  postParts(tx, parts, { kind: "escrow_out", debit: "escrow", credit: "available" });
}

function postParts(tx: Tx, parts: readonly Hold[], entry: EntryAccounts & Pick<Posting, "kind">): void {
  const postings = parts.map(({ merchant, environment, currency, subject, amount }) => ({
    ...{ merchant, environment, currency, subject, amount },
    ...entry,
  }));
  post(tx, postings, accountsOf(postings));
}

/** A part of a split payment that moves from one merchant's balance to another's. */
export interface PartPayment {
  readonly environment: Scope["environment"];
  readonly currency: string;
  readonly subject: string;
  readonly amount: bigint;
  readonly from: Scope["merchant"];
  readonly to: Scope["merchant"];
  /** The part that the house advances, because the first merchant's balance is too small. */
  readonly advanced?: bigint;
}

/**
 * Posts available -> clearing in the books of one merchant, and clearing -> available in those of another. Call
 * `findAvailable` first for a balance that may be too small.
 */
export function payParts(tx: Tx, parts: readonly PartPayment[]): void {
  const postings: Posting[] = [];
  for (const { environment, currency, subject, amount, from, to, advanced = 0n } of parts) {
    const [payer, payee] = [
      { merchant: from, environment, currency, subject },
      { merchant: to, environment, currency, subject },
    ];
    if (advanced > 0n)
      postings.push({ ...payer, kind: "advance", debit: "debt", credit: "available", amount: advanced });
    postings.push(
      { ...payer, kind: "part_out", debit: "available", credit: "clearing", amount },
      { ...payee, kind: "part_in", debit: "clearing", credit: "available", amount },
    );
  }
  // A balance that can be spent needs a `reserved` account for its holds.
  post(tx, postings, [...accountsOf(postings), ...postings.map((posting) => accountKey(posting, "reserved"))]);
}

/** The balances in every currency the merchant has had money in. */
export async function listBalances(tx: Tx, scope: Scope): Promise<readonly Balance[]> {
  await writePending(tx);
  const accounts = await listAccounts(tx, scope);
  const balanceOf = (currency: string, name: AccountName): bigint =>
    accounts.find((account) => account.currency === currency && account.name === name)?.balance ?? 0n;
  const currencies = [...new Set(accounts.map((account) => account.currency))];
  return currencies.map((currency) => ({
    currency,
    available: balanceOf(currency, "available"),
    reserved: balanceOf(currency, "reserved"),
    debt: -balanceOf(currency, "debt"),
    escrow: balanceOf(currency, "escrow"),
  }));
}

/** The profit of the house from a merchant that was not swept yet: fees less charges and taxes. */
export async function readProfit(tx: Tx, of: Scope & { readonly currency: string }): Promise<bigint> {
  await writePending(tx);
  const keys = (["fees", "charges", "taxes"] as const).map((name) => accountKey(of, name));
  const accounts = await findAccounts(tx, keys, false);
  return accounts.reduce((profit, { balance }) => profit + balance, 0n);
}

/** The movements of a merchant's spendable balance, the latest first, with their total number. */
export async function listHistory(
  tx: Tx,
  scope: Scope,
  currency: string,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ readonly items: readonly BalanceMovement[]; readonly totals: number }> {
  const { rows, totals } = await listBalanceMovements(tx, scope, currency, page);
  return { items: rows, totals };
}

/**
 * Checks that each subject has a hold of exactly this amount. The unique index on entries ensures that the hold has not
 * ended yet.
 */
async function checkHolds(
  tx: Tx,
  hold_ends: readonly (Scope & { subject: string; currency: string; amount: bigint; fee?: bigint })[],
): Promise<void> {
  const rows = await findHolds(tx, hold_ends);
  const holds = new Map(rows.map((row) => [row.subject, row]));
  for (const hold_end of hold_ends) {
    const row = holds.get(hold_end.subject);
    assert(
      row !== undefined && row.currency === hold_end.currency && row.amount === hold_end.amount + (hold_end.fee ?? 0n),
      `what ends for ${hold_end.subject} is what was held for it`,
    );
  }
}
