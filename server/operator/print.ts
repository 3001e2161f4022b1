/**
 * The output of commands: a table or a sentence for people, JSON for machines. Colour only on a terminal that supports
 * it.
 */
export interface Printer {
  /** People get an aligned table with headings; machines get the rows as JSON. */
  rows(rows: readonly object[], columns: readonly string[]): void;
  /** One object: for people as lines of name and value. */
  record(record: object): void;
  say(sentence: string, data: object): void;
}

export function printer(
  is_json: boolean,
  out: (text: string) => void = (text) => void process.stdout.write(text),
): Printer {
  if (is_json) {
    const print = (value: unknown): void => out(`${JSON.stringify(value, plain, 2)}\n`);
    return { rows: (rows) => print(rows), record: print, say: (_sentence, data) => print(data) };
  }
  return {
    rows(rows, columns) {
      const cells = rows.map((row) => columns.map((column) => shown(Reflect.get(row, column))));
      const widths = columns.map((column, place) =>
        Math.max(column.length, ...cells.map((row) => row[place]?.length ?? 0)),
      );
      const line = (row: readonly string[]): string =>
        row
          .map((cell, place) => cell.padEnd(widths[place] ?? 0))
          .join("  ")
          .trimEnd();
      out([columns, ...cells].map((row) => `${line(row)}\n`).join(""));
      if (rows.length === 0) out("(none)\n");
    },
    record(record) {
      const names = Object.keys(record);
      const width = Math.max(...names.map((name) => name.length));
      for (const name of names) out(`${name.padEnd(width)}  ${shown(Reflect.get(record, name))}\n`);
    },
    say: (sentence) => out(`${sentence}\n`),
  };
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value) && value.every((part) => typeof part === "string")) return value.join(", ");
  return typeof value === "object" ? JSON.stringify(value, plain) : String(value);
}

function plain(_name: string, value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}
