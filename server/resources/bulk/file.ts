import { badRequest } from "#kernel/errors.ts";
import { cleanLine } from "#kernel/pasted.ts";
import { readTable, textOf } from "#spreadsheets/read-table.ts";
import { type BulkFile, ENTRIES_MAX } from "./schema.ts";

/** The accepted headings of each column, without accents, spaces and punctuation. */
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

/** The fields of the request that come with the file. */
export interface FileTerms {
  readonly currency?: string | undefined;
  readonly description?: string | undefined;
  /** The channel for rows without one. */
  readonly channel?: string | undefined;
}

// Limits of an error message about a heading row: the columns it names, and the characters of each.
const DOUBLES_SHOWN = 5;
const HEADING_SHOWN = 40;
const USUAL_CHANNEL = "cm.mobile";
const RECIPIENT = ["name", "phone", "email", "account_number", "bank_code", "country"];

/**
 * Reads a CSV file or workbook of payees into the body of POST /transfers/bulk. Throws `bad_request` for any other
 * file; errors in a row are left to the checks of every bulk.
 */
export async function readBulkFile(bytes: Uint8Array, terms: FileTerms): Promise<unknown> {
  const { heading, rows } = await readTable(bytes, ENTRIES_MAX);
  const headings = heading.cells.map(textOf);
  const columns = headings.map(columnOf);
  checkDoubles(headings, columns);
  const missing = ["amount"].filter((name) => !columns.includes(name));
  if (!columns.includes("beneficiary") && !columns.includes("phone")) missing.push("phone");
  if (missing.length > 0) {
    throw badRequest("file", `The file's first line must name its columns; there is no ${missing.join(", no ")}`);
  }
  return {
    currency: terms.currency,
    description: terms.description,
    transfers: rows.map(({ cells }) => entryOf(columns, cells.map(textOf), terms.channel ?? USUAL_CHANNEL)),
  };
}

/** The rows of such a file, with the field that each column stands for. Throws `bad_request`. */
export async function readFileRows(bytes: Uint8Array): Promise<BulkFile> {
  const { heading, rows } = await readTable(bytes, ENTRIES_MAX);
  return {
    columns: heading.cells.map(textOf).map((text) => ({ heading: text, field: columnOf(text) })),
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.map(textOf) })),
  };
}

function columnOf(heading: string): string | null {
  const plain = heading
    .normalize("NFD")
    .replace(/[^\p{Letter}\p{Number}]/gu, "")
    .toLowerCase();
  return Object.keys(COLUMNS).find((name) => COLUMNS[name]?.includes(plain)) ?? null;
}

/**
 * Throws `bad_request` if two columns stand for the same field: only one of them can be paid, and the file does not
 * show which.
 */
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
  throw badRequest("file", `The file has more than one column ${doubles.join("; ")}: leave one of each`);
}

function entryOf(columns: readonly (string | null)[], cells: readonly string[], channel: string): object {
  const said = new Map(columns.map((name, place) => [name, cleanLine(cells[place] ?? "")] as const));
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
 * Accepts `75 000`, `75 000 FCFA` and `75000,00`, as spreadsheets show them. Other marks could mean thousands or a
 * fraction (`75.000`): they become invalid text, which is refused.
 */
function amountIn(cell: string): string {
  return cell
    .replace(/[\s\u00a0\u202f']/g, "")
    .replace(/(FCFA|XAF|XOF|F)$/i, "")
    .replace(/[.,]0{1,2}$/, "")
    .replace(/\./g, ",");
}
