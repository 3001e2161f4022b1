import { digits, isCurrency } from "#kernel/money.ts";
import { localTime } from "#kernel/time-zone.ts";
import { type ExportLanguage, headingOf } from "./headings.ts";

/**
 * Rows as RFC 4180 has them, for people who open them in a spreadsheet: UTF-8 said by a byte order mark, amounts in whole
 * units with a point, dates by the merchant's clock, and nothing that a spreadsheet would take for a formula or for
 * another number, whatever it takes for the end of a cell.
 */
export interface Csv {
  readonly head: string;
  line(row: Readonly<Record<string, unknown>>): string;
}

/** How whoever opens the file reads it. */
export interface CsvReader {
  readonly separator: "," | ";";
  readonly language: ExportLanguage;
  /** IANA's name. */
  readonly time_zone: string;
}

const BYTE_ORDER_MARK = "\uFEFF";
const END = "\r\n";
const AMOUNTS = ["amount", "amount_total", "amount_refunded", "total_amount", "total_fee", "fee", "balance"];
// Made of digits, and no numbers: a spreadsheet would take away what they begin with, or show them as 2.37677E+11.
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

/** 1250 in EUR is `12.50`, in XAF `1250`. */
export function inWholeUnits(amount: bigint, currency: string): string {
  const places = isCurrency(currency) ? digits(currency) : 0;
  if (places === 0) return amount.toString();
  const text = (amount < 0n ? -amount : amount).toString().padStart(places + 1, "0");
  return `${amount < 0n ? "-" : ""}${text.slice(0, -places)}.${text.slice(-places)}`;
}

// What a spreadsheet takes for the beginning of a formula (OWASP, CSV injection), in full width too: at the beginning of a
// text, and behind each sign that may end a cell where the file is opened, with spaces and quotation marks between. A dash
// between spaces begins nothing.
const FORMULA = /(^|[,;|:\t\r\n])(["\s]*)(?=[=+\-@＝＋－＠])|([^\S\t\r\n]"*)(?=[=+@＝＋＠]|[-－]\S)/g;
// Numbers that would not come out of a spreadsheet as they went in: with zeros in front, with more digits than it shows, or
// with an exponent.
const CHANGED_NUMBER = /^\s*(0\d+|\d{12,}|\d+([.,]\d+)?e\d+)\s*$/i;

/** The text with an apostrophe wherever a spreadsheet would begin to calculate. */
export function inert(text: string): string {
  const safe = text.replace(FORMULA, "$1$2$3'");
  return /^[\t\r\n]/.test(safe) || CHANGED_NUMBER.test(safe) ? `'${safe}` : safe;
}

function quoted(text: string): string {
  return /["\r\n\t,;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
