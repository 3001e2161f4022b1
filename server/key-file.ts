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
 * Reads the master keys of a file. Null when there is no file.
 *
 * Errors: an `Error` with one sentence for the operator if the file holds anything else. Such a file is never replaced
 * by a new one: secrets sealed with its keys would be lost.
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
 * Creates the file of the master keys, and its folder if missing. From the moment this function returns, the file
 * survives a power cut, so no secret can exist without the keys that sealed it. Readers never see half a file. Throws
 * the system's `EEXIST` if the file exists.
 */
export function createKeyFile(path: string, keys: string): void {
  const folder = dirname(path);
  const outermost = mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary_path = writeTemporary(path, keys);
  try {
    // Unlike a rename, a link never overwrites a file that another process has created since.
    linkSync(temporary_path, path);
  } catch (error) {
    if (existsSync(path)) throw error;
    // Some network shares do not support hard links.
    renameSync(temporary_path, path);
  } finally {
    rmSync(temporary_path, { force: true });
  }
  syncFolder(folder);
  // A new folder is an entry in its parent folder, which needs an fsync as well.
  if (outermost === undefined) return;
  for (let created_folder = folder; created_folder.length >= outermost.length; created_folder = dirname(created_folder))
    syncFolder(dirname(created_folder));
}

/** Replaces a file of keys atomically and durably: the file always exists, and is always complete. */
export function replaceKeyFile(path: string, keys: string): void {
  renameSync(writeTemporary(path, keys), path);
  syncFolder(dirname(path));
}

/** Writes a temporary file beside the target, readable by its owner only. */
function writeTemporary(path: string, keys: string): string {
  const temporary_path = `${path}.${randomBytes(4).toString("hex")}.new`;
  const file = openSync(temporary_path, "wx", 0o600);
  try {
    writeFileSync(file, `${keys}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return temporary_path;
}

/**
 * Calls fsync on a folder. Without it the folder's entry for a new file may be lost in a power cut, even if the content
 * of the file is on the disk.
 */
function syncFolder(folder: string): void {
  const folder_handle = openSync(folder, "r");
  try {
    fsyncSync(folder_handle);
  } finally {
    closeSync(folder_handle);
  }
}
