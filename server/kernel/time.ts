/**
 * An instant: ISO 8601 text in UTC with microseconds, `2026-03-01T12:00:00.000000Z`, in every layer. Text of this one
 * form sorts by time, so instants are compared with `<`.
 */
export type Instant = string;

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Converts PostgreSQL's text for a `timestamptz` in UTC (`2026-03-01 12:00:00.5+00`) to an instant. */
export function fromDatabase(text: string): Instant {
  const fraction = text.slice(20, -3).padEnd(6, "0");
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

export function fromMilliseconds(ms: number): Instant {
  return new Date(ms).toISOString().replace("Z", "000Z");
}

/** Converts an instant to whole Unix milliseconds; the microseconds are truncated. */
export function toMilliseconds(at: Instant): number {
  return Date.parse(`${at.slice(0, 23)}Z`);
}

/** The instant `ms` milliseconds later (or earlier). The microseconds are preserved. */
export function plus(at: Instant, ms: number): Instant {
  const moved = new Date(toMilliseconds(at) + ms).toISOString();
  return `${moved.slice(0, 23)}${at.slice(23)}`;
}

/** Midnight UTC of a calendar day `YYYY-MM-DD`, or null for a day that does not exist (2026-02-30). */
export function startOfDay(day: string): Instant | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return null;
  const ms = Date.parse(`${day}T00:00:00.000Z`);
  if (Number.isNaN(ms)) return null;
  const at = fromMilliseconds(ms);
  return at.slice(0, 10) === day ? at : null;
}

const MOMENT = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)([Zz]|[+-]\d{2}:\d{2})$/;

/** The instant of an RFC 3339 text with an offset, to the millisecond; null for one that does not exist. */
export function readMoment(text: string): Instant | null {
  const [, day = "", time, offset = ""] = MOMENT.exec(text) ?? [];
  if (startOfDay(day) === null) return null;
  const ms = Date.parse(`${day}T${time}${offset.toUpperCase()}`);
  // The format of an instant allows only years of four digits.
  return Number.isNaN(ms) || ms < 0 || ms > LAST_MS ? null : fromMilliseconds(ms);
}

const LAST_MS = Date.UTC(9999, 11, 31);

/** The calendar day `step` days after a day `YYYY-MM-DD`, or before it if `step` is negative. */
export function dayAfter(day: string, step = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + step * DAY_MS).toISOString().slice(0, 10);
}

/** The day of the week: 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}

const UNITS_MS: Readonly<Record<string, number>> = {
  ms: 1,
  second: SECOND_MS,
  minute: MINUTE_MS,
  hour: HOUR_MS,
  day: DAY_MS,
};

/**
 * Parses `"1 minute"`, `"30 seconds"`, `"250 ms"` to milliseconds. Throws for anything else: durations are constants in
 * our own code.
 */
export function duration(text: string): number {
  const [count, unit = ""] = text.split(" ");
  const unit_ms = UNITS_MS[unit.replace(/s$/, "")] ?? UNITS_MS[unit];
  if (unit_ms === undefined || !/^\d+$/.test(count ?? "")) throw new Error(`Not a duration: ${text}`);
  return Number(count) * unit_ms;
}
