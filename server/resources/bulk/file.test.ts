import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ServiceError } from "#kernel/errors.ts";
import type { FieldReason } from "#kernel/field-reasons.ts";
import type { ReasonParams } from "#kernel/reason-params.ts";
import { type BulkFileDefaults, parseBulkFile } from "./file.ts";

const read = (text: string, terms: BulkFileDefaults = {}) => parseBulkFile(Buffer.from(text), terms);
const refused = (text: string, reason: FieldReason, params: ReasonParams) =>
  assert.rejects(read(text), (error) => {
    assert.ok(error instanceof ServiceError && error.kind === "bad_request");
    const [file_error] = error.fields?.file ?? [];
    assert.deepEqual([file_error?.reason, file_error?.params], [reason, params]);
    assert.ok((file_error?.message.length ?? 0) < 300);
    return true;
  });
const jane = { name: "Jane Mballa", phone: "677123456" };
const not_scheduled = { scheduled_at: undefined, reserve_funds: undefined, allow_duplicate: undefined };

describe("a file of payees", () => {
  it("is read with any separator, byte order mark and line ends that spreadsheets write", async () => {
    const expected = {
      ...{ currency: "XAF", description: undefined, ...not_scheduled },
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
      assert.deepEqual(await read(text, { currency: "XAF" }), expected);
    }
  });

  it("is refused with a column that asks for what Kolo does not do, and keeps a column of the currency", async () => {
    for (const heading of ["scheduled_at", "Send date", "source account", "split"]) {
      await refused(`name,phone,amount,${heading}\nA,677123456,5,\nB,677123457,5,x\n`, "file_column_unsupported", {
        headings: [`4 (${heading})`],
      });
      await read(`name,phone,amount,${heading},note\nA,677123456,5,,x\n`);
    }
    for (const heading of ["currency", "Devise"]) {
      const { transfers } = Object(
        await read(`name,phone,amount,${heading}\nA,677123456,5,EUR\n`, { currency: "XAF" }),
      );
      assert.equal(transfers[0].currency, "EUR");
    }
  });

  it("keeps another currency behind an amount, which the bulk refuses", async () => {
    for (const [text, currency, amount] of [
      ["500 FCFA", "XAF", "500"],
      ["500 xaf", "XAF", "500"],
      ["500 F", "XOF", "500"],
      ["500 XOF", "XAF", "500XOF"],
      ["500 FCFA", "EUR", "500FCFA"],
      ["500 EUR", "XAF", "500EUR"],
      ["5,00 EUR", "EUR", "5,00"],
      ["500 EUR", "EUR", "500"],
    ] as const) {
      const { transfers } = Object(await read(`phone;amount\n677123456;${text}\n`, { currency }));
      assert.equal(transfers[0].amount, amount, text);
    }
  });

  it("may name stored beneficiaries, and a channel for all rows", async () => {
    assert.deepEqual(await read("beneficiary,amount\nben_1,10\n", { currency: "XAF", channel: "cm.orange" }), {
      ...{ currency: "XAF", description: undefined, ...not_scheduled },
      transfers: [{ channel: "cm.orange", amount: "10", beneficiary: "ben_1" }],
    });
  });

  it("is read in UTF-8 and in Windows-1252, as Excel saves it", async () => {
    const text = "Téléphone;Nom;Montant;Motif\r\n677123456;André;100;L’œuvre à 5 €\r\n";
    const windows = Buffer.from(text.replace("’", "\x92").replace("œ", "\x9c").replace("€", "\x80"), "latin1");
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), windows]) {
      assert.deepEqual(await parseBulkFile(bytes, { currency: "XAF" }), await read(text, { currency: "XAF" }));
    }
    assert.deepEqual(await parseBulkFile(windows, {}), {
      ...{ currency: undefined, description: undefined, ...not_scheduled },
      transfers: [
        {
          ...{ channel: "cm.mobile", amount: "100", description: "L’œuvre à 5 €" },
          beneficiary_data: { name: "André", phone: "677123456" },
        },
      ],
    });
  });

  it("may have empty lines and Excel's `sep=` before its heading", async () => {
    const rows = "nom;phone;amount\r\nA, B;677123456;100\r\n";
    const expected = await read(rows, {});
    for (const before of ["\r\n", " \n\n", "sep=;\r\n", "\ufeffsep=;\n\n", '"sep=;"\r\n', ";;\r\n"]) {
      assert.deepEqual(await read(`${before}${rows}`, {}), expected, before);
    }
    assert.deepEqual(await read("sep=|\nnom|phone|amount\nA, B|677123456|100", {}), expected);
  });

  it("refuses an amount whose separators could mean thousands or a fraction", async () => {
    for (const [cell, amount] of [
      ["75.000", "75,000"],
      ["75,000", "75,000"],
      ["7.5", "7,5"],
      ["1.234.567", "1,234,567"],
      ["75000.00", "75000"],
      ["75000,0", "75000"],
      ["abc", "abc"],
    ] as const) {
      const body = await read(`phone;amount\n677123456;${cell}`, {});
      assert.deepEqual(body, {
        ...{ currency: undefined, description: undefined, ...not_scheduled },
        transfers: [{ channel: "cm.mobile", amount, beneficiary_data: { phone: "677123456" } }],
      });
    }
  });

  it("is refused when two columns have the same meaning, with both columns named", async () => {
    await refused(
      "name,phone,amount,phone,amount,reference\nB,677123456,100,699000111,200,r",
      "file_columns_repeated",
      { columns: ["amount", "phone"], headings: ["3 (amount)", "5 (amount)", "2 (phone)", "4 (phone)"] },
    );
    await refused("nom;phone;amount;Numéro;Tél.\nB;677123456;100;699000111;1", "file_columns_repeated", {
      columns: ["phone"],
      headings: ["2 (phone)", "4 (Numéro)", "5 (Tél.)"],
    });
    await refused(`amount${",phone".repeat(199)}\n1`, "file_columns_repeated", {
      columns: ["phone"],
      headings: ["2 (phone)", "3 (phone)", "4 (phone)", "5 (phone)", "6 (phone)"],
    });
    // Columns that stand for no field may repeat.
    await read("phone,amount,,,age,age\n677123456,100,a,b,c,d");
  });

  it("is refused with the missing columns of its first line", async () => {
    await refused("name,phone\nJane,677123456", "file_columns_missing", { columns: ["amount"] });
    await refused("amount\n5", "file_columns_missing", { columns: ["phone"] });
    await refused("", "file_columns_missing", { columns: ["amount", "phone"] });
  });
});
