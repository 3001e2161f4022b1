import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { KeyRight } from "#kernel/rights.ts";
import { createKey } from "#resources/keys/create.ts";
import { linkMerchants } from "#resources/merchants/merchant-links.ts";
import { FULL_LINK_GRANT } from "#testing/link-grants.ts";
import { transfer_order } from "#testing/orders.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld();

async function aGrant({ merchant, environment }: TestMerchant, rights: readonly KeyRight[] | null): Promise<string> {
  const key_input = {
    scope: { merchant, environment },
    kind: "private",
    name: "narrow",
    expires_at: null,
    rights,
  } as const;
  return (await world.db.engine((tx) => createKey(tx, key_input, "test"))).text;
}

const lacking = (right: string) => ({ code: 403, reason: "right_missing", reason_params: { right } });

// The resource of each first path segment. Paths below it with another resource are listed in full.
const NOUNS: Readonly<Record<string, string>> = {
  payments: "payments",
  "payment-links": "payment_links",
  refunds: "refunds",
  customers: "customers",
  transfers: "transfers",
  "bulk-transfers": "transfers",
  schedules: "transfers",
  holidays: "transfers",
  beneficiaries: "beneficiaries",
  balance: "balance",
  limits: "balance",
  corrections: "balance",
  withdrawals: "withdrawals",
  "withdrawal-accounts": "withdrawals",
  "withdrawal-rules": "withdrawals",
  webhooks: "webhooks",
  events: "events",
};
const OPEN = ["/channels", "/countries", "/currencies", "/banks"];

describe("the rights of a private key", () => {
  it("each operation needs its resource's right: read for GET, else write; the catalogue needs none", () => {
    for (const { method, path, right } of world.app.routes) {
      const noun = path === "/customers/{id}/payments" ? "payments" : NOUNS[path.split("/")[1] ?? ""];
      const required_rights = OPEN.includes(path) ? "any" : `${noun}:${method === "GET" ? "read" : "write"}`;
      assert.equal(right, required_rights, `${method} ${path}`);
    }
  });

  it("403: other operations are refused and write nothing; permitted ones still work", async () => {
    const merchant = await world.merchant({ balance: 10_000n });
    const reader = { "x-grant": await aGrant(merchant, ["transfers:read", "balance:read"]) };
    assert.equal((await merchant.send("GET", "/transfers", undefined, reader)).status, 200);
    const key = { "idempotency-key": "one" };
    const refused = await merchant.post("/transfers", transfer_order, { ...reader, ...key });
    assert.partialDeepStrictEqual(refused.body, lacking("transfers:write"));
    assert.equal((await merchant.get("/transfers")).body.totals, 0);
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
    const stored = await world.rows(`select from idempotency_keys where merchant = '${merchant.id}'`);
    assert.equal(stored.length, 0);
    const sender = { "x-grant": await aGrant(merchant, ["transfers:write"]) };
    assert.equal((await merchant.post("/transfers", transfer_order, { ...sender, ...key })).status, 201);
    const lookup = await merchant.send("GET", "/transfers", undefined, sender);
    assert.partialDeepStrictEqual(lookup.body, lacking("transfers:read"));
  });

  it("a stored answer of an Idempotency-Key is not returned to a key without the right", async () => {
    const merchant = await world.merchant();
    const key = { "idempotency-key": "hook" };
    const target = { url: "https://shop.example.cm/", events: ["transfer.failed"] };
    const made = await merchant.post("/webhooks", target, key);
    const narrow = await aGrant(merchant, ["webhooks:read"]);
    const refused = await merchant.post("/webhooks", target, { ...key, "x-grant": narrow });
    assert.partialDeepStrictEqual(refused.body, lacking("webhooks:write"));
    assert.equal(refused.headers.get("idempotent-replayed"), null);
    assert.equal((await merchant.post("/webhooks", target, key)).text, made.text);
  });

  it("are checked after authentication, and before X-Sync", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const narrow = await aGrant(merchant, ["balance:read"]);
    const wrong = await merchant.send("GET", "/transfers", undefined, { authorization: "x", "x-grant": narrow });
    assert.equal(wrong.status, 401);
    const foreign = await other.send("GET", "/transfers", undefined, { "x-grant": narrow });
    assert.deepEqual([foreign.status, foreign.body.reason], [403, "grant_invalid"]);
    const nobody = await merchant.send("GET", "/transfers", undefined, { "x-grant": narrow, "x-sync": other.id });
    assert.partialDeepStrictEqual(nobody.body, lacking("transfers:read"));
    const unknown = await merchant.send("GET", "/balance", undefined, { "x-grant": narrow, "x-sync": other.id });
    assert.equal(unknown.body.reason, "linked_merchant_not_found");
  });

  it("also apply to a linked merchant", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    await world.db.engine((tx) => linkMerchants(tx, merchant.id, other.id, FULL_LINK_GRANT, "test"));
    const as_other = { "x-grant": await aGrant(merchant, ["balance:read"]), "x-sync": other.id };
    assert.equal((await merchant.send("GET", "/balance", undefined, as_other)).status, 200);
    assert.equal((await merchant.send("GET", "/transfers", undefined, as_other)).status, 403);
  });

  it("also apply if the public key suffices; a text that is not the pair's key is then ignored", async () => {
    const merchant = await world.merchant();
    const narrow = await aGrant(merchant, ["transfers:read"]);
    const customers = (grant: string) => merchant.send("GET", "/customers", undefined, { "x-grant": grant });
    for (const grant of ["", "wrong", merchant.private_key, await aGrant(merchant, ["customers:read"])]) {
      assert.equal((await customers(grant)).status, 200);
    }
    assert.partialDeepStrictEqual((await customers(narrow)).body, lacking("customers:read"));
    assert.equal((await merchant.send("GET", "/channels", undefined, { "x-grant": narrow })).status, 200);
  });

  it("a refusal is in the merchant's request log", async () => {
    const merchant = await world.merchant();
    const narrow = await aGrant(merchant, ["balance:read"]);
    const refused = await merchant.send("GET", "/transfers", undefined, { "x-grant": narrow });
    const logged = () => world.rows(`select status, message from request_log where merchant = '${merchant.id}'`);
    while ((await logged()).length < 1) await sleep(50);
    assert.deepEqual(await logged(), [{ status: 403, message: refused.body.message }]);
  });
});
