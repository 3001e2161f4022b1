// npm test: installs missing packages, and runs all checks and the quick tier of tests. `npm test -- server/ledger`
// runs only the tests below a folder; `npm test -- --changed` runs those that depend on changed files. npm run
// test:full runs the full tier.
import { spawn, spawnSync } from "node:child_process";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { install, root } from "./install.mjs";

const bin = join(root, "node_modules", ".bin");
const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` };

// By default four threads check the types, each of which instantiates the same generic types. One takes half of their
// CPU time, and another check runs beside it.
const ONE_CHECKER = ["--checkers", "1"];

/** @type {readonly (readonly [name: string, program: string, args: readonly string[]])[]} */
const CHECKS = [
  ["layout, lint, rooms", "biome", ["check", "--error-on-warnings"]],
  ["types", "tsc", ["--noEmit", ...ONE_CHECKER]],
  ["types of dashboard", "tsc", ["--noEmit", "-p", "dashboard", ...ONE_CHECKER]],
  ["unused code", "knip", []],
  ["types of checkout", "tsc", ["--noEmit", "-p", "checkout", ...ONE_CHECKER]],
  ["types of ui", "tsc", ["--noEmit", "-p", "ui", ...ONE_CHECKER]],
  ["comments and documents", "node", [join(root, "tools", "check-prose.ts")]],
  // The tests need both builds.
  ["builds", "node", [join(root, "tools", "build.mjs")]],
];

install();
const test_args = process.argv.slice(2);
if (test_args.length === 0) await runChecks();
process.stdout.write("\n▶ tests\n");
const { status } = spawnSync(join(bin, "node"), [join(root, "tools", "run-tests.ts"), ...test_args], {
  cwd: root,
  stdio: "inherit",
  env,
});
process.exitCode = status ?? 1;

/** Runs the checks, as many at once as there are cores. Ends the process if one fails. */
async function runChecks() {
  const waiting = [...CHECKS];
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const [name, program, args] = check;
      const began_ms = performance.now();
      const child = spawn(join(bin, program), args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env });
      const ended = new Promise((done) => child.on("close", done));
      const [output, errors, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
      const seconds = ((performance.now() - began_ms) / 1_000).toFixed(1);
      process.stdout.write(`▶ ${name} (${seconds} s)\n${code === 0 ? "" : output + errors}`);
      if (code !== 0) process.exitCode = 1;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  if (process.exitCode === 1) process.exit();
}
