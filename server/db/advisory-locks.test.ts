import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { it } from "node:test";
import { ADVISORY_LOCKS } from "./advisory-locks.ts";

it("no two advisory locks share a number, and statements take their numbers from the list", async () => {
  const numbers: readonly number[] = Object.values(ADVISORY_LOCKS);
  assert.equal(new Set(numbers).size, numbers.length);
  const folder = join(import.meta.dirname, "..");
  for await (const path of glob("{db,http,jobs,ledger,events,providers,resources}/**/*.{ts,sql}", { cwd: folder })) {
    const text = await readFile(join(folder, path), "utf8");
    for (const [call, key = ""] of text.matchAll(/pg_\w*advisory\w*\(([\w${.]*)/g)) {
      const is_listed = key.startsWith("${ADVISORY_LOCKS.") || numbers.includes(Number(key));
      assert.ok(is_listed || key === "$1" || key === "hashtextextended", `${path}: ${call}`);
    }
  }
});
