// npm run build: makes the pages that the service gives to browsers. Plain JavaScript: npm start builds before it starts.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { install, node, root } from "./install.mjs";

// The pages, and what each depends on. The lockfile stands for the packages.
const PAGES = [
  { folder: "checkout", name: "the payment page" },
  { folder: "dashboard", name: "the dashboard" },
];
const SHARED = ["ui/src", "package-lock.json"];

/** Builds each page unless it is built from these very sources. Ends the process when that fails. */
export function build() {
  for (const { folder, name } of PAGES) {
    const stamp = join(root, folder, "dist", ".built");
    const wanted = fingerprint([`${folder}/index.html`, `${folder}/vite.config.ts`, `${folder}/src`, ...SHARED]);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) continue;
    process.stdout.write(`Building ${name} …\n`);
    const vite = join(root, "node_modules", "vite", "bin", "vite.js");
    const { status } = spawnSync(node, [vite, "build", folder, "--logLevel", "warn"], { cwd: root, stdio: "inherit" });
    if (status !== 0) process.exit(status ?? 1);
    writeFileSync(stamp, wanted);
  }
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
