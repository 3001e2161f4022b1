import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createKey } from "#resources/keys/create.ts";
import { restrictKey } from "#resources/keys/restrict.ts";
import { revokeKey } from "#resources/keys/revoke.ts";
import { transfer_order } from "#testing/orders.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

const environment = { KOLO_TRUSTED_PROXIES: "127.0.0.1/32" };
const world = await startTestWorld({ environment });

async function aKey({ merchant, environment }: TestMerchant, addresses: readonly string[] | null) {
  const key_input = { scope: { merchant, environment }, kind: "private", name: "office", expires_at: null } as const;
  return world.db.engine((tx) => createKey(tx, { ...key_input, addresses }, "test"));
}

const from = (address: string, grant: string) => ({ "x-forwarded-for": address, "x-grant": grant });

describe("the allow list of a private key", () => {
  it("403: refuses every operation with the key from other addresses, and writes nothing", async () => {
    const merchant = await world.merchant();
    const { text } = await aKey(merchant, ["203.0.113.0/24", "2001:db8::/32"]);
    for (const path of ["/balance", "/transfers", "/customers", "/channels"]) {
      for (const [address, status] of [
        ["203.0.113.9", 200],
        ["::ffff:203.0.113.9", 200],
        ["2001:db8:1::7", 200],
        ["203.0.114.9", 403],
        ["2001:db9::7", 403],
      ] as const) {
        const answer = await merchant.send("GET", path, undefined, from(address, text));
        assert.equal(answer.status, status, `${path} from ${address}`);
        if (status === 403) assert.equal(answer.body.reason, "grant_ip_not_allowed");
      }
    }
    const refused = await merchant.post("/transfers", transfer_order, {
      ...from("198.51.100.1", text),
      "idempotency-key": "one",
    });
    assert.deepEqual([refused.status, refused.body.reason], [403, "grant_ip_not_allowed"]);
    const stored = await world.rows(`select from idempotency_keys where merchant = '${merchant.id}'`);
    assert.deepEqual([stored.length, (await merchant.get("/transfers")).body.totals], [0, 0]);
  });

  it("does not restrict another key of the merchant", async () => {
    const merchant = await world.merchant();
    await aKey(merchant, ["203.0.113.0/24"]);
    const answer = await merchant.send("GET", "/balance", undefined, from("198.51.100.1", merchant.private_key));
    assert.equal(answer.status, 200);
  });

  it("applies in addition to the merchant's list: a transfer needs both", async () => {
    // The merchant's list contains only this machine's address.
    const merchant = await world.merchant({ environment: "live", balance: 1_000n });
    const { text } = await aKey(merchant, ["127.0.0.1", "203.0.113.0/24"]);
    const unlisted = await merchant.post("/transfers", transfer_order, from("203.0.113.9", text));
    assert.deepEqual([unlisted.status, unlisted.body.reason], [403, "ip_not_allowed"]);
    const { text: other } = await aKey(merchant, ["203.0.113.0/24"]);
    const refused = await merchant.post("/transfers", transfer_order, { "x-grant": other });
    assert.equal(refused.body.reason, "grant_ip_not_allowed");
    const both = await merchant.post("/transfers", transfer_order, { "x-grant": text });
    assert.notEqual(both.status, 403, both.text);
  });

  it("is checked after X-Sync, as the merchant's list is", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const { text } = await aKey(merchant, ["203.0.113.0/24"]);
    const unknown = { "x-sync": other.id, ...from("198.51.100.1", text) };
    assert.equal((await merchant.send("GET", "/balance", undefined, unknown)).status, 404);
  });

  it("takes effect within a second on every server, and each change has one audit log entry", async () => {
    const second = await startTestWorld({ database_url: world.database_url, works: false, environment });
    const merchant = await world.merchant();
    const { key, text } = await aKey(merchant, null);
    const responses = async (path: string) => {
      const servers = [merchant, second.withExplicitHeaders(merchant)];
      const answers = servers.map((one) => one.send("GET", path, undefined, from("203.0.113.9", text)));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const change = async (restriction: Parameters<typeof restrictKey>[2]) => {
      await world.db.engine((tx) => restrictKey(tx, key.id, restriction, "test"));
      await sleep(1_000);
    };
    assert.deepEqual(await responses("/balance"), [200, 200]);
    await change({ addresses: ["198.51.100.0/24"] });
    assert.deepEqual(await responses("/balance"), [403, 403]);
    await change({ addresses: null, rights: ["transfers:read"] });
    assert.deepEqual(
      [await responses("/balance"), await responses("/transfers")],
      [
        [403, 403],
        [200, 200],
      ],
    );
    await change({ rights: null });
    assert.deepEqual(await responses("/balance"), [200, 200]);
    await world.db.engine((tx) => restrictKey(tx, key.id, { rights: null }, "test"));

    const audit_log = await world.rows(
      `select before, after from audit_log where merchant = '${merchant.id}' and action = 'key.restricted' order by number`,
    );
    assert.deepEqual(audit_log, [
      {
        before: { rights: null, addresses: null, origins: null },
        after: { rights: null, addresses: ["198.51.100.0/24"], origins: null },
      },
      {
        before: { rights: null, addresses: ["198.51.100.0/24"], origins: null },
        after: { rights: ["transfers:read"], addresses: null, origins: null },
      },
      {
        before: { rights: ["transfers:read"], addresses: null, origins: null },
        after: { rights: null, addresses: null, origins: null },
      },
    ]);
    await world.db.engine((tx) => revokeKey(tx, key.id, "test"));
    await assert.rejects(
      world.db.engine((tx) => restrictKey(tx, key.id, { rights: ["balance:read"] }, "test")),
      { kind: "conflict" },
    );
  });
});
