import type { Tx } from "#db/tx.ts";
import type { Scope } from "#kernel/scope.ts";
import { DAY_MS, plus } from "#kernel/time.ts";
import { sumBookedAlone } from "./store.ts";

/**
 * Whether a second platform operator must approve a live correction or top-up: its amount, plus the amounts that the
 * same actor has booked alone in the last 24 hours, exceeds the limit.
 */
export async function isSecondPersonNeeded(
  tx: Tx,
  { environment, amount, currency }: Scope & { readonly amount: bigint; readonly currency: string },
  { actor, dual_control_above }: { readonly actor: string; readonly dual_control_above: bigint },
): Promise<boolean> {
  if (environment === "test") return false;
  if (amount > dual_control_above) return true;
  return (await sumBookedAlone(tx, actor, currency, plus(tx.now, -DAY_MS))) + amount > dual_control_above;
}
