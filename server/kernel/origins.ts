import { isLoopbackHost } from "./loopback.ts";
import type { Environment } from "./scope.ts";

// The scheme of an app: a domain name in reverse order (RFC 8252, 7.1). The dot keeps out `javascript:` and every other
// scheme with a meaning of its own.
const APP_SCHEME = /^([a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+):(?:\/\/)?$/i;
const APP_ADDRESS = /^([a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:\/\/)\P{Cc}*$/iu;

/**
 * Returns an entry of a key's list in its stored form: the origin of web pages as browsers send it, such as
 * `https://shop.example.cm`, or the scheme of an app, such as `com.example.shop://`. Returns null for any other text.
 * Only test keys may be used on pages without HTTPS, and only on this machine.
 */
export function parseOrigin(text: string, environment: Environment): string | null {
  const trimmed = text.trim();
  const [, scheme] = APP_SCHEME.exec(trimmed) ?? [];
  if (scheme) return `${scheme.toLowerCase()}://`;
  const url = /^https?:\/\/[^/?#@\\\p{Cc}]+\/?$/iu.test(trimmed) ? URL.parse(trimmed) : null;
  // A browser's origin never has an asterisk, so an entry with one would match no page.
  if (!url || url.hostname.includes("*")) return null;
  const is_local_test = environment === "test" && isLoopbackHost(url.hostname);
  return url.protocol === "https:" || is_local_test ? url.origin : null;
}

/** Whether the address is one of an app with a scheme that a key's list may hold. */
export function isAppAddress(address: string): boolean {
  return APP_ADDRESS.test(address.trim());
}

/** Whether an address, valid as a callback, belongs to an entry of the list. */
export function isAddressOfOrigins(address: string, origins: readonly string[]): boolean {
  const [, scheme] = APP_ADDRESS.exec(address.trim()) ?? [];
  return origins.includes(scheme?.toLowerCase() ?? URL.parse(address.trim())?.origin ?? "");
}
