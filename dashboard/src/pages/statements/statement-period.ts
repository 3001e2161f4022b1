import { formatDate } from "@kolo/ui/format-date.ts";
import type { Language } from "@kolo/ui/format-money.ts";
import type { BalanceStatement } from "#app/api-types.ts";

type Period = Pick<BalanceStatement, "period" | "date_start" | "date_end">;

export interface StatementInput {
  readonly period?: "day" | "week" | "month";
  readonly date?: string;
  readonly date_start?: string;
  readonly date_end?: string;
  readonly currency?: string;
}

/** The API's query for the page's address; null for a range that is not complete yet. */
export function statementQuery(params: URLSearchParams): StatementInput | null {
  const valuesOf = (names: readonly (keyof StatementInput)[]): StatementInput =>
    Object.fromEntries(names.flatMap((name) => (params.get(name) ? [[name, params.get(name)]] : [])));
  if (params.get("period") !== "range") return valuesOf(["period", "date", "currency"]);
  const is_complete = Boolean(params.get("date_start") && params.get("date_end"));
  return is_complete ? valuesOf(["date_start", "date_end", "currency"]) : null;
}

/** A day of the period before, and one of the period after; null if that has not begun. */
export function neighbours(
  { date_start, date_end, ends_at }: Period & Pick<BalanceStatement, "ends_at">,
  now_ms = Date.now(),
): readonly [before: string, after: string | null] {
  return [dayAfter(date_start, -1), Date.parse(ends_at) > now_ms ? null : dayAfter(date_end, 1)];
}

/** `October 2026`, `octobre 2026`, or the days of another period. */
export function titleOf({ period, date_start, date_end }: Period, language: Language): string {
  const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);
  if (period === "month")
    return formatDate(noon(date_start), language, { month: "long", year: "numeric", timeZone: "UTC" });
  const long = (day: string): string => formatDate(noon(day), language, { dateStyle: "long", timeZone: "UTC" });
  return date_start === date_end ? long(date_start) : `${long(date_start)} – ${long(date_end)}`;
}

const DAY_MS = 86_400_000;

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}
