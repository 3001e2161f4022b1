import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { setGrantRequired } from "#resources/keys/require-grant.ts";
import { linkMerchants } from "#resources/merchants/merchant-links.ts";
import { FULL_LINK_GRANT } from "#testing/link-grants.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld();
const ALONE = { "x-grant": "" };

function set({ merchant, environment }: TestMerchant, is_required: boolean): Promise<unknown> {
  return world.db.engine((tx) => setGrantRequired(tx, { merchant, environment }, is_required, "test"));
}

/** Sets it, and waits until every server knows it. */
async function require(merchant: TestMerchant, is_required: boolean): Promise<void> {
  await set(merchant, is_required);
  await sleep(1_000);
}

describe("a private key required for every operation", () => {
  it("403: refuses the public key alone within a second on every server; switched off, admits it again", async () => {
    const second = await startTestWorld({ database_url: world.database_url, works: false });
    const merchant = await world.merchant();
    const open = world.app.routes.filter(({ access, path }) => access === "public" && !path.includes("{"));
    assert.ok(open.length >= 8, `${open.length} operations`);
    const body = { name: "C", email: "c@example.cm" };
    for (const is_required of [false, true, false]) {
      await require(merchant, is_required);
      for (const on of [merchant, second.withExplicitHeaders(merchant)]) {
        for (const { method, path } of open) {
          const alone = await on.send(method, path, method === "POST" ? body : undefined, ALONE);
          assert.equal(alone.status === 403, is_required, `${method} ${path}: ${alone.text}`);
          if (is_required) assert.equal(alone.body.reason, "grant_required");
        }
        const wrong = await on.send("GET", "/customers", undefined, { "x-grant": "wrong" });
        assert.deepEqual([wrong.status, wrong.body.reason], is_required ? [403, "grant_invalid"] : [200, undefined]);
        assert.equal((await on.get("/customers")).status, 200);
      }
    }
    const customers = (await merchant.get("/customers")).body.totals;
    assert.equal(customers, 4, "those of before and after, by both servers");
  });

  it("applies to one merchant and one environment", async () => {
    const [merchant, other] = [await world.merchant(), await world.merchant()];
    const live = await world.inEnvironment(merchant, "live");
    await require(merchant, true);
    for (const one of [other, live]) assert.equal((await one.send("GET", "/customers", undefined, ALONE)).status, 200);
  });

  it("also applies to linked merchants that use X-Sync", async () => {
    const [merchant, agent] = [await world.merchant(), await world.merchant()];
    await require(merchant, true);
    const for_it = { "x-sync": merchant.id };
    assert.equal((await agent.send("GET", "/customers", undefined, { ...for_it, ...ALONE })).status, 404);
    await world.db.engine((tx) => linkMerchants(tx, agent.id, merchant.id, FULL_LINK_GRANT, "test"));
    await sleep(1_000);
    const alone = await agent.send("GET", "/customers", undefined, { ...for_it, ...ALONE });
    assert.equal(alone.body.reason, "grant_required");
    assert.equal((await agent.send("GET", "/customers", undefined, for_it)).status, 200);
    assert.equal((await agent.send("GET", "/customers", undefined, ALONE)).status, 200);
  });

  it("does not affect payers on the hosted page", async () => {
    const merchant = await world.merchant();
    await require(merchant, true);
    const responses = { amount: 500, currency: "XAF", phone: "677123456" };
    assert.equal((await merchant.send("POST", "/payments", responses, ALONE)).body.reason, "grant_required");
    const { authorization_url } = (await merchant.post("/payments", responses)).body;
    const page = new URL(authorization_url).pathname;
    assert.equal((await fetch(`${world.url}${page}`)).status, 200);
  });

  it("has one audit log entry per change", async () => {
    const merchant = await world.merchant();
    for (const is_required of [false, true, true, false]) await set(merchant, is_required);
    const audit_log = await world.rows(
      `select after from audit_log where merchant = '${merchant.id}' and action = 'key_rule.set' order by number`,
    );
    assert.deepEqual(audit_log, [{ after: { is_grant_required: true } }, { after: { is_grant_required: false } }]);
  });
});
