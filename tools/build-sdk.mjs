// npm run build -w sdk: compiles sdk/dist, JavaScript with type declarations for Node 20 and newer, as ES modules and
// as CommonJS. This tool is plain JavaScript, so that any Node runs it.
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./install.mjs";

const DIST = join(root, "sdk", "dist");
const COMMON_JS = ["--module", "commonjs", "--moduleResolution", "bundler", "--verbatimModuleSyntax", "false"];

/** Builds into an empty folder. Ends the process on an error. */
function build() {
  // Delete the old folder. Otherwise the package would contain output files of deleted sources.
  rmSync(DIST, { recursive: true, force: true });
  compile("esm", []);
  compile("cjs", COMMON_JS);
  // The package's type is `module`; this file makes Node and compilers treat the folder as CommonJS.
  writeFileSync(join(DIST, "cjs", "package.json"), '{ "type": "commonjs" }\n');
}

/**
 * @param {string} folder
 * @param {readonly string[]} options
 */
function compile(folder, options) {
  const tsc = join(root, "node_modules", ".bin", "tsc");
  const out = join(DIST, folder);
  const { status } = spawnSync(tsc, ["-p", join(root, "sdk"), "--outDir", out, ...options], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  for (const name of readdirSync(out)) if (name.endsWith(".d.ts")) pointAtJavaScript(join(out, name));
}

/**
 * The compiler rewrites `./x.ts` to `./x.js` only in JavaScript; older compilers cannot resolve `./x.ts` in
 * declarations.
 * @param {string} path
 */
function pointAtJavaScript(path) {
  writeFileSync(path, readFileSync(path, "utf8").replace(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) build();
