/** A spreadsheet's file of people to pay, as rows that can be corrected or left out before it is sent. */
export interface Sheet {
  readonly heading: readonly string[];
  readonly separator: string;
  /** In the order of the file, which is that of the service's entries: rows with nothing in them are none. */
  readonly rows: readonly SheetRow[];
}

export interface SheetRow {
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const BYTE_ORDER_MARK = "\uFEFF";
const SEPARATORS = [",", ";", "\t"];
// As Excel writes and reads it.
const SAID = /^\s*"?sep=([^\s"])"?[^\S\n]*\n/i;

const COLUMNS = [
  ...(["amount", "name", "phone", "channel", "reference", "description", "beneficiary", "email"] as const),
  ...(["account_number", "bank_code", "country"] as const),
];
export type SheetColumn = (typeof COLUMNS)[number];

/** What the service takes a column for, by what it may be called there, without accents, spaces and signs. */
export const COLUMN_NAMES: Readonly<Record<SheetColumn, readonly string[]>> = {
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

/** A file's text, in UTF-8 or as Excel saves "CSV": in Windows-1252. */
export function textIn(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Reads a file with what its first line says separates its cells, or whatever of comma, semicolon and tab its heading has most of. */
export function readSheet(text: string): Sheet {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const [line = "", said] = SAID.exec(plain) ?? [];
  // The line stays, and is empty: rows are known by the lines they have in the file.
  const written = said === undefined ? plain : `\n${plain.slice(line.length)}`;
  const first = written.split("\n").find((one) => /[^\s,;"]/.test(one)) ?? "";
  const most = SEPARATORS.reduce((one, other) => (first.split(other).length > first.split(one).length ? other : one));
  const [heading, ...rows] = records(written, said ?? most);
  // What is sent is written without that line, with a sign that needs none.
  const separator = said !== undefined && !SEPARATORS.includes(said) ? "," : (said ?? most);
  return { heading: heading?.cells ?? [], separator, rows };
}

/** The file of these rows. Cells that need quotes have them. */
export function writeSheet({ heading, separator }: Sheet, rows: readonly SheetRow[]): string {
  const written = (cell: string): string => (/["\r\n,;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [heading, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(written).join(separator)).join("\n");
}

/** The place of a column in the file, or null where its heading names none. */
export function placeOf({ heading }: Sheet, column: SheetColumn): number | null {
  const place = heading.findIndex((text) => COLUMN_NAMES[column].includes(plainly(text)));
  return place < 0 ? null : place;
}

/** The column that holds a field of the service; null where it is none of a file's. */
export function columnNamed(field: string): SheetColumn | null {
  return COLUMNS.find((name) => name === field) ?? null;
}

/** Whether the heading says which column holds the sums, and which the people. */
export function isNamed(sheet: Sheet): boolean {
  const has = (column: SheetColumn): boolean => placeOf(sheet, column) !== null;
  return has("amount") && (has("phone") || has("beneficiary"));
}

/** The sheet with its columns called by these names; those without one are called nothing that anybody knows. */
export function renamed(sheet: Sheet, called: ReadonlyMap<number, string>): Sheet {
  return { ...sheet, heading: sheet.heading.map((_, place) => called.get(place) ?? `column ${place + 1}`) };
}

/** The row with another text in one of its cells. */
export function corrected(row: SheetRow, place: number, text: string): SheetRow {
  const cells = Array.from({ length: Math.max(row.cells.length, place + 1) }, (_, at) => row.cells[at] ?? "");
  cells[place] = text;
  return { ...row, cells };
}

function plainly(heading: string): string {
  return heading
    .normalize("NFD")
    .replace(/[^\p{Letter}\p{Number}]/gu, "")
    .toLowerCase();
}

/** Records as RFC 4180 has them, with the line each begins at, without those that are empty. */
function records(text: string, separator: string): readonly SheetRow[] {
  const found: SheetRow[] = [];
  let cells: string[] = [];
  let cell = "";
  let is_quoted = false;
  let [line, begins] = [1, 1];
  const endCell = (): void => {
    cells.push(cell.trim());
    cell = "";
  };
  const endRow = (): void => {
    endCell();
    if (cells.some((one) => one !== "")) found.push({ line: begins, cells });
    cells = [];
  };
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charAt(place);
    if (sign === "\n") line += 1;
    if (sign === '"' && is_quoted && text.charAt(place + 1) === '"') {
      cell += sign;
      place += 1;
    } else if (sign === '"') is_quoted = !is_quoted;
    else if (is_quoted) cell += sign;
    else if (sign === separator) endCell();
    else if (sign === "\n") {
      endRow();
      begins = line;
    } else cell += sign;
  }
  endRow();
  return found;
}
