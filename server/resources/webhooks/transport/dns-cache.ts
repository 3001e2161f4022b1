import { Resolver } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { lruCache } from "#kernel/cache.ts";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import { LOOPBACK } from "./guard.ts";

/** A DNS cache: resolves names, and keeps the addresses for their TTL. */
export interface DnsCache {
  /** Resolves to the addresses of a host. Rejects with the resolver's error, whose `code` names the cause. */
  addresses(hostname: string): Promise<readonly string[]>;
}

// The c-ares resolver instead of `dns.lookup`, which uses the thread pool: one slow name server could block file access
// and password hashing there.
export const DNS_TIMEOUT_MS = 2 * SECOND_MS;
const DNS_TRIES = 2;
// RFC 8305, section 3: after one address family has resolved, wait this long for the other.
const OTHER_FAMILY_MS = 50;
// Negative caching: do not query a missing name or an unresponsive name server again at once.
const NEGATIVE_TTL_MS = 5 * SECOND_MS;
// The maximum TTL, even if the record has a longer one.
export const DNS_TTL_MAX_MS = 10 * MINUTE_MS;
const CACHED_NAMES_MAX = 10_000;

interface ResolvedAddresses {
  readonly addresses: readonly string[];
  readonly ttl_s: number;
}

/** `servers` are the name servers to use instead of the system's. */
export function openDnsCache(servers: readonly string[] | null): DnsCache {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers) resolver.setServers(servers);
  const entries = lruCache<string, Promise<readonly string[]>>(CACHED_NAMES_MAX);

  function query(hostname: string): Promise<readonly string[]> {
    const resolving = resolve(resolver, hostname);
    const addresses = resolving.then((resolved) => resolved.addresses);
    // Cache the pending promise without a TTL, so that concurrent callers share one query.
    entries.set(hostname, addresses);
    resolving.then(
      ({ ttl_s }) => {
        // A record's TTL of 0 forbids caching, but the LRU cache would take it as unlimited.
        if (ttl_s === 0) entries.delete(hostname);
        else entries.set(hostname, addresses, { ttl: Math.min(ttl_s * SECOND_MS, DNS_TTL_MAX_MS) });
      },
      () => entries.set(hostname, addresses, { ttl: NEGATIVE_TTL_MS }),
    );
    // Each caller handles the rejection; without a caller it would be reported as unhandled.
    addresses.catch(() => {});
    return addresses;
  }

  return {
    addresses(hostname) {
      if (hostname === "localhost") return Promise.resolve(LOOPBACK);
      return entries.get(hostname) ?? query(hostname);
    },
  };
}

async function resolve(resolver: Resolver, hostname: string): Promise<ResolvedAddresses> {
  const ipv4 = resolver.resolve4(hostname, { ttl: true });
  const ipv6 = resolver.resolve6(hostname, { ttl: true });
  const ipv6_grace = ipv4.then(
    () => sleep(OTHER_FAMILY_MS, [], { ref: false }),
    () => ipv6,
  );
  const [first, second] = await Promise.allSettled([ipv4, Promise.race([ipv6, ipv6_grace])]);
  const records = [first, second].flatMap((part) => (part.status === "fulfilled" ? part.value : []));
  if (records.length === 0) {
    if (first.status === "rejected") throw first.reason;
    throw Object.assign(new Error(`${hostname} has no address`), { code: "ENODATA" });
  }
  return {
    addresses: records.map((record) => record.address),
    ttl_s: Math.min(...records.map((record) => record.ttl)),
  };
}
