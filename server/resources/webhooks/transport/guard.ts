import ipaddr from "ipaddr.js";
import { cached } from "#kernel/cache.ts";
import { type FieldError, fieldError } from "#kernel/errors.ts";
import type { Environment } from "#kernel/scope.ts";

/**
 * SSRF guard: refuses targets outside the public internet. Merchants choose the targets, and this server is inside the
 * platform operator's network, which webhooks must not reach.
 */
export interface SsrfGuard {
  /** The error if a URL cannot be a target; null if it can. */
  problemWith(url: string, environment: Environment): FieldError | null;
  /** Whether the server may connect to this IP address. */
  isAllowed(address: string, environment: Environment): boolean;
}

type CidrRange = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Address `ranges` that are allowed in these `environments`, although they are not public. */
export interface Allowance {
  readonly ranges: readonly string[];
  readonly environments: readonly Environment[];
}

const ALLOWED_PORTS: ReadonlySet<string> = new Set(["", "80", "443", "8080", "8443"]);
const VERDICTS_MAX = 10_000;
const INTERNAL_HOSTS = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private)$/;

/** `own_addresses` are public addresses that are refused as well: those of this machine and of its database. */
export function ssrfGuard(allowance: Allowance, own_addresses: readonly string[] = []): SsrfGuard {
  const refused = new Set(
    own_addresses.filter((text) => ipaddr.isValid(text)).map((text) => ipaddr.process(text).toString()),
  );
  const ranges = allowance.ranges.map((range): CidrRange => ipaddr.parseCIDR(range));

  const isListed = (address: ipaddr.IPv4 | ipaddr.IPv6, environment: Environment): boolean =>
    allowance.environments.includes(environment) &&
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));

  const checkAddress = (text: string, environment: Environment): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return (isPublic(address) && !refused.has(address.toString())) || isListed(address, environment);
  };

  // Cached: every attempt checks the same addresses.
  const verdicts = {
    test: cached(VERDICTS_MAX, (text) => checkAddress(text, "test")),
    live: cached(VERDICTS_MAX, (text) => checkAddress(text, "live")),
  };
  const isAllowed = (text: string, environment: Environment): boolean => verdicts[environment](text);

  return {
    isAllowed,
    problemWith(text, environment) {
      const url = parseTarget(text);
      if ("reason" in url) return url;
      const literal = ipLiteral(url.hostname);
      // `localhost` is checked as the loopback addresses.
      const addresses = url.hostname === "localhost" ? LOOPBACK : literal === null ? [] : [literal];
      const is_listed = addresses.some((address_text) => isListed(ipaddr.parse(address_text), environment));
      if (is_listed) return null;
      if (literal !== null)
        return isAllowed(literal, environment)
          ? portProblem(url)
          : fieldError("host_not_public", "This address is not on the public internet");
      if (!url.hostname.includes(".") || url.hostname.endsWith(".") || INTERNAL_HOSTS.test(url.hostname)) {
        return fieldError("host_not_public", "This host is not on the public internet");
      }
      return portProblem(url);
    },
  };
}

/** Parses a target, or returns the error that is visible without the SSRF guard (interface-decisions 5). */
export function parseTarget(text: string): URL | FieldError {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    return fieldError("invalid_url", "Enter a URL that begins with https://");
  }
  return url.username || url.password
    ? fieldError("url_with_password", "Leave the user name and password out of the URL")
    : url;
}

/** The addresses of `localhost`, which the DNS resolver does not know: it does not read /etc/hosts. */
export const LOOPBACK = ["127.0.0.1", "::1"] as const;

/** The IP address that a URL's hostname contains; null for a name. The URL parser has normalized its spelling. */
export function ipLiteral(hostname: string): string | null {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}

function portProblem(url: URL): FieldError | null {
  if (ALLOWED_PORTS.has(url.port)) return null;
  const ports = [...ALLOWED_PORTS].filter((port) => port !== "");
  return fieldError("port_not_allowed", "Use port 443, 80, 8443 or 8080", { ports });
}

// ipaddr.js classifies these ranges as `unicast` although they are not public: IPv4-compatible and other addresses
// under ::/8, the larger NAT64 prefix, special purposes in 2001::/23 (RFC 2928), documentation (RFC 9637) and segment
// routing (RFC 9602).
const NOT_PUBLIC = ["::/8", "64:ff9b::/32", "2001::/23", "3fff::/20", "5f00::/16", "100::/64", "fec0::/10"].map(
  (range): CidrRange => ipaddr.parseCIDR(range),
);
const NOT_PUBLIC_4 = ["192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15"].map(
  (range): CidrRange => ipaddr.parseCIDR(range),
);

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  const refused = address.kind() === "ipv6" ? NOT_PUBLIC : NOT_PUBLIC_4;
  return !refused.some(([range, bits]) => address.match(range, bits));
}
