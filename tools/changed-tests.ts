// Selects the tests that depend on files changed since the main branch: `npm test -- --changed`.
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

const SOURCES = "{server,sdk,cli,ui,checkout,dashboard,test,tools,bench}/**/*.{ts,tsx,mjs}";
const SPECIFIER = /(?:from|import|import\()\s*"([^"]+)"|new URL\("(\.[^"]+)",\s*import\.meta\.url\)/g;
// Matches the sources of the browser pages. Tests load the built pages, so no import of a test leads to these sources.
const PAGES = /^(?:dashboard|checkout|ui)\/(?:src\/|index\.html|vite\.config)/;
// Matches a test that reads files by path. It depends on every file, because the import graph does not show these
// reads.
const READS_FILES = /\b(?:globSync|readFileSync)\(/;
// Matches files whose change may affect any test.
const RUNS_ALL_TESTS =
  /^(?:package-lock\.json|package\.json|tsconfig\.json|tools\/(?:run-tests|bundle-tests|test|install|build)\b)/;

/**
 * Returns those of these test files that import a changed file, directly or indirectly. A file is changed if it is
 * untracked or differs from the merge base with `main` (on `main`: from the last commit).
 */
export function dependentTests(root: string, tests: readonly string[]): readonly string[] {
  const changed = changedFiles(root);
  if (changed.some((file) => RUNS_ALL_TESTS.test(file))) return tests;
  const importers = importersOf(root);
  const reached = new Set<string>();
  const open = changed.flatMap((file) => [file, ...foldersOf(file)]);
  if (changed.length > 0)
    open.push(...tests.filter((file) => READS_FILES.test(readFileSync(join(root, file), "utf8"))));
  if (changed.some((file) => PAGES.test(file))) open.push(...tests.filter((file) => file.startsWith("test/browser/")));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    reached.add(file);
    open.push(...(importers.get(file) ?? []));
  }
  return tests.filter((file) => reached.has(file));
}

function changedFiles(root: string): readonly string[] {
  const branch = git(root, ["branch", "--show-current"])[0];
  const base = branch === "main" ? "HEAD" : (git(root, ["merge-base", "main", "HEAD"])[0] ?? "HEAD");
  return [...git(root, ["diff", "--name-only", base]), ...git(root, ["ls-files", "--others", "--exclude-standard"])];
}

function git(root: string, args: readonly string[]): readonly string[] {
  const { stdout, status } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  return status === 0 ? stdout.split("\n").filter((line) => line !== "") : [];
}

/**
 * Returns the folders that contain a file. An import of a folder (`new URL("./migrations/", …)`) depends on every file
 * in it.
 */
function foldersOf(file: string): readonly string[] {
  const folder = dirname(file);
  return folder === "." ? [] : [folder, ...foldersOf(folder)];
}

/** Maps each file or folder to the source files that import it. */
function importersOf(root: string): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync(SOURCES, { cwd: root, exclude: (name) => name === "node_modules" || name === "dist" })) {
    for (const [, imported, url] of readFileSync(join(root, file), "utf8").matchAll(SPECIFIER)) {
      const target = resolve(root, file, imported ?? url ?? "");
      if (target === null) continue;
      const known_importers = importers.get(target);
      if (known_importers) known_importers.push(file);
      else importers.set(target, [file]);
    }
  }
  return importers;
}

/**
 * Resolves an import to a path below the root; null for a package. `#x/…` is the server's alias inside `server/`, else
 * the workspace's.
 */
function resolve(root: string, from: string, specifier: string): string | null {
  if (specifier.startsWith(".")) return normalize(join(dirname(from), specifier)).replace(/\/$/, "");
  if (!specifier.startsWith("#")) return null;
  const path = specifier.slice(1);
  const candidates = from.startsWith("server/") ? [join("server", path), path] : [path];
  return (
    candidates.map((candidate) => candidate.replace(/^sdk\//, "sdk/src/")).find((one) => existsSync(join(root, one))) ??
    null
  );
}
