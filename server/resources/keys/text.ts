import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { assert } from "#kernel/errors.ts";
import type { Environment } from "#kernel/scope.ts";
import { fingerprints, keyVersions, randomText } from "#kernel/secrets.ts";
import type { KeyDigest, KeyKind } from "./store.ts";

// The lookup id finds the row. The secret's 43 letters and digits hold 256 bits. The checksum lets secret scanners
// recognize a key.
const LOOKUP_LENGTH = 12;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 8;
const GENERATED_KEY = new RegExp(
  `^(test|live)_(pk|sk|pub)_([0-9A-Za-z]{${LOOKUP_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH}}[0-9a-f]{${CHECKSUM_LENGTH}}$`,
);

/**
 * Returns true if a text can be a key. Returns false for a text that cannot be imported, and for a text in the
 * generated form with a wrong checksum. Reads no table.
 */
export function hasKeyFormat(text: string): boolean {
  if (text.length < IMPORT_MIN || text.length > IMPORT_MAX || !VISIBLE_CHARACTERS.test(text)) return false;
  return !GENERATED_KEY.test(text) || text.endsWith(checksumOf(text.slice(0, -CHECKSUM_LENGTH)));
}

/** The shortest text that a platform operator may import as a key; a shorter one could be guessed. */
export const IMPORT_MIN = 16;
export const IMPORT_MAX = 255;
const VISIBLE_CHARACTERS = /^[!-~]+$/;

const PREFIXES: Readonly<Record<KeyKind, string>> = { public: "pk", private: "sk", publishable: "pub" };

/** Generates a key such as `test_pk_…`, `live_sk_…` or `live_pub_…`. */
export function newKeyText(environment: Environment, kind: KeyKind): string {
  const body = `${environment}_${PREFIXES[kind]}_${randomText(LOOKUP_LENGTH + SECRET_LENGTH)}`;
  return body + checksumOf(body);
}

function checksumOf(body: string): string {
  return crc32(body).toString(16).padStart(CHECKSUM_LENGTH, "0");
}

/**
 * Returns the lookup ids under which a key may be stored. A generated key contains its lookup id. For an imported key
 * it is a keyed digest, one per version of the master key.
 */
export function lookupIdsOf(text: string): readonly string[] {
  const [, , , lookup] = GENERATED_KEY.exec(text) ?? [];
  if (lookup) return [lookup];
  return fingerprints("key look-up", text).map((digest) => digest.toString("hex").slice(0, 2 * LOOKUP_LENGTH));
}

/** Returns the fingerprints of a key, one per version of the master key, the current version first. */
export function fingerprintsOf(text: string): readonly Buffer[] {
  return fingerprints("key", text);
}

/** Returns the digest to store, made with the current master key. */
export function digestToStore(text: string): KeyDigest {
  const [[lookup], [fingerprint], [master_version]] = [lookupIdsOf(text), fingerprintsOf(text), keyVersions()];
  assert(lookup !== undefined && fingerprint && master_version !== undefined, "there is a master key");
  return { lookup, fingerprint, master_version };
}

/** Returns a key's hash, under which the in-memory cache stores it: the cache must not hold keys. */
export function cacheKeyOf(text: string): string {
  return hash("sha256", text, "base64");
}

/** Whether a text has the form of a publishable key. */
export function isPublishableText(text: string): boolean {
  return /^(?:test|live)_pub_/.test(text);
}

/** Returns false for live if the text begins with `test_` (`interface.md` 5, interface-decisions 9). */
export function isAllowedIn(environment: Environment, text: string): boolean {
  return environment === "test" || !text.startsWith("test_");
}
