import { CsvError, parse } from "csv-parse/sync";
import { ServiceError } from "#kernel/errors.ts";
import { ENTRIES_MAX } from "./schema.ts";

/** What a column may be called, without accents, spaces and signs. */
export const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  amount: ["amount", "sum", "montant", "somme"],
  name: ["name", "fullname", "recipient", "nom", "nomcomplet", "noms", "nomsetprenoms", "nometprenom"],
  phone: ["phone", "phonenumber", "mobile", "number", "msisdn", "telephone", "tel", "numero", "numerodetelephone"],
  channel: ["channel", "operator", "canal", "operateur"],
  reference: ["reference", "ref", "id"],
  description: ["description", "reason", "note", "motif", "libelle"],
  beneficiary: ["beneficiary", "beneficiaryid", "beneficiaire"],
  email: ["email", "mail", "courriel"],
  account_number: ["accountnumber", "account", "iban", "compte", "numerodecompte"],
  bank_code: ["bankcode", "bank", "banque", "codebanque"],
  country: ["country", "pays"],
};

/** What the request says beside the file. */
export interface CsvTerms {
  readonly currency?: string | undefined;
  readonly description?: string | undefined;
  /** For rows without one. */
  readonly channel?: string | undefined;
}

/** More than any people's file has: what is larger keeps everybody else waiting while it is read. */
export const COLUMNS_MAX = 200;
export const LINE_MAX = 100_000;
// As many as a spreadsheet has rows; those that are empty are left out, however many they are.
const LINES_MAX = 1_048_576;
// Of a heading that nobody wrote by hand a message repeats no more than these columns, and so many characters of each.
const DOUBLES_SHOWN = 5;
const HEADING_SHOWN = 40;
const USUAL_CHANNEL = "cm.mobile";
const RECIPIENT = ["name", "phone", "email", "account_number", "bank_code", "country"];

/**
 * A file of people to pay, as spreadsheets write them (UTF-8 or Windows-1252; commas, semicolons or tabs; with or without
 * a byte order mark; headings in English or French), as the body of POST /transfers/bulk. Throws `bad_request` for what is no such file;
 * what is wrong with a row is left to the checks every bulk goes through.
 */
export function readCsv(bytes: Buffer, terms: CsvTerms): unknown {
  const [heading = [], ...rows] = parseRows(decodeSpreadsheet(bytes));
  const columns = heading.map(columnOf);
  checkDoubles(heading, columns);
  const missing = ["amount"].filter((name) => !columns.includes(name));
  if (!columns.includes("beneficiary") && !columns.includes("phone")) missing.push("phone");
  if (missing.length > 0) {
    throw new ServiceError(
      "bad_request",
      `The file's first line must name its columns; there is no ${missing.join(", no ")}`,
    );
  }
  return {
    currency: terms.currency,
    description: terms.description,
    transfers: rows.map((cells) => entryOf(columns, cells, terms.channel ?? USUAL_CHANNEL)),
  };
}

/**
 * A spreadsheet's text: UTF-8, or else Windows-1252, in which Excel saves what it calls CSV. Letters beyond ASCII are in the
 * one hardly ever what they may be in the other.
 */
