import ipaddr from "ipaddr.js";
import { remembering } from "#kernel/remember.ts";
import type { Environment } from "#kernel/scope.ts";

/**
 * Where webhooks may not reach: everything that is not the public internet. A merchant names the target, and this server
 * stands inside the operator's network; without the guard a webhook is a way in.
 */
export interface Guard {
  /** Why this URL cannot be a target, in a sentence for the merchant, or null when it can. */
  problemWith(url: string, environment: Environment): string | null;
  /** Whether an address may be connected to. */
  isAllowed(address: string, environment: Environment): boolean;
}

type Range = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** `allowed`: ranges that are reached all the same, in the environments named. */
export interface Allowance {
  readonly ranges: readonly string[];
  readonly environments: readonly Environment[];
}

const USUAL_PORTS: ReadonlySet<string> = new Set(["", "80", "443", "8080", "8443"]);
const VERDICTS_MAX = 10_000;
const INSIDE_NAMES = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private)$/;

/** `own`: addresses that are refused although they are public: this machine's, and those of its database. */
export function guard(allowance: Allowance, own: readonly string[] = []): Guard {
  const refused = new Set(own.filter((text) => ipaddr.isValid(text)).map((text) => ipaddr.process(text).toString()));
  const ranges = allowance.ranges.map((range): Range => ipaddr.parseCIDR(range));

  const isListed = (address: ipaddr.IPv4 | ipaddr.IPv6, environment: Environment): boolean =>
    allowance.environments.includes(environment) &&
    ranges.some(([range, bits]) => range.kind() === address.kind() && address.match(range, bits));

  const judge = (text: string, environment: Environment): boolean => {
    if (!ipaddr.isValid(text)) return false;
    const address = ipaddr.process(text);
    return (isPublic(address) && !refused.has(address.toString())) || isListed(address, environment);
  };

  // The same addresses are asked about with every attempt.
  const verdicts = {
    test: remembering(VERDICTS_MAX, (text) => judge(text, "test")),
    live: remembering(VERDICTS_MAX, (text) => judge(text, "live")),
  };
  const isAllowed = (text: string, environment: Environment): boolean => verdicts[environment](text);

  return {
    isAllowed,
    problemWith(text, environment) {
      const url = targetIn(text);
      if (typeof url === "string") return url;
      const literal = literalIn(url.hostname);
      // Names of this machine mean its own addresses, and are judged as those.
      const named = url.hostname === "localhost" ? LOOPBACK : literal === null ? [] : [literal];
      const is_listed = named.some((one) => isListed(ipaddr.parse(one), environment));
      if (is_listed) return null;
      if (literal !== null)
        return isAllowed(literal, environment) ? problemWithPort(url) : "This address is not on the public internet";
      if (!url.hostname.includes(".") || url.hostname.endsWith(".") || INSIDE_NAMES.test(url.hostname)) {
        return "This host is not on the public internet";
      }
      return problemWithPort(url);
    },
  };
}

/** A target, or what is wrong with it wherever it leads: what the request alone shows (interface-decisions 5). */
export function targetIn(text: string): URL | string {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return "Enter a URL that begins with https://";
  return url.username || url.password ? "Leave the user name and password out of the URL" : url;
}

/** What `localhost` means. The resolver that is used knows nothing of /etc/hosts. */
export const LOOPBACK = ["127.0.0.1", "::1"] as const;

/** The IP address a host is written as, in any spelling the URL parser has already evened out, or null for a name. */
export function literalIn(hostname: string): string | null {
  const bare = hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(bare) ? bare : null;
}

function problemWithPort(url: URL): string | null {
  return USUAL_PORTS.has(url.port) ? null : "Use port 443, 80, 8443 or 8080";
}

// What ipaddr.js calls `unicast` and is not: IPv4-compatible and other spellings under ::/8, the whole block of special
// purposes 2001::/23 (RFC 2928), documentation (RFC 9637), segment routing (RFC 9602), and NAT64's wider block.
const NOT_PUBLIC = ["::/8", "64:ff9b::/32", "2001::/23", "3fff::/20", "5f00::/16", "100::/64", "fec0::/10"].map(
  (range): Range => ipaddr.parseCIDR(range),
);
const NOT_PUBLIC_4 = ["192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15"].map((range): Range => ipaddr.parseCIDR(range));

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== "unicast") return false;
  const refused = address.kind() === "ipv6" ? NOT_PUBLIC : NOT_PUBLIC_4;
  return !refused.some(([range, bits]) => address.match(range, bits));
}
