import { digits, isCurrency } from "#kernel/money.ts";
import { localTime } from "#kernel/time-zone.ts";
import { type ExportLanguage, headingOf } from "./headings.ts";

/**
 * Rows as CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, amounts in whole units, dates in the
 * merchant's time zone. No cell begins a formula or changes as a number, whichever separator the spreadsheet assumes.
 */
export interface Csv {
  readonly head: string;
  line(row: Readonly<Record<string, unknown>>): string;
}

/** The format that the file's reader needs. */
export interface CsvReader {
  readonly separator: "," | ";";
  readonly language: ExportLanguage;
  /** The IANA name. */
  readonly time_zone: string;
}

const BYTE_ORDER_MARK = "\uFEFF";
const END = "\r\n";
const AMOUNTS = ["amount", "amount_total", "amount_refunded", "total_amount", "total_fee", "fee", "balance"];
// Digits that are not numbers: a spreadsheet would strip leading zeros and plus signs, or show 2.37677E+11.
const NUMBERS_OF_PEOPLE = ["phone", "account_number", "bank_code"];

export function csv(columns: readonly string[], { separator, language, time_zone }: CsvReader): Csv {
  const local = localTime(time_zone);
  const joined = (cells: readonly string[]): string => `${cells.map(quoted).join(separator)}${END}`;
  return {
    head: BYTE_ORDER_MARK + joined(columns.map((column) => headingOf(column, language, time_zone))),
    line: (row) => joined(columns.map((column) => cellOf(row, column, local))),
  };
}

function cellOf(row: Readonly<Record<string, unknown>>, column: string, local: (at: Date) => string): string {
  const value = row[column];
  if (value === null || value === undefined) return "";
  if (typeof value === "bigint" && AMOUNTS.includes(column)) return inWholeUnits(value, String(row.currency));
  if (typeof value === "bigint" || typeof value === "number" || typeof value === "boolean") return String(value);
  if (column.endsWith("_at") && typeof value === "string") return local(new Date(value));
  if (NUMBERS_OF_PEOPLE.includes(column) && value !== "") return `'${inert(String(value))}`.replace(/^''/, "'");
  if (Array.isArray(value)) return inert(value.join(" "));
  return inert(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** Amounts in whole units: 1250 in EUR is `12.50`, in XAF `1250`. */
export function inWholeUnits(amount: bigint, currency: string): string {
  const places = isCurrency(currency) ? digits(currency) : 0;
  if (places === 0) return amount.toString();
  const text = (amount < 0n ? -amount : amount).toString().padStart(places + 1, "0");
  return `${amount < 0n ? "-" : ""}${text.slice(0, -places)}.${text.slice(-places)}`;
}

// The beginning of a formula to a spreadsheet (OWASP, CSV injection), in full width, too. It counts at the start of a
// text and after each sign that may end a cell, with spaces and quotation marks between. A dash before a space does not
// begin one.
const FORMULA = /(^|[,;|:\t\r\n])(["\s]*)(?=[=+\-@＝＋－＠])|([^\S\t\r\n]"*)(?=[=+@＝＋＠]|[-－](?!\s))/g;
// Numbers that a spreadsheet would change: leading zeros, more digits than it shows, or an exponent.
const CHANGED_NUMBER = /^\s*(0\d+|\d{12,}|\d+([.,]\d+)?e\d+)\s*$/i;

/** Puts an apostrophe before each beginning of a formula. */
export function inert(text: string): string {
  const safe = text.replace(FORMULA, "$1$2$3'");
  return /^[\t\r\n]/.test(safe) || CHANGED_NUMBER.test(safe) ? `'${safe}` : safe;
}

function quoted(text: string): string {
  return /["\r\n\t,;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
