import { cached } from "#kernel/cache.ts";
import type { Environment } from "#kernel/scope.ts";
import { openConnectionPool, type RequestPhase } from "./connection-pool.ts";
import { allowedAddresses } from "./connector.ts";
import { type Deadline, newDeadline } from "./deadline.ts";
import { openDnsCache } from "./dns-cache.ts";
import { ipLiteral, type SsrfGuard } from "./guard.ts";
import { httpPost } from "./http-post.ts";

/**
 * HTTP client for webhook receivers. Each attempt resolves the hostname, checks every address with the SSRF guard and
 * connects to an allowed one. A connection is reused for the same origin and environment while the hostname still
 * resolves to its address.
 */
export interface WebhookClient {
  /** Sends one request. Never rejects because of an error of the receiver or the network. */
  send(request: WebhookRequest): Promise<WebhookResponse>;
  close(): Promise<void>;
}

export interface WebhookRequest {
  readonly url: string;
  readonly environment: Environment;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The deadline for DNS, connecting, TLS, sending and reading together. */
  readonly deadline_ms: number;
}

/**
 * The outcome of a request. Times are in milliseconds from its beginning, and null for a phase that was skipped or not
 * reached.
 */
export interface WebhookResponse {
  readonly phase: RequestPhase;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the response body. */
  readonly response: Buffer | null;
  /** The cause if the response is incomplete: an error with a `code`. */
  readonly error: unknown;
  readonly address: string | null;
  readonly resolved_ms: number | null;
  readonly connected_ms: number | null;
  readonly answered_ms: number | null;
}

/** The parts of a URL, cached so that each URL is parsed once. */
interface ParsedUrl {
  readonly hostname: string;
  readonly origin: string;
  /** The host if it is an IP address; otherwise null. */
  readonly literal: string | null;
  readonly path: string;
}

const PARSED_URLS_MAX = 2_000;

/** `dns_servers` are the name servers to use instead of the system's. */
export function openWebhookClient(guard: SsrfGuard, dns_servers: readonly string[] | null = null): WebhookClient {
  const dns = openDnsCache(dns_servers);
  const pool = openConnectionPool(guard, dns.addresses);

  const parseUrl = cached(PARSED_URLS_MAX, (url): ParsedUrl => {
    const { hostname, origin, pathname, search } = new URL(url);
    return { hostname, origin, literal: ipLiteral(hostname), path: `${pathname}${search}` };
  });

  async function resolve({ hostname, literal }: ParsedUrl, environment: Environment): Promise<readonly string[]> {
    // A literal IP address is not resolved, but the guard must check it, too.
    const addresses = literal === null ? await dns.addresses(hostname) : [literal];
    return allowedAddresses(guard, addresses, hostname, environment);
  }

  async function attempt(request: WebhookRequest, began_ms: number, deadline: Deadline): Promise<WebhookResponse> {
    const target = parseUrl(request.url);
    const addresses = await deadline.race(resolve(target, request.environment));
    const resolved_ms = performance.now() - began_ms;
    const connection = pool.acquire(target.origin, request.environment, addresses);
    const is_used = connection.address !== null;
    connection.connected_at_ms = null;
    const result = await httpPost(connection, { ...request, path: target.path }, deadline);
    if (result.is_whole) pool.release(connection);
    else pool.discard(connection);
    // The receiver closed an idle connection just when it was reused. No response has arrived, so send the request
    // again on a new connection.
    if (
      is_used &&
      result.answered_at_ms === null &&
      result.phase === "answer" &&
      !deadline.has_passed &&
      isReset(result.error)
    ) {
      return attempt(request, began_ms, deadline);
    }
    return {
      phase: result.phase,
      status: result.status,
      headers: result.headers,
      response: result.response,
      error: result.error,
      address: connection.address,
      resolved_ms: Math.round(resolved_ms),
      connected_ms: elapsed(began_ms, connection.connected_at_ms),
      answered_ms: elapsed(began_ms, result.answered_at_ms),
    };
  }

  return {
    async send(request) {
      const began_ms = performance.now();
      const deadline = newDeadline(request.deadline_ms);
      try {
        return await attempt(request, began_ms, deadline);
      } catch (error) {
        // Only errors of the resolve step arrive here: `httpPost` never rejects.
        const no_response = { status: null, headers: {}, response: null, address: null };
        return { ...no_response, phase: "dns", error, resolved_ms: null, connected_ms: null, answered_ms: null };
      } finally {
        deadline.close();
      }
    },
    close: () => pool.close(),
  };
}

function isReset(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(String(error.code))
  );
}

function elapsed(began_ms: number, at_ms: number | null): number | null {
  return at_ms === null ? null : Math.round(at_ms - began_ms);
}
