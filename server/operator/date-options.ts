import { InvalidArgumentError } from "commander";
import { invalid } from "#kernel/errors.ts";
import { startOfDay } from "#kernel/time.ts";
import { readTimeZone, timeZoneOfCountry } from "#kernel/time-zone.ts";
import { allChannels } from "#providers/channels.ts";

/** Parses an option that is a day. */
export function parseDay(text: string): string {
  if (startOfDay(text) === null) throw new InvalidArgumentError("It is a day, as YYYY-MM-DD.");
  return text;
}

/** Parses an option that is a time zone. */
export function parseTimeZone(text: string): string {
  const time_zone = readTimeZone(text);
  if (time_zone === null) throw new InvalidArgumentError("It is the IANA name of a time zone, such as Africa/Douala.");
  return time_zone;
}

/** The time zone of a provider's country, or of all providers'. Throws `invalid` if they are in several countries. */
export function timeZoneOfProvider(provider: string | null): string {
  const matching_channels = allChannels().filter(
    ({ providers }) => provider === null || Object.values(providers).some((provider_id) => provider_id === provider),
  );
  const [country, ...others] = new Set(matching_channels.map((channel) => channel.country));
  if (country === undefined || others.length > 0)
    throw invalid("zone", "time_zone_required", "Name the time zone: --zone");
  return timeZoneOfCountry(country);
}
