import { closeSync, openSync, readSync } from "node:fs";
import { type Command, InvalidArgumentError, type Option } from "commander";
import { badRequest } from "#kernel/errors.ts";
import { DESCRIPTION_MAX, isEmail, NAME_MAX } from "#kernel/fields.ts";
import { normalizeEmail, normalizeLine } from "#kernel/normalize-text.ts";

/** The largest file of keys, secrets or a mapping. */
export const SETTINGS_FILE_LIMIT_BYTES = 1024 * 1024;

const MEBIBYTE = 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

// The longest path or URL that is read from the command line.
const PATH_MAX = 4_096;
const PATH_NAMES: ReadonlySet<string> = new Set(["path", "file", "folder", "url"]);

/**
 * Reads a file, or standard input for `-`, up to a limit: a device or a pipe may never end. Throws `bad_request` for more.
 */
export function readInputFile(path: string, limit_bytes: number): Buffer {
  const file = path === "-" ? 0 : openSync(path, "r");
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    const chunks: Buffer[] = [];
    for (let size_bytes = 0; ; ) {
      const read_bytes = readSync(file, chunk);
      if (read_bytes === 0) return Buffer.concat(chunks);
      size_bytes += read_bytes;
      if (size_bytes > limit_bytes) throw fileTooLarge(limit_bytes);
      // A copy: a pipe may return a few bytes at a time, and each would keep the whole chunk.
      chunks.push(Buffer.from(chunk.subarray(0, read_bytes)));
    }
  } finally {
    if (file !== 0) closeSync(file);
  }
}

function fileTooLarge(limit_bytes: number): Error {
  const maximum_mib = limit_bytes / MEBIBYTE;
  return badRequest("file", "file_too_large", `The file has more than ${maximum_mib} MiB`, { maximum_mib });
}

/** The name of a business, a person or a key, as payers and colleagues see it. */
export function parseName(text: string): string {
  const name = normalizeLine(text);
  if (name === "" || name.length > NAME_MAX) throw new InvalidArgumentError(`A name has 1 to ${NAME_MAX} characters.`);
  return name;
}

export function parseEmail(text: string): string {
  const email = normalizeEmail(text);
  if (!isEmail(email)) throw new InvalidArgumentError("It is an e-mail address, such as jane@example.cm.");
  return email;
}

/** Gives every option and argument that has no parser a limit of characters: its text may be stored. */
export function limitTexts(command: Command): void {
  for (const option of command.options) {
    const has_value = option.required || option.optional;
    if (has_value && !option.parseArg && !option.argChoices) option.argParser(textParser(placeholderOf(option.flags)));
  }
  for (const argument of command.registeredArguments) {
    if (!argument.parseArg && !argument.argChoices) argument.argParser(textParser(argument.name()));
  }
  for (const inner of command.commands) limitTexts(inner);
}

/** The name between the brackets of `--file <path>`. */
function placeholderOf(flags: Option["flags"]): string {
  return /[<[]([^>\]]*)[>\]]/.exec(flags)?.[1] ?? "";
}

function textParser(placeholder: string): (text: string) => string {
  const characters_max = PATH_NAMES.has(placeholder) ? PATH_MAX : DESCRIPTION_MAX;
  return (text) => {
    if (text.length > characters_max) throw new InvalidArgumentError(`Enter ${characters_max} characters at most.`);
    return text;
  };
}
