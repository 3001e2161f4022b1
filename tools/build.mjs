// npm run build: builds the browser pages and the service's bundle, which starts faster than its sources. This tool is
// plain JavaScript, because npm start builds before it starts.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { install, node, root } from "./install.mjs";

// The inputs of each build. The lockfile represents the versions of the packages.
const PAGES = [
  { folder: "checkout", name: "the payment page" },
  { folder: "dashboard", name: "the dashboard" },
];
const SHARED = ["ui/src", "tools/build.mjs", "package-lock.json"];
const GUIDE = [
  "docs",
  "tools/guide",
  "tools/build-guide.ts",
  "ui/src/tokens.css",
  "ui/src/guide",
  "sdk/README.md",
].concat(["sdk/php/README.md", "sdk/python/README.md", "CHANGELOG.md", "SECURITY.md", "package-lock.json"]);
const SERVICE = ["server", "tools/build.mjs", "package-lock.json"];

/** The bundle that `npm start` runs. */
export const SERVICE_MAIN = join(root, "dist", "main.js");

/** Builds the service and each page whose sources have changed. Ends the process on an error. */
export function build() {
  for (const { folder, name } of PAGES) {
    const sources = [`${folder}/index.html`, `${folder}/vite.config.ts`, `${folder}/src`, ...SHARED];
    const output = join(folder, "dist");
    const args = ["build", folder, "--logLevel", "warn"];
    buildOne(name, output, sources, "node_modules/vite/bin/vite.js", args, () =>
      compressAssets(join(root, output, "assets")),
    );
  }
  buildOne("the documentation", "guide/dist", GUIDE, "tools/build-guide.ts", []);
  const args = ["-c", "server/rolldown.config.ts"];
  buildOne("the service", "dist", SERVICE, "node_modules/rolldown/bin/cli.mjs", args);
}

/**
 * @param {string} name
 * @param {string} folder the output folder
 * @param {readonly string[]} sources
 * @param {string} builder the path of a program
 * @param {readonly string[]} args
 * @param {() => void} finish runs after the builder
 */
function buildOne(name, folder, sources, builder, args, finish = () => {}) {
  const stamp = join(root, folder, ".built");
  const expected = fingerprint(sources);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === expected) return;
  // Write to stderr, because other programs read stdout: `bench -- all --json`.
  process.stderr.write(`Building ${name} …\n`);
  const program = join(root, builder);
  // Ignore stdout, which only lists the output files; errors are on stderr.
  const { status } = spawnSync(node, [program, ...args], { cwd: root, stdio: ["inherit", "ignore", "inherit"] });
  if (status !== 0) process.exit(status ?? 1);
  finish();
  writeFileSync(stamp, expected);
}

/**
 * Writes each script and stylesheet also as `.br`, which `server/http/static-app.ts` sends. It is a sixth smaller than
 * what the service compresses at each request, and takes half a second once.
 * @param {string} folder
 */
function compressAssets(folder) {
  for (const name of readdirSync(folder).filter((one) => /\.(js|css)$/.test(one)))
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(readFileSync(join(folder, name))));
}

/** @param {readonly string[]} sources */
function fingerprint(sources) {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesIn)) hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest("hex");
}

/**
 * @param {string} path
 * @returns {readonly string[]}
 */
function filesIn(path) {
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true })
    .map(String)
    .filter((name) => /\.\w+$/.test(name) && !name.includes(".test."))
    .sort()
    .map((name) => `${path}/${name}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  install();
  build();
}
