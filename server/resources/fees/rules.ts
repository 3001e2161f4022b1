import { applyBasisPoints } from "#kernel/money.ts";
import type { Fee } from "./store.ts";

export const EVERY_CHANNEL = "*";

/**
 * Returns the fee for an amount: the percentage, rounded up, plus the fixed part, limited by the minimum and the
 * maximum. Without a schedule the fee is 0 (interface-decisions 15).
 */
export function feeFor(amount: bigint, schedule: readonly Fee[], channel: string): bigint {
  const fee = schedule.find((row) => row.channel === channel) ?? schedule.find((row) => row.channel === EVERY_CHANNEL);
  if (!fee) return 0n;
  const sum = applyBasisPoints(amount, fee.percent_bp, "up") + fee.fixed;
  const at_least = sum < fee.minimum ? fee.minimum : sum;
  return fee.maximum !== null && at_least > fee.maximum ? fee.maximum : at_least;
}
