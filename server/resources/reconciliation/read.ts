import { createHash } from "node:crypto";
import { invalid } from "#kernel/errors.ts";
import { fromMajor } from "#kernel/money.ts";
import { DAY_MS, fromMilliseconds, type Instant } from "#kernel/time.ts";

/** Which columns of an operator's report hold what, by their heads; and which words mean what. */
export interface Mapping {
  readonly provider_id: readonly string[];
  readonly external_id: readonly string[];
  readonly amount: readonly string[];
  readonly fee: readonly string[];
  readonly direction: readonly string[];
  readonly status: readonly string[];
  readonly at: readonly string[];
  readonly party: readonly string[];
  readonly in: readonly string[];
  readonly out: readonly string[];
  readonly complete: readonly string[];
}

/** A line as the provider reports it. */
export interface Line {
  /** Its place in the file, the head being 1. */
  readonly line: number;
  readonly provider_id: string | null;
  readonly external_id: string | null;
  /** Above zero when it came in. */
  readonly amount: bigint;
  readonly fee: bigint;
  readonly is_complete: boolean;
  readonly happened_at: Instant;
  /** The last digits of a number. */
  readonly party: string | null;
}

/** Enough to recognise a number by, too few to call it. */
export const PARTY_DIGITS = 4;

/** Reads a report's rows, the heads first. Throws `invalid` with every line that cannot be read. */
export function readLines(rows: readonly (readonly unknown[])[], mapping: Mapping, currency: string): readonly Line[] {
  const heads = (rows[0] ?? []).map((head) => plain(String(head ?? "")));
  const column = (names: readonly string[]): number =>
    names.map((name) => heads.indexOf(plain(name))).find((place) => place >= 0) ?? -1;
  const places = {
    ...{ provider_id: column(mapping.provider_id), external_id: column(mapping.external_id) },
    ...{ amount: column(mapping.amount), fee: column(mapping.fee), direction: column(mapping.direction) },
    ...{ status: column(mapping.status), at: column(mapping.at), party: column(mapping.party) },
  };
  for (const name of ["amount", "status", "at"] as const) {
    if (places[name] < 0) throw invalid(name, `The file has no column for it: ${heads.join(", ")}`);
  }
  const problems: string[] = [];
  const lines = rows.slice(1).flatMap((row, index) => {
    if (row.every((cell) => cell === null || cell === undefined || cell === "")) return [];
    const cell = (place: number): unknown => (place < 0 ? null : (row[place] ?? null));
    const read = readLine(index + 2, (name) => cell(places[name]), mapping, currency);
    if (typeof read !== "string") return [read];
    problems.push(`line ${index + 2}: ${read}`);
    return [];
  });
  if (problems.length > 0) throw invalid("file", problems.slice(0, 20).join("; "));
  return lines;
}

type Field = "provider_id" | "external_id" | "amount" | "fee" | "direction" | "status" | "at" | "party";

function readLine(line: number, cell: (name: Field) => unknown, mapping: Mapping, currency: string): Line | string {
  const amount = moneyOf(cell("amount"), currency);
  const fee = moneyOf(cell("fee") ?? "0", currency);
  const happened_at = instantOf(cell("at"));
  const word = plain(String(cell("direction") ?? ""));
  const is_in = mapping.in.some((known) => word === plain(known));
  const is_out = mapping.out.some((known) => word === plain(known));
  if (amount === null || fee === null) return `the amount ${String(cell("amount"))} cannot be read`;
  if (happened_at === null) return `the date ${String(cell("at"))} cannot be read`;
  if (amount >= 0n && is_in === is_out) return `whether money came in or went out is not clear from "${word}"`;
  const size = amount < 0n ? -amount : amount;
  const digits = String(cell("party") ?? "").replace(/\D/g, "");
  return {
    ...{ line, provider_id: textOf(cell("provider_id")), external_id: textOf(cell("external_id")) },
    ...{ amount: amount < 0n || is_out ? -size : size, fee: fee < 0n ? -fee : fee, happened_at },
    is_complete: mapping.complete.some((known) => plain(String(cell("status") ?? "")) === plain(known)),
    party: digits === "" ? null : digits.slice(-PARTY_DIGITS),
  };
}

function plain(text: string): string {
  const bare = text.normalize("NFD").replace(/\p{Mn}/gu, "");
  return bare.trim().toLowerCase();
}

function textOf(value: unknown): string | null {
  const text = value === null || value === undefined ? "" : String(value).trim();
  return text === "" ? null : text;
}

/** "1 500", "1 500,00", "1,500.00", "1.500,00" and -1500 as smallest units. */
function moneyOf(value: unknown, currency: string): bigint | null {
  const bare = String(value ?? "")
    .replace(/[\s\u00a0\u202f]/g, "")
    .replace(/[A-Z]{3}$/, "");
  const is_dotted = /^[-+]?\d{1,3}(\.\d{3})+,\d{1,2}$/.test(bare);
  const text = is_dotted ? bare.replaceAll(".", "") : bare.replace(/,(?=\d{3}(\D|$))/g, "");
  const size = fromMajor(text.replace(/^[-+]/, "").replace(",", "."), currency);
  return size !== null && text.startsWith("-") ? -size : size;
}

// Days since the last of 1899, as spreadsheets count them: from 1954 to 2118, which no amount of seconds is.
const SERIAL = { first: 20_000, last: 80_000, epoch_ms: Date.UTC(1899, 11, 30) };

/**
 * A date of a spreadsheet, its number where the cell is not marked as one, ISO text, or the day first as reports in French
 * have it. Without a zone it is UTC.
 */
function instantOf(value: unknown): Instant | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : fromMilliseconds(value.getTime());
  if (typeof value === "number" && value >= SERIAL.first && value < SERIAL.last) {
    return fromMilliseconds(Math.round(SERIAL.epoch_ms + value * DAY_MS));
  }
  const text = String(value ?? "").trim();
  if (/^\d{10}$/.test(text)) return fromMilliseconds(Number(text) * 1_000);
  const [, day, month, year, time = "00:00:00"] =
    /^(\d{2})[/.-](\d{2})[/.-](\d{4})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text) ?? [];
  const iso = year === undefined ? text.replace(" ", "T") : `${year}-${month}-${day}T${time}`;
  const ms = Date.parse(/[zZ]|[+-]\d{2}:?\d{2}$/.test(iso) ? iso : `${iso.length === 10 ? `${iso}T00:00:00` : iso}Z`);
  return Number.isNaN(ms) ? null : fromMilliseconds(ms);
}

/** What a file is known by, so that it is not taken twice. */
export function digestOf(bytes: Buffer): Buffer {
  return createHash("sha256").update(bytes).digest();
}
