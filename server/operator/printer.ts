/**
 * The output of commands: a table or a sentence for people, JSON for machines. Colour only on a terminal that supports
 * it.
 */
export interface Printer {
  /** People get an aligned table with headings; machines get the rows as JSON. */
  rows(rows: readonly object[], columns: readonly string[]): void;
  /** One object: for people as lines of name and value. */
  record(record: object): void;
  message(sentence: string, data: object): void;
}

export function newPrinter(is_json: boolean, out: (text: string) => void): Printer {
  if (is_json) {
    const print = (value: unknown): void => out(`${JSON.stringify(value, bigintToNumber, 2)}\n`);
    return { rows: (rows) => print(rows), record: print, message: (_sentence, data) => print(data) };
  }
  return {
    rows(rows, columns) {
      const cells = rows.map((row) => columns.map((column) => formatValue(Reflect.get(row, column))));
      const widths = columns.map((column, index) =>
        Math.max(column.length, ...cells.map((row) => row[index]?.length ?? 0)),
      );
      const line = (row: readonly string[]): string =>
        row
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join("  ")
          .trimEnd();
      out([columns, ...cells].map((row) => `${line(row)}\n`).join(""));
      if (rows.length === 0) out("(none)\n");
    },
    record(record) {
      const field_names = Object.keys(record);
      const width = Math.max(...field_names.map((name) => name.length));
      for (const name of field_names) out(`${name.padEnd(width)}  ${formatValue(Reflect.get(record, name))}\n`);
    },
    message: (sentence) => out(`${sentence}\n`),
  };
}

function formatValue(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value, bigintToNumber) : String(value);
}

function bigintToNumber(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
