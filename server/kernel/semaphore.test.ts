import assert from "node:assert/strict";
import { it } from "node:test";
import { queuedSemaphore, semaphore } from "./semaphore.ts";

it("a semaphore limits each name, and all names together", () => {
  const { tryAcquire } = semaphore(4, [2, 3]);
  const leases = [
    tryAcquire(["ada", "shop"]),
    tryAcquire(["ada", "shop"]),
    tryAcquire(["ada", "shop"]),
    tryAcquire(["bob", "shop"]),
  ];
  assert.deepEqual(
    leases.map((lease) => lease !== null),
    [true, true, false, true],
  );
  assert.equal(tryAcquire(["eve", "shop"]), null);
  // A text in another position is another key, with a count of its own.
  assert.ok(tryAcquire(["shop", "ada"]));
  assert.equal(tryAcquire(["eve", "other"]), null);
  for (let time = 0; time < 3; time += 1) leases[0]?.();
  assert.ok(tryAcquire(["eve", "shop"]));
  assert.equal(tryAcquire(["eve", "shop"]), null);
});

it("a queued semaphore gives a released slot to the caller that has waited longest", async () => {
  const slots = queuedSemaphore(1, 2);
  const first = await slots.acquire("a");
  assert.ok(first);
  assert.ok(await slots.acquire("b"));
  const order: string[] = [];
  const second = slots.acquire("a").then((release) => {
    order.push("second");
    return release;
  });
  const third = slots.acquire("a").then((release) => {
    order.push("third");
    return release;
  });
  assert.equal(await slots.acquire("a"), null, "the queue is full");
  first();
  first();
  (await second)?.();
  (await third)?.();
  assert.deepEqual(order, ["second", "third"]);
  assert.ok(await slots.acquire("a", 0));
});

it("a queued semaphore returns null when no slot becomes free in time, and keeps its place for nobody", async () => {
  const slots = queuedSemaphore(1);
  const release = await slots.acquire("a");
  assert.equal(await slots.acquire("a", 1), null);
  release?.();
  assert.ok(await slots.acquire("a", 0));
});
