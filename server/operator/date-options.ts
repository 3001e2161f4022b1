import { InvalidArgumentError } from "commander";
import { assert } from "#kernel/errors.ts";
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

/** The time zone of the catalogue's first country, in which the platform operator's day begins. */
export function defaultTimeZone(): string {
  const [first] = allChannels();
  assert(first, "the catalogue has channels");
  return timeZoneOfCountry(first.country);
}
