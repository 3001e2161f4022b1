import { createHash } from "node:crypto";
import { type FieldError, fieldError, invalid, ServiceError } from "#kernel/errors.ts";
import { fromMajor, minorUnitDigits } from "#kernel/money.ts";
import { DAY_MS, fromMilliseconds, type Instant } from "#kernel/time.ts";
import { instantIn } from "#kernel/time-zone.ts";
import { type Cell, type Table, textOf } from "#spreadsheets/read-table.ts";

/** The possible headings of each column in a network's report, and the values for each direction and status. */
export interface ColumnMapping {
  readonly provider_id: readonly string[];
  readonly external_id: readonly string[];
  readonly amount: readonly string[];
  readonly fee: readonly string[];
  readonly tax: readonly string[];
  readonly direction: readonly string[];
  readonly status: readonly string[];
  readonly at: readonly string[];
  readonly party: readonly string[];
  readonly in: readonly string[];
  readonly out: readonly string[];
  /** The direction of a line that is a charge itself. */
  readonly charge: readonly string[];
  readonly complete: readonly string[];
}

/** A line of a provider's report. */
export interface ReportLine {
  /** The line number in the file; the heading is line 1. */
  readonly line: number;
  readonly provider_id: string | null;
  readonly external_id: string | null;
  /** Positive: money in. */
  readonly amount: bigint;
  /** Null: the line does not say what the provider charged. */
  readonly fee: bigint | null;
  /** Null: the fee contains the tax, if there is one. */
  readonly tax: bigint | null;
  /** Whether the line is a charge itself: its fee is the whole line. */
  readonly is_charge: boolean;
  readonly is_complete: boolean;
  readonly happened_at: Instant;
  /** The last digits of the other party's number. */
  readonly party: string | null;
}

const PROBLEMS_SHOWN_MAX = 20;

/** Enough digits to recognize a number, but too few to call it. */
export const PARTY_DIGITS = 4;

/** Parses a report. Throws `invalid` with every line that cannot be parsed. */
export function parseReport(
  { heading, rows }: Table,
  mapping: ColumnMapping,
  currency: string,
  time_zone: string,
): readonly ReportLine[] {
  const headings = heading.cells.map((head) => normalizeText(textOf(head)));
  const column = (column_names: readonly string[]): number =>
    column_names.map((name) => headings.indexOf(normalizeText(name))).find((index) => index >= 0) ?? -1;
  const columns = {
    ...{ provider_id: column(mapping.provider_id), external_id: column(mapping.external_id) },
    ...{
      amount: column(mapping.amount),
      fee: column(mapping.fee),
      tax: column(mapping.tax),
      direction: column(mapping.direction),
    },
    ...{ status: column(mapping.status), at: column(mapping.at), party: column(mapping.party) },
  };
  for (const name of ["amount", "status", "at"] as const) {
    if (columns[name] < 0)
      throw invalid(name, "statement_column_missing", `The file has no column for it: ${headings.join(", ")}`, {
        headings,
      });
  }
  const problems: FieldError[] = [];
  const lines = rows.flatMap(({ line, cells }) => {
    const parsed = parseLine(line, (name) => cells[columns[name]] ?? "", mapping, currency, time_zone);
    if (!("reason" in parsed)) return [parsed];
    problems.push(parsed);
    return [];
  });
  if (problems.length > 0) {
    const fields = { file: problems.slice(0, PROBLEMS_SHOWN_MAX) };
    throw new ServiceError("validation_failed", "Validation failed", { fields });
  }
  return lines;
}

type ReportField = "provider_id" | "external_id" | "amount" | "fee" | "tax" | "direction" | "status" | "at" | "party";

