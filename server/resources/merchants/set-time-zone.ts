import type { Tx } from "#db/tx.ts";
import { badRequest } from "#kernel/errors.ts";
import { readTimeZone, timeZoneOfMerchantRow } from "#kernel/time-zone.ts";
import { recordAuditEntry } from "#resources/audit-log/record.ts";
import { replanSchedules } from "#resources/schedules/calendar.ts";
import { lockCalendar } from "#resources/schedules/store.ts";
import { replanWithdrawalRules } from "#resources/withdrawal-rules/set.ts";
import { merchantNotFound } from "./rules.ts";
import { lock, setTimeZone } from "./store.ts";

export const INVALID_TIME_ZONE_MESSAGE = "Enter a time zone by its IANA name, such as Africa/Douala";

/**
 * Sets the time zone in which a merchant's days begin; null: the zone of its country. Returns the zone in effect.
 * Throws `bad_request` for an unknown name, and `not_found`. Runs as the engine.
 */
export async function setMerchantTimeZone(tx: Tx, id: string, name: string | null, actor: string): Promise<string> {
  const time_zone = name === null ? null : readTimeZone(name);
  if (name !== null && time_zone === null)
    throw badRequest("time_zone", "time_zone_invalid", INVALID_TIME_ZONE_MESSAGE);
  await lockCalendar(tx, id);
  const merchant = await lock(tx, id);
  if (!merchant) throw merchantNotFound(id);
  if (merchant.time_zone !== time_zone) {
    await setTimeZone(tx, merchant.id, time_zone);
    await replanSchedules(tx, merchant.id, null);
    await replanWithdrawalRules(tx, merchant.id);
    const change = { before: { time_zone: merchant.time_zone }, after: { time_zone } };
    await recordAuditEntry(tx, {
      ...{ merchant: merchant.id, environment: null, actor, action: "merchant.time_zone_set", subject: merchant.id },
      ...change,
    });
  }
  return timeZoneOfMerchantRow({ country: merchant.country, time_zone });
}
