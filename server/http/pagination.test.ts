import assert from "node:assert/strict";
import { it } from "node:test";
import { transfer_order } from "#testing/orders.ts";
import { sharedTestWorld } from "#testing/world.ts";

const world = await sharedTestWorld();

it("every list accepts every calendar day, including the first and the last", async () => {
  const merchant = await world.merchant({ balance: 10_000n });
  assert.equal((await merchant.post("/transfers", transfer_order)).status, 201);
  await world.waitUntilIdle();
  const lists = ["/transfers", "/payments", "/events"];
  for (const path of lists) {
    const all = (await merchant.get(path)).body.totals;
    for (const [range, expected] of [
      ["date_end=9999-12-31", all],
      ["date_start=9999-12-31&date_end=9999-12-31", 0],
      ["date_end=9999-12-30", all],
      ["date_start=0001-01-01", all],
      ["date_start=1969-12-31&date_end=9999-12-31", all],
      ["date_end=1969-12-31", 0],
      ["date_end=0001-01-01", 0],
    ] as const) {
      const { status, body } = await merchant.get(`${path}?${range}`);
      assert.deepEqual([status, body.totals], [200, expected], `${path}?${range}`);
    }
    for (const range of ["date_start=0000-01-01", "date_end=0000-01-01"]) {
      assert.ok([200, 400].includes((await merchant.get(`${path}?${range}`)).status), range);
    }
    if (path === "/events") continue;
    assert.equal((await merchant.get(`${path}?date_end=9999-12-31&search=jane`)).status, 200, `${path} searched`);
  }
});