function parseLine(
  line: number,
  cell: (name: ReportField) => Cell,
  mapping: ColumnMapping,
  currency: string,
  time_zone: string,
): ReportLine | FieldError {
  const text = (name: ReportField): string => textOf(cell(name));
  const amount = moneyOf(text("amount"), currency);
  const [fee, tax] = [text("fee"), text("tax")].map((cell_text) =>
    cell_text === "" ? undefined : moneyOf(cell_text, currency),
  );
  const happened_at = instantOf(cell("at"), time_zone);
  const direction = normalizeText(text("direction"));
  const is_in = mapping.in.some((label) => direction === normalizeText(label));
  const is_out = mapping.out.some((label) => direction === normalizeText(label));
  const is_charge = !is_in && !is_out && mapping.charge.some((label) => direction === normalizeText(label));
  if (amount === null) {
    const text_read = { line, cell: text("amount") };
    return fieldError(
      "statement_amount_invalid",
      `Line ${line}: the amount ${text_read.cell} cannot be read`,
      text_read,
    );
  }
  if (fee === null) {
    const text_read = { line, cell: text("fee") };
    return fieldError("statement_fee_invalid", `Line ${line}: the fee ${text_read.cell} cannot be read`, text_read);
  }
  if (tax === null) {
    const text_read = { line, cell: text("tax") };
    return fieldError("statement_fee_invalid", `Line ${line}: the tax ${text_read.cell} cannot be read`, text_read);
  }
  if (happened_at === null) {
    const text_read = { line, cell: text("at") };
    return fieldError("statement_date_invalid", `Line ${line}: the date ${text_read.cell} cannot be read`, text_read);
  }
  if (amount >= 0n && is_in === is_out && !is_charge) {
    const message = `Line ${line}: whether money came in or went out is not clear from "${direction}"`;
    return fieldError("statement_direction_unclear", message, { line, cell: text("direction") });
  }
  const size = sizeOf(amount);
  const digits = text("party").replace(/\D/g, "");
  return {
    ...{ line, provider_id: text("provider_id") || null, external_id: text("external_id") || null },
    ...{ amount: amount < 0n || is_out || is_charge ? -size : size, happened_at, is_charge },
    fee: is_charge ? size + sizeOf(fee ?? 0n) : fee === undefined ? null : sizeOf(fee),
    tax: tax === undefined ? null : sizeOf(tax),
    is_complete: mapping.complete.some((label) => normalizeText(text("status")) === normalizeText(label)),
    party: digits === "" ? null : digits.slice(-PARTY_DIGITS),
  };
}

function sizeOf(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

function normalizeText(text: string): string {
  const bare = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  return bare.trim().toLowerCase();
}

/**
 * Parses "1 500", "1 500,00", "1,500.00", "1.500,00", "1.500.000" and -1500 to smallest units; this currency may follow
 * the number. Returns null for an ambiguous text: some programs read "25.000" francs as 25, others as 25,000.
 */
function moneyOf(text: string, currency: string): bigint | null {
  const bare = text.replace(/\s/g, "");
  const name = CURRENCY_NAMES[currency]?.find((one) => bare.endsWith(one)) ?? (bare.endsWith(currency) ? currency : "");
  const sum = bare.slice(0, bare.length - name.length);
  if (/^[-+]?[1-9]\d{0,2}\.\d{3}$/.test(sum) && minorUnitDigits(currency) < 3) return null;
  const is_dotted = /^[-+]?\d{1,3}(\.\d{3})+,\d{1,2}$/.test(sum) || /^[-+]?\d{1,3}(\.\d{3}){2,}$/.test(sum);
  const plain_sum = is_dotted ? sum.replaceAll(".", "") : sum.replace(/,(?=\d{3}(\D|$))/g, "");
  const size = fromMajor(plain_sum.replace(/^[-+]/, "").replace(",", "."), currency);
  return size !== null && plain_sum.startsWith("-") ? -size : size;
}

// The names of a currency besides its code.
const CURRENCY_NAMES: Readonly<Record<string, readonly string[]>> = { XAF: ["FCFA"], XOF: ["FCFA"] };

// Spreadsheet dates count days since 30 December 1899. This range is 1954 to 2118 and never contains a Unix time in
// seconds.
const SERIAL = { first: 20_000, last: 80_000, epoch_ms: Date.UTC(1899, 11, 30) };

/**
 * Parses a date: a spreadsheet's date cell, a bare serial number, an ISO text, or a text with the day first, as in
 * French reports. Times without a zone are in `time_zone`.
 */
function instantOf(value: Cell, time_zone: string): Instant | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : instantIn(time_zone, value.getTime());
  if (typeof value === "number" && value >= SERIAL.first && value < SERIAL.last) {
    return instantIn(time_zone, Math.round(SERIAL.epoch_ms + value * DAY_MS));
  }
  const text = textOf(value);
  if (/^\d{10}$/.test(text)) return fromMilliseconds(Number(text) * 1_000);
  const [, iso_day, iso_time, zone] = ISO.exec(text) ?? [];
  const [, day = "", month = "", year = "", time] = DAY_FIRST.exec(text) ?? [];
  const date = iso_day ?? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  // `Date.parse` may move a day that the month does not have, such as 31 April, into the next month.
  if (new Date(Date.parse(`${date}T00:00:00Z`)).getUTCDate() !== Number(date.slice(-2))) return null;
  const ms = Date.parse(
    `${date}T${(iso_time ?? time ?? "00:00").padStart(5, "0")}${zone?.replace(/(?<=\d{2})(?=\d{2}$)/, ":") ?? "Z"}`,
  );
  if (Number.isNaN(ms)) return null;
  return zone === undefined ? instantIn(time_zone, ms) : fromMilliseconds(ms);
}

const ISO = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s?(Z|[+-]\d{2}:?\d{2})?)?$/i;
const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T](\d{1,2}:\d{2}(?::\d{2})?))?$/;

/** Returns a file's hash, by which a second import of the same file is refused. */
export function digestOf(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
