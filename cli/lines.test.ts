import assert from "node:assert/strict";
import { it } from "node:test";
import { linesOfEntries } from "./lines.ts";

it("an entry's line is that of the file, past empty lines, cells of several lines and what is said before the heading", () => {
  for (const [text, lines] of [
    ["name,phone,amount\nA,677,1\nB,677,2\n", [2, 3]],
    ['\ufeffnom;phone;amount\r\n\r\n"A\nB";677;1\r\n;;\r\nC;677;2', [3, 6]],
    ['sep=;\r\n\r\nnom;phone;amount\r\n"say ""yes""";677;1\r\n', [4]],
    ["name,phone,amount\n", []],
  ] as const) {
    assert.deepEqual(linesOfEntries(Buffer.from(text)), lines);
  }
  assert.deepEqual(linesOfEntries(Buffer.from("t\xe9l;montant\n\n\xe9;1", "latin1")), [3]);
});
