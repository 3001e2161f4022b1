import { timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { sql, type Tx } from "./tx.ts";

/** Reads the time zone of a merchant's days. */
export async function readMerchantTimeZone(tx: Tx, merchant: string): Promise<string> {
  const row = await tx.row<{ country: string; time_zone: string | null }>(sql`
    select country, time_zone from merchants where id = ${merchant}`);
  return timeZoneOfMerchantRow(row);
}
