import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readFirstLine, renamed } from "./csv-heading.ts";

describe("the heading of a file", () => {
  it("is read with commas, semicolons or tabs, with quotes and a byte order mark", () => {
    assert.deepEqual(readFirstLine("\uFEFFWho;How much, F;Where\r\nAwa;5;677").names, ["Who", "How much, F", "Where"]);
    assert.deepEqual(readFirstLine('"Who, in full",Sum\nAwa,5').names, ["Who, in full", "Sum"]);
    assert.deepEqual(readFirstLine('"a\nb"\tc\nd').names, ["a\nb", "c"]);
    assert.deepEqual(readFirstLine("alone").names, ["alone"]);
  });

  it("is written anew, and what is behind it stays as it was", () => {
    const heading = readFirstLine('A;B;C\r\n"x;y";2;3\r\n');
    assert.equal(
      renamed(
        heading,
        new Map([
          [0, "name"],
          [2, "amount"],
        ]),
      ),
      'name;column 2;amount\n"x;y";2;3\r\n',
    );
  });
});
