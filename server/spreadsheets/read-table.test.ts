import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { ServiceError } from "#kernel/errors.ts";
import { type FileRefusal, SPREADSHEET_FIXTURES } from "#testing/spreadsheet-fixtures.ts";
import { FILE_LIMIT_BYTES, LINES_MAX } from "./limits.ts";
import { readTable, type Table, textOf } from "./read-table.ts";

const read = (text: string, rows_max?: number): Promise<Table> => readTable(Buffer.from(text), rows_max);

async function refusal(bytes: Uint8Array, rows_max?: number): Promise<FileRefusal> {
  const [field_error] = await readTable(bytes, rows_max).then(
    () => [],
    (error) => {
      assert.ok(error instanceof ServiceError && error.kind === "bad_request", String(error));
      return error.fields?.file ?? [];
    },
  );
  assert.ok(field_error, "the file was accepted");
  const { reason, params } = field_error;
  return { reason, line: "line" in params ? Number(params.line) : null };
}

describe("an uploaded file of rows", () => {
  for (const { name, bytes, expected } of SPREADSHEET_FIXTURES) {
    it(`${name}: is ${"reason" in expected ? "refused with its line" : "read with the lines of its rows"}`, async () => {
      if ("reason" in expected) return assert.deepEqual(await refusal(bytes), expected);
      const { heading, rows } = await readTable(bytes);
      const amount = heading.cells.indexOf("amount");
      assert.deepEqual(
        rows.map(({ line, cells }) => [line, textOf(cells[amount])]),
        expected,
      );
    });
  }

  it("keeps every letter, in every supported encoding", async () => {
    const text = "Téléphone;Nom;Motif\r\n677123456;Ngo Bidjocka Éléonore;L’œuvre à 5 €\r\n";
    const windows = Buffer.from(text.replace("’", "\x92").replace("œ", "\x9c").replace("€", "\x80"), "latin1");
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`, "utf16le"), windows]) {
      assert.deepEqual((await readTable(bytes)).rows[0]?.cells, [
        "677123456",
        "Ngo Bidjocka Éléonore",
        "L’œuvre à 5 €",
      ]);
    }
  });

  it("is refused if its letters are of two encodings, one of each included", async () => {
    for (const count of [1, 3]) {
      const bytes = Buffer.concat([
        Buffer.from(`name,amount\n${"Marié,1\n".repeat(count)}`),
        Buffer.from("Éric,2\n", "latin1"),
      ]);
      assert.deepEqual(await refusal(bytes), { reason: "file_encoding_mixed", line: count + 2 });
    }
  });

  it("is parsed by RFC 4180, like another parser does, for random cells", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", '"', ",", ";", "\t", "\n", "\r", " ", "=") });
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    const ends = fc.constantFrom("\n", "\r\n", "\r");
    const property = fc.asyncProperty(fc.array(row, { maxLength: 5 }), ends, async (rows, end) => {
      const heading = ["a", "b", "c", "d"];
      const text = [heading, ...rows]
        .map((cells) => cells.map((row) => `"${row.replaceAll('"', '""')}"`).join(","))
        .join(end);
      const expected = parse(text, { relax_column_count: true, record_delimiter: end }).map((cells) => {
        const trimmed = cells.map((row) => row.trim());
        return trimmed.slice(0, trimmed.findLastIndex((row) => row !== "") + 1);
      });
      const table = await read(text);
      assert.deepEqual(
        [table.heading, ...table.rows].map(({ cells }) => cells),
        expected.filter((cells) => cells.length > 0),
      );
    });
    await fc.assert(property);
  });

  it("of random bytes is parsed or refused, and never loses a line", async () => {
    const sign = fc.constantFrom("a", '"', ",", "\n", "\r", "\r\n", "\0", "é");
    const property = fc.asyncProperty(fc.array(sign, { maxLength: 40 }), async (signs) => {
      const text = `h,i\n${signs.join("")}`;
      const table = await read(text).catch((error: { kind?: string }) => {
        assert.equal(error.kind, "bad_request");
        return null;
      });
      // Without quotation marks each line with content is one row.
      if (table === null || text.includes('"')) return;
      const lines = text.split(/\r\n|\r|\n/).filter((line) => /[^,]/.test(line));
      assert.equal(table.rows.length, lines.length - 1);
    });
    await fc.assert(property);
  });

  it("is refused beyond the limits on bytes, lines and rows", async () => {
    const reasonOf = async (bytes: Uint8Array, rows_max?: number) => (await refusal(bytes, rows_max)).reason;
    assert.equal(await reasonOf(Buffer.alloc(FILE_LIMIT_BYTES + 1, "PK")), "file_too_large");
    assert.equal(await reasonOf(Buffer.from("a\n1\n2\n3"), 2), "file_too_many_rows");
    assert.equal((await read("a\n1\n2", 2)).rows.length, 2);
    assert.equal(await reasonOf(Buffer.from(`a\n${"\n".repeat(LINES_MAX)}1`)), "file_too_many_lines");
  });
});
