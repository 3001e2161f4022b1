import assert from "node:assert/strict";
import { it } from "node:test";
import { semaphore } from "./semaphore.ts";

it("each has so many, and all together so many", () => {
  const { tryAcquire } = semaphore(4, [2, 3]);
  const leases = [
    tryAcquire(["ada", "shop"]),
    tryAcquire(["ada", "shop"]),
    tryAcquire(["ada", "shop"]),
    tryAcquire(["bob", "shop"]),
  ];
  assert.deepEqual(
    leases.map((seat) => seat !== null),
    [true, true, false, true],
  );
  assert.equal(tryAcquire(["eve", "shop"]), null);
  // The same text in another position is another name.
  assert.ok(tryAcquire(["shop", "ada"]));
  assert.equal(tryAcquire(["eve", "other"]), null);
  for (let time = 0; time < 3; time += 1) leases[0]?.();
  assert.ok(tryAcquire(["eve", "shop"]));
  assert.equal(tryAcquire(["eve", "shop"]), null);
});
