import type { Tx } from "#db/tx.ts";
import type { Instant } from "#kernel/time.ts";
import { startOfDayIn } from "#kernel/time-zone.ts";
import { readMerchantTimeZone } from "#resources/merchants/store.ts";

/**
 * Returns the time at which a key expires: the start of `day` in the merchant's time zone. Returns null for a day that
 * is not in the future.
 */
export async function parseExpiryDay(tx: Tx, merchant: string, day: string): Promise<Instant | null> {
  const at = startOfDayIn(await readMerchantTimeZone(tx, merchant), day);
  return at === null || at <= tx.now ? null : at;
}
