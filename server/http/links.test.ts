import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "#db/tx.ts";
import type { Environment } from "#kernel/scope.ts";
import { forbidAddress } from "#resources/addresses/allow.ts";
import { connectMerchants, READING } from "#resources/merchants/connect.ts";
import type { LinkGrant } from "#resources/merchants/store.ts";
import { EVERYTHING } from "#testing/merchants.ts";
import { order } from "#testing/orders.ts";
import { aWorld, type TestMerchant } from "#testing/world.ts";

const world = await aWorld();

/** An agent and a merchant linked to it. */
async function linked(grant: LinkGrant, environment: Environment = "test") {
  const [agent, merchant] = [
    await world.merchant({ environment }),
    await world.merchant({ environment, balance: 10_000n }),
  ];
  await world.db.engine((tx) => connectMerchants(tx, agent.id, merchant.id, grant, "test"));
  const act = (method: string, path: string, body?: unknown) =>
    agent.send(method, path, body, { "x-sync": merchant.id });
  return { agent, merchant, act };
}

async function closeList({ id, environment }: TestMerchant): Promise<void> {
  const scope = { merchant: id, environment };
  for (const range of ["0.0.0.0/0", "::/0"]) await world.db.engine((tx) => forbidAddress(tx, scope, range, "test"));
}

describe("a merchant link", () => {
  it("opens reading alone, unless it says more", async () => {
    const { merchant, act } = await linked(READING);
    assert.equal((await act("GET", "/transfers")).status, 200);
    const refused = await act("POST", "/transfers", order);
    assert.deepEqual(
      [refused.status, refused.body.message],
      [403, "The link to this merchant lacks the right transfers:write"],
    );
    assert.equal((await act("POST", "/customers", { name: "C", email: "c@example.cm" })).status, 403);
    assert.deepEqual(await merchant.balance(), { available: 10_000, reserved: 0 });
  });

  it("opens the rights it names and no others", async () => {
    const { act } = await linked({ rights: ["customers:write"], environments: ["test"] });
    assert.equal((await act("POST", "/customers", { name: "C", email: "c@example.cm" })).status, 201);
    assert.equal((await act("GET", "/customers")).status, 403);
    assert.equal((await act("GET", "/channels")).status, 200);
  });

  it("opens the environments it names and no others", async () => {
    const { act } = await linked({ ...EVERYTHING, environments: ["test"] }, "live");
    const refused = await act("GET", "/payments");
    assert.deepEqual([refused.status, refused.body.message], [404, "Sync account not found"]);
  });

  it("gets another grant within a second, and both merchants find it in their logs", async () => {
    const { agent, merchant, act } = await linked(READING);
    assert.equal((await act("GET", "/payments")).status, 200);
    const grant = { rights: ["balance:read"], environments: ["test"] } as const;
    await world.db.engine((tx) => connectMerchants(tx, agent.id, merchant.id, grant, "test"));
    while ((await act("GET", "/payments")).status !== 403) await nextTurn();
    const logged = (of: TestMerchant) =>
      `select act from acts where merchant = '${of.id}' and act in ('merchant.connected', 'agent.allowed')`;
    assert.deepEqual(
      (await world.rows(logged(agent))).map(({ act }) => act),
      ["merchant.connected", "merchant.connected"],
    );
    assert.deepEqual(
      (await world.rows(logged(merchant))).map(({ act }) => act),
      ["agent.allowed", "agent.allowed"],
    );
  });

  it("takes the address list of the merchant whose money moves, not of the one that asks", async () => {
    const { agent, merchant, act } = await linked(EVERYTHING);
    await closeList(merchant);
    while ((await act("POST", "/transfers", order)).status !== 403) await nextTurn();
    assert.equal((await agent.post("/transfers", { ...order, amount: 0 })).status, 400);

    const other = await linked(EVERYTHING);
    await closeList(other.agent);
    while ((await other.agent.post("/transfers", order)).status !== 403) await nextTurn();
    assert.equal((await other.act("POST", "/transfers", order)).status, 201);
  });

  it("counts against the rate limit of the merchant whose money moves", async () => {
    const { merchant, act } = await linked(READING);
    await world.db.engine((tx) => tx.run(sql`update merchants set rate_limit = 3 where id = ${merchant.id}`));
    const answers = await Promise.all(Array.from({ length: 9 }, () => act("GET", "/payments")));
    const limits = new Set(answers.map(({ headers }) => headers.get("x-ratelimit-limit")));
    assert.deepEqual([...limits], ["3"]);
    assert.ok(answers.filter(({ status }) => status === 429).length >= 3);
    assert.equal((await merchant.get("/payments")).status, 200);
  });
});
