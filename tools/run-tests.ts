// Runs the tests on one PostgreSQL that all of them share, each file in a database of its own.
import { globSync } from "node:fs";
import { join } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { testServerOfRun } from "../server/testing/test-server.ts";
import { build } from "./build.mjs";

const root = join(import.meta.dirname, "..");
// The machines this runs on are small. Two files leave a third of two processors idle; more than three would wait for each other.
const FILES_AT_ONCE = 3;
// What is random is at times repeated for a night.
const FILE_TIMEOUT_MS = process.env.KOLO_TEST_RUNS ? 6 * 3_600_000 : 600_000;

// Every file is a process of its own and loads the same modules.
process.env.NODE_COMPILE_CACHE ??= join(root, "node_modules", ".cache", "compiled");
build();
const wanted = process.argv.slice(2);
const patterns =
  wanted.length > 0 ? wanted.map(patternFor) : ["{server,sdk,cli,ui,checkout,dashboard,test,tools}/**/*.test.ts"];
const files = globSync(patterns, { cwd: root, exclude: (name) => name === "node_modules" }).map((file) =>
  join(root, file),
);

const server = await testServerOfRun();
process.env.KOLO_TEST_SERVER_URL = server.url;
const tests = run({ files, concurrency: FILES_AT_ONCE, timeout: FILE_TIMEOUT_MS });
tests.on("test:fail", () => {
  process.exitCode = 1;
});
tests.on("test:summary", ({ file }) => {
  if (file === undefined) void server.stop();
});
tests.compose(spec).pipe(process.stdout);

function patternFor(word: string): string {
  return word.endsWith(".ts") ? word : `${word.replace(/\/$/, "")}/**/*.test.ts`;
}
