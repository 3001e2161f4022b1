import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";

// The linters are not packages of this project: together they are larger than all of its own.
const root = join(import.meta.dirname, "..");
const document = join(root, "docs/reference/openapi.json");
const config = (name: string): string => join(root, "test/openapi-lint", name);

const LINTERS = [
  {
    name: "redocly",
    args: ["lint", "--config", config("redocly.yaml"), document],
    silence: /\b(?:warning|error)s?\b/i,
  },
  {
    name: "spectral",
    args: ["lint", "--ruleset", config("spectral.yaml"), "--fail-severity", "hint", document],
    silence: /\d+ problems? /,
  },
] as const;

describe("the OpenAPI document", () => {
  for (const { name, args, silence } of LINTERS) {
    const is_missing = spawnSync(name, ["--version"]).status !== 0;
    it(`has no warning of ${name}`, { skip: is_missing && `${name} is not on this machine` }, () => {
      const { status, stdout, stderr } = spawnSync(name, args, { encoding: "utf8", cwd: root });
      const text = `${stdout}${stderr}`;
      assert.equal(status, 0, text);
      assert.doesNotMatch(text.replace(/validated in .*/g, ""), silence);
    });
  }
});
