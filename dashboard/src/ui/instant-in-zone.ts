const DAY_MS = 86_400_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:00$/;

/**
 * The instant of a day (`2027-03-31`) and a time of day (`09:00`) in a time zone, as RFC 3339. Follows the service's
 * rule for changed clocks: a time that they skip comes an hour later; of a time that comes twice, the first counts.
 * Text that is no day or time, from a browser without pickers, stays unchanged: the service refuses it.
 */
export function instantInZone(day: string, time: string, time_zone: string): string {
  const local = `${day}T${time}:00`;
  const near = Date.parse(`${local}Z`);
  if (Number.isNaN(near) || !INSTANT.test(local)) return local;
  const [before, after] = [offsetAt(near - DAY_MS, time_zone), offsetAt(near + DAY_MS, time_zone)];
  const exists = (offset: string): boolean => offsetAt(Date.parse(local + offset), time_zone) === offset;
  return local + (exists(before) || !exists(after) ? before : after);
}

/** The end of a day in a time zone: the start of the next day. */
export function endOfDayInZone(day: string, time_zone: string): string {
  const next = Date.parse(`${day}T00:00:00Z`) + DAY_MS;
  return instantInZone(Number.isNaN(next) ? day : new Date(next).toISOString().slice(0, 10), "00:00", time_zone);
}

/** The offset from UTC, such as `+01:00`. */
function offsetAt(instant_ms: number, time_zone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone: time_zone, timeZoneName: "longOffset" }).formatToParts(
    instant_ms,
  );
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? "+00:00";
}
