import type { Cell, Table } from "#spreadsheets/read-table.ts";

/** A file's rows in the reader's format, with the heading on line 1. */
export function aTable(rows: readonly (readonly Cell[])[]): Table {
  const [heading = { line: 1, cells: [] }, ...rest] = rows.map((cells, place) => ({ line: place + 1, cells }));
  return { heading, rows: rest };
}
