import { remembering } from "#kernel/remember.ts";
import type { Environment } from "#kernel/scope.ts";
import { ask } from "./ask.ts";
import { allowedOf } from "./connector.ts";
import { type Deadline, newDeadline } from "./deadline.ts";
import { type Guard, literalIn } from "./guard.ts";
import { openLines, type Phase } from "./lines.ts";
import { openNames } from "./names.ts";

/**
 * HTTP client for receivers. Each attempt resolves the name, checks every address with the guard and connects to a
 * checked one. A connection is reused by the same origin in the same environment, while the name still resolves to its
 * address.
 */
export interface Targets {
  /** Sends one request. Never rejects because of the receiver or the network. */
  send(request: TargetRequest): Promise<Exchange>;
  close(): Promise<void>;
}

export interface TargetRequest {
  readonly url: string;
  readonly environment: Environment;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** One deadline over resolving, connecting, securing, sending and reading. */
  readonly deadline_ms: number;
}

/**
 * The outcome of a request. Times are in milliseconds from its beginning; null for a phase that was not reached, or not
 * needed.
 */
export interface Exchange {
  readonly phase: Phase;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the response body. */
  readonly response: Buffer | null;
  /** The cause of an incomplete response: an error with a `code`, or `timeout`. */
  readonly error: unknown;
  readonly address: string | null;
  readonly resolved_ms: number | null;
  readonly connected_ms: number | null;
  readonly answered_ms: number | null;
}

/** The parsed parts of a URL, cached per URL. */
interface Aim {
  readonly hostname: string;
  readonly origin: string;
  /** The host if it is an IP address; else null. */
  readonly literal: string | null;
  readonly path: string;
}

const AIMS_MAX = 2_000;

/** `dns_servers`: name servers instead of the system's. */
export function openTargets(guard: Guard, dns_servers: readonly string[] | null = null): Targets {
  const names = openNames(dns_servers);
  const lines = openLines(guard, names.addresses);

  const aimOf = remembering(AIMS_MAX, (url): Aim => {
    const { hostname, origin, pathname, search } = new URL(url);
    return { hostname, origin, literal: literalIn(hostname), path: `${pathname}${search}` };
  });

  async function resolve({ hostname, literal }: Aim, environment: Environment): Promise<readonly string[]> {
    // A literal address skips the resolver, so it is checked here.
    const found = literal === null ? await names.addresses(hostname) : [literal];
    return allowedOf(guard, found, hostname, environment);
  }

  async function attempt(request: TargetRequest, began_ms: number, deadline: Deadline): Promise<Exchange> {
    const aim = aimOf(request.url);
    const addresses = await deadline.over(resolve(aim, request.environment));
    const resolved_ms = performance.now() - began_ms;
    const line = lines.take(aim.origin, request.environment, addresses);
    const is_used = line.address !== null;
    line.connected_at_ms = null;
    const made = await ask(line, { ...request, path: aim.path }, deadline);
    if (made.is_whole) lines.giveBack(line);
    else lines.discard(line);
    // The receiver closed an idle connection just as it was reused: no response counts, and the request is sent on a
    // new one.
    if (
      is_used &&
      made.answered_at_ms === null &&
      made.phase === "answer" &&
      !deadline.has_passed &&
      isReset(made.error)
    ) {
      return attempt(request, began_ms, deadline);
    }
    return {
      phase: made.phase,
      status: made.status,
      headers: made.headers,
      response: made.response,
      error: made.error,
      address: line.address,
      resolved_ms: Math.round(resolved_ms),
      connected_ms: since(began_ms, line.connected_at_ms),
      answered_ms: since(began_ms, made.answered_at_ms),
    };
  }

  return {
    async send(request) {
      const began_ms = performance.now();
      const deadline = newDeadline(request.deadline_ms);
      try {
        return await attempt(request, began_ms, deadline);
      } catch (error) {
        // Only the resolver's errors arrive here: the request returns its own.
        const nothing = { status: null, headers: {}, response: null, address: null };
        return { ...nothing, phase: "dns", error, resolved_ms: null, connected_ms: null, answered_ms: null };
      } finally {
        deadline.close();
      }
    },
    close: () => lines.close(),
  };
}

function isReset(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(String(error.code))
  );
}

function since(began_ms: number, at_ms: number | null): number | null {
  return at_ms === null ? null : Math.round(at_ms - began_ms);
}
