import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "#db/tx.ts";
import type { Environment } from "#kernel/scope.ts";
import { disallowAddress } from "#resources/addresses/allow.ts";
import { linkMerchants, READ_ONLY_GRANT } from "#resources/merchants/merchant-links.ts";
import type { LinkGrant } from "#resources/merchants/store.ts";
import { FULL_LINK_GRANT } from "#testing/link-grants.ts";
import { transfer_order } from "#testing/orders.ts";
import { startTestWorld, type TestMerchant } from "#testing/world.ts";

const world = await startTestWorld();

/** An agent and a merchant linked to it. */
async function linked(grant: LinkGrant, environment: Environment = "test") {
  const [agent, merchant] = [
    await world.merchant({ environment }),
    await world.merchant({ environment, balance: 10_000n }),
  ];
  await world.db.engine((tx) => linkMerchants(tx, agent.id, merchant.id, grant, "test"));
  const act = (method: string, path: string, body?: unknown) =>
    agent.send(method, path, body, { "x-sync": merchant.id });
  return { agent, merchant, act };
}

async function closeList({ id, environment }: TestMerchant): Promise<void> {
  const scope = { merchant: id, environment };
  for (const range of ["0.0.0.0/0", "::/0"]) await world.db.engine((tx) => disallowAddress(tx, scope, range, "test"));
}

describe("a merchant link", () => {
  it("that grants reading alone allows no write", async () => {
    const { merchant, act } = await linked(READ_ONLY_GRANT);
    assert.equal((await act("GET", "/transfers")).status, 200);
    const refused = await act("POST", "/transfers", transfer_order);
    assert.deepEqual([refused.status, refused.body.reason], [403, "link_right_missing"]);
    assert.equal((await act("POST", "/customers", { name: "C", email: "c@example.cm" })).status, 403);
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
  });

  it("grants only the rights it names", async () => {
    const { act } = await linked({ rights: ["customers:write"], environments: ["test"] });
    assert.equal((await act("POST", "/customers", { name: "C", email: "c@example.cm" })).status, 201);
    assert.equal((await act("GET", "/customers")).status, 403);
    assert.equal((await act("GET", "/channels")).status, 200);
  });

  it("grants only the environments it names", async () => {
    const { act } = await linked({ ...FULL_LINK_GRANT, environments: ["test"] }, "live");
    const refused = await act("GET", "/payments");
    assert.deepEqual([refused.status, refused.body.reason], [404, "linked_merchant_not_found"]);
  });

  it("applies a changed grant within a second, with an audit log entry for both merchants", async () => {
    const { agent, merchant, act } = await linked(READ_ONLY_GRANT);
    assert.equal((await act("GET", "/payments")).status, 200);
    const grant = { rights: ["balance:read"], environments: ["test"] } as const;
    await world.db.engine((tx) => linkMerchants(tx, agent.id, merchant.id, grant, "test"));
    while ((await act("GET", "/payments")).status !== 403) await nextTurn();
    const logged = (of: TestMerchant) =>
      `select action from audit_log where merchant = '${of.id}' and action in ('merchant.connected', 'agent.allowed')`;
    assert.deepEqual(
      (await world.rows(logged(agent))).map(({ action }) => action),
      ["merchant.connected", "merchant.connected"],
    );
    assert.deepEqual(
      (await world.rows(logged(merchant))).map(({ action }) => action),
      ["agent.allowed", "agent.allowed"],
    );
  });

  it("uses the allow list of the merchant whose money moves, not the caller's", async () => {
    const { agent, merchant, act } = await linked(FULL_LINK_GRANT);
    await closeList(merchant);
    while ((await act("POST", "/transfers", transfer_order)).status !== 403) await nextTurn();
    assert.equal((await agent.post("/transfers", { ...transfer_order, amount: 0 })).status, 400);

    const other = await linked(FULL_LINK_GRANT);
    await closeList(other.agent);
    while ((await other.agent.post("/transfers", transfer_order)).status !== 403) await nextTurn();
    assert.equal((await other.act("POST", "/transfers", transfer_order)).status, 201);
  });

  it("counts against the rate limit of the merchant whose money moves", async () => {
    const { merchant, act } = await linked(READ_ONLY_GRANT);
    await world.db.engine((tx) => tx.run(sql`update merchants set rate_limit = 3 where id = ${merchant.id}`));
    const answers = await Promise.all(Array.from({ length: 9 }, () => act("GET", "/payments")));
    const limits = new Set(answers.map(({ headers }) => headers.get("x-ratelimit-limit")));
    assert.deepEqual([...limits], ["3"]);
    assert.ok(answers.filter(({ status }) => status === 429).length >= 3);
    assert.equal((await merchant.get("/payments")).status, 200);
  });
});
