import { type Item, itemsOf, numberOf, textOf, textsOf } from "./items.ts";

/** A payment file as the service parsed it. Its rows can be corrected or left out before sending. */
export interface Sheet {
  readonly columns: readonly SheetHeading[];
  /** In the order of the file, which is the order of the service's entries. Empty rows are skipped. */
  readonly rows: readonly SheetRow[];
}

export interface SheetHeading {
  readonly heading: string;
  /** The service's field that the column holds; null if unknown. */
  readonly field: string | null;
}

export interface SheetRow {
  /** The line in the file on which the row begins; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const COLUMNS = [
  ...(["amount", "name", "phone", "channel", "reference", "description", "beneficiary", "email"] as const),
  ...(["account_number", "bank_code", "country"] as const),
];
export type SheetColumn = (typeof COLUMNS)[number];

/** Converts the service's answer to a file. */
export function sheetOf(file: Item): Sheet {
  return {
    columns: itemsOf(file, "columns").map((column) => ({
      heading: textOf(column, "heading"),
      field: textOf(column, "field") || null,
    })),
    rows: itemsOf(file, "rows").map((row) => ({ line: numberOf(row, "line"), cells: textsOf(row, "cells") })),
  };
}

/** Writes these rows as CSV for the service. Every cell is quoted, so that no separator splits it. */
export function writeSheet({ columns }: Sheet, rows: readonly SheetRow[]): string {
  const written = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const heading = columns.map(({ field }, place) => field ?? `column ${place + 1}`);
  return [heading, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(written).join(",")).join("\n");
}

/** The index of a column in the file; null if no heading names it. */
export function placeOf({ columns }: Sheet, column: SheetColumn): number | null {
  const place = columns.findIndex(({ field }) => field === column);
  return place < 0 ? null : place;
}

/** Converts a field name of the service; null if a file has no such column. */
export function columnNamed(field: string): SheetColumn | null {
  return COLUMNS.find((name) => name === field) ?? null;
}

/** Whether the headings name the amount column and the payee column. */
export function isNamed(sheet: Sheet): boolean {
  const has = (column: SheetColumn): boolean => placeOf(sheet, column) !== null;
  return has("amount") && (has("phone") || has("beneficiary"));
}

/** Assigns fields to the columns, by index. Columns without an assignment get no field. */
export function renamed(sheet: Sheet, called: ReadonlyMap<number, string>): Sheet {
  const columns = sheet.columns.map(({ heading }, place) => ({ heading, field: called.get(place) ?? null }));
  return { ...sheet, columns };
}

/** Returns a copy of the row with one changed cell. */
export function corrected(row: SheetRow, place: number, text: string): SheetRow {
  const cells = Array.from({ length: Math.max(row.cells.length, place + 1) }, (_, at) => row.cells[at] ?? "");
  cells[place] = text;
  return { ...row, cells };
}
