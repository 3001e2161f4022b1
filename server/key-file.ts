import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { readKeyring } from "#kernel/secrets.ts";

/**
 * The master keys of a file. Null when there is none.
 *
 * Errors: an `Error` with one sentence for the operator when it holds something else. It is never made anew then: whatever
 * was sealed with what it held would be lost.
 */
export function readKeyFile(path: string): string | null {
  if (!existsSync(path)) return null;
  const keys = readFileSync(path, "utf8").trim();
  if (keys === "") {
    throw new Error(
      `${path} is empty: put its backup in its place, or, where Kolo has never run on this data, remove it and start again`,
    );
  }
  try {
    readKeyring(keys);
    return keys;
  } catch (cause) {
    throw new Error(
      `${path} is damaged: put its backup in its place. It holds one line, version:base64 of 32 bytes, the newest first, by commas`,
      { cause },
    );
  }
}

/**
 * Makes the file of the master keys, and its folder where there is none. It outlives a power cut from the moment this
 * returns: what is sealed with it later is never there without it. Nor is there ever half of it. Throws the system's
 * `EEXIST` when there is one.
 */
export function makeKeyFile(path: string, keys: string): void {
  const folder = dirname(path);
  const outermost = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const aside = write(path, keys);
  try {
    // Unlike a renaming it takes nothing away that somebody else has made since.
    linkSync(aside, path);
  } catch (error) {
    if (existsSync(path)) throw error;
    // A share whose files have but one name each.
    renameSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
  keep(folder);
  // A new folder is an entry in the one above it.
  if (outermost === undefined) return;
  for (let made = folder; made.length >= outermost.length; made = dirname(made)) keep(dirname(made));
}

/** Puts another in the place of a file of keys, as surely: never a moment without the file, nor with half of it. */
export function replaceKeyFile(path: string, keys: string): void {
  renameSync(write(path, keys), path);
  keep(dirname(path));
}

/** Writes it beside, under a name of its own, for its owner alone. */
function write(path: string, keys: string): string {
  const aside = `${path}.${randomBytes(4).toString("hex")}.new`;
  const file = openSync(aside, "wx", 0o600);
  try {
    writeFileSync(file, `${keys}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return aside;
}

/** Has the disk keep a folder's list of names: a file that it does not name is lost, whatever was written into it. */
function keep(folder: string): void {
  const list = openSync(folder, "r");
  try {
    fsyncSync(list);
  } finally {
    closeSync(list);
  }
}
