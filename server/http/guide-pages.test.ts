import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import Fastify from "fastify";
import { guidePages } from "./guide-pages.ts";

const folder = await mkdtemp(join(tmpdir(), "kolo-built-guide-"));
after(() => rm(folder, { recursive: true }));
for (const name of ["assets", "pages"]) await mkdir(join(folder, name));
await writeFile(join(folder, "pages.json"), JSON.stringify({ "/guide/fr/start": "pages/0.html" }));
for (const name of ["0", "not-found", "not-found-fr"]) await writeFile(join(folder, "pages", `${name}.html`), name);
const app = Fastify();
await guidePages(app, folder, {});

it("404: an address below /guide/fr that does not exist gets the French page, any other the English one", async () => {
  for (const [path, status, body] of [
    ["fr/start", 200, "0"],
    ["fr/start/?a=1", 200, "0"],
    ["fr/never", 404, "not-found-fr"],
    ["fr/guides/never?a=1", 404, "not-found-fr"],
    ["fr/guides/", 404, "not-found-fr"],
    ["never", 404, "not-found"],
    ["french", 404, "not-found"],
    ["start/fr/never", 404, "not-found"],
  ] as const) {
    const answer = await app.inject({ url: `/guide/${path}` });
    assert.deepEqual([answer.statusCode, answer.body], [status, body], path);
  }
});
