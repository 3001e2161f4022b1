import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { readReceiver } from "#providers/receiver.ts";
import type { Accepted } from "#resources/transfers/accept.ts";
import type { BulkCheck } from "./schema.ts";
import { findLike, findToAccounts } from "./store.ts";

// Accounts are sealed one by one, so that only opening them tells whose they are.
const ACCOUNTS_OPENED_MAX = 10_000;

/** Entries to the same number or account, of the same amount, as an entry before them. */
export function repeatsIn(outcomes: readonly (Accepted | ServiceError)[]): BulkCheck["repeats"] {
  const firsts = new Map<string, number>();
  return outcomes.flatMap((outcome, entry) => {
    if (outcome instanceof ServiceError) return [];
    const key = likenessOf(outcome.receiver, outcome.transfer.amount);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, entry);
    return first === undefined ? [] : [{ entry, first }];
  });
}

/** Transfers of the last day to the same number or account, of the same amount, by that payment; those of `except` apart. */
export async function twinsOf(
  tx: Tx,
  scope: Scope,
  accepted: readonly Accepted[],
  except: Id<"btr"> | null = null,
): Promise<ReadonlyMap<string, string>> {
  const paid = { since: plus(tx.now, -DAY_MS), except };
  const is_account = ({ receiver }: Accepted): boolean => receiver.type === "bank_account";
  // Each payee once: with 10,000 equal entries and as many earlier transfers the join would give 10^8 rows.
  const to_phones = accepted
    .filter((one) => !is_account(one))
    .map(({ receiver, transfer }) => {
      return [likenessOf(receiver, transfer.amount), transfer] as const;
    });
  const payees = [...new Map(to_phones).values()];
  const amounts = [...new Set(accepted.filter(is_account).map(({ transfer }) => transfer.amount))];
  const [phones, accounts] = await Promise.all([
    payees.length > 0 ? findLike(tx, scope, payees, paid) : [],
    amounts.length > 0 ? findToAccounts(tx, scope, amounts, paid, ACCOUNTS_OPENED_MAX) : [],
  ]);
  return new Map([
    ...phones.map(
      ({ receiver, amount, id }) => [likenessOf({ number: receiver, bank_code: null }, amount), id] as const,
    ),
    // The newest come first and are to win.
    ...accounts.toReversed().map(({ id, bank_code, amount, receiver }) => {
      const number = readReceiver(scope, id, receiver);
      return [likenessOf({ number, bank_code }, amount), id] as const;
    }),
  ]);
}

/** Equal for two transfers that may be one payment sent twice. */
export function likenessOf(
  { number, bank_code }: Pick<Accepted["receiver"], "number" | "bank_code">,
  amount: bigint,
): string {
  return JSON.stringify([number, number.startsWith("+") ? null : bank_code, amount.toString()]);
}
