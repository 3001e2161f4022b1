import { argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { assert } from "#kernel/errors.ts";
import { equalBuffers } from "#kernel/secrets.ts";

// OWASP's second recommended configuration of Argon2id: 19 MiB, two passes, one lane. About 25 ms on current machines.
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;
// Half of the four threads in Node's pool, which file access and ciphers use, too.
const CONCURRENT_HASHES_MAX = 2;

const argon2Async = promisify(argon2);
const PHC_FORMAT = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Hashes with Argon2id, in the PHC string format. At most two hashes run at a time; others wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, salt, { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES });
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${base64Unpadded(salt)}$${base64Unpadded(tag)}`;
}

/** Whether a password matches its hash. A null hash takes the same time, so that timing does not reveal accounts. */
export async function verifyPasswordHash(password: string, stored_hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, salt = "", tag = ""] =
    PHC_FORMAT.exec(stored_hash ?? (await dummyHash())) ?? [];
  assert(memory && passes && parallelism, "a stored password hash has the known format");
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const computed_tag = await derive(password, Buffer.from(salt, "base64"), parameters);
  return equalBuffers(computed_tag, Buffer.from(tag, "base64")) && stored_hash !== null;
}

let dummy_hash: Promise<string> | null = null;

function dummyHash(): Promise<string> {
  dummy_hash ??= hashPassword(randomBytes(SALT_BYTES).toString("hex"));
  return dummy_hash;
}

interface Argon2Parameters {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

let running = 0;
const waiting: (() => void)[] = [];

async function derive(password: string, nonce: Buffer, parameters: Argon2Parameters): Promise<Buffer> {
  while (running >= CONCURRENT_HASHES_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    // Normalize: keyboards differ in sending one character composed or decomposed.
    const message = password.normalize("NFKC");
    return await argon2Async("argon2id", { message, nonce, tagLength: TAG_BYTES, ...parameters });
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function base64Unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/=+$/, "");
}
