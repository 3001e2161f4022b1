import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  randomFillSync,
  timingSafeEqual,
} from "node:crypto";
import { assert } from "./errors.ts";

/**
 * The master keys of an installation, by version. The highest version seals. An older version still opens, until all
 * secrets sealed with it have been sealed again.
 */
export class Keyring {
  readonly current: number;
  readonly #masters: ReadonlyMap<number, Buffer>;
  readonly #derived = new Map<string, KeyObject>();

  constructor(master_keys: ReadonlyMap<number, Buffer>) {
    this.#masters = master_keys;
    this.current = Math.max(...master_keys.keys());
  }

  /** The versions of the keyring, the current one first. */
  versions(): readonly number[] {
    return [...this.#masters.keys()].sort((a, b) => b - a);
  }

  /** Derives a separate key for each purpose: a leaked key reveals nothing of the others. */
  key(version: number, purpose: string): KeyObject {
    const name = `${version} ${purpose}`;
    const cached = this.#derived.get(name);
    if (cached) return cached;
    const master = this.#masters.get(version);
    if (!master) throw new Error(`Version ${version} of the master key is not configured`);
    const derived = createSecretKey(Buffer.from(hkdfSync("sha256", master, "kolo", purpose, MASTER_KEY_BYTES)));
    this.#derived.set(name, derived);
    return derived;
  }
}

const MASTER_KEY_BYTES = 32;

/**
 * Parses `2:base64,1:base64`, or a single base64 text as version 1. Throws an `Error` with one sentence for any other
 * text.
 */
export function readKeyring(text: string): Keyring {
  const master_keys = new Map<number, Buffer>();
  for (const part of text.trim().split(",")) {
    const [, version = "1", encoded = ""] = /^(?:(\d{1,4}):)?([A-Za-z0-9+/]+=*)$/.exec(part.trim()) ?? [];
    const key = Buffer.from(encoded, "base64");
    if (key.length !== MASTER_KEY_BYTES) {
      throw new Error("A master key is 32 bytes in base64, with its version before it: 1:base64[,2:base64]");
    }
    master_keys.set(Number(version), key);
  }
  return new Keyring(master_keys);
}

export function newMasterKey(): string {
  return `1:${randomBytes(MASTER_KEY_BYTES).toString("base64")}`;
}

let keyring: Keyring | null = null;

/** Sets this process's master keys; call once, before anything else runs. */
export function useKeyring(new_keyring: Keyring): void {
  keyring = new_keyring;
}

function currentKeyring(): Keyring {
  assert(keyring, "the master keys are set before a secret is touched");
  return keyring;
}

// The parameters of AES-256-GCM (NIST SP 800-38D): a random 96-bit nonce per value, and a 128-bit tag.
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const DATA_KEY_BYTES = 32;

/**
 * Encrypts a secret for its column. `context` (table, column, row) is authenticated: the value cannot be decrypted in
 * another row. The result begins with the version of the master key.
 */
export function seal(plain: string, context: string): string {
  const { current } = currentKeyring();
  return `${current}.${sealWith(currentKeyring().key(current, "seal"), plain, context)}`;
}

/**
 * Decrypts a sealed value. Throws if the value was modified or moved to another row, or if its master key is missing.
 */
export function open(sealed: string, context: string): string {
  const dot = sealed.indexOf(".");
  return openWith(currentKeyring().key(Number(sealed.slice(0, dot)), "seal"), sealed.slice(dot + 1), context);
}

/**
 * Creates a key for data that is never rewritten, and seals it for its own context. A rotation of the master keys seals
 * the key again, while the data stays unchanged.
 */
export function newSealedKey(context: string): string {
  return seal(randomBytes(DATA_KEY_BYTES).toString("base64"), context);
}

export function openKey(sealed: string, context: string): KeyObject {
  return createSecretKey(open(sealed, context), "base64");
}

/** Encrypts as `seal` does, but with a key from `newSealedKey`; the result has no version. */
export function sealWith(key: KeyObject, plain: string, context: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce);
  cipher.setAAD(Buffer.from(context));
  return Buffer.concat([nonce, cipher.update(plain, "utf8"), cipher.final(), cipher.getAuthTag()]).toString("base64");
}

/**
 * Decrypts a value of `sealWith`. Throws if the value was modified or moved to another row, or if the key is another
 * one.
 */
export function openWith(key: KeyObject, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]).toString("utf8");
}

/** The HMAC-SHA256 of a value, under the key derived for a purpose. */
export function fingerprint(purpose: string, value: string): Buffer {
  return fingerprintOfVersion(currentKeyring().current, purpose, value);
}

/**
 * The fingerprints under every version of the master key, the current one first. A stored fingerprint may be of an
 * older version.
 */
export function fingerprints(purpose: string, value: string): readonly Buffer[] {
  return keyVersions().map((version) => fingerprintOfVersion(version, purpose, value));
}

/** The versions of the master key, the current one first. */
export function keyVersions(): readonly number[] {
  return currentKeyring().versions();
}

export function fingerprintOfVersion(version: number, purpose: string, value: string): Buffer {
  return createHmac("sha256", currentKeyring().key(version, purpose)).update(value).digest();
}

/** Compares in constant time. Buffers of different lengths are unequal. */
export function equalBuffers(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// The pool is filled in bulk: a system call for twenty bytes takes as long as one for a thousand.
const random_pool = new Uint8Array(1_024);
let random_used = random_pool.length;

/** Random text of letters and digits, without bias. 43 characters hold 256 bits. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length) {
    if (random_used === random_pool.length) {
      randomFillSync(random_pool);
      random_used = 0;
    }
    const byte = random_pool[random_used] ?? 0;
    random_pool[random_used] = 0;
    random_used += 1;
    // 248 is the largest multiple of 62 in a byte; higher bytes would make the first letters more likely.
    if (byte < 248) text += BASE62.charAt(byte % 62);
  }
  return text;
}