export function decodeSpreadsheet(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function parseRows(text: string): readonly (readonly string[])[] {
  const { delimiter, rows } = separated(text);
  checkSize(rows, delimiter);
  try {
    return parse(rows, {
      bom: true,
      delimiter,
      trim: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      relax_column_count_less: true,
      to: ENTRIES_MAX + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ServiceError("bad_request", `The file is not valid CSV: ${error.message}`, undefined, { cause: error });
  }
}

/**
 * Throws `bad_request` for what no spreadsheet writes, before it is parsed: a line of eight million cells took most of half a
 * minute. Cells in quotes may have line ends; what ends the first line ends all.
 */
function checkSize(rows: string, delimiter: string): void {
  let [lines, begin, cells] = [1, 0, 1];
  let is_quoted = false;
  let end: string | null = null;
  for (let place = 0; place < rows.length; place += 1) {
    const sign = rows[place];
    if (place - begin > LINE_MAX)
      throw tooLarge(`The file has a line of more than ${LINE_MAX.toLocaleString("en")} characters`);
    if (sign === '"') {
      is_quoted = !is_quoted;
    } else if (is_quoted) {
    } else if (sign === delimiter) {
      cells += 1;
      if (cells > COLUMNS_MAX) throw tooLarge(`The file has more than ${COLUMNS_MAX} columns`);
    } else if (sign === "\n" || sign === "\r") {
      end ??= rows.startsWith("\r\n", place) ? "\r\n" : sign;
      if (!rows.startsWith(end, place)) continue;
      lines += 1;
      if (lines > LINES_MAX) throw tooLarge(`The file has more than ${LINES_MAX.toLocaleString("en")} lines`);
      [begin, cells] = [place, 1];
    }
  }
}

function tooLarge(sentence: string): ServiceError {
  return new ServiceError("bad_request", sentence);
}

/** A file that says what separates its cells says so in its first line, as Excel writes and reads it. */
function separated(text: string): { readonly delimiter: string; readonly rows: string } {
  const [said, delimiter] = /^\ufeff?\s*"?sep=([^\s"])"?[^\S\n]*\n/i.exec(text) ?? [];
  if (said !== undefined && delimiter !== undefined) return { delimiter, rows: text.slice(said.length) };
  return { delimiter: delimiterOf(text), rows: text };
}

/** Whatever of comma, semicolon and tab the heading, the first line with anything in it, has most of. */
function delimiterOf(text: string): string {
  const place = /[^\s,;"]/.exec(text)?.index ?? 0;
  const begin = text.lastIndexOf("\n", place) + 1;
  const heading = text.slice(begin, Math.min(text.indexOf("\n", place) >>> 0, begin + LINE_MAX));
  const uses = (sign: string): number => heading.split(sign).length;
  return [",", ";", "\t"].reduce((most, sign) => (uses(sign) > uses(most) ? sign : most));
}

function columnOf(heading: string): string | null {
  const plain = heading
    .normalize("NFD")
    .replace(/[^\p{Letter}\p{Number}]/gu, "")
    .toLowerCase();
  return Object.keys(COLUMNS).find((name) => COLUMNS[name]?.includes(plain)) ?? null;
}

/** Throws `bad_request` where two columns mean the same: only one of them could be paid, and nobody said which. */
function checkDoubles(heading: readonly string[], columns: readonly (string | null)[]): void {
  const doubles = Object.keys(COLUMNS).flatMap((name) => {
    const places = [...columns.keys()].filter((place) => columns[place] === name);
    if (places.length < 2) return [];
    const named = places
      .slice(0, DOUBLES_SHOWN)
      .map((place) => `${place + 1} (${heading[place]?.slice(0, HEADING_SHOWN)})`);
    return [`for the ${name.replace("_", " ")}, ${named.slice(0, -1).join(", ")} and ${named.at(-1)}`];
  });
  if (doubles.length === 0) return;
  const message = `The file has more than one column ${doubles.join("; ")}: leave one of each`;
  throw new ServiceError("bad_request", message);
}

function entryOf(columns: readonly (string | null)[], cells: readonly string[], channel: string): object {
  const said = new Map(columns.map((name, place) => [name, cells[place] ?? ""] as const));
  const fields = (names: readonly string[]) =>
    Object.fromEntries(names.flatMap((name) => (said.get(name) ? [[name, said.get(name)]] : [])));
  const { beneficiary, ...rest } = fields(["beneficiary", "reference", "description"]);
  return {
    channel: said.get("channel") || channel,
    amount: amountIn(said.get("amount") ?? ""),
    ...rest,
    ...(beneficiary ? { beneficiary } : { beneficiary_data: fields(RECIPIENT) }),
  };
}

/**
 * `75 000`, `75 000 FCFA` and `75000,00`, as spreadsheets show them. Other marks could mean thousands or a fraction
 * (`75.000`): they become what no amount is, and are refused.
 */
function amountIn(cell: string): string {
  return cell
    .replace(/[\s\u00a0\u202f']/g, "")
    .replace(/(FCFA|XAF|XOF|F)$/i, "")
    .replace(/[.,]0{1,2}$/, "")
    .replace(/\./g, ",");
}
