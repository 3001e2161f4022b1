import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { said } from "#dashboard/src/said.ts";

const ROOT = join(import.meta.dirname, "..");

// What only operators are told, on their terminal, and programs, which are no readers of the dashboard.
const OTHERS =
  /resources\/(acts|fees|keys\/create|merchants|rates|reconciliation|review|checkout)|\/operator\/|http\/(body|built-page|idempotency|measures|metrics|server)/;
const NOT_FOR_PEOPLE =
  /[Mm]etrics|nobody with the address|There is a person with|KOLO_SMTP_URL|Sync account|^Use \$|^A merchant acts|^\$\{/;

/** The sentences of `new ServiceError(kind, "…")`, with something in place of what is filled in. */
function sentences(): readonly string[] {
  const files = globSync("server/{resources,http}/**/*.ts", { cwd: ROOT }).filter(
    (file) => !file.endsWith(".test.ts") && !OTHERS.test(file),
  );
  return files.flatMap((file) =>
    [...readFileSync(join(ROOT, file), "utf8").matchAll(/new ServiceError\(\s*"\w+",\s*(["`])((?:(?!\1).)*)\1/gs)]
      .map(([, , text = ""]) => text)
      .filter((text) => !NOT_FOR_PEOPLE.test(text))
      .map((text) => text.replaceAll(/\$\{[^}]*\}/g, "7")),
  );
}

it("whatever the service refuses people is said in French, too", () => {
  const found = sentences();
  assert.ok(found.length > 40, `${found.length} sentences`);
  assert.deepEqual(
    [...new Set(found)].filter((text) => said(text, "fr") === text),
    [],
  );
});
