import type { Tx } from "#db/tx.ts";
import type { ServiceError } from "#kernel/errors.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { available } from "#ledger/ledger.ts";
import { readReceiver } from "#providers/receiver.ts";
import { makerOf, sentInADay } from "#resources/approvals/daily-total.ts";
import { isBulkApprovalNeeded } from "#resources/approvals/rules.ts";
import { findRules } from "#resources/approvals/store.ts";
import type { Accepted } from "#resources/transfers/accept.ts";
import { isAccepted, judgeTransfers } from "#resources/transfers/create.ts";
import { ordersIn, problemsOf } from "./read.ts";
import type { BulkCheck, NewBulk } from "./schema.ts";
import { findLike, findToAccounts } from "./store.ts";

// Accounts are sealed one by one, so that only opening them tells whose they are.
const ACCOUNTS_OPENED_MAX = 10_000;

/**
 * What would become of a bulk: sums, fees, the balance, what is wrong with which entry, and which entries look like a
 * transfer of the last day. Changes nothing.
 */
export async function checkBulk(tx: Tx, scope: Scope, body: NewBulk, asked_by: Person | null): Promise<BulkCheck> {
  const outcomes = await judgeTransfers(tx, ordersIn(scope, body, null, null));
  const purse = { ...scope, currency: body.currency };
  const balance = (await available(tx, [purse]))(purse);
  const accepted = outcomes.filter(isAccepted);
  const transfers = accepted.map(({ transfer }) => transfer);
  const total_amount = transfers.reduce((sum, { amount }) => sum + amount, 0n);
  const total_fee = transfers.reduce((sum, { fee }) => sum + fee, 0n);
  const twins = await twinsOf(tx, scope, accepted);
  const maker = makerOf(scope, asked_by);
  const [[rule = null], sentBy] = await Promise.all([findRules(tx, [scope]), sentInADay(tx, [maker])]);
  return {
    currency: body.currency,
    total_amount,
    total_fee,
    total_transfers: transfers.length,
    available: balance,
    needs_approval: isBulkApprovalNeeded(rule, {
      currency: body.currency,
      amount: total_amount,
      sent: sentBy(maker),
    }),
    is_enough: total_amount + total_fee <= balance,
    errors: Object.fromEntries(Object.entries(problemsOf(outcomes)).map(([name, texts]) => [name, [...texts]])),
    duplicates: outcomes.flatMap((outcome, entry) => {
      if (!isAccepted(outcome)) return [];
      const transfer = twins.get(payment(outcome.receiver, outcome.transfer.amount));
      return transfer === undefined ? [] : [{ entry, transfer }];
    }),
    repeats: repeatsIn(outcomes),
  };
}

/** Entries to the same number or account, of the same amount, as an entry before them. */
function repeatsIn(outcomes: readonly (Accepted | ServiceError)[]): BulkCheck["repeats"] {
  const firsts = new Map<string, number>();
  return outcomes.flatMap((outcome, entry) => {
    if (!isAccepted(outcome)) return [];
    const key = payment(outcome.receiver, outcome.transfer.amount);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, entry);
    return first === undefined ? [] : [{ entry, first }];
  });
}

/** Transfers of the last day to the same number or account, of the same amount, by that payment. */
async function twinsOf(tx: Tx, scope: Scope, accepted: readonly Accepted[]): Promise<ReadonlyMap<string, string>> {
  const since = plus(tx.now, -DAY_MS);
  const is_account = ({ receiver }: Accepted): boolean => receiver.type === "bank_account";
  const to_phones = accepted.filter((one) => !is_account(one)).map(({ transfer }) => transfer);
  const amounts = [...new Set(accepted.filter(is_account).map(({ transfer }) => transfer.amount))];
  const [phones, accounts] = await Promise.all([
    to_phones.length > 0 ? findLike(tx, scope, to_phones, since) : [],
    amounts.length > 0 ? findToAccounts(tx, scope, amounts, since, ACCOUNTS_OPENED_MAX) : [],
  ]);
  return new Map([
    ...phones.map(({ receiver, amount, id }) => [payment({ number: receiver, bank_code: null }, amount), id] as const),
    // The newest come first and are to win.
    ...accounts.toReversed().map(({ id, bank_code, amount, receiver }) => {
      const number = readReceiver(scope, id, receiver);
      return [payment({ number, bank_code }, amount), id] as const;
    }),
  ]);
}

/** What two transfers have in common that may be one payment sent twice. */
function payment({ number, bank_code }: Pick<Accepted["receiver"], "number" | "bank_code">, amount: bigint): string {
  return JSON.stringify([number, number.startsWith("+") ? null : bank_code, amount.toString()]);
}
