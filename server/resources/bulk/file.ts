import { badRequest } from "#kernel/errors.ts";
import { namesIn } from "#kernel/field-table.ts";
import { isCurrency, minorUnitDigits } from "#kernel/money.ts";
import { normalizeLine } from "#kernel/normalize-text.ts";
import { isUnsupportedName } from "#kernel/unsupported-fields.ts";
import { TRANSFER_FIELDS } from "#resources/transfers/schema.ts";
import { type Row, readTable, textOf } from "#spreadsheets/read-table.ts";
import { type BulkFile, ENTRIES_MAX } from "./schema.ts";

/** The fields that a file can have a column for, in the order in which messages and the documentation name them. */
export const FILE_COLUMNS = namesIn(TRANSFER_FIELDS, "file");
type FileColumnName = (typeof FILE_COLUMNS)[number];

/** The query parameters that a request sends beside the file. */
export interface BulkFileDefaults {
  readonly currency?: string | undefined;
  readonly description?: string | undefined;
  readonly scheduled_at?: string | undefined;
  readonly reserve_funds?: string | undefined;
  /** `true` or `false`. */
  readonly allow_duplicate?: string | undefined;
  /** The channel for rows without one. */
  readonly channel?: string | undefined;
}

// Limits of the error message about duplicate columns: the number of columns, and the characters of each heading.
const DUPLICATE_COLUMNS_SHOWN_MAX = 5;
const HEADING_CHARACTERS_SHOWN = 40;
const RESOURCE = "single entries of a bulk";
const DEFAULT_CHANNEL = "cm.mobile";
const RECIPIENT_COLUMNS = FILE_COLUMNS.filter((name) => TRANSFER_FIELDS[name].create === null);
const ORDER_COLUMNS = FILE_COLUMNS.filter((name) => !RECIPIENT_COLUMNS.includes(name));

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["true", true],
  ["false", false],
]);

/**
 * Parses a CSV file or workbook of payees into the body of POST /transfers/bulk. Throws `bad_request` for any other
 * file. The validation of the bulk reports errors in single rows.
 */
export async function parseBulkFile(bytes: Uint8Array, defaults: BulkFileDefaults): Promise<unknown> {
  const { heading, rows } = await readTable(bytes, ENTRIES_MAX);
  const headings = heading.cells.map(textOf);
  rejectUnsupportedColumns(headings, rows);
  const columns = headings.map(fieldOfHeading);
  rejectDuplicateColumns(headings, columns);
  const missing: FileColumnName[] = columns.includes("amount") ? [] : ["amount"];
  if (!columns.includes("beneficiary") && !columns.includes("phone")) missing.push("phone");
  if (missing.length > 0) {
    throw badRequest(
      "file",
      "file_columns_missing",
      `The file's first line must name its columns; there is no ${missing.join(", no ")}`,
      { columns: missing },
    );
  }
  return {
    currency: defaults.currency,
    description: defaults.description,
    scheduled_at: defaults.scheduled_at,
    reserve_funds: defaults.reserve_funds,
    allow_duplicate: BOOLEANS.get(defaults.allow_duplicate ?? "") ?? defaults.allow_duplicate,
    transfers: rows.map(({ cells }) => parseEntry(columns, cells.map(textOf), defaults)),
  };
}

/** Returns the rows of a payment file, and the field that each column stands for. Throws `bad_request`. */
export async function parseFileRows(bytes: Uint8Array): Promise<BulkFile> {
  const { heading, rows } = await readTable(bytes, ENTRIES_MAX);
  const headings = heading.cells.map(textOf);
  rejectUnsupportedColumns(headings, rows);
  return {
    columns: headings.map((text) => ({ heading: text, field: fieldOfHeading(text) })),
    rows: rows.map(({ line, cells }) => ({ line, cells: cells.map(textOf) })),
  };
}

function fieldOfHeading(heading: string): FileColumnName | null {
  const normalized = heading
    .normalize("NFD")
    .replace(/[^\p{Letter}\p{Number}]/gu, "")
    .toLowerCase();
  return FILE_COLUMNS.find((name) => TRANSFER_FIELDS[name].file.headings.includes(normalized)) ?? null;
}

