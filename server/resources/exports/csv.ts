import { isCurrency, minorUnitDigits } from "#kernel/money.ts";
import { localTimeFormatter } from "#kernel/time-zone.ts";
import { columnHeading, type ExportLanguage } from "./headings.ts";

/**
 * Rows as CSV (RFC 4180) for spreadsheets: UTF-8 with a byte order mark, amounts in whole units, dates in the
 * merchant's time zone. No cell begins a formula or changes as a number, whichever separator the spreadsheet assumes.
 */
export interface Csv {
  readonly head: string;
  line(row: Readonly<Record<string, unknown>>): string;
}

/** The CSV format that the reader's spreadsheet expects. */
export interface CsvFormat {
  readonly separator: "," | ";";
  readonly language: ExportLanguage;
  /** The IANA name. */
  readonly time_zone: string;
}

const BYTE_ORDER_MARK = "\uFEFF";
const LINE_END = "\r\n";
const AMOUNT_COLUMNS = ["amount", "amount_total", "amount_refunded", "total_amount", "total_fee", "fee", "balance"];
// Digits that are not numbers: a spreadsheet would strip leading zeros and plus signs, or show 2.37677E+11.
const TEXT_NUMBER_COLUMNS = ["phone", "account_number", "bank_code"];

export function createCsv(columns: readonly string[], { separator, language, time_zone }: CsvFormat): Csv {
  const formatTime = localTimeFormatter(time_zone);
  const joinCells = (cells: readonly string[]): string => `${cells.map(quoteCell).join(separator)}${LINE_END}`;
  return {
    head: BYTE_ORDER_MARK + joinCells(columns.map((column) => columnHeading(column, language, time_zone))),
    line: (row) => joinCells(columns.map((column) => formatCell(row, column, formatTime))),
  };
}

function formatCell(row: Readonly<Record<string, unknown>>, column: string, formatTime: (at: Date) => string): string {
  const value = row[column];
  if (value === null || value === undefined) return "";
  if (typeof value === "bigint" && AMOUNT_COLUMNS.includes(column)) return formatAmount(value, String(row.currency));
  if (typeof value === "bigint" || typeof value === "number" || typeof value === "boolean") return String(value);
  if (column.endsWith("_at") && typeof value === "string") return formatTime(new Date(value));
  if (TEXT_NUMBER_COLUMNS.includes(column) && value !== "")
    return `'${escapeFormulas(String(value))}`.replace(/^''/, "'");
  if (Array.isArray(value)) return escapeFormulas(value.join(" "));
  return escapeFormulas(typeof value === "object" ? JSON.stringify(value) : String(value));
}

/** Converts an amount from smallest units to whole units: 1250 in EUR is `12.50`, in XAF `1250`. */
export function formatAmount(amount: bigint, currency: string): string {
  const decimals = isCurrency(currency) ? minorUnitDigits(currency) : 0;
  if (decimals === 0) return amount.toString();
  const text = (amount < 0n ? -amount : amount).toString().padStart(decimals + 1, "0");
  return `${amount < 0n ? "-" : ""}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

// Matches text that a spreadsheet treats as the start of a formula (OWASP, CSV injection), also in full width. The
// start of a text counts, and the position after each character that may end a cell, with spaces and quotation marks
// between. A dash before a space does not begin a formula.
const FORMULA = /(^|[,;|:\t\r\n])(["\s]*)(?=[=+\-@＝＋－＠])|([^\S\t\r\n]"*)(?=[=+@＝＋＠]|[-－](?!\s))/g;
// Matches numbers that a spreadsheet would change: leading zeros, too many digits to display, or an exponent.
const NUMBER_TO_PROTECT = /^\s*(0\d+|\d{12,}|\d+([.,]\d+)?e[+-]?\d+)\s*$/i;

/** Inserts an apostrophe before the start of each formula. */
export function escapeFormulas(text: string): string {
  const safe = text.replace(FORMULA, "$1$2$3'");
  return /^[\t\r\n]/.test(safe) || NUMBER_TO_PROTECT.test(safe) ? `'${safe}` : safe;
}

export function quoteCell(text: string): string {
  return /["\r\n\t,;|]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
