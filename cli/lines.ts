/**
 * The line of a spreadsheet's file on which each of its entries begins; the first line is 1. Read as the service reads it:
 * the first line with anything in it is the heading, lines with nothing in them are none, and a quoted cell may hold several.
 * Signs beyond ASCII stand for something whatever they are, so that the file's encoding does not matter.
 */
export function linesOfEntries(bytes: Uint8Array): readonly number[] {
  const text = Buffer.from(bytes)
    .toString("latin1")
    .replace(/^\xef\xbb\xbf/, "");
  const said = /^\s*"?sep=[^\s"]"?[^\S\n]*\n/i.exec(text)?.[0] ?? "";
  const begins: number[] = [];
  let line = said.split("\n").length;
  let begin = line;
  let is_quoted = false;
  let is_empty = true;
  for (const sign of `${text.slice(said.length)}\n`) {
    if (sign === '"') is_quoted = !is_quoted;
    else if (!/[\s,;]/.test(sign)) is_empty = false;
    if (sign !== "\n") continue;
    line += 1;
    if (is_quoted) continue;
    if (!is_empty) begins.push(begin);
    is_empty = true;
    begin = line;
  }
  return begins.slice(1);
}
