import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";

const root = join(import.meta.dirname, "..");
const PLANTED = "planted-by-rooms-test";

/**
 * Each forbidden file with its content and the rule that rejects it, one for each row of the table in ARCHITECTURE.md.
 */
const BAD: readonly (readonly [file: string, text: string, rule: string])[] = [
  [`server/kernel/${PLANTED}.ts`, 'import "#db/tx.ts";', "noRestrictedImports"],
  [`server/kernel/${PLANTED}.ts`, 'import "node:fs";', "noRestrictedImports"],
  [`server/db/${PLANTED}.ts`, 'import "#ledger/ledger.ts";', "noRestrictedImports"],
  [`server/db/lists/${PLANTED}.ts`, 'import "#ledger/ledger.ts";', "noRestrictedImports"],
  [`server/ledger/${PLANTED}.ts`, 'import "#events/events.ts";', "noRestrictedImports"],
  [`server/ledger/${PLANTED}.ts`, 'import "pg";', "noRestrictedImports"],
  [`server/events/${PLANTED}.ts`, 'import "#ledger/ledger.ts";', "noRestrictedImports"],
  [`server/jobs/${PLANTED}.ts`, 'import "#providers/attempts.ts";', "noRestrictedImports"],
  [`server/jobs/${PLANTED}.ts`, 'import "fastify";', "noRestrictedImports"],
  [`server/spreadsheets/${PLANTED}.ts`, 'import "#db/tx.ts";', "noRestrictedImports"],
  [`server/http/${PLANTED}.ts`, 'import "#resources/transfers/create.ts";', "noRestrictedImports"],
  [`server/providers/${PLANTED}.ts`, 'import "#ledger/ledger.ts";', "noRestrictedImports"],
  [`server/providers/engine/${PLANTED}.ts`, 'import "#ledger/ledger.ts";', "noRestrictedImports"],
  [`server/providers/plugins/sandbox/${PLANTED}.ts`, 'import "#db/tx.ts";', "noRestrictedImports"],
  [`server/providers/plugins/sandbox/${PLANTED}.ts`, 'import "#providers/engine/store.ts";', "noRestrictedImports"],
  [`server/resources/transfers/${PLANTED}.ts`, 'import "#http/envelope.ts";', "noRestrictedImports"],
  [`server/resources/transfers/${PLANTED}.ts`, 'import "#db/pool.ts";', "noRestrictedImports"],
  [`server/resources/transfers/${PLANTED}.ts`, 'import "#ledger/store.ts";', "noRestrictedImports"],
  [`server/resources/transfers/${PLANTED}.ts`, 'import "../beneficiaries/store.ts";', "noRestrictedImports"],
  [`server/resources/${PLANTED}/rules.ts`, 'import "#db/tx.ts";', "noRestrictedImports"],
  [`server/resources/${PLANTED}/rules.ts`, "export const now = () => new Date();", "noRestrictedGlobals"],
  [`server/resources/${PLANTED}/rules.ts`, 'export const get = () => fetch("");', "noRestrictedGlobals"],
  [`server/resources/${PLANTED}/store.ts`, 'import "#ledger/ledger.ts";', "noRestrictedImports"],
  [`server/resources/${PLANTED}/routes.ts`, 'import "#resources/transfers/create.ts";', "noRestrictedImports"],
  [`server/resources/${PLANTED}/routes.ts`, 'import "#db/pool.ts";', "noRestrictedImports"],
  [`server/resources/users/${PLANTED}/store.ts`, 'import "#http/envelope.ts";', "noRestrictedImports"],
  [`ui/src/${PLANTED}.ts`, 'import "@kolo/checkout/src/api.ts";', "noRestrictedImports"],
  [`ui/src/${PLANTED}.ts`, 'import "../../server/kernel/money.ts";', "noRestrictedImports"],
  [`checkout/src/${PLANTED}.ts`, 'import "@kolo/server/app/app.ts";', "noRestrictedImports"],
  [`checkout/src/${PLANTED}.ts`, 'import "../../server/kernel/money.ts";', "noRestrictedImports"],
  [`checkout/src/${PLANTED}.ts`, 'import "node:crypto";', "noRestrictedImports"],
  [`dashboard/src/${PLANTED}.ts`, 'import "@kolo/server/app/app.ts";', "noRestrictedImports"],
  [`dashboard/src/${PLANTED}.ts`, 'import "../../server/kernel/money.ts";', "noRestrictedImports"],
  [`dashboard/src/pages/${PLANTED}.ts`, 'import "#pages/send/send-page.tsx";', "noRestrictedImports"],
  [`dashboard/src/ui/${PLANTED}.ts`, 'import "#pages/send/send-page.tsx";', "noRestrictedImports"],
  [`sdk/src/${PLANTED}.ts`, 'import "../../server/app/app.ts";', "noRestrictedImports"],
  [`sdk/src/${PLANTED}.ts`, 'import "#server/app/app.ts";', "noRestrictedImports"],
  [`sdk/src/${PLANTED}.ts`, 'import "node:crypto";', "noRestrictedImports"],
  [`cli/${PLANTED}.ts`, 'import "../server/app/app.ts";', "noRestrictedImports"],
  [`server/operator/${PLANTED}.ts`, 'export const one = JSON.parse("1") as number;', "plugin"],
];

