import assert from "node:assert/strict";
import { it } from "node:test";
import { testDatabase } from "#testing/test-database.ts";
import { fixedInterval } from "./idle-backoff.ts";
import { startWorker } from "./worker.ts";
import { startWorkerLoop } from "./worker-loop.ts";

const db = await testDatabase();

it("a stop waits for the grace period at most, and releases the leases of hung rows", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const worker = await startWorker(db, onError);
  const hanging = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const released: string[] = [];
  const works = startWorkerLoop<string>(db, worker, {
    ...{ name: "hang", wake: "hang", in_flight_max: 1, idle: fixedInterval(5), onError },
    claim: async (_tx, limit) => (limit > 0 ? ["row"] : []),
    async work() {
      begun.resolve();
      await hanging.promise;
    },
    async release(_tx, rows) {
      released.push(...rows);
    },
  });
  await begun.promise;
  // Wait long enough for the loop to find no free slot.
  await new Promise((resolve) => setTimeout(resolve, 50));
  let is_stopped = false;
  const stopped = works.stop(20).then(() => {
    is_stopped = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const was_stopped = is_stopped;
  hanging.resolve();
  await stopped;
  await worker.stop();
  assert.deepEqual({ was_stopped, released, errors }, { was_stopped: true, released: ["row"], errors: [] });
});

it("a stop that cannot release its rows reports the error, and ends", async () => {
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const worker = await startWorker(db, onError);
  const begun = Promise.withResolvers<void>();
  const loop = startWorkerLoop<string>(db, worker, {
    ...{ name: "hang", wake: "hang", in_flight_max: 1, idle: fixedInterval(5), onError },
    claim: async (_tx, limit) => (limit > 0 ? ["row"] : []),
    async work() {
      begun.resolve();
      await new Promise(() => {});
    },
    async release() {
      throw new Error("the database is gone");
    },
  });
  await begun.promise;
  await loop.stop(1);
  await worker.stop();
  assert.deepEqual(errors.map(String), ["Error: the database is gone"]);
});
