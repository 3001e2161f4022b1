import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, it } from "node:test";
import fc from "fast-check";
import pg from "pg";
import { rollUpCounters } from "#server/db/lists/list-counters.ts";
import { indexStaleBuckets } from "#server/db/search/search-indexer.ts";
import { newId } from "#server/kernel/ids.ts";
import { fromMilliseconds, HOUR_MS } from "#server/kernel/time.ts";
import { readRows } from "#server/resources/exports/store.ts";
import { listMerchants } from "#server/resources/platform-operators/store.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { randomRuns } from "#server/testing/random-runs.ts";
import { startTestWorld, type TestMerchant } from "#server/testing/world.ts";

const WITHOUT_HYPHENS = new URL("../server/db/schema/migrations/0141_search_without_hyphens.sql", import.meta.url);
const RUNS = randomRuns(15, 400);
const EVERYTHING = {
  ...{ search: null, status: null, channels: null, active: null, type: null, currency: null, state: null },
  ...{ webhook: null, resource: null, bulk: null, account: null, from: null, until: null },
};
const LISTS = ["customers", "beneficiaries", "payments", "transfers"] as const;

// Matches letters, and pairs of upper and lower case, that an older ICU in PostgreSQL may not have.
const AFTER_UNICODE_10 = /[\p{Script=Georgian}\u1c80-\u1c8f\u2c2f\u2c5f\ua794\ua7ae-\ua7ff]/u;

const world = await startTestWorld();
const client = new pg.Client({ connectionString: world.database_url });
await client.connect();

async function formsOf(texts: readonly string[]): Promise<readonly string[]> {
  const { rows } = await client.query<{ form: string }>(
    "select kolo_search_form(text) as form from unnest($1::text[]) with ordinality as input (text, position) order by position",
    [texts],
  );
  return rows.map(({ form }) => form);
}

async function searchIds(merchant: TestMerchant, list: string, search: string): Promise<readonly string[]> {
  const { body, text } = await merchant.get(`/${list}?limit=100&search=${encodeURIComponent(search)}`);
  assert.equal(body.code, 200, text);
  assert.equal(body.totals, body.items.length);
  return body.items.map((item: { id: string }) => item.id);
}

async function index(): Promise<void> {
  world.db.advanceClock(HOUR_MS / 10);
  while (await world.db.engine(rollUpCounters));
  while (await world.db.engine(indexStaleBuckets));
}

describe("the normal form of a text", () => {
  it("is its spelling without accents", async () => {
    for (const [text, form] of [
      ["Éric", "eric"],
      ["HE\u0301LE\u0300NE", "helene"],
      ["Straße STRAẞE", "strassestrasse"],
      ["Işık İnan", "isikinan"],
      ["ﬁn Œuvre Æsir", "finoeuvreaesir"],
      ["Ðorđe Łódź Søren", "dordelodzsoren"],
      ["Ŋgɔ Ɓɛsɔŋ Ɗanladi", "ngobesondanladi"],
      ["O’Brien O'Brien O´Brien OʼBrien O`Brien", "obrien".repeat(5)],
      ["Jean‑Paul – Fils Jean-Paul", "jeanpaulfilsjeanpaul"],
      ["Mba'Ꞌꞌa−B\u2010C－D", "mbaabcd"],
      ["ΟΔΥΣΣΕΥΣ Ὀδυσσεύς", "οδυσσευσοδυσσευσ"],
      ["ЖАННА Йова", "жаннаиова"],
      ["Ｊａｎｅ ２４", "jane24"],
      ["مُحَمَّد", "محمد"],
      ["A\u200bm\u00ada\u202e \u00a0\t\n\u2003B", "amab"],
    ] as const) {
      assert.deepEqual(await formsOf([text]), [form], text);
    }
  });

  it("is equal for upper and lower case, composed and decomposed, in every alphabet, and idempotent", async () => {
    const letters: string[] = [];
    for (let code = 0x20; code < 0xd800; code += 1) {
      const letter = String.fromCodePoint(code);
      if (/^\p{L}$/u.test(letter) && !AFTER_UNICODE_10.test(letter + letter.toUpperCase() + letter.toLowerCase()))
        letters.push(letter);
    }
    const forms = await formsOf(letters);
    assert.deepEqual(await formsOf(forms), forms);
    for (const form of ["NFC", "NFD", "NFKC", "NFKD"]) {
      assert.deepEqual(await formsOf(letters.map((letter) => letter.normalize(form))), forms, form);
    }
    const [lower, upper] = [
      await formsOf(letters.map((letter) => letter.toLowerCase())),
      await formsOf(letters.map((letter) => letter.toUpperCase())),
    ];
    const others = letters.filter(
      (_, letter_index) => lower[letter_index] !== forms[letter_index] || upper[letter_index] !== forms[letter_index],
    );
    // Exclude letters with a Greek iota below: the iota is a combining mark in lower case, and a separate letter in
    // upper case.
    assert.deepEqual(
      others.filter((letter) => !letter.normalize("NFD").includes("\u0345")),
      [],
    );
  });
});

