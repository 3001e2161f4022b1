import assert from "node:assert/strict";
import { it } from "node:test";
import { seats } from "./seats.ts";

it("each has so many, and all together so many", () => {
  const { take } = seats(4, [2, 3]);
  const given = [take(["ada", "shop"]), take(["ada", "shop"]), take(["ada", "shop"]), take(["bob", "shop"])];
  assert.deepEqual(
    given.map((seat) => seat !== null),
    [true, true, false, true],
  );
  assert.equal(take(["eve", "shop"]), null);
  // The same text in another position is another name.
  assert.ok(take(["shop", "ada"]));
  assert.equal(take(["eve", "other"]), null);
  for (let time = 0; time < 3; time += 1) given[0]?.();
  assert.ok(take(["eve", "shop"]));
  assert.equal(take(["eve", "shop"]), null);
});
