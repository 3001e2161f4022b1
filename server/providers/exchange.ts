import { rootCertificates } from "node:tls";
import { Agent, buildConnector, request } from "undici";
import { SECOND_MS } from "#kernel/time.ts";
import { slots } from "./slots.ts";

/** One request to a provider. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A certificate authority in PEM beside the usual ones, for servers that send an incomplete chain. */
  readonly ca?: string | undefined;
}

/**
 * How a request ended, told apart by what it means for money. `not_sent`: provably never received (the name did not
 * resolve, nobody listened, TLS failed). `unknown`: something may have arrived, and no readable answer came back.
 */
export type Answer =
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  | { readonly kind: "not_sent"; readonly cause: string }
  | { readonly kind: "unknown"; readonly cause: string };

/** The only way a plug-in reaches the network. It never throws, never follows a redirect, never repeats. */
export type Exchange = (call: Call) => Promise<Answer>;

const CONNECT_TIMEOUT_MS = 10 * SECOND_MS;
// A creating call may take long and still succeed; Mastercard waits 40 seconds for the same kind of answer.
export const CALL_TIMEOUT_MS = 40 * SECOND_MS;
// A question can be asked again.
const QUESTION_TIMEOUT_MS = 10 * SECOND_MS;
export const ANSWER_LIMIT_BYTES = 256 * 1024;
const CONNECTIONS_MAX = 64;
const LINE_TIMEOUT_MS = 20 * SECOND_MS;

/** The longest a call can take, the wait for a free connection included: a lease on an attempt must be longer. */
export const CALL_LONGEST_MS = LINE_TIMEOUT_MS + CALL_TIMEOUT_MS;

// Why a connection did not come to stand: no byte of a request had left by then. The reason's code would not tell. TLS fails
// by the same codes, and a network is unreachable by the same, when an order has long arrived.
const unconnected = new WeakSet<Error>();

export interface ExchangeOptions {
  /** How long an answer is waited for, at most: `CALL_TIMEOUT_MS` unless it is said to be less. */
  readonly timeout_ms?: number;
}

export function openExchange(options: ExchangeOptions = {}): { readonly exchange: Exchange; close(): Promise<void> } {
  const longest_ms = Math.min(options.timeout_ms ?? CALL_TIMEOUT_MS, CALL_TIMEOUT_MS);
  const agents = new Map<string, Agent>();
  const places = slots(CONNECTIONS_MAX);
  // Each certificate authority has connections of its own: what one account trusts, another does not.
  const agentFor = (ca: string): Agent => {
    const agent = agents.get(ca) ?? newAgent(ca);
    agents.set(ca, agent);
    return agent;
  };
  return {
    async exchange(call) {
      const timeout_ms = call.method === "GET" ? Math.min(longest_ms, QUESTION_TIMEOUT_MS) : longest_ms;
      const origin = URL.parse(call.url)?.origin;
      if (origin === undefined) return { kind: "not_sent", cause: "the address is none" };
      // The clock of a call starts when it has a connection: waiting for one says nothing of the provider.
      if (!(await places.enter(origin, LINE_TIMEOUT_MS))) return { kind: "not_sent", cause: "no free connection" };
      try {
        return await send(agentFor(call.ca ?? ""), call, timeout_ms);
      } finally {
        places.leave(origin);
      }
    },
    // Whoever could wait has waited: what is still under way has no known outcome, and is asked about.
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
    },
  };
}

/** An exchange over which no call begins after a time (of `performance.now`): what comes later was not sent. */
export function begunBy(exchange: Exchange, until_ms: number): Exchange {
  return (call) =>
    performance.now() < until_ms
      ? exchange(call)
      : Promise.resolve({ kind: "not_sent", cause: "its time was over before it went out" });
}

function newAgent(ca: string): Agent {
  // Over HTTP/2 the client sends again by itself what the other end has refused.
  const allowH2 = false;
  const trusted = ca === "" ? {} : { ca: [...rootCertificates, ca] };
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, allowH2, ...trusted });
  return new Agent({
    connections: CONNECTIONS_MAX,
    allowH2,
    connect: (options, told) =>
      connect(options, (...outcome) => {
        const [failure] = outcome;
        if (failure) unconnected.add(failure);
        told(...outcome);
      }),
    pipelining: 1,
  });
}

async function send(agent: Agent, call: Call, timeout_ms: number): Promise<Answer> {
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
      if (size_bytes > ANSWER_LIMIT_BYTES) {
        response.body.destroy();
        return { kind: "unknown", cause: `the answer is larger than ${ANSWER_LIMIT_BYTES} bytes` };
      }
      chunks.push(bytes);
    }
    return { kind: "answered", status: response.statusCode, body: Buffer.concat(chunks).toString("utf8") };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const cause = error instanceof Error ? `${code} ${error.message}`.trim() : "no reason given";
    // What cannot be written as a request (a sign no header may have) has not been.
    const is_unsent = code === "UND_ERR_INVALID_ARG" || (error instanceof Error && unconnected.has(error));
    return is_unsent ? { kind: "not_sent", cause } : { kind: "unknown", cause };
  }
}
