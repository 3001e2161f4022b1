import type { Tx } from "#db/tx.ts";
import { ServiceError } from "#kernel/errors.ts";
import { findAvailable } from "#ledger/ledger.ts";

/** Throws `insufficient_funds` if a correction would take more than the merchant's available balance. */
export async function requireAvailable(
  tx: Tx,
  balance_key: Parameters<typeof findAvailable>[1][number],
  required: bigint,
): Promise<void> {
  const available = (await findAvailable(tx, [balance_key]))(balance_key);
  if (available >= required) return;
  const { currency } = balance_key;
  const message = `The merchant has ${available} ${currency} of ${required}: absorb it`;
  throw new ServiceError("merchant_funds_insufficient", message, {
    params: { required: Number(required), available: Number(available), currency },
  });
}
