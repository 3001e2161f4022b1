import { rootCertificates } from "node:tls";
import { Agent, buildConnector, request } from "undici";
import type { ProviderCause } from "#kernel/provider-causes.ts";
import { queuedSemaphore } from "#kernel/semaphore.ts";
import { SECOND_MS } from "#kernel/time.ts";

/** One request to a provider. */
export interface ProviderRequest {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A certificate authority in PEM, in addition to the usual ones, for servers that send an incomplete chain. */
  readonly ca?: string | undefined;
}

/**
 * How a request ended, classified by its meaning for money. `not_sent`: provably never received (DNS failed, connection
 * refused, TLS failed). `unknown`: something may have arrived, and no readable answer was received.
 */
export type ExchangeResult =
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  | { readonly kind: "not_sent"; readonly cause: ProviderCause }
  | { readonly kind: "unknown"; readonly cause: ProviderCause };

/** A plug-in's only access to the network. It never throws, never follows a redirect, and never retries. */
export type Exchange = (call: ProviderRequest) => Promise<ExchangeResult>;

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
// A call that creates an order may be slow and still succeed. Source: Mastercard waits 40 seconds for the same kind of
// answer.
export const CALL_TIMEOUT_MS = 40 * SECOND_MS;
// Shorter than for a call that creates an order: a query can be repeated.
const QUERY_TIMEOUT_MS = 10 * SECOND_MS;
export const RESPONSE_LIMIT_BYTES = 256 * 1024;
const CONNECTIONS_MAX = 64;
const CONNECTION_WAIT_MS = 20 * SECOND_MS;

/** The longest duration of a call, including the wait for a free connection. The lease of an attempt must be longer. */
export const CALL_MAX_MS = CONNECTION_WAIT_MS + CALL_TIMEOUT_MS;

// Errors raised before a connection was established: no byte of a request was sent. The error code alone does not prove
// that: a TLS failure or an unreachable network can raise the same code after an order has arrived.
const failed_before_connect = new WeakSet<Error>();

export interface ExchangeOptions {
  /** The longest wait for an answer, in milliseconds; at most (and by default) `CALL_TIMEOUT_MS`. */
  readonly timeout_ms?: number;
}

export function openExchange(options: ExchangeOptions = {}): { readonly exchange: Exchange; close(): Promise<void> } {
  const max_timeout_ms = Math.min(options.timeout_ms ?? CALL_TIMEOUT_MS, CALL_TIMEOUT_MS);
  const agents = new Map<string, Agent>();
  const connection_slots = queuedSemaphore(CONNECTIONS_MAX);
  // Each certificate authority has its own connections: one account's trusted authority is not trusted for another
  // account.
  const agentFor = (ca: string): Agent => {
    const agent = agents.get(ca) ?? newAgent(ca);
    agents.set(ca, agent);
    return agent;
  };
  return {
    async exchange(call) {
      const timeout_ms = call.method === "GET" ? Math.min(max_timeout_ms, QUERY_TIMEOUT_MS) : max_timeout_ms;
      const origin = URL.parse(call.url)?.origin;
      if (origin === undefined) return { kind: "not_sent", cause: { code: "address_invalid" } };
      // The timeout starts when the call has a connection: the wait for one is no evidence about the provider.
      const release = await connection_slots.acquire(origin, CONNECTION_WAIT_MS);
      if (!release) return { kind: "not_sent", cause: { code: "no_free_connection" } };
      try {
        return await sendRequest(agentFor(call.ca ?? ""), call, timeout_ms);
      } finally {
        release();
      }
    },
    // `close` runs after the grace period. Calls still under way have an unknown outcome, and are queried later.
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** An exchange that refuses calls after `until_ms` (of `performance.now`) as `not_sent`. */
export function withStartDeadline(exchange: Exchange, until_ms: number): Exchange {
  return (call) =>
    performance.now() < until_ms
      ? exchange(call)
      : Promise.resolve({ kind: "not_sent", cause: { code: "too_late_to_send" } });
}

function newAgent(ca: string): Agent {
  // Over HTTP/2 the client itself retries requests that the server refused.
  const allowH2 = false;
  const trusted = ca === "" ? {} : { ca: [...rootCertificates, ca] };
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2, ...trusted });
  return new Agent({
    connections: CONNECTIONS_MAX,
    allowH2,
    connect: (options, callback) =>
      connect(options, (...outcome) => {
        const [failure] = outcome;
        if (failure) failed_before_connect.add(failure);
        callback(...outcome);
      }),
    pipelining: 1,
  });
}

async function sendRequest(agent: Agent, call: ProviderRequest, timeout_ms: number): Promise<ExchangeResult> {
  try {
    const response = await request(call.url, {
      dispatcher: agent,
      method: call.method,
      headers: { ...call.headers },
      body: call.body ?? null,
      signal: AbortSignal.timeout(timeout_ms),
    });
    const chunks: Buffer[] = [];
    let size_bytes = 0;
    for await (const chunk of response.body) {
      const bytes = Buffer.from(chunk);
      size_bytes += bytes.length;
      if (size_bytes > RESPONSE_LIMIT_BYTES) {
        response.body.destroy();
        return { kind: "unknown", cause: { code: "answer_too_large", detail: String(RESPONSE_LIMIT_BYTES) } };
      }
      chunks.push(bytes);
    }
    return { kind: "answered", status: response.statusCode, body: Buffer.concat(chunks).toString("utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const detail = error instanceof Error ? `${code} ${error.message}`.trim() : "";
    const cause: ProviderCause = { code: "connection_failed", detail };
    // A request that cannot be encoded (an invalid character in a header) was never sent.
    const is_unsent = code === "UND_ERR_INVALID_ARG" || (error instanceof Error && failed_before_connect.has(error));
    return is_unsent ? { kind: "not_sent", cause } : { kind: "unknown", cause };
  }
}
