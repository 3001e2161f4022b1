import { DAY_MS, fromMilliseconds, type Instant, SECOND_MS, startOfDay, toMilliseconds } from "./time.ts";

/**
 * The default time zone (IANA name) of a country's merchants. A country with several zones gets that of its seat of
 * government, an unknown country UTC.
 */
export function timeZoneOfCountry(country: string): string {
  return TIME_ZONES[country] ?? "UTC";
}

const TIME_ZONES: Readonly<Record<string, string>> = {
  ...{ AO: "Africa/Luanda", BF: "Africa/Ouagadougou", BI: "Africa/Bujumbura", BJ: "Africa/Porto-Novo" },
  ...{ BW: "Africa/Gaborone", CD: "Africa/Kinshasa", CF: "Africa/Bangui", CG: "Africa/Brazzaville" },
  ...{ CI: "Africa/Abidjan", CM: "Africa/Douala", CV: "Atlantic/Cape_Verde", DJ: "Africa/Djibouti" },
  ...{ DZ: "Africa/Algiers", EG: "Africa/Cairo", ER: "Africa/Asmara", ET: "Africa/Addis_Ababa" },
  ...{ GA: "Africa/Libreville", GH: "Africa/Accra", GM: "Africa/Banjul", GN: "Africa/Conakry" },
  ...{ GQ: "Africa/Malabo", GW: "Africa/Bissau", KE: "Africa/Nairobi", KM: "Indian/Comoro" },
  ...{ LR: "Africa/Monrovia", LS: "Africa/Maseru", LY: "Africa/Tripoli", MA: "Africa/Casablanca" },
  ...{ MG: "Indian/Antananarivo", ML: "Africa/Bamako", MR: "Africa/Nouakchott", MU: "Indian/Mauritius" },
  ...{ MW: "Africa/Blantyre", MZ: "Africa/Maputo", NA: "Africa/Windhoek", NE: "Africa/Niamey" },
  ...{ NG: "Africa/Lagos", RW: "Africa/Kigali", SC: "Indian/Mahe", SD: "Africa/Khartoum" },
  ...{ SL: "Africa/Freetown", SN: "Africa/Dakar", SO: "Africa/Mogadishu", SS: "Africa/Juba" },
  ...{ ST: "Africa/Sao_Tome", SZ: "Africa/Mbabane", TD: "Africa/Ndjamena", TG: "Africa/Lome" },
  ...{ TN: "Africa/Tunis", TZ: "Africa/Dar_es_Salaam", UG: "Africa/Kampala", ZA: "Africa/Johannesburg" },
  ...{ ZM: "Africa/Lusaka", ZW: "Africa/Harare" },
};

/**
 * The exact spelling of an IANA time zone name, matched in any case; null for an unknown name. Offsets such as `+01:00`
 * and abbreviations are refused: they do not define when clocks change.
 */
export function readTimeZone(text: string): string | null {
  const name = text.trim();
  const listed = allTimeZones().find((zone) => zone.toLowerCase() === name.toLowerCase());
  if (listed !== undefined) return listed;
  // IANA's aliases, such as Asia/Calcutta, are valid but missing from `allTimeZones`.
  if (!/^[A-Z][A-Za-z_]+(?:\/[A-Z][A-Za-z_+-]*){1,2}$/.test(name)) return null;
  try {
    cachedLocalTime(name);
    return name;
  } catch {
    return null;
  }
}

/** All time zone names for a selection list, sorted. */
export function allTimeZones(): readonly string[] {
  return [...Intl.supportedValuesOf("timeZone").filter((zone) => zone.includes("/")), "UTC"];
}

/** The time zone of a merchant's days: its own choice, or its country's. */
export function timeZoneOfMerchantRow({
  country,
  time_zone,
}: {
  readonly country: string;
  readonly time_zone: string | null;
}): string {
  return time_zone ?? timeZoneOfCountry(country);
}

/** The first instant of a day (`2026-03-01`) in a time zone; null for a day that does not exist. */
export function startOfDayIn(zone: string, day: string): Instant | null {
  const at = startOfDay(day);
  if (at === null) return null;
  const utc_ms = toMilliseconds(at);
  // Days before 1970 begin at midnight UTC: no rows are that old, and offsets were not in whole minutes then.
  if (utc_ms <= 0) return at;
  const starts = candidateInstants(zone, utc_ms);
  return fromMilliseconds(starts.find((ms) => dayIn(zone, fromMilliseconds(ms)) === day) ?? starts[1]);
}

/**
 * The instant of a time of day `HH:MM` on a day, by the clock of a zone. A time that the clocks skip moves forward by
 * the length of the gap. If a time occurs twice, the first occurrence counts.
 */
export function instantOf(zone: string, day: string, time: string): Instant {
  return instantIn(zone, Date.parse(`${day}T${time}:00Z`));
}

/**
 * The instant at which the clock of a zone shows the local time `local_ms` (milliseconds, as if it were UTC); the first
 * if there are two.
 */
export function instantIn(zone: string, local_ms: number): Instant {
  const instants_ms = candidateInstants(zone, local_ms);
  return fromMilliseconds(instants_ms.find((ms) => ms + offsetIn(zone, ms) === local_ms) ?? instants_ms[1]);
}

// The last supported day: the next one has a year of five digits, which timestamps do not allow.
const LAST_DAY_MS = Date.UTC(9999, 11, 31);

/**
 * The two candidate instants of a local time: one with the offset of the day before, one with that of the day after,
 * the earlier first. If the clocks change in between, one of them is wrong.
 */
function candidateInstants(zone: string, local_ms: number): readonly [number, number] {
  const later_ms = Math.min(local_ms + DAY_MS, LAST_DAY_MS);
  const [earlier_offset, later_offset] = [
    local_ms - offsetIn(zone, local_ms - DAY_MS),
    local_ms - offsetIn(zone, later_ms),
  ];
  return earlier_offset < later_offset ? [earlier_offset, later_offset] : [later_offset, earlier_offset];
}

/** The calendar day of an instant in a time zone. */
export function dayIn(zone: string, at: Instant): string {
  return localTimeIn(zone, at).slice(0, "2026-03-01".length);
}

/** The local time of an instant in a time zone, as `2026-03-01 09:30:00`. */
export function localTimeIn(zone: string, at: Instant): string {
  return cachedLocalTime(zone)(new Date(toMilliseconds(at)));
}

/** The offset of a zone from UTC, in milliseconds. */
function offsetIn(zone: string, at_ms: number): number {
  // The formatted time has no fractions of a second.
  const second_ms = Math.floor(at_ms / SECOND_MS) * SECOND_MS;
  return Date.parse(`${cachedLocalTime(zone)(new Date(second_ms)).replace(" ", "T")}Z`) - second_ms;
}

const formatters = new Map<string, (at: Date) => string>();

/** Caches the formatters: creating an `Intl` formatter is slow. There are some four hundred zones. */
function cachedLocalTime(zone: string): (at: Date) => string {
  const cached = formatters.get(zone);
  if (cached) return cached;
  const formatter = localTimeFormatter(zone);
  formatters.set(zone, formatter);
  return formatter;
}

/** Formats instants as `2026-03-01 09:30:00` in a time zone: spreadsheets read this as a date. */
export function localTimeFormatter(zone: string): (at: Date) => string {
  // The Swedish locale writes dates in ISO 8601.
  const format = new Intl.DateTimeFormat("sv-SE", {
    ...{ timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" },
  });
  return (at) => format.format(at);
}
