import { FILE_COLUMNS } from "#app/fields.ts";

/** A payment file as the service parsed it. Its rows can be corrected or left out before sending. */
export interface Spreadsheet {
  readonly columns: readonly SpreadsheetHeading[];
  /** In the order of the file, which is the order of the service's entries. Empty rows are skipped. */
  readonly rows: readonly SpreadsheetRow[];
}

export interface SpreadsheetHeading {
  readonly heading: string;
  /** The service's field that the column holds; null if unknown. */
  readonly field: string | null;
}

export interface SpreadsheetRow {
  /** The line in the file on which the row begins; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

export type SpreadsheetField = (typeof FILE_COLUMNS)[number];

/** Writes these rows as CSV for the service. Every cell is quoted, so that no separator splits it. */
export function toCsv({ columns }: Spreadsheet, rows: readonly SpreadsheetRow[]): string {
  const quoteCell = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const heading = columns.map(({ field }, index) => field ?? `column ${index + 1}`);
  return [heading, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(quoteCell).join(",")).join("\n");
}

/** The index of a column in the file; null if no heading names it. */
export function columnIndex({ columns }: Spreadsheet, column: SpreadsheetField): number | null {
  const index = columns.findIndex(({ field }) => field === column);
  return index < 0 ? null : index;
}

/** Converts a field name of the service; null if a file has no such column. */
export function toSpreadsheetField(field: string): SpreadsheetField | null {
  return FILE_COLUMNS.find((name) => name === field) ?? null;
}

/** Whether the headings name the amount column and the payee column. */
export function hasRequiredColumns(spreadsheet: Spreadsheet): boolean {
  const has = (column: SpreadsheetField): boolean => columnIndex(spreadsheet, column) !== null;
  return has("amount") && (has("phone") || has("beneficiary"));
}

/** Assigns fields to the columns, by index. Columns without an assignment get no field. */
export function assignFields(spreadsheet: Spreadsheet, assignments: ReadonlyMap<number, string>): Spreadsheet {
  const columns = spreadsheet.columns.map(({ heading }, index) => ({ heading, field: assignments.get(index) ?? null }));
  return { ...spreadsheet, columns };
}

/** Returns a copy of the row with one changed cell. */
export function withCell(row: SpreadsheetRow, index: number, text: string): SpreadsheetRow {
  const cells = Array.from({ length: Math.max(row.cells.length, index + 1) }, (_, at) => row.cells[at] ?? "");
  cells[index] = text;
  return { ...row, cells };
}
