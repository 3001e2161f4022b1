import { digits, isCurrency } from "#kernel/money.ts";

/**
 * Rows as RFC 4180 has them, for people who open them in a spreadsheet: UTF-8 said by a byte order mark, amounts in whole
 * units with a point, and nothing that a spreadsheet would take for a formula.
 */
export interface Csv {
  readonly head: string;
  line(row: Readonly<Record<string, unknown>>): string;
}

const BYTE_ORDER_MARK = "\uFEFF";
const END = "\r\n";
const AMOUNTS = ["amount", "amount_total", "amount_refunded", "total_amount", "total_fee", "fee", "balance"];

export function csv(columns: readonly string[], separator: "," | ";"): Csv {
  const joined = (cells: readonly string[]): string => `${cells.join(separator)}${END}`;
  return {
    head: BYTE_ORDER_MARK + joined(columns),
    line: (row) => joined(columns.map((column) => cell(textOf(row, column), separator))),
  };
}

function textOf(row: Readonly<Record<string, unknown>>, column: string): string {
  const value = row[column];
  if (value === null || value === undefined) return "";
  if (typeof value === "bigint" && AMOUNTS.includes(column)) return inWholeUnits(value, String(row.currency));
  if (Array.isArray(value)) return value.join(" ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** 1250 in EUR is `12.50`, in XAF `1250`. */
export function inWholeUnits(amount: bigint, currency: string): string {
  const places = isCurrency(currency) ? digits(currency) : 0;
  if (places === 0) return amount.toString();
  const text = (amount < 0n ? -amount : amount).toString().padStart(places + 1, "0");
  return `${amount < 0n ? "-" : ""}${text.slice(0, -places)}.${text.slice(-places)}`;
}

// What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), in full width too, but for plain numbers and telephone
// numbers, which begin with a sign and calculate nothing.
const FORMULA = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const PLAIN_NUMBER = /^[+-]?\d+([.,]\d+)?$/;

function cell(text: string, separator: string): string {
  const safe = FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return /["\r\n,;]/.test(safe) || safe.includes(separator) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
