import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes the file of the master keys, and its folder where there is none. It outlives a power cut from the moment this
 * returns: what is sealed with it later is never there without it. Throws the system's `EEXIST` when there is one.
 */
export function makeKeyFile(path: string, keys: string): void {
  const folder = dirname(path);
  const outermost = mkdirSync(folder, { recursive: true, mode: 0o700 });
  write(path, "wx", keys);
  keep(folder);
  // A new folder is an entry in the one above it.
  if (outermost === undefined) return;
  for (let made = folder; made.length >= outermost.length; made = dirname(made)) keep(dirname(made));
}

/** Puts others in its place, as surely: never a moment without the file, nor with half of it. */
export function replaceKeyFile(path: string, keys: string): void {
  write(`${path}.new`, "w", keys);
  renameSync(`${path}.new`, path);
  keep(dirname(path));
}

function write(path: string, flag: "w" | "wx", keys: string): void {
  const file = openSync(path, flag, 0o600);
  try {
    writeFileSync(file, `${keys}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
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
