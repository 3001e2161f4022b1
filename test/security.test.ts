import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs/operating/security.md"), "utf8");
const rows = page.split("\n").filter((line) => /^\| (?!Promise \|)/.test(line));

describe("the promises of docs/operating/security.md", () => {
  it("are in a table that this test can read", () => assert.ok(rows.length > 15, `${rows.length} rows`));

  for (const row of rows) {
    const [, promise = "", test = ""] = /^\| (.*?) \| (.*) \|$/.exec(row) ?? [];
    it(`have a test: ${promise}`, () => {
      const [, path = "", name = ""] = /^`(\S+\.test\.ts)`: "(.+)"$/.exec(test) ?? [];
      assert.notEqual(path, "", `a row names a file and a test: ${row}`);
      assert.ok(existsSync(join(root, path)), `there is no ${path}`);
      const text = readFileSync(join(root, path), "utf8");
      const named = [`"${name}"`, `\`${name}\``].some((quoted) => text.includes(`it(${quoted}`));
      assert.ok(named, `${path} has no test with this name: ${name}`);
    });
  }
});
