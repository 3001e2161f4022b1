import { InvalidArgumentError } from "commander";
import { invalid } from "#kernel/errors.ts";
import { startOfDay } from "#kernel/time.ts";
import { readTimeZone, timeZoneOf } from "#kernel/time-zone.ts";
import { allChannels } from "#providers/channels.ts";

/** Parses an option that is a day. */
export function day(text: string): string {
  if (startOfDay(text) === null) throw new InvalidArgumentError("It is a day, as YYYY-MM-DD.");
  return text;
}

/** Parses an option that is a time zone. */
export function zone(text: string): string {
  const found = readTimeZone(text);
  if (found === null) throw new InvalidArgumentError("It is the IANA name of a time zone, such as Africa/Douala.");
  return found;
}

/** The time zone of a provider's country, or of all providers'. Throws `invalid` if they are in several countries. */
export function zoneOfProviders(provider: string | null): string {
  const own = allChannels().filter(
    ({ providers }) => provider === null || Object.values(providers).some((one) => one === provider),
  );
  const [country, ...others] = new Set(own.map((channel) => channel.country));
  if (country === undefined || others.length > 0) throw invalid("zone", "Name the time zone: --zone");
  return timeZoneOf(country);
}
