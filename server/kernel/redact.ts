import { maskNumbers } from "./phone.ts";

/** The replacement for a secret. */
const HIDDEN = "…";

// The patterns of secrets: our own keys, even truncated; webhook secrets; JWTs; and text after an authorization scheme,
// or after the name of a secret.
const API_KEY = /(?:test|live)_(?:pk|sk|pub)_[0-9A-Za-z]*/g;
const WEBHOOK_SECRET = /whsec_[\w+/=-]*/g;
// The header cannot contain `eyJ` again: otherwise a text of many would be searched to its end from each of them.
const JWT = /eyJ(?:(?!eyJ)[\w-]){8,}\.[\w-]*(?:\.[\w-]*)?/g;
const CREDENTIALS = /\b(Bearer|Basic)\s+[\w.~+/=-]+/gi;
const NAMED_SECRET =
  /\b(password|passwd|secret|token|api[_-]?key|authorization)(["']?\s*=\s*["']?|["']\s*:\s*["'])(?!(?:Bearer|Basic)\b)[^\s"'&,;]+/gi;
// Random text: padded base64; at least 20 letters and digits with upper case, lower case and digits (our tokens have
// 43); hexadecimal text longer than a UUID. Our ids have no upper-case letters. A search begins only where a run of
// such characters begins: from each character of a run it would take a second for 10,000 characters.
const RANDOM_TOKEN =
  /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{42,}={1,2}|(?<![A-Za-z0-9])(?=[a-z0-9]*[A-Z])(?=[A-Z0-9]*[a-z])(?=[A-Za-z]*\d)[A-Za-z0-9]{20,}|[\da-f]{40,}/g;
const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,4})?\b/g;
// Eight digits or more in groups, as people write numbers. Dates and parts of ids do not match.
const GROUPED = /(?<![\w-])(?!(?:19|20)\d\d-)(?:\+|00)?\d{1,6}(?:[ -]\d{2,16}){2,}(?![\w-])/g;
const GROUPED_DIGITS_MIN = 8;
const SHOWN_DIGITS = 3;

// At least eight characters follow the prefix, as in every real key: `latest_sk_1` and `whsec_2` are names.
const COMPLETE_SECRET = /(?<![A-Za-z0-9])(?:(?:test|live)_(?:pk|sk|pub)_[0-9A-Za-z]{8,}|whsec_[\w+/=-]{8,})/;

/**
 * Whether a text contains a key of ours, a webhook secret or a JWT. Other random text may be a name that a person
 * chose.
 */
export function containsSecret(text: string): boolean {
  return COMPLETE_SECRET.test(text) || text.search(JWT) >= 0;
}

/** Removes keys, tokens and passwords from a text. Ids and UUIDs stay. */
export function redactSecrets(text: string): string {
  return text
    .replace(CREDENTIALS, `$1 ${HIDDEN}`)
    .replace(NAMED_SECRET, `$1$2${HIDDEN}`)
    .replace(API_KEY, HIDDEN)
    .replace(WEBHOOK_SECRET, HIDDEN)
    .replace(JWT, HIDDEN)
    .replace(RANDOM_TOKEN, HIDDEN);
}

/** Redacts as `redactSecrets` does, and also reduces account and phone numbers to their last three digits. */
export function redact(text: string): string {
  const maskNumber = (match: string, is_number: boolean): string =>
    is_number ? HIDDEN + match.replace(/[ -]/g, "").slice(-SHOWN_DIGITS) : match;
  return maskNumbers(
    redactSecrets(text)
      .replace(IBAN, (match) => maskNumber(match, isIban(match)))
      .replace(GROUPED, (match) => maskNumber(match, match.replace(/\D/g, "").length >= GROUPED_DIGITS_MIN)),
  );
}

/** Redacts a part of a URL. The result is decoded only if something was hidden. */
export function redactPath(path: string): string {
  const plain = decodePath(path);
  const hidden = redact(plain);
  return hidden === plain ? path : hidden;
}

/** Applies `redactText` to every text in a value. */
export function redactData(value: unknown, redactText: (text: string, name: string | null) => string): unknown {
  const visit = (node: unknown, name: string | null): unknown => {
    if (typeof node === "string") return redactText(node, name);
    if (Array.isArray(node)) return node.map((item) => visit(item, name));
    if (typeof node !== "object" || node === null || "toJSON" in node) return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, visit(item, key)]));
  };
  return visit(value, null);
}

/**
 * Whether a text passes the checksum of an IBAN (ISO 13616): the first four characters move to the end, letters become
 * numbers, and the remainder modulo 97 is 1.
 */
function isIban(text: string): boolean {
  const compact = text.replaceAll(" ", "");
  const digits = (compact.slice(4) + compact.slice(0, 4)).replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  return BigInt(digits) % 97n === 1n;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
