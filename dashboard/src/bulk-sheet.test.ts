import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { corrected, isNamed, placeOf, readSheet, renamed, textIn, writeSheet } from "./bulk-sheet.ts";

describe("a spreadsheet's file", () => {
  it("is read with commas, semicolons or tabs, with quotes and a byte order mark", () => {
    assert.deepEqual(readSheet("\uFEFFWho;How much, F;Where\r\nAwa;5;677").heading, ["Who", "How much, F", "Where"]);
    assert.deepEqual(readSheet('"Who, in full",Sum\nAwa,5').heading, ["Who, in full", "Sum"]);
    assert.deepEqual(readSheet("a\tb\n1\t2").rows, [{ line: 2, cells: ["1", "2"] }]);
    assert.deepEqual(readSheet("alone").heading, ["alone"]);
    assert.deepEqual(readSheet('name\n"He said ""yes"""').rows, [{ line: 2, cells: ['He said "yes"'] }]);
  });

  it("is read past Excel's sep= and empty lines before its heading", () => {
    const sheet = readSheet("sep=|\r\nNom|Montant, F\r\nAwa|5\r\n");
    assert.deepEqual([sheet.heading, sheet.rows], [["Nom", "Montant, F"], [{ line: 3, cells: ["Awa", "5"] }]]);
    assert.equal(writeSheet(sheet, sheet.rows), 'Nom,"Montant, F"\nAwa,5');
    assert.deepEqual(readSheet("\uFEFF\n;;\nNom;Montant\nAwa;5").rows, [{ line: 4, cells: ["Awa", "5"] }]);
  });

  it("is read as it was saved, in UTF-8 or in Excel's Windows-1252", () => {
    const text = "Téléphone;Montant\r\n677;5 €";
    const windows = Uint8Array.from(text.replace("€", "\x80"), (sign) => sign.charCodeAt(0));
    assert.equal(textIn(new TextEncoder().encode(text).buffer), text);
    assert.equal(textIn(windows.buffer), text);
  });

  it("knows the line of each row, past empty rows and cells of several lines", () => {
    const { rows } = readSheet('name,amount\r\n\r\n"Awa\nDiallo",5\r\n , \r\nPaul,6\r\n');
    assert.deepEqual(rows, [
      { line: 3, cells: ["Awa\nDiallo", "5"] },
      { line: 6, cells: ["Paul", "6"] },
    ]);
  });

  it("is written with the rows that are kept, corrected, and reads the same again", () => {
    const sheet = readSheet('Nom;Téléphone;Montant\n"Awa; fille";677;5\nPaul;12\n');
    const [awa, paul] = sheet.rows;
    assert.ok(awa && paul);
    const text = writeSheet(sheet, [awa, corrected(paul, 2, '6 "F"')]);
    assert.equal(text, 'Nom;Téléphone;Montant\n"Awa; fille";677;5\nPaul;12;"6 ""F"""');
    assert.deepEqual(
      readSheet(text).rows.map(({ cells }) => cells),
      [
        ["Awa; fille", "677", "5"],
        ["Paul", "12", '6 "F"'],
      ],
    );
  });

  it("names its columns in English or French, or is told what they are", () => {
    const sheet = readSheet("Nom complet;N° de téléphone;Numéro;Montant");
    assert.deepEqual([placeOf(sheet, "name"), placeOf(sheet, "phone"), placeOf(sheet, "reference")], [0, 2, null]);
    assert.equal(isNamed(sheet), true);
    const unnamed = readSheet("Who,Where to,How much\nAwa,677123456,500");
    assert.equal(isNamed(unnamed), false);
    const told = renamed(
      unnamed,
      new Map([
        [1, "phone"],
        [2, "amount"],
      ]),
    );
    assert.deepEqual(told.heading, ["column 1", "phone", "amount"]);
    assert.equal(isNamed(told), true);
  });
});
