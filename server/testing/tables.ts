import type { Cell, Table } from "#spreadsheets/read-table.ts";

/** A file's rows in the reader's format, with the heading on line 1. */
export function testTable(rows: readonly (readonly Cell[])[]): Table {
  const [heading = { line: 1, cells: [] }, ...body_rows] = rows.map((cells, index) => ({ line: index + 1, cells }));
  return { heading, rows: body_rows };
}
