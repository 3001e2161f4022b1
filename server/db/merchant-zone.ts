import { timeZoneOf } from "#kernel/time-zone.ts";
import { sql, type Tx } from "./tx.ts";

/** The time zone by which a merchant's days are: the one it chose, or its country's. */
export async function timeZoneOfMerchant(tx: Tx, merchant: string): Promise<string> {
  const { country, time_zone } = await tx.row<{ country: string; time_zone: string | null }>(sql`
    select country, time_zone from merchants where id = ${merchant}`);
  return time_zone ?? timeZoneOf(country);
}
