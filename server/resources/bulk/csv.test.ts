import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { COLUMNS_MAX, type CsvTerms, decodeSpreadsheet, LINE_MAX, readCsv } from "./csv.ts";

const read = (text: string, terms: CsvTerms) => readCsv(Buffer.from(text), terms);
const jane = { name: "Jane Mballa", phone: "677123456" };

describe("a file of people to pay", () => {
  it("is read with whatever separator, mark and line ends a spreadsheet writes", () => {
    const expected = {
      currency: "XAF",
      description: undefined,
      transfers: [
        { channel: "cm.mtn", amount: "75000", reference: "s-1", beneficiary_data: jane },
        { channel: "cm.mobile", amount: "5000", beneficiary_data: { name: "Étienne; fils", phone: "699000111" } },
      ],
    };
    for (const text of [
      'name,phone,amount,channel,reference\nJane Mballa,677123456,75000,cm.mtn,s-1\n"Étienne; fils",699000111,5000,,\n',
      '\ufeffNom;Téléphone;Montant;Canal;Réf.\r\nJane Mballa;677123456;75 000;cm.mtn;s-1\r\n"Étienne; fils";699000111;5\u202f000 FCFA;;\r\n;;;;\r\n',
      "Full name\tPhone number\tAmount\tOperator\tID\nJane Mballa\t677123456\t75'000\tcm.mtn\ts-1\nÉtienne; fils\t699000111\t5000 XAF\n",
    ]) {
      assert.deepEqual(read(text, { currency: "XAF" }), expected);
    }
  });

  it("may name stored beneficiaries, and a channel for all rows", () => {
    assert.deepEqual(read("beneficiary,amount\nben_1,10\n", { currency: "XAF", channel: "cm.orange" }), {
      currency: "XAF",
      description: undefined,
      transfers: [{ channel: "cm.orange", amount: "10", beneficiary: "ben_1" }],
    });
  });

  it("is read as Excel saves it, in UTF-8 or in Windows-1252, whatever is not ASCII in it", () => {
    const text = "Téléphone;Nom;Montant;Motif\r\n677123456;André;100;L’œuvre à 5 €\r\n";
    const windows = Buffer.from(text.replace("’", "\x92").replace("œ", "\x9c").replace("€", "\x80"), "latin1");
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), windows]) {
      assert.equal(decodeSpreadsheet(bytes), text);
      assert.deepEqual(readCsv(bytes, { currency: "XAF" }), read(text, { currency: "XAF" }));
    }
    assert.deepEqual(readCsv(windows, {}), {
      ...{ currency: undefined, description: undefined },
      transfers: [
        {
          ...{ channel: "cm.mobile", amount: "100", description: "L’œuvre à 5 €" },
          beneficiary_data: { name: "André", phone: "677123456" },
        },
      ],
    });
  });

  it("is read past empty lines and Excel's `sep=` before its heading", () => {
    const rows = "nom;phone;amount\r\nA, B;677123456;100\r\n";
    const expected = read(rows, {});
    for (const before of ["\r\n", " \n\n", "sep=;\r\n", "\ufeffsep=;\n\n", '"sep=;"\r\n', ";;\r\n"]) {
      assert.deepEqual(read(`${before}${rows}`, {}), expected, before);
    }
    assert.deepEqual(read("sep=|\nnom|phone|amount\nA, B|677123456|100", {}), expected);
  });

  it("never takes an amount whose marks could mean thousands or a fraction for a number", () => {
    for (const [cell, amount] of [
      ["75.000", "75,000"],
      ["75,000", "75,000"],
      ["7.5", "7,5"],
      ["1.234.567", "1,234,567"],
      ["75000.00", "75000"],
      ["75000,0", "75000"],
      ["abc", "abc"],
    ] as const) {
      const body = read(`phone;amount\n677123456;${cell}`, {});
      assert.deepEqual(body, {
        ...{ currency: undefined, description: undefined },
        transfers: [{ channel: "cm.mobile", amount, beneficiary_data: { phone: "677123456" } }],
      });
    }
  });

  it("is refused with both columns named where two mean the same: neither is paid by chance", () => {
    assert.throws(() => read("name,phone,amount,phone,amount,reference\nB,677123456,100,699000111,200,r", {}), {
      kind: "bad_request",
      message:
        "The file has more than one column for the amount, 3 (amount) and 5 (amount); for the phone, 2 (phone) and 4 (phone): leave one of each",
    });
    assert.throws(
      () => read("nom;phone;amount;Numéro;Tél.\nB;677123456;100;699000111;1", {}),
      /for the phone, 2 \(phone\), 4 \(Numéro\) and 5 \(Tél\.\)/,
    );
    assert.throws(
      () => read(`amount${",phone".repeat(5_000)}\n1`, {}),
      ({ message }: Error) => message.length < 250,
    );
    // What no column means may be there as often as it likes.
    assert.doesNotThrow(() => read("phone,amount,,,age,age\n677123456,100,a,b,c,d", {}));
  });

  it("is refused with what is missing from its first line, or where it is broken", () => {
    assert.throws(() => read("name,phone\nJane,677123456", {}), /there is no amount/);
    assert.throws(() => read("amount\n5", {}), /there is no phone/);
    assert.throws(() => read("", {}), /there is no amount, no phone/);
    assert.throws(() => read('phone,amount\n"677,5', {}), /not valid CSV/);
  });

  it("is refused where a line is longer, or has more columns, than anybody's", () => {
    const wide = (columns: number) => `phone,amount${",x".repeat(columns - 2)}`;
    assert.doesNotThrow(() => read(`${wide(COLUMNS_MAX)}\n677123456,100`, {}));
    const one = wide(COLUMNS_MAX + 1);
    assert.throws(() => read(`${one}\n677123456,100`, {}), { kind: "bad_request", message: /more than 200 columns/ });
    const tall = `phone,amount${",x".repeat(COLUMNS_MAX - 2)}\r\n${`"6\n7",5${",".repeat(COLUMNS_MAX - 2)}\r\n`.repeat(3)}`;
    assert.doesNotThrow(() => read(tall, {}));
    for (const hidden of [
      `a\n${",\r".repeat(COLUMNS_MAX)}`,
      `a\r\n${",\n".repeat(COLUMNS_MAX)}`,
      `"\n"${',"\n"'.repeat(COLUMNS_MAX)}`,
    ]) {
      assert.throws(() => read(hidden, {}), { kind: "bad_request", message: /more than 200 columns/ });
    }
    for (const text of [
      ",".repeat(LINE_MAX),
      `phone,amount\n${"x".repeat(LINE_MAX + 2)}`,
      ";".repeat(LINE_MAX * 100),
    ]) {
      assert.throws(() => read(text, {}), {
        kind: "bad_request",
        message: /more than (100,000 characters|200 columns)/,
      });
    }
    assert.doesNotThrow(() => read(`phone,amount\n677123456,100\n${",\n".repeat(1_000_000)}`, {}));
    assert.throws(() => read(`phone,amount\n${",\n".repeat(1_048_576)}`, {}), { message: /more than 1,048,576 lines/ });
  });
});
