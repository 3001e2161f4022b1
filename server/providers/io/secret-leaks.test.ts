import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { connectFakeNetworks } from "#testing/fake-networks.ts";
import { startTestWorld } from "#testing/world.ts";

// The test uses unique secrets and numbers, and searches for them in everything the service wrote.

const world = await startTestWorld({ environment: { KOLO_PROVIDER_TIMEOUT_MS: "300" } });
const operators = await connectFakeNetworks(world);
const PHONES = { mtn: "677918273", orange: "699645372" };

function secrets(): readonly string[] {
  const { mtn, orange } = operators;
  const setting_names = [
    "collection_subscription_key",
    "collection_key",
    "disbursement_subscription_key",
    "disbursement_key",
  ];
  const plain = [
    ...setting_names.map((name) => mtn.settings[name] ?? ""),
    ...["consumer_secret", "api_user", "api_password"].map((name) => orange.settings[name] ?? ""),
  ];
  assert.ok(plain.every((secret) => secret.length >= 10));
  const pairs = [
    `${mtn.settings.collection_user}:${mtn.settings.collection_key}`,
    `${mtn.settings.disbursement_user}:${mtn.settings.disbursement_key}`,
    `${orange.settings.consumer_key}:${orange.settings.consumer_secret}`,
    `${orange.settings.api_user}:${orange.settings.api_password}`,
  ];
  return [...plain, ...pairs.map((pair) => Buffer.from(pair).toString("base64"))];
}

/** Every row of every table, as text, by table. */
async function everythingStored(): Promise<ReadonlyMap<string, string>> {
  const tables = await world.rows("select tablename from pg_tables where schemaname = 'public'");
  const texts = new Map<string, string>();
  for (const { tablename } of tables) {
    const readable = await world.rows(`select has_table_privilege('kolo_engine', '${tablename}', 'select') as yes`);
    if (!readable[0]?.yes) continue;
    const rows = await world.rows(`select row_to_json(t)::text as text from ${tablename} t`);
    texts.set(String(tablename), rows.map((row) => String(row.text)).join("\n"));
  }
  return texts;
}

describe("secrets, PINs and whole numbers", () => {
  it("are absent from the log, and in the database only in their own columns, after every kind of fault", async () => {
    const merchant = await world.merchant({ environment: "live", balance: 1_000_000n });
    const shown: string[] = [];
    const faults = ["lost_before", "lost_after", "error_after", "page", "unauthorized", "too_many", "slow"] as const;
    for (const [provider, phone] of [
      ["mtn", PHONES.mtn],
      ["orange", PHONES.orange],
    ] as const) {
      const { book } = operators[provider];
      book.setFate(provider === "mtn" ? `237${phone}` : phone, { notices: "twice" });
      book.addFaults("create", faults);
      book.addFaults("ask", ["error_before", "page", "unauthorized"]);
      book.addFaults("token", ["error_before", "unauthorized"]);
      for (let one = 0; one < faults.length + 2; one += 1) {
        const person = { name: "Jane", phone };
        const description = `call +237${phone} or 237${phone}`;
        await merchant.post("/transfers", {
          ...{ amount: 100, currency: "XAF", channel: `cm.${provider}`, reference: `${provider}-${one}`, description },
          ...{ beneficiary_data: person, ...(one % 3 === 0 ? { expect_name: "Jane Mballa" } : {}) },
        });
      }
      await merchant.post("/payments", { amount: 900, currency: "XAF", phone, reference: `pay-${provider}` });
      await merchant.post(`/payments/pay-${provider}`, { channel: `cm.${provider}`, phone });
      await merchant.post("/transfers/lookup", { channel: `cm.${provider}`, phone });
    }
    for (let round = 0; round < 30; round += 1) {
      await world.waitUntilIdle();
      operators.advance(round < 10 ? 20_000 : 400_000);
    }
    for (const [provider] of Object.entries(PHONES)) {
      shown.push((await merchant.get(`/transfers/${provider}-1/timeline`)).text);
      shown.push((await merchant.get(`/payments/pay-${provider}/timeline`)).text);
    }
    const log = world.log.join("\n");
    const stored = await everythingStored();
    assert.ok((stored.get("provider_calls") ?? "").length > 10_000, "the search covers stored data");
    assert.ok(log.length > 1_000);
    for (const secret of secrets()) {
      assert.ok(!log.includes(secret), `a secret in the log: ${secret}`);
      for (const [table, text] of stored) assert.ok(!text.includes(secret), `a secret in ${table}`);
      for (const text of shown) assert.ok(!text.includes(secret), "a secret in a timeline");
    }
    // A field may be named `pin`, but its value must not appear anywhere.
    const pin = new RegExp(`"pin":"(?!…")|["' :]${operators.orange.settings.pin}["' ,]`, "i");
    for (const text of [log, stored.get("provider_calls") ?? "", ...shown]) assert.doesNotMatch(text, pin);
    for (const phone of Object.values(PHONES)) {
      assert.ok(!log.includes(phone), "a number in the log");
      assert.ok(!(stored.get("provider_calls") ?? "").includes(phone), "a phone number in a logged provider call");
      assert.ok(!(stored.get("reviews") ?? "").includes(phone), "a number in the review queue");
    }
  });

  it("of webhooks and banks are absent from the stored answers that contained them", async () => {
    const merchant = await world.merchant();
    const keyed = (name: string) => ({ "idempotency-key": name });
    const account_number = "10005000010123456789012";
    const account = { account_number, bank_code: "10005", country: "CM", currency: "XAF", type: "bank_account" };
    const target = { url: "https://shop.example.cm/", events: ["beneficiary.created", "beneficiary.updated"] };
    const hook = await merchant.post("/webhooks", target, keyed("hook"));
    const rotated = await merchant.post(`/webhooks/${hook.body.data.id}/rotate`, {}, keyed("rotate"));
    const person = await merchant.post("/beneficiaries", { name: "Jane", ...account }, keyed("person"));
    const path = `/recipients/${person.body.beneficiary.id}`;
    assert.equal((await merchant.send("PUT", path, { name: "Janet" }, keyed("again"))).status, 200);
    await merchant.post(
      "/transfers",
      {
        ...{ amount: 100, currency: "XAF", channel: "cm.bank", reference: "to-bank" },
        beneficiary_data: { name: "Jane", ...account },
      },
      keyed("pay"),
    );
    await world.waitUntilIdle();
    const stored = await everythingStored();
    assert.ok((stored.get("idempotency_keys") ?? "").length > 1_000, "the search covers stored data");
    for (const secret of [hook.body.data.secret, rotated.body.data.secret, account_number]) {
      assert.ok(secret.length > 20);
      assert.ok(!world.log.join("\n").includes(secret), "a secret in the log");
      for (const [table, text] of stored) {
        // A stored webhook body contains the beneficiary as the API returns it, with its account number.
        if (table === "events" && secret === account_number) continue;
        assert.ok(!text.includes(secret), `a secret in ${table}`);
      }
    }
  });

  it("are found by this search in their own columns", async () => {
    const stored = await everythingStored();
    assert.ok((stored.get("attempts") ?? "").includes(PHONES.mtn));
    assert.ok((stored.get("provider_accounts") ?? "").includes(operators.mtn.settings.disbursement_user ?? "?"));
  });
});
