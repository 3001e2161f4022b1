import { Resolver } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import { LOOPBACK } from "./guard.ts";

/** A DNS cache: resolves names and keeps the addresses for their TTL. */
export interface Names {
  /** The addresses of a host. Rejects with the resolver's error, whose `code` names the cause. */
  addresses(hostname: string): Promise<readonly string[]>;
}

// c-ares, not `dns.lookup`: that one uses the thread pool for files and password hashes, and one slow name server would
// stall them all.
export const DNS_TIMEOUT_MS = 2 * SECOND_MS;
const DNS_TRIES = 2;
// RFC 8305, 3: after one family has resolved, the other one has this long.
const OTHER_FAMILY_MS = 50;
// Negative cache: a missing name or a silent name server is not queried again at once.
const FAILURE_KEPT_MS = 5 * SECOND_MS;
// The cap on a record's own TTL.
export const NAME_KEPT_MAX_MS = 10 * MINUTE_MS;
const NAMES_MAX = 10_000;

interface Answer {
  readonly addresses: Promise<readonly string[]>;
  /** Infinity while the query is in flight. */
  until_ms: number;
}

interface Found {
  readonly addresses: readonly string[];
  readonly ttl_s: number;
}

/** `servers`: name servers instead of the system's. */
export function openNames(servers: readonly string[] | null): Names {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  if (servers) resolver.setServers(servers);
  const answers = new Map<string, Answer>();

  function ask(hostname: string): Answer {
    const asking = resolve(resolver, hostname);
    const answer: Answer = { addresses: asking.then((found) => found.addresses), until_ms: Number.POSITIVE_INFINITY };
    asking.then(
      (found) => {
        answer.until_ms = performance.now() + Math.min(found.ttl_s * SECOND_MS, NAME_KEPT_MAX_MS);
      },
      () => {
        answer.until_ms = performance.now() + FAILURE_KEPT_MS;
      },
    );
    // Each caller receives the rejection; without callers it must not become an unhandled one.
    answer.addresses.catch(() => {});
    if (answers.size >= NAMES_MAX) answers.clear();
    answers.set(hostname, answer);
    return answer;
  }

  return {
    addresses(hostname) {
      if (hostname === "localhost") return Promise.resolve(LOOPBACK);
      const known = answers.get(hostname);
      return (known && known.until_ms > performance.now() ? known : ask(hostname)).addresses;
    },
  };
}

async function resolve(resolver: Resolver, hostname: string): Promise<Found> {
  const four = resolver.resolve4(hostname, { ttl: true });
  const six = resolver.resolve6(hostname, { ttl: true });
  const late = four.then(
    () => sleep(OTHER_FAMILY_MS, [], { ref: false }),
    () => six,
  );
  const [first, second] = await Promise.allSettled([four, Promise.race([six, late])]);
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