const letter = fc.constantFrom(
  ...Array.from("abdeghijklmnorstuwyzéèêëàâäîïôöùûüçñşğžčőậếỗỳŒœÆæßøłđŋɓɗɛɔəışİαέσςΣΩжйёЖЁ"),
);
const word = fc.array(letter, { minLength: 3, maxLength: 9 }).map((letters) => letters.join(""));
const name = fc
  .tuple(word, fc.constantFrom(" ", "-", "'", "’"), word, fc.nat({ max: 999 }))
  .map(([first, between, last, number]) => `${first}${between}${last} ${number}`);

/** Different encodings of the same letters that a person may type or paste. */
const SPELLINGS: Readonly<Record<string, (text: string) => string>> = {
  composed: (text) => text.normalize("NFC"),
  decomposed: (text) => text.normalize("NFD"),
  compatible: (text) => text.normalize("NFKD"),
  "without marks": (text) => text.normalize("NFD").replace(/\p{M}/gu, ""),
  capitals: (text) => text.toUpperCase(),
  "small letters": (text) => text.toLowerCase(),
  "capitals without marks": (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toUpperCase(),
  "with spaces": (text) => text.replace(/[-'’ ]/g, " "),
  "with hyphens": (text) => text.replace(/[-'’ ]/g, "-"),
  "in one word": (text) => text.replace(/[-'’ ]/g, ""),
  "with invisible characters": (text) => `\u202a${text}\u202c\u200b`,
};

describe("a search", () => {
  after(() => client.end());

  for (const when of ["at once", "when it is indexed"] as const) {
    it(`finds a person by any part of the name in any spelling, ${when}, and no other merchant's rows`, async () => {
      const [merchant, neighbour] = [await world.merchant(), await world.merchant()];
      const inputs = fc.record({
        name,
        is_stored_composed: fc.boolean(),
        start: fc.nat({ max: 12 }),
        length: fc.integer({ min: 3, max: 8 }),
        spelling: fc.constantFrom(...Object.keys(SPELLINGS)),
      });
      const people = fc.sample(inputs, RUNS).map((person) => ({ ...person, at: fromMilliseconds(Date.now()) }));
      // Rows as an older version may have stored them, created at the same time for two merchants and in both
      // environments.
      const rows = people.map((person) => ({ ...person, id: newId("cus", person.at), other: newId("cus", person.at) }));
      for (const [owner, environment, ids] of [
        [merchant.id, "test", rows.map(({ id }) => id)],
        [neighbour.id, "test", rows.map(({ other }) => other)],
        [merchant.id, "live", rows.map(({ other }) => other)],
      ] as const) {
        await client.query(
          `insert into customers (merchant, environment, id, name, email, created_at, updated_at)
          select $1, $2, id, name, 'a@example.cm', at, at
          from unnest($3::text[], $4::text[], $5::timestamptz[]) as input (id, name, at)`,
          [
            ...[owner, environment, ids],
            rows.map((row) => row.name.normalize(row.is_stored_composed ? "NFC" : "NFD")),
            rows.map(({ at }) => at),
          ],
        );
      }
      if (when === "when it is indexed") await index();
      const own = new Set<string>(rows.map(({ id }) => id));
      for (const { id, name: full, start, length, spelling } of rows) {
        const letters = Array.from(full.normalize("NFC"));
        const begin = Math.min(start, letters.length - length);
        const search = SPELLINGS[spelling]?.(letters.slice(begin, begin + length).join("")) ?? "";
        const ids = await searchIds(merchant, "customers", search);
        assert.ok(ids.includes(id), `${full}: ${search} (${spelling})`);
        assert.ok(ids.every((one) => own.has(one)));
      }
    });

    it(`finds records by name, number, amount, reference and the provider's reference, ${when}`, async () => {
      const merchant = await world.merchant();
      const person = { name: "He\u0301le\u0300ne Éric", phone: "677000000", email: "ÉLODIE@example.cm" };
      const { body: customer } = await merchant.post("/customers", person);
      await merchant.post("/customers", { name: "Paul", email: "paul@example.cm" });
      await merchant.post("/beneficiaries", { ...person, country: "CM", currency: "XAF", type: "mobile_money" });
      const paid = { amount: 15_500, currency: "XAF", reference: "Facture-1", customer: customer.customer.id };
      const payment: string = (await merchant.post("/payments", paid)).body.transaction.id;
      await merchant.post(`/payments/${payment}`, { channel: "cm.mobile", phone: "+237 699 00 00 00" });
      await merchant.post("/payments", { amount: 15_501, currency: "XAF", email: "paul@example.cm" });
      const { body: sent, text } = await merchant.post("/transfers", {
        ...{ ...transfer_order, amount: 2_500, reference: "Paie-7" },
        beneficiary_data: { name: person.name, phone: "677000000" },
      });
      assert.ok(sent.transfer, text);
      const transfer: string = sent.transfer.id;
      const other = { name: "Paul", phone: "699111111" };
      await merchant.post("/transfers", { ...transfer_order, amount: 2_501, beneficiary_data: other });
      await world.waitUntilIdle();
      if (when === "when it is indexed") await index();

      const names = ["Éric", "éric", "ERIC", "Helene", "hélène", "HE\u0301LE\u0300NE", "\u202ahelene\u202c", "elene e"];
      const numbers = [
        ...["677000000", "00237677000000", "+237677000000", "+237 6 77 00 00 00", "(+237) 677-00-00-00"],
        ...["0677000000", "'677000000", "tel:+237677000000", "７７０００", "77 000", "7700"],
      ];
      for (const search of [...names, ...numbers]) {
        for (const list of LISTS)
          assert.equal((await searchIds(merchant, list, search)).length, 1, `${list}: ${search}`);
      }
      for (const search of ["élodie@", "ELODIE@EXAMPLE.CM", "E\u0301lodie"]) {
        for (const list of ["customers", "beneficiaries", "payments"]) {
          assert.equal((await searchIds(merchant, list, search)).length, 1, `${list}: ${search}`);
        }
      }
      const { rows } = await client.query("select provider_id, id, subject from attempts where merchant = $1", [
        merchant.id,
      ]);
      const attemptOf = (subject: string) => rows.find((row) => row.subject === subject) ?? {};
      const amounts = ["15500", "15 500 FCFA", "XAF 15,500", "15\u00a0500", "15.500", "15500.00", "15'500 F"];
      const references = ["facture-1", "FACTURE", "699 000 000", "0000"];
      const ids = [payment, attemptOf(payment).provider_id, attemptOf(payment).id];
      for (const search of [...amounts, ...references, ...ids]) {
        assert.deepEqual(await searchIds(merchant, "payments", search), [payment], search);
      }
      const of_transfer = [transfer, attemptOf(transfer).provider_id, attemptOf(transfer).id];
      for (const search of ["2500", "2 500 F", "2.500", "paie-7", "PAIÉ", ...of_transfer]) {
        assert.deepEqual(await searchIds(merchant, "transfers", search), [transfer], search);
      }
      for (const search of ["550", "5501", "nobody", "trf_00000000000000000000000000", "sbx-00000000"]) {
        assert.deepEqual(await searchIds(merchant, "payments", search), [], search);
      }

      // Lists without a search index, and exports, must return the same rows.
      const ofCustomer = await merchant.get(`/payments?customer=${customer.customer.id}&search=HELENE`);
      assert.deepEqual(
        ofCustomer.body.items.map((item: { id: string }) => item.id),
        [payment],
      );
      const scope = { merchant: merchant.id, environment: "test" } as const;
      for (const [list, id, searches] of [
        ["payments", payment, ["Hélène", "00237677000000", "15 500", attemptOf(payment).provider_id]],
        ["transfers", transfer, ["Hélène", "00237677000000", "2 500", attemptOf(transfer).provider_id]],
      ] as const) {
        for (const search of searches) {
          const filter = { ...EVERYTHING, search };
          const exported = await world.db.read(scope, (tx) =>
            readRows(tx, scope, list, filter, { before: null, limit: 10 }),
          );
          assert.deepEqual(
            exported.map((row) => row.cursor),
            [id],
            search,
          );
        }
      }

      // Finds a payment by the provider's order id, if the merchant has an account at the provider.
      const named = `MP${newId("att", fromMilliseconds(Date.now())).slice(-20).toUpperCase()}.A1`;
      await client.query(`
        insert into provider_accounts (
          id, provider, environment, name, market, collects, pays_out, identity, settings,
          created_at, created_by, updated_at, updated_by
        )
        select 'con_1', 'mtn', 'test', 'mtn-cm', 'CM', true, true, 'x', '{}', now(), 'a', now(), 'a'
        on conflict do nothing`);
      await client.query(
        "update attempts set provider_account = 'con_1', provider_id = $1 || subject where merchant = $2 and subject = any($3)",
        [named, merchant.id, [payment, transfer]],
      );
      assert.deepEqual(await searchIds(merchant, "payments", `${named}${payment}`), [payment]);
      assert.deepEqual(await searchIds(merchant, "transfers", `${named}${transfer}`), [transfer]);
      assert.deepEqual(await searchIds(merchant, "transfers", attemptOf(transfer).id.slice(-20)), [transfer]);
      const stranger = await world.merchant();
      assert.deepEqual(await searchIds(stranger, "payments", `${named}${payment}`), []);
      assert.deepEqual(await searchIds(stranger, "transfers", attemptOf(transfer).id), []);

      // After a payer is renamed, the search finds them by the new name and not by the old one.
      await merchant.send("PUT", `/customers/${customer.customer.id}`, { name: "Zoé", phone: "655000000" });
      for (const again of [false, true]) {
        if (again) await index();
        assert.deepEqual(await searchIds(merchant, "payments", "zoe"), [payment]);
        assert.deepEqual(await searchIds(merchant, "payments", "00237655000000"), [payment]);
        assert.deepEqual(await searchIds(merchant, "payments", "helene"), []);
      }
    });
  }

  it("finds a name with a hyphen from before the upgrade at once, and the indexer stores it without", async () => {
    const merchant = await world.merchant();
    const jean = { name: "Jean-Pierre Mbarga", email: "jp@example.cm" };
    const { id } = (await merchant.post("/customers", jean)).body.customer;
    await index();
    const formOf = async () => (await client.query("select text from search_index where id = $1", [id])).rows[0]?.text;
    const form = await formOf();
    assert.equal(form, "jeanpierrembarga\u001fjp@example.cm");
    await client.query("update search_index set text = 'jean-pierrembarga' where id = $1", [id]);
    assert.deepEqual(await searchIds(merchant, "customers", "jean pierre"), []);
    await client.query("begin");
    await client.query(await readFile(WITHOUT_HYPHENS, "utf8"));
    await client.query("commit");
    assert.deepEqual(await searchIds(merchant, "customers", "jean pierre"), [id]);
    // The service's own indexer may hold the lock: then a turn here does nothing.
    for (let turn = 0; turn < 100 && (await formOf()) !== form; turn += 1) await index();
    assert.equal(await formOf(), form);
    assert.deepEqual(await searchIds(merchant, "customers", "JEAN‑PIERRE"), [id]);
  });

  it("finds a merchant for the platform operator by a name without accents", async () => {
    const merchant = await world.merchant({ name: "Café Éléphant d’Or" });
    const filter = { search: "cafe ELEPHANT d'or", limit: 10, offset: 0 };
    const listed = await world.db.engine((tx) => listMerchants(tx, filter));
    assert.deepEqual(
      listed.map(({ id }) => id),
      [merchant.id],
    );
  });
});

describe("the search of payment links and bulk transfers", () => {
  it("finds a part of the name or the description, whatever its accents, and the whole id, of this merchant only", async () => {
    const [merchant, other] = [await world.merchant({ balance: 10_000n }), await world.merchant()];
    const link = { name: "Cotisation été 2027", amount: 500, currency: "XAF" };
    const { payment_link } = (await merchant.post("/payment-links", link)).body;
    await merchant.post("/payment-links", { ...link, name: "Membership" });
    await other.post("/payment-links", link);
    const bulk = { description: "Paie d’Août", currency: "XAF" };
    const transfers = [{ ...transfer_order, amount: 5 }];
    const { bulk_transfer } = (await merchant.post("/transfers/bulk", { ...bulk, transfers })).body;
    assert.deepEqual(await searchIds(merchant, "payment-links", "ETE"), [payment_link.id]);
    assert.deepEqual(await searchIds(merchant, "payment-links", payment_link.id), [payment_link.id]);
    assert.deepEqual(await searchIds(other, "payment-links", payment_link.id), []);
    assert.deepEqual(await searchIds(merchant, "bulk-transfers", "paie daout"), [bulk_transfer.id]);
    assert.deepEqual(await searchIds(merchant, "bulk-transfers", bulk_transfer.id), [bulk_transfer.id]);
    assert.deepEqual(await searchIds(other, "bulk-transfers", "paie daout"), []);
  });
});
