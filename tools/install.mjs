// Installs missing packages; needs only Node 20 and npm. This tool is plain JavaScript, because no package is installed
// yet.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const modules = join(root, "node_modules");
const stamp = join(modules, ".installed");

/** The path of the project's own Node, which is one of its packages. */
export const node = join(modules, ".bin", "node");

/** Runs `npm ci` unless this lockfile is already installed. Ends the process on an error. */
export function install() {
  const expected = createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .digest("hex");
  if (existsSync(node) && existsSync(stamp) && readFileSync(stamp, "utf8") === expected) return;
  process.stdout.write("Installing packages …\n");
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stamp, expected);
}
