import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { openReceiver } from "#providers/account-number.ts";
import type { AcceptedTransfer } from "#resources/transfers/create/evaluate.ts";
import type { BulkCheck } from "./schema.ts";
import { findAccountTransfers, findSimilar } from "./store.ts";

// Each account number is encrypted with its own nonce, so only decryption can compare them; this bounds the
// decryptions.
const ACCOUNTS_DECRYPTED_MAX = 10_000;

/** Returns the entries whose number or account and amount repeat those of an earlier entry. */
export function findRepeatedEntries(outcomes: readonly (AcceptedTransfer | ServiceError)[]): BulkCheck["repeats"] {
  const first_by_key = new Map<string, number>();
  return outcomes.flatMap((outcome, entry) => {
    if (outcome instanceof ServiceError) return [];
    const key = duplicateKey(outcome.receiver, outcome.transfer.amount);
    const first = first_by_key.get(key);
    if (first === undefined) first_by_key.set(key, entry);
    return first === undefined ? [] : [{ entry, first }];
  });
}

/**
 * Finds transfers of the last 24 hours to the same number or account with the same amount. Returns their ids by
 * `duplicateKey`. Skips the transfers of the bulk `except`.
 */
export async function findDuplicates(
  tx: Tx,
  scope: Scope,
  accepted: readonly AcceptedTransfer[],
  except: Id<"btr"> | null = null,
): Promise<ReadonlyMap<string, string>> {
  const filter = { since: plus(tx.now, -DAY_MS), except };
  const is_account = ({ receiver }: AcceptedTransfer): boolean => receiver.type === "bank_account";
  // Look up each payee once: with 10,000 equal entries and as many earlier transfers the join would return 10^8 rows.
  const to_phones = accepted
    .filter((one) => !is_account(one))
    .map(({ receiver, transfer }) => {
      return [duplicateKey(receiver, transfer.amount), transfer] as const;
    });
  const payees = [...new Map(to_phones).values()];
  const amounts = [...new Set(accepted.filter(is_account).map(({ transfer }) => transfer.amount))];
  const [phones, accounts] = await Promise.all([
    payees.length > 0 ? findSimilar(tx, scope, payees, filter) : [],
    amounts.length > 0 ? findAccountTransfers(tx, scope, amounts, filter, ACCOUNTS_DECRYPTED_MAX) : [],
  ]);
  return new Map([
    ...phones.map(
      ({ receiver, amount, id }) => [duplicateKey({ number: receiver, bank_code: null }, amount), id] as const,
    ),
    // Rows are newest first. Reverse them, so that the newest overwrites the others in the map.
    ...accounts.toReversed().map(({ id, bank_code, amount, receiver }) => {
      const number = openReceiver(scope, id, receiver);
      return [duplicateKey({ number, bank_code }, amount), id] as const;
    }),
  ]);
}

/** Returns a key that is equal for two transfers that may be one payment sent twice. */
export function duplicateKey(
  { number, bank_code }: Pick<AcceptedTransfer["receiver"], "number" | "bank_code">,
  amount: bigint,
): string {
  return JSON.stringify([number, number.startsWith("+") ? null : bank_code, amount.toString()]);
}
