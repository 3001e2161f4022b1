import { Agent, request } from "undici";
import { SECOND_MS } from "#kernel/time.ts";

/** One request to a provider. */
export interface Call {
  readonly method: "GET" | "POST" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeout_ms?: number;
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
const CALL_TIMEOUT_MS = 40 * SECOND_MS;
export const ANSWER_LIMIT_BYTES = 256 * 1024;
const CONNECTIONS_MAX = 64;

/** The longest a call can take: a lease on an attempt must be longer. */
export const CALL_LONGEST_MS = CALL_TIMEOUT_MS;

// Before a connection stands no byte of the request has left.
const NOT_SENT_CODES =
  /^(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

export function openExchange(): { readonly exchange: Exchange; close(): Promise<void> } {
  const agent = new Agent({
    connections: CONNECTIONS_MAX,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    pipelining: 1,
  });
  return { exchange: (call) => send(agent, call), close: () => agent.close() };
}

async function send(agent: Agent, call: Call): Promise<Answer> {
  const timeout_ms = Math.min(call.timeout_ms ?? CALL_TIMEOUT_MS, CALL_TIMEOUT_MS);
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
    return NOT_SENT_CODES.test(code) ? { kind: "not_sent", cause } : { kind: "unknown", cause };
  }
}
