/** The first line of a spreadsheet's file: what its columns are called, and how to call them otherwise. */
export interface FirstLine {
  readonly names: readonly string[];
  readonly separator: string;
  /** Everything behind the line, as it is. */
  readonly rest: string;
}

const BYTE_ORDER_MARK = "\uFEFF";

/** Reads the heading with whatever of comma, semicolon and tab it has most of. */
export function readFirstLine(text: string): FirstLine {
  const plain = text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
  const end = endOfLine(plain);
  const line = plain.slice(0, end).replace(/\r$/, "");
  const separator = [",", ";", "\t"].reduce((most, sign) =>
    line.split(sign).length > line.split(most).length ? sign : most,
  );
  return { names: cellsOf(line, separator), separator, rest: plain.slice(end) };
}

/** The file with its columns called by these names; those without one are called nothing that anybody knows. */
export function renamed({ names, separator, rest }: FirstLine, called: ReadonlyMap<number, string>): string {
  return names.map((_, place) => called.get(place) ?? `column ${place + 1}`).join(separator) + rest;
}

/** The first line break outside of quotes. */
function endOfLine(text: string): number {
  let is_quoted = false;
  for (let place = 0; place < text.length; place += 1) {
    const sign = text.charAt(place);
    if (sign === '"') is_quoted = !is_quoted;
    if (sign === "\n" && !is_quoted) return place;
  }
  return text.length;
}

function cellsOf(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  let is_quoted = false;
  for (const sign of line) {
    if (sign === '"') is_quoted = !is_quoted;
    else if (sign === separator && !is_quoted) {
      cells.push(cell.trim());
      cell = "";
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}
