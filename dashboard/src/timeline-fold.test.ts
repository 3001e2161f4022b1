import assert from "node:assert/strict";
import { it } from "node:test";
import { foldSteps } from "./timeline-fold.ts";

const asked = { kind: "provider", what: "asked the provider: pending" };
const told = { kind: "event", what: "transfer.created" };
const shape = (steps: readonly object[]) =>
  foldSteps(steps.map((step) => ({ ...step }))).map(({ first, rest }) => [first.what, rest.length]);

it("the same answer, again and again, is one step that holds the others", () => {
  assert.deepEqual(shape([told, asked, asked, asked, asked, asked, told]), [
    [told.what, 0],
    [asked.what, 4],
    [told.what, 0],
  ]);
});

it("a few, another answer in between, and what is no answer of a provider stay as they are", () => {
  assert.equal(shape([asked, asked, asked]).length, 3);
  assert.equal(shape([asked, asked, told, asked, asked]).length, 5);
  assert.equal(shape([told, told, told, told, told]).length, 5);
  assert.deepEqual(shape([]), []);
});
