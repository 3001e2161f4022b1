import assert from "node:assert/strict";
import { it } from "node:test";
import { testDatabase } from "#testing/test-database.ts";
import { fixedInterval } from "./idle-backoff.ts";
import { startPoller } from "./poller.ts";
import { openStallDetector, STALLED_AFTER_MS } from "./stall-detector.ts";
import { startWorker } from "./worker.ts";
import { startWorkerLoop } from "./worker-loop.ts";

it("a job without a turn for a minute longer than its pause is stalled until its next turn", () => {
  let now = 0;
  const stall_detector = openStallDetector(() => now);
  stall_detector.recordTurn("publish", 500);
  stall_detector.recordTurn("mail", 5_000);
  now = STALLED_AFTER_MS + 500;
  assert.deepEqual(stall_detector.stalled(), []);
  now += 1;
  assert.deepEqual(stall_detector.stalled(), [{ job: "publish", seconds: 61 }]);
  stall_detector.recordTurn("publish", 500);
  assert.deepEqual(stall_detector.stalled(), []);
});

it("a job whose every turn has failed is stalled", async () => {
  const db = await testDatabase();
  let now = 0;
  const stall_detector = openStallDetector(() => now);
  const failed = { claim: Promise.withResolvers<void>(), publish: Promise.withResolvers<void>() };
  const fail = (job: keyof typeof failed) => async (): Promise<never> => {
    failed[job].resolve();
    throw new Error("This turn fails");
  };
  const onError = (): void => {};
  const worker = await startWorker(db, onError);
  const claiming = startWorkerLoop(db, worker, {
    ...{ name: "claim", wake: "claim", in_flight_max: 1, idle: fixedInterval(5), stall_detector, onError },
    claim: fail("claim"),
    work: async () => {},
    release: async () => {},
  });
  const publishing = startPoller(db, {
    ...{ name: "publish", wake: "publish", idle_min_ms: 5, stall_detector, onError },
    poll: fail("publish"),
  });
  await Promise.all([failed.claim.promise, failed.publish.promise]);
  now = STALLED_AFTER_MS + 6;
  const stalled = stall_detector.stalled().map(({ job }) => job);
  await Promise.all([claiming.stop(0), publishing.stop()]);
  await worker.stop();
  assert.deepEqual(stalled, ["claim", "publish"]);
});
