import type { Tx } from "#db/tx.ts";
import type { Instant } from "#kernel/time.ts";
import { startOfDayIn } from "#kernel/time-zone.ts";
import { timeZoneOfMerchant } from "#resources/merchants/store.ts";

/** When a key that ends on a day ends: as the day begins by the merchant's clock. Null when it is no day after today. */
export async function expiryOf(tx: Tx, merchant: string, day: string): Promise<Instant | null> {
  const at = startOfDayIn(await timeZoneOfMerchant(tx, merchant), day);
  return at === null || at <= tx.now ? null : at;
}
