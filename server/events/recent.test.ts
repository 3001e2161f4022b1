import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { aWorld } from "#testing/world.ts";
import { type Happening, recentBodies, record } from "./events.ts";

const world = await aWorld({ works: false });

describe("bodies of recent events", () => {
  it("are what was recorded, once that is committed", async () => {
    const merchant = await world.merchant();
    const recent = recentBodies(world.db);
    await merchant.post("/customers", { name: "Awa", email: "awa@example.cm" });
    const [kept] = await world.rows(`select id, body from events where merchant = '${merchant.id}'`);
    assert.match(String(kept?.body), /Awa/);
    assert.equal(recent(String(kept?.id)), kept?.body);

    const lost = world.db.engine(async (tx) => {
      const [id] = await record(tx, [happening(merchant.id, 1, "{}")]);
      throw new Error(id);
    });
    const { message } = await lost.then(assert.fail, (error: Error) => error);
    assert.match(message, /^evt_/);
    assert.equal(recent(message), null, "rolled back");
  });

  it("hold no secret", async () => {
    const merchant = await world.merchant();
    const recent = recentBodies(world.db);
    const events = await world.db.engine((tx) =>
      record(tx, [happening(merchant.id, 1, '{"a":1}'), { ...happening(merchant.id, 2, '{"b":2}'), is_secret: true }]),
    );
    assert.deepEqual(
      events.map((id) => recent(id) !== null),
      [true, false],
    );
  });

  it("are forgotten, the oldest first, when there are many", () => {
    const told: ((about: readonly string[]) => void)[] = [];
    const onWake = (_: string, callback: (about: readonly string[]) => void) => {
      told.push(callback);
      return () => {};
    };
    const recent = recentBodies({ onWake }, 1_000);
    const id = (number: number): string => `evt_${String(number).padStart(26, "0")}`;
    for (let number = 0; number < 100; number += 1) told[0]?.([`{"id":"${id(number)}","data":"${"x".repeat(43)}"}`]);
    const known = Array.from({ length: 100 }, (_, number) => recent(id(number)) !== null);
    assert.equal(known.lastIndexOf(false) + 1, known.indexOf(true), "the oldest are");
    const length = known.filter(Boolean).length * 92;
    assert.ok(length >= 1_000 && length <= 2_000 + 92, `${length} are kept`);
  });
});

function happening(merchant: Happening["scope"]["merchant"], sequence: number, data: string): Happening {
  const scope = { merchant, environment: "test" } as const;
  return { scope, type: "customer.created", resource: "cus_1", sequence, data };
}
