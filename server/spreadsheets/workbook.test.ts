import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import type { FieldReason } from "#kernel/field-reasons.ts";
import { SHEETS, workbookFile } from "#testing/spreadsheet-fixtures.ts";
import { COLUMNS_MAX, LINES_MAX } from "./limits.ts";
import { readTable } from "./read-table.ts";

/** Asserts that a workbook is refused for this reason, with this message if given. */
const refused = (bytes: Uint8Array, reason: FieldReason, message = /./) =>
  assert.rejects(readTable(bytes), (error) => {
    assert.ok(error instanceof ServiceError && error.kind === "bad_request");
    const [file_error] = error.fields?.file ?? [];
    assert.equal(file_error?.reason, reason);
    assert.match(file_error?.message ?? "", message);
    return true;
  });
const MEBIBYTE = 1024 * 1024;

describe("a workbook", () => {
  it("returns cells at their addresses, whatever gaps are between them", async () => {
    const sheet = `
      <row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="s"><v>1</v></c><c r="ZZ2" s="3"/></row>
      <row r="9"><c r="B9" t="b"><v>1</v></c><c r="C9" t="e"><v>#REF!</v></c></row>
      <row><c><v>0.1</v></c><c t="inlineStr"><is><r><t>a</t></r><rPh><t>x</t></rPh><r><t> &lt;b</t></r></is></c></row>`;
    const { heading, rows } = await readTable(workbookFile(sheet, ["Nom_x000A_complet", "<![CDATA[ A&B ]]>"]));
    assert.deepEqual(heading, { line: 2, cells: ["Nom\ncomplet", "", "A&B"] });
    assert.deepEqual(rows, [
      { line: 9, cells: ["", "TRUE", "#REF!"] },
      { line: 10, cells: [0.1, "a <b"] },
    ]);
  });

  it("is read from its first visible sheet", async () => {
    const sheets = `<sheets><sheet r:id="styles" state="hidden"/><sheet r:id="worksheet"/></sheets>`;
    const { heading } = await readTable(workbookFile("<row><c><v>1</v></c></row>", [], sheets));
    assert.deepEqual(heading.cells, [1]);
  });

  it("of 1.4 kB with a cell in the last row and column is refused without extra memory", async () => {
    const bytes = workbookFile(
      `<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`,
    );
    assert.ok(bytes.length < 1_400, String(bytes.length));
    const before = process.memoryUsage().rss;
    await refused(bytes, "file_too_many_columns");
    assert.ok(process.memoryUsage().rss - before < 100 * MEBIBYTE);
  });

  it("has limits on rows, columns and all texts together", async () => {
    await refused(workbookFile(`<row r="${LINES_MAX + 1}"><c><v>1</v></c></row>`), "file_too_many_lines");
    await refused(workbookFile(`<row>${"<c><v>1</v></c>".repeat(COLUMNS_MAX + 1)}</row>`), "file_too_many_columns");
    const long = "x".repeat(90_000);
    const often = '<row><c t="s"><v>0</v></c></row>'.repeat(1_000);
    await refused(workbookFile(often, [long]), "file_too_complex");
  });

  it("is refused at once for a number format longer than those of a spreadsheet", async () => {
    const formats = `<numFmts><numFmt numFmtId="200" formatCode="${"[".repeat(100_000)}"/></numFmts>`;
    const began_ms = performance.now();
    await refused(
      workbookFile("", [], SHEETS, `<styleSheet>${formats}</styleSheet>`),
      "file_unreadable",
      /number format/,
    );
    // A search from each bracket takes half a minute.
    assert.ok(performance.now() - began_ms < 2_000);
  });

  it("that cannot be read is refused with a message that names the problem", async () => {
    const long_text = `<row><c t="inlineStr"><is><t>${"x".repeat(MEBIBYTE)}</t></is></c></row>`;
    for (const [file, message] of [
      [workbookFile("", [], '<sheets><sheet r:id="worksheet" state="veryHidden"/></sheets>'), /a visible sheet/],
      [workbookFile('<row r="2"/><row r="1"/>'), /rows are out of order/],
      [workbookFile('<row><c r="B1"/><c r="A1"/></row>'), /cells of row 1 are out of order/],
      [workbookFile("<row><c></row>"), /closing tag mismatch/],
      [workbookFile("<!DOCTYPE a [<!ENTITY b 'c'>]>"), /declares a document type/],
      [workbookFile("<row><c><v>1e999</v></c></row>"), /a number that is none/],
      [workbookFile(long_text), /without an end/],
      [workbookFile(`${"<a>".repeat(100)}${"</a>".repeat(100)}`), /nests too deep/],
    ] as const)
      await refused(file, "file_unreadable", message);
  });
});
