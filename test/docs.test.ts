import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, it } from "node:test";
import { RENAMED_VARIABLES, VARIABLES } from "#server/config.ts";
import { GENERATED_FOLDERS, referenceFiles } from "#tools/docs.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const pages = globSync(["*.md", "docs/**/*.md", "server/**/*.md"], {
  cwd: root,
  exclude: (name) => name === "node_modules",
});

describe("the reference", () => {
  for (const [name, text] of referenceFiles()) {
    it(`${name} matches the code`, () => assert.equal(read(name), text, "run npm run docs"));
  }

  it("has no generated file of a removed type", () => {
    const files = new Set(referenceFiles().keys());
    const stale = GENERATED_FOLDERS.flatMap((folder) => globSync(`${folder}/*`, { cwd: root })).filter(
      (path) => !files.has(path),
    );
    assert.deepEqual(stale, [], "run npm run docs");
  });

  it("names every environment variable that the code reads", () => {
    const known_files = new Set(VARIABLES.map(({ name }) => name));
    const code = globSync("{server,cli}/**/*.ts", { cwd: root, exclude: (name) => /testing|\.test\.ts/.test(name) });
    const used = code.flatMap((path) => [...read(path).matchAll(/\b(KOLO_[A-Z_]+)\b/g)].map(([, name = ""]) => name));
    const keys = ["KOLO_URL", "KOLO_PUBLIC_KEY", "KOLO_PRIVATE_KEY"];
    const client = [...keys, "KOLO_DASHBOARD_EMAIL", "KOLO_DASHBOARD_PASSWORD"];
    assert.deepEqual(
      [...new Set(used)].filter(
        (name) =>
          !known_files.has(name) &&
          !(name in RENAMED_VARIABLES) &&
          !client.includes(name) &&
          !name.startsWith("KOLO_TEST"),
      ),
      [],
    );
  });
});

describe("the pages", () => {
  it("link to existing files", () => {
    for (const page of pages) {
      for (const [, target = ""] of read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
        assert.ok(existsSync(join(root, dirname(page), target)), `${page} -> ${target}`);
      }
    }
  });
});

describe("the container image", () => {
  it("contains the documents from which the site is built", () => {
    const left_out = read(".dockerignore").split("\n");
    for (const name of ["docs", "sdk", "*.md", "**/*.md"]) assert.ok(!left_out.includes(name), name);
  });

  it("contains no secrets of its builder", () => {
    const [left_out, unversioned] = [".dockerignore", ".gitignore"].map((name) =>
      read(name)
        .split("\n")
        .map((line) => line.replace(/\/$/, "")),
    );
    for (const name of [".env", "data"]) {
      assert.ok(unversioned?.includes(name) && left_out?.includes(name), name);
    }
  });
});
