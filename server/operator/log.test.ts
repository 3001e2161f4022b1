import assert from "node:assert/strict";
import { it } from "node:test";
import { errorForLog } from "./log.ts";

it("an error is logged without row data, keys and phone numbers", () => {
  const key = `live_sk_${"aB3".repeat(20)}`;
  const error = Object.assign(new Error(`no answer for ${key} of 237677123456`), {
    detail: "Failing row contains (per_1, Jeanne Mballa)",
    where: "SQL function with Jeanne",
    cause_text: `Bearer ${key}`,
    code: "23514",
  });
  const logged = JSON.stringify(errorForLog(error));
  assert.match(logged, /23514/);
  assert.match(logged, /log\.test\.m?[jt]s/, "the stack stays");
  for (const hidden of [key, "677123456", "Jeanne"]) assert.ok(!logged.includes(hidden), logged);
});
