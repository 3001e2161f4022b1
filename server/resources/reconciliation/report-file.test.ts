import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import writeExcelFile, { type SheetData } from "write-excel-file/node";
import { reasonsOf, ServiceError } from "#kernel/errors.ts";
import type { FieldReason } from "#kernel/field-reasons.ts";
import type { ReasonParams } from "#kernel/reason-params.ts";
import { FILE_LIMIT_BYTES, UNPACKED_LIMIT_BYTES } from "#spreadsheets/limits.ts";
import { readTable } from "#spreadsheets/read-table.ts";
import mappings from "./mappings.json" with { type: "json" };
import { parseReport } from "./parse-report.ts";

const HEAD = ["Reference", "Order Id", "Date", "Service", "Statut", "Correspondant", "Montant", "Frais"].map(
  (value) => ({ value }),
);
const SHEET = "xl/worksheets/sheet1.xml";
const AT = new Date(Date.UTC(2026, 2, 1, 8, 30));
const SERIAL = 46_082 + 8.5 / 24;

function aLine(fields: { readonly at?: object; readonly amount?: object } = {}) {
  return [
    ...[{ value: "MP260301.0830.A1" }, { value: "short" }, fields.at ?? { value: AT, format: "dd/mm/yyyy hh:mm" }],
    ...[{ value: "Cash In" }, { value: "SUCCESSFULL" }, { value: "237699000111" }],
    ...[fields.amount ?? { value: 1_500 }, { value: 0 }],
  ];
}

async function workbook(rows: SheetData): Promise<Buffer> {
  return writeExcelFile(rows).toBuffer();
}

async function linesOf(bytes: Buffer) {
  return parseReport(await readTable(bytes), mappings.orange, "XAF", "UTC");
}

/** Returns the workbook with changed XML, because other programs write forms that this library cannot write. */
function rewritten(bytes: Buffer, change: (sheet_xml: string) => string): Buffer {
  const files = unzipSync(bytes);
  const sheet_xml = strFromU8(files[SHEET] ?? new Uint8Array());
  assert.notEqual(change(sheet_xml), sheet_xml);
  return Buffer.from(zipSync({ ...files, [SHEET]: strToU8(change(sheet_xml)) }));
}

const refused = (bytes: Buffer, reason: FieldReason, params: ReasonParams = {}) =>
  assert.rejects(linesOf(bytes), (error) => {
    assert.ok(error instanceof ServiceError);
    assert.deepEqual(reasonsOf(error.fields ?? {}).file?.[0], { reason, params });
    return true;
  });

describe("a report as a workbook", () => {
  it("returns dates to the second, also from serial numbers and texts", async () => {
    const dates = [
      { value: AT, format: "dd/mm/yyyy hh:mm" },
      { value: AT, format: "yyyy-mm-dd" },
      { value: SERIAL },
      { value: "01/03/2026 08:30" },
      { value: "2026-03-01 08:30:00" },
      { value: "2026-03-01T09:30:00+01:00" },
    ];
    const lines = await linesOf(await workbook([HEAD, ...dates.map((at) => aLine({ at }))]));
    assert.deepEqual(
      lines.map((line) => line.happened_at),
      dates.map(() => "2026-03-01T08:30:00.000000Z"),
    );
  });

  it("returns amounts, also from texts with French decimals and spaces, and the sign of a cash-in", async () => {
    const amounts = [
      1_500,
      "1500",
      "1 500",
      "1 500,00",
      "1\u202f500,00",
      "1\u00a0500 XAF",
      "1,500.00",
      "1.500,00",
      -1_500,
    ];
    const lines = await linesOf(await workbook([HEAD, ...amounts.map((value) => aLine({ amount: { value } }))]));
    assert.deepEqual(
      lines.map((line) => line.amount),
      amounts.map(() => -1_500n),
    );
    assert.deepEqual([lines[0]?.party, lines[0]?.is_complete], ["0111", true]);
  });

  it("skips empty rows, and still names the line of an error", async () => {
    const rows = [HEAD, aLine(), [], HEAD.map(() => null), aLine({ amount: { value: "quinze" } }), aLine()];
    await refused(await workbook(rows), "statement_amount_invalid", { line: 5, cell: "quinze" });
    const good = await linesOf(await workbook([...rows.slice(0, 4), aLine()]));
    assert.deepEqual(
      good.map(({ line }) => line),
      [2, 5],
    );
  });

  it("reads the cached result of a formula, and refuses a formula without one", async () => {
    const bytes = await workbook([HEAD, aLine({ amount: { value: "=1000+500", type: "Formula" } })]);
    const computed = rewritten(bytes, (sheet_xml) =>
      sheet_xml.replace(/(<f>[^<]*<\/f>)(<v>[^<]*<\/v>|<v\/>)?/, "$1<v>1500</v>"),
    );
    assert.equal((await linesOf(computed))[0]?.amount, -1_500n);
    await refused(bytes, "statement_amount_invalid", { line: 2, cell: "" });
  });

  it("is read in Windows-1252, as Excel saves CSV, after an empty line and Excel's `sep=`", async () => {
    const text = "Référence;Date;Service;Statut;Montant\nA1;01/03/2026;Cash In;Succès;1 500\n";
    for (const [bytes, line] of [
      [Buffer.from(text, "latin1"), 2],
      [Buffer.from(`\r\nsep=;\r\n${text.replaceAll("\n", "\r\n")}`, "latin1"), 4],
    ] as const) {
      const [read] = await linesOf(bytes);
      assert.deepEqual([read?.provider_id, read?.is_complete, read?.amount], ["A1", true, -1_500n]);
      assert.equal(read?.line, line);
    }
  });

  it("is recognized by its bytes, whatever its file name", async () => {
    const text = "\uFEFFReference;Date;Service;Statut;Montant\nA1;01/03/2026;Cash In;SUCCESSFULL;1 500,00\n";
    assert.equal((await linesOf(Buffer.from(text)))[0]?.amount, -1_500n);
  });
});

