import type { Tx } from "#db/tx.ts";
import { badRequest, ServiceError } from "#kernel/errors.ts";
import { merchantZone, readTimeZone } from "#kernel/time-zone.ts";
import { recordAct } from "#resources/acts/record.ts";
import { lock, setTimeZone } from "./store.ts";

export const NO_TIME_ZONE = "Enter a time zone by its IANA name, such as Africa/Douala";

/**
 * Sets the time zone of a merchant's days; null: that of its country. Returns the zone in effect. Throws `bad_request`
 * for an unknown name, and `not_found`. Runs as the engine.
 */
export async function changeTimeZone(tx: Tx, id: string, given: string | null, actor: string): Promise<string> {
  const time_zone = given === null ? null : readTimeZone(given);
  if (given !== null && time_zone === null) throw badRequest("time_zone", NO_TIME_ZONE);
  const merchant = await lock(tx, id);
  if (!merchant) throw new ServiceError("not_found", `There is no merchant ${id}`);
  if (merchant.time_zone !== time_zone) {
    await setTimeZone(tx, merchant.id, time_zone);
    const told = { before: { time_zone: merchant.time_zone }, after: { time_zone } };
    await recordAct(tx, {
      ...{ merchant: merchant.id, environment: null, actor, act: "merchant.time_zone_set", subject: merchant.id },
      ...told,
    });
  }
  return merchantZone({ country: merchant.country, time_zone });
}
