import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { bundleTests } from "./bundle-tests.ts";

const root = mkdtempSync(join(tmpdir(), "kolo-bundle-"));
after(() => rmSync(root, { recursive: true, force: true }));

describe("a bundled test", () => {
  it("does not run the program of a tool that it imports, and keeps the path of each source", async () => {
    const file = join(root, "some.test.ts");
    // Not in one text: bundling this test would replace it.
    const meta = "import.meta";
    writeFileSync(join(root, "tool.ts"), `export const path = ${meta}.filename;\nif (${meta}.main) throw path;\n`);
    writeFileSync(file, 'import { path } from "./tool.ts";\nprocess.stdout.write(path);\n');
    const [bundle = ""] = [...(await bundleTests(root, [file])).keys()];
    const { status, stdout, stderr } = spawnSync(process.execPath, [bundle], { encoding: "utf8" });
    assert.deepEqual([status, stdout], [0, join(root, "tool.ts")], stderr);
  });
});