/** Imports that the table allows. */
const GOOD: readonly (readonly [file: string, text: string])[] = [
  [`server/db/${PLANTED}.ts`, 'import "#kernel/ids.ts";'],
  [`server/ledger/${PLANTED}.ts`, 'import "#db/tx.ts";'],
  [`server/http/${PLANTED}.ts`, 'import "fastify";'],
  [`server/providers/plugins/sandbox/${PLANTED}.ts`, 'import "#providers/provider.ts";'],
  [`server/resources/transfers/${PLANTED}.ts`, 'import "#resources/beneficiaries/store.ts";'],
  [`server/resources/${PLANTED}/routes.ts`, 'import "#http/envelope.ts";'],
  [`dashboard/src/pages/${PLANTED}.ts`, 'import "#ui/parts.tsx";'],
];

/** Gives each file its own path, so that one run of biome checks all files. */
const planted = BAD.map(([file, text, rule], number) => ({
  path: file.replace(PLANTED, `${PLANTED}-${number}`),
  name: `${file.replace(PLANTED, "…")} may not say: ${text}`,
  text,
  rule,
}));
const allowed = GOOD.map(([file, text]) => ({ path: file.replace(PLANTED, "allowed"), text }));
const cycle = ["a", "b"].map((end) => `server/operator/${PLANTED}-${end}.ts`);

describe("the rooms", () => {
  // A folder with biome's configuration and the planted files alone: biome reads all files of a project.
  const folder = mkdtempSync(join(tmpdir(), "kolo-rooms-"));
  let lint_output = "";

  function plant(path: string, text: string): void {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }

  before(() => {
    const { vcs: _, ...configuration } = JSON.parse(readFileSync(join(root, "biome.json"), "utf8"));
    plant("biome.json", JSON.stringify(configuration));
    for (const plugin of configuration.plugins) plant(plugin, readFileSync(join(root, plugin), "utf8"));
    for (const { path, text } of [...planted, ...allowed]) plant(path, text);
    plant(cycle[0] ?? "", `import { b } from "./${PLANTED}-b.ts";\nexport const a = (): number => b();`);
    plant(cycle[1] ?? "", `import { a } from "./${PLANTED}-a.ts";\nexport const b = (): number => a();`);
    const biome = join(root, "node_modules", ".bin", "biome");
    const args = ["lint", "--colors=off", "--reporter=github", "--max-diagnostics=none"];
    lint_output = spawnSync(biome, args, { cwd: folder, encoding: "utf8" }).stdout;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  for (const { path, name, rule } of planted) {
    it(name, () => assert.match(lint_output, new RegExp(`title=[^,]*${rule},file=[^,]*${path},`)));
  }

  it("an import cycle is refused", () => {
    assert.match(lint_output, new RegExp(`noImportCycles,file=[^,]*${PLANTED}-[ab].ts,`));
  });

  it("imports that the table allows pass", () => {
    for (const { path } of allowed) assert.doesNotMatch(lint_output, new RegExp(`file=[^,]*${path},`));
  });
});
