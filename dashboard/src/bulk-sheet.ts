import { type Item, itemsOf, numberOf, textOf, textsOf } from "./items.ts";

/** A file of people to pay as the service reads it, as rows that can be corrected or left out before it is sent. */
export interface Sheet {
  readonly columns: readonly SheetHeading[];
  /** In the order of the file, which is that of the service's entries: rows with nothing in them are none. */
  readonly rows: readonly SheetRow[];
}

export interface SheetHeading {
  readonly heading: string;
  /** What the column is taken for; null where nothing. */
  readonly field: string | null;
}

export interface SheetRow {
  /** Where it begins in the file; the first line is 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

const COLUMNS = [
  ...(["amount", "name", "phone", "channel", "reference", "description", "beneficiary", "email"] as const),
  ...(["account_number", "bank_code", "country"] as const),
];
export type SheetColumn = (typeof COLUMNS)[number];

/** From the service's answer to a file. */
export function sheetOf(file: Item): Sheet {
  return {
    columns: itemsOf(file, "columns").map((column) => ({
      heading: textOf(column, "heading"),
      field: textOf(column, "field") || null,
    })),
    rows: itemsOf(file, "rows").map((row) => ({ line: numberOf(row, "line"), cells: textsOf(row, "cells") })),
  };
}

/** The file of these rows, for the service to read: every cell in quotation marks, so that none can be taken for two. */
export function writeSheet({ columns }: Sheet, rows: readonly SheetRow[]): string {
  const written = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
  const heading = columns.map(({ field }, place) => field ?? `column ${place + 1}`);
  return [heading, ...rows.map(({ cells }) => cells)].map((cells) => cells.map(written).join(",")).join("\n");
}

/** The place of a column in the file, or null where its heading names none. */
export function placeOf({ columns }: Sheet, column: SheetColumn): number | null {
  const place = columns.findIndex(({ field }) => field === column);
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

/** The sheet with its columns taken for these fields; those without one for nothing. */
export function renamed(sheet: Sheet, called: ReadonlyMap<number, string>): Sheet {
  const columns = sheet.columns.map(({ heading }, place) => ({ heading, field: called.get(place) ?? null }));
  return { ...sheet, columns };
}

/** The row with another text in one of its cells. */
export function corrected(row: SheetRow, place: number, text: string): SheetRow {
  const cells = Array.from({ length: Math.max(row.cells.length, place + 1) }, (_, at) => row.cells[at] ?? "");
  cells[place] = text;
  return { ...row, cells };
}
