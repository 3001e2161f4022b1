// npm run build -w sdk: compiles sdk/dist, JavaScript with type declarations for Node 20 and newer. Plain JavaScript, so
// that any Node runs it.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./install.mjs";

const DIST = join(root, "sdk", "dist");

/** Builds into an empty folder. Ends the process on an error. */
function build() {
  // Otherwise the package would contain output files of deleted sources.
  rmSync(DIST, { recursive: true, force: true });
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const { status } = spawnSync(tsc, ["-p", join(root, "sdk")], { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  for (const name of readdirSync(DIST, { recursive: true }).map(String)) {
    if (name.endsWith(".d.ts")) pointAtJavaScript(join(DIST, name));
  }
}

/**
 * The compiler rewrites `./x.ts` to `./x.js` only in JavaScript; older compilers cannot resolve `./x.ts` in
 * declarations.
 * @param {string} path
 */
function pointAtJavaScript(path) {
  writeFileSync(path, readFileSync(path, "utf8").replace(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
