import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "kolo-context-"));
after(() => rmSync(folder, { recursive: true, force: true }));

// A runner that does not know the running test can wait for it forever.
const TIMEOUT_MS = 20_000;
const TESTS = `
import assert from "node:assert/strict";
import { it } from "node:test";
import { setImmediate, setTimeout as delay } from "node:timers/promises";

it("an assertion fails", async () => {
  await setImmediate();
  assert.equal(1, 2);
});
it("a promise is rejected that nobody awaits", async () => {
  void Promise.reject(new Error("not awaited"));
  await setImmediate();
});
it("a timer's callback throws", async () => {
  setTimeout(() => {
    throw new Error("in a timer");
  }, 1);
  await delay(1);
});
it("succeeds", async () => setImmediate());
`;

describe("a process that knows the running test by test-context.ts", () => {
  it("reports each error for the test that caused it, and ends with a failure", () => {
    const file = join(folder, "some.mjs");
    writeFileSync(file, TESTS);
    const args = ["--import", join(import.meta.dirname, "test-context.ts"), "--test-reporter=tap", file];
    // Inside a test run, this variable makes a process report to its parent only.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      encoding: "utf8",
      env,
      timeout: TIMEOUT_MS,
    });
    const results = [...stdout.matchAll(/^(ok|not ok) \d+ - (.*)$/gm)].map(([, result, name]) => [name, result]);
    assert.deepEqual(
      results,
      [
        ["an assertion fails", "not ok"],
        ["a promise is rejected that nobody awaits", "not ok"],
        ["a timer's callback throws", "not ok"],
        ["succeeds", "ok"],
      ],
      stdout + stderr,
    );
    assert.equal(status, 1);
  });
});
