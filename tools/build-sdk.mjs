// npm run build -w sdk: makes sdk/dist, JavaScript with its types for Node 20 and newer. Plain JavaScript, for any Node.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./install.mjs";

const DIST = join(root, "sdk", "dist");

/** Builds it anew. Ends the process when that fails. */
function build() {
  // What an earlier build made of a file that is gone would be packed, too.
  rmSync(DIST, { recursive: true, force: true });
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const { status } = spawnSync(tsc, ["-p", join(root, "sdk")], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  for (const name of readdirSync(DIST, { recursive: true }).map(String)) {
    if (name.endsWith(".d.ts")) pointAtJavaScript(join(DIST, name));
  }
}

/**
 * The compiler writes `./x.js` for `./x.ts` in JavaScript alone, and older compilers find no types behind `./x.ts`.
 * @param {string} path
 */
function pointAtJavaScript(path) {
  writeFileSync(path, readFileSync(path, "utf8").replace(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
