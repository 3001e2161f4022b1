import { Resolver } from "node:dns/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS, SECOND_MS } from "#kernel/time.ts";
import { LOOPBACK } from "./guard.ts";

/** What names mean, asked of the name servers and remembered for as long as they say. */
export interface Names {
  /** The addresses of a host. Rejects with the resolver's error, whose `code` tells what went wrong. */
  addresses(hostname: string): Promise<readonly string[]>;
}

// c-ares, not `dns.lookup`: that one runs on the thread pool which files and password hashes share, and one slow name
// server would stall them all.
export const DNS_TIMEOUT_MS = 2 * SECOND_MS;
const DNS_TRIES = 2;
// RFC 8305, 3: the other family is waited for this long, no longer, when one has answered.
const OTHER_FAMILY_MS = 50;
// A name that is not there, or whose servers do not answer, is not asked for again at once.
const FAILURE_KEPT_MS = 5 * SECOND_MS;
// However long a name says it is good for.
export const NAME_KEPT_MAX_MS = 10 * MINUTE_MS;
const NAMES_MAX = 10_000;

interface Answer {
  readonly addresses: Promise<readonly string[]>;
  /** Infinity while the question is under way. */
  until_ms: number;
}

interface Found {
  readonly addresses: readonly string[];
  readonly ttl_s: number;
}

/** `servers`: name servers in place of the system's. */
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
    // Whoever asks hears of the failure; an answer that nobody waits for any more is no unhandled rejection.
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
