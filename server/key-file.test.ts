import assert from "node:assert/strict";
import fs, { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { after, describe, it, mock } from "node:test";
import { masterKeys, readConfig } from "./config.ts";
import { replaceKeyFile } from "./key-file.ts";

const root = mkdtempSync(join(tmpdir(), "kolo-keys-"));
after(() => rmSync(root, { recursive: true }));

/** What the disk was told to keep while `work` ran, and what took another's name, in order. */
function kept(work: () => void): readonly string[] {
  const done: string[] = [];
  const paths = new Map<number, string>();
  const place = (path: unknown) => relative(root, String(path)) || ".";
  const { openSync, fsyncSync, renameSync } = fs;
  mock.method(fs, "openSync", (...given: Parameters<typeof openSync>) => {
    const file = openSync(...given);
    paths.set(file, place(given[0]));
    return file;
  });
  mock.method(fs, "fsyncSync", (file: number) => {
    fsyncSync(file);
    done.push(`${paths.get(file)} with ${statSync(join(root, paths.get(file) ?? "")).isFile() ? "its keys" : "names"}`);
  });
  mock.method(fs, "renameSync", (from: string, to: string) => {
    renameSync(from, to);
    done.push(`${place(from)} is ${place(to)}`);
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

describe("the file of the master keys", () => {
  const config = readConfig({ KOLO_DATA: join(root, "new/data") });
  const path = join(root, "new/data/master.keys");

  it("is on the disk, with the folders that lead to it, before anything can be sealed with it", () => {
    let keys = "";
    const done = kept(() => {
      keys = masterKeys(config);
    });
    assert.deepEqual(done, [
      "new/data/master.keys with its keys",
      "new/data with names",
      "new with names",
      ". with names",
    ]);
    assert.deepEqual([readFileSync(path, "utf8"), statSync(path).mode & 0o777], [`${keys}\n`, 0o600]);
    assert.equal(masterKeys(config), keys);
  });

  it("is replaced by one that is on the disk", () => {
    const done = kept(() => replaceKeyFile(path, "2:new,1:old"));
    assert.deepEqual(done, [
      "new/data/master.keys.new with its keys",
      "new/data/master.keys.new is new/data/master.keys",
      "new/data with names",
    ]);
    assert.deepEqual([readFileSync(path, "utf8"), statSync(path).mode & 0o777], ["2:new,1:old\n", 0o600]);
  });
});