/**
 * Throws `bad_request` for a column such as `scheduled_at` with any content: Kolo would ignore it, and pay the row now.
 */
function rejectUnsupportedColumns(headings: readonly string[], rows: readonly Row[]): void {
  for (const [position, heading] of headings.entries()) {
    if (fieldOfHeading(heading) !== null || !isUnsupportedName(RESOURCE, heading)) continue;
    if (rows.every(({ cells }) => textOf(cells[position] ?? "").trim() === "")) continue;
    const shown = `${position + 1} (${heading.slice(0, HEADING_CHARACTERS_SHOWN)})`;
    throw badRequest("file", "file_column_unsupported", `Kolo does not support the column ${shown}: leave it out`, {
      headings: [shown],
    });
  }
}

/** Throws `bad_request` if two columns stand for the same field, because the file does not show which one to pay. */
function rejectDuplicateColumns(heading: readonly string[], columns: readonly (string | null)[]): void {
  const duplicates = FILE_COLUMNS.flatMap((name) => {
    const positions = [...columns.keys()].filter((position) => columns[position] === name);
    if (positions.length < 2) return [];
    const headings = positions
      .slice(0, DUPLICATE_COLUMNS_SHOWN_MAX)
      .map((position) => `${position + 1} (${heading[position]?.slice(0, HEADING_CHARACTERS_SHOWN)})`);
    const list = `${headings.slice(0, -1).join(", ")} and ${headings.at(-1)}`;
    return [{ name, headings, text: `for the ${name.replace("_", " ")}, ${list}` }];
  });
  if (duplicates.length === 0) return;
  throw badRequest(
    "file",
    "file_columns_repeated",
    `The file has more than one column ${duplicates.map(({ text }) => text).join("; ")}: leave one of each`,
    { columns: duplicates.map(({ name }) => name), headings: duplicates.flatMap(({ headings }) => headings) },
  );
}

function parseEntry(columns: readonly (string | null)[], cells: readonly string[], defaults: BulkFileDefaults): object {
  const cells_by_field = new Map(
    columns.map((name, position) => [name, normalizeLine(cells[position] ?? "")] as const),
  );
  const pickFields = (selected_fields: readonly string[]) =>
    Object.fromEntries(
      selected_fields.flatMap((name) => (cells_by_field.get(name) ? [[name, cells_by_field.get(name)]] : [])),
    );
  const { beneficiary, ...own_fields } = pickFields(ORDER_COLUMNS);
  const { channel = DEFAULT_CHANNEL, currency } = defaults;
  return {
    ...{ channel, ...own_fields },
    amount: parseAmount(cells_by_field.get("amount") ?? "", currency),
    ...(beneficiary ? { beneficiary } : { beneficiary_data: pickFields(RECIPIENT_COLUMNS) }),
  };
}

/**
 * Accepts `75 000`, `75 000 FCFA` and `75000,00`, as spreadsheets show them. A text with other separators is ambiguous
 * (`75.000`); it stays unchanged, and validation refuses it.
 */
function parseAmount(text: string, currency: string | undefined): string {
  const digits = text.replace(/[\s\u00a0\u202f']/g, "");
  const [, name = ""] = /^[\d.,]+(\D+)$/.exec(digits) ?? [];
  const is_own_currency = name !== "" && currencyNames(currency).includes(name.toUpperCase());
  const number = is_own_currency ? digits.slice(0, -name.length) : digits;
  // In a currency with decimals, `5,00` would be 5 cents.
  const has_decimals = currency !== undefined && isCurrency(currency) && minorUnitDigits(currency) > 0;
  return (has_decimals ? number : number.replace(/[.,]0{1,2}$/, "")).replace(/\./g, ",");
}

const CFA_FRANCS = ["XAF", "XOF"];

/** The texts for a currency behind an amount. Without a currency, the bulk is refused anyway. */
function currencyNames(currency = ""): readonly string[] {
  return CFA_FRANCS.includes(currency) ? [currency, "FCFA", "F"] : [currency];
}
