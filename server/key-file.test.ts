import assert from "node:assert/strict";
import fs, { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, describe, it, mock } from "node:test";
import { newMasterKey } from "#kernel/secrets.ts";
import { loadMasterKeys, readConfig } from "./config.ts";
import { replaceKeyFile } from "./key-file.ts";

const root = mkdtempSync(join(tmpdir(), "kolo-keys-"));
after(() => rmSync(root, { recursive: true }));

/** The fsync, link and rename calls made while `work` ran, in order. */
function temporaryKeyFile(work: () => void): readonly string[] {
  const done: string[] = [];
  const paths = new Map<number, string>();
  const relativePath = (path: unknown) => (relative(root, String(path)) || ".").replace(/\.[0-9a-f]{8}\./, ".*.");
  const { openSync, fsyncSync, linkSync, renameSync } = fs;
  mock.method(fs, "openSync", (...args: Parameters<typeof openSync>) => {
    const file = openSync(...args);
    paths.set(file, String(args[0]));
    return file;
  });
  mock.method(fs, "fsyncSync", (file: number) => {
    fsyncSync(file);
    const path = paths.get(file) ?? "";
    done.push(`${relativePath(path)} with ${statSync(path).isFile() ? "its keys" : "names"}`);
  });
  mock.method(fs, "linkSync", (from: string, to: string) => {
    linkSync(from, to);
    done.push(`${relativePath(from)} is ${relativePath(to)}`);
  });
  mock.method(fs, "renameSync", (from: string, to: string) => {
    renameSync(from, to);
    done.push(`${relativePath(from)} is ${relativePath(to)}`);
  });
  syncBuiltinESMExports();
  try {
    work();
  } finally {
    mock.restoreAll();
    syncBuiltinESMExports();
  }
  return done;
}

describe("the key file", () => {
  const config = readConfig({ KOLO_DATA: join(root, "new/data") });
  const path = join(root, "new/data/master.keys");

  it("is durable, with its parent folders, before anything can be sealed with it", () => {
    let keys = "";
    const done = temporaryKeyFile(() => {
      keys = loadMasterKeys(config);
    });
    assert.deepEqual(done, [
      "new/data/master.keys.*.new with its keys",
      "new/data/master.keys.*.new is new/data/master.keys",
      "new/data with names",
      "new with names",
      ". with names",
    ]);
    assert.deepEqual([readFileSync(path, "utf8"), statSync(path).mode & 0o777], [`${keys}\n`, 0o600]);
    assert.equal(loadMasterKeys(config), keys);
  });

  it("is replaced durably", () => {
    const done = temporaryKeyFile(() => replaceKeyFile(path, "2:new,1:old"));
    assert.deepEqual(done, [
      "new/data/master.keys.*.new with its keys",
      "new/data/master.keys.*.new is new/data/master.keys",
      "new/data with names",
    ]);
    assert.deepEqual([readFileSync(path, "utf8"), statSync(path).mode & 0o777], ["2:new,1:old\n", 0o600]);
    assert.deepEqual(readdirSync(join(root, "new/data")), ["master.keys"]);
  });

  it("created by another process at the same moment is kept and used", () => {
    const other = join(root, "other");
    const [theirs, { openSync }] = [newMasterKey(), fs];
    let is_made = false;
    mock.method(fs, "openSync", (...args: Parameters<typeof openSync>) => {
      if (!is_made) {
        is_made = true;
        writeFileSync(join(other, "master.keys"), `${theirs}\n`);
      }
      return openSync(...args);
    });
    syncBuiltinESMExports();
    try {
      assert.equal(loadMasterKeys(readConfig({ KOLO_DATA: other })), theirs);
    } finally {
      mock.restoreAll();
      syncBuiltinESMExports();
    }
    assert.deepEqual(readdirSync(other), ["master.keys"]);
  });

  it("that is empty or damaged is not replaced, and the error says what to do", () => {
    const damaged = readConfig({ KOLO_DATA: join(root, "damaged") });
    const key_path = join(root, "damaged/master.keys");
    const keys = loadMasterKeys(damaged);
    for (const [text, message] of [
      ["", /master\.keys is empty: put its backup in its place, or, .* never run on this data, remove it/],
      ["\n", /is empty/],
      [keys.slice(0, 20), /master\.keys is damaged: put its backup in its place/],
      ["\0".repeat(48), /is damaged/],
      [`${keys},`, /is damaged/],
    ] as const) {
      writeFileSync(key_path, text);
      assert.throws(() => loadMasterKeys(damaged), message);
      assert.equal(readFileSync(key_path, "utf8"), text);
    }
    writeFileSync(key_path, `${keys}\n`);
    assert.equal(loadMasterKeys(damaged), keys);
  });
});
