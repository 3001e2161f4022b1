import assert from "node:assert/strict";
import { it } from "node:test";
import { testDatabase } from "#testing/test-database.ts";
import { drain } from "./drain.ts";
import { repeat } from "./repeat.ts";
import { steady } from "./sleeper.ts";
import { openTurns, STALLED_AFTER_MS } from "./turns.ts";
import { startWorker } from "./worker.ts";

it("a job that has not done a turn for a minute longer than it rests stands still, until its next turn", () => {
  let now = 0;
  const turns = openTurns(() => now);
  turns.done("publish", 500);
  turns.done("mail", 5_000);
  now = STALLED_AFTER_MS + 500;
  assert.deepEqual(turns.stalled(), []);
  now += 1;
  assert.deepEqual(turns.stalled(), [{ job: "publish", seconds: 61 }]);
  turns.done("publish", 500);
  assert.deepEqual(turns.stalled(), []);
});

it("a job that has failed from its first turn on stands still", async () => {
  const db = await testDatabase();
  let now = 0;
  const turns = openTurns(() => now);
  const failed = { claim: Promise.withResolvers<void>(), publish: Promise.withResolvers<void>() };
  const fail = (job: keyof typeof failed) => async (): Promise<never> => {
    failed[job].resolve();
    throw new Error("This turn fails");
  };
  const onError = (): void => {};
  const worker = await startWorker(db, onError);
  const claiming = drain(db, worker, {
    ...{ name: "claim", wake: "claim", in_flight_max: 1, idle: steady(5), turns, onError },
    claim: fail("claim"),
    work: async () => {},
    giveBack: async () => {},
  });
  const publishing = repeat(db, {
    ...{ name: "publish", wake: "publish", idle_ms: 5, turns, onError },
    turn: fail("publish"),
  });
  await Promise.all([failed.claim.promise, failed.publish.promise]);
  now = STALLED_AFTER_MS + 6;
  const stalled = turns.stalled().map(({ job }) => job);
  await Promise.all([claiming.stop(0), publishing.stop()]);
  await worker.stop();
  assert.deepEqual(stalled, ["claim", "publish"]);
});
