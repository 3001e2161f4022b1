// npm test: installs missing packages, and runs all checks and the quick tier of tests. `npm test -- server/ledger`
// runs only the tests below a folder; `npm test -- --changed` runs those that depend on changed files. npm run
// test:full runs the full tier.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { install, root } from "./install.mjs";

install();
const test_args = process.argv.slice(2);
if (test_args.length === 0) {
  run("types", "tsc", ["--noEmit"]);
  for (const part of ["ui", "checkout", "dashboard"]) run(`types of ${part}`, "tsc", ["--noEmit", "-p", part]);
  run("layout, lint, rooms", "biome", ["check", "--error-on-warnings"]);
  run("comments and documents", "node", [join(root, "tools", "check-prose.ts")]);
  run("unused code", "knip", []);
}
run("tests", "node", [join(root, "tools", "run-tests.ts"), ...test_args]);

/**
 * @param {string} name
 * @param {string} program a program of the project's packages
 * @param {readonly string[]} args
 */
function run(name, program, args) {
  process.stdout.write(`\n▶ ${name}\n`);
  const folder = join(root, "node_modules", ".bin");
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const { status } = spawnSync(join(folder, program), args, { cwd: root, stdio: "inherit", env });
  if (status !== 0) process.exit(status ?? 1);
}