describe("an invalid file", () => {
  it("is refused when a cell at the end of the sheet would allocate all cells before it", async () => {
    const far = rewritten(await workbook([HEAD, aLine()]), (sheet_xml) =>
      sheet_xml.replace("</sheetData>", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'),
    );
    const before = process.memoryUsage().rss;
    await refused(far, "file_too_many_columns", { line: 1_048_576, maximum: 200 });
    assert.ok(process.memoryUsage().rss - before < 100 * 1024 * 1024);
  });

  it("is refused when it is too large, before it is parsed", async () => {
    await refused(Buffer.alloc(FILE_LIMIT_BYTES + 1, "PK"), "file_too_large", { maximum_mib: 20 });
  });

  it("is refused when it unpacks to more than the limit, whatever size it claims", async () => {
    const { [SHEET]: _, ...others } = unzipSync(await workbook([HEAD, aLine()]));
    const comment = `<!--${"0".repeat(100_000)}-->`;
    const comments = strToU8(comment.repeat(UNPACKED_LIMIT_BYTES / comment.length + 1));
    const bomb = Buffer.from(zipSync({ [SHEET]: comments, ...others }, { level: 1 }));
    assert.ok(bomb.length < 1_000_000, String(bomb.length));
    const before = process.memoryUsage().arrayBuffers;
    await refused(bomb, "file_too_large_unpacked", { maximum_mib: 64 });
    assert.ok(process.memoryUsage().arrayBuffers - before < UNPACKED_LIMIT_BYTES);
    // Declares a size of ten bytes, both in the entry's own header and in the central directory.
    for (const sign of ["PK\u0003\u0004", "PK\u0001\u0002"]) {
      const at = bomb.indexOf(Buffer.from(sign, "latin1"));
      bomb.writeUInt32LE(10, at + (sign.endsWith("\u0004") ? 22 : 24));
    }
    await refused(bomb, "file_too_large_unpacked", { maximum_mib: 64 });
  });

  it("is refused when it is encrypted, truncated, damaged, another archive, or no archive", async () => {
    const good = await workbook([HEAD, aLine()]);
    const compound = Buffer.concat([Buffer.from("d0cf11e0a1b11ae1", "hex"), Buffer.alloc(4_096)]);
    await refused(compound, "file_encrypted");
    await refused(good.subarray(0, good.length / 2), "file_unreadable");
    const damaged = Buffer.from(good);
    damaged.fill(0xff, 60, good.length - 60);
    await refused(damaged, "file_unreadable");
    await refused(Buffer.from(zipSync({ "a.txt": strToU8("hello") })), "file_unreadable");
    await refused(Buffer.from([0, 1, 2, 0, 255]), "file_character_invalid", { line: 1 });
    await refused(
      rewritten(good, (sheet_xml) => sheet_xml.slice(0, sheet_xml.length / 2)),
      "file_unreadable",
    );
  });
});
