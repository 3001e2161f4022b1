import assert from "node:assert/strict";
import { it } from "node:test";
import type { TimelineStep } from "#app/api-types.ts";
import { groupSteps } from "./timeline-groups.ts";

const query_step: Pick<TimelineStep, "kind" | "what"> = { kind: "provider", what: "queried the provider: pending" };
const webhook_step: typeof query_step = { kind: "event", what: "transfer.created" };
const shape = (steps: readonly (typeof query_step)[]) =>
  groupSteps(steps.map((step) => ({ ...step }))).map(({ first, repeats }) => [first.what, repeats.length]);

it("consecutive equal answers become one step that contains the others", () => {
  assert.deepEqual(shape([webhook_step, query_step, query_step, query_step, query_step, query_step, webhook_step]), [
    [webhook_step.what, 0],
    [query_step.what, 4],
    [webhook_step.what, 0],
  ]);
});

it("short runs, interrupted runs, and steps that are no provider answers stay separate", () => {
  assert.equal(shape([query_step, query_step, query_step]).length, 3);
  assert.equal(shape([query_step, query_step, webhook_step, query_step, query_step]).length, 5);
  assert.equal(shape([webhook_step, webhook_step, webhook_step, webhook_step, webhook_step]).length, 5);
  assert.deepEqual(shape([]), []);
});
