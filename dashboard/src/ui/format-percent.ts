import type { Language } from "@kolo/ui/format-money.ts";

/** `33.33%` in English, `33,33 %` in French. */
export function formatPercent(basis_points: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(basis_points / 10_000);
}
