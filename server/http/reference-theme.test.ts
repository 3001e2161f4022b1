import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { REFERENCE_CSS } from "./reference-theme.ts";

it("the reference page has exactly the colours of the other pages", () => {
  const tokens = readFileSync(join(import.meta.dirname, "..", "..", "ui", "src", "tokens.css"), "utf8");
  const ours = new Set(tokens.match(/oklch\([^)]*\)/g));
  const used = REFERENCE_CSS.match(/oklch\([^)]*\)/g) ?? [];
  assert.ok(used.length > 20, `${used.length} colours`);
  assert.deepEqual(
    used.filter((colour) => !ours.has(colour)),
    [],
  );
});
