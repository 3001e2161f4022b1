import type { Dispatcher } from "undici";
import type { Environment } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import { allowedOf, TIMEOUT } from "./connector.ts";
import { type Guard, literalIn } from "./guard.ts";
import { type Line, openLines, type Phase } from "./lines.ts";
import { openNames } from "./names.ts";

/**
 * Connections to receivers. Each attempt asks what the name means, checks every address with the guard and connects to
 * one that was checked. A connection is used again, by the same origin in the same environment, while its address is
 * still among those the name means.
 */
export interface Targets {
  /** Sends one request. It never rejects for what the receiver or the network does. */
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

/** What came of a request. Times in milliseconds from its beginning; null for what was not reached, or not needed. */
export interface Exchange {
  readonly phase: Phase;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The beginning of the answer's body. */
  readonly response: Buffer | null;
  /** What ended it, where it was not the whole answer: an error with a `code`, or `timeout`. */
  readonly error: unknown;
  readonly address: string | null;
  readonly resolved_ms: number | null;
  readonly connected_ms: number | null;
  readonly answered_ms: number | null;
}

export const RESPONSE_READ_BYTES = 64 * 1024;
// What a receiver that has said 2xx still sends is for the log alone.
export const AFTER_SUCCESS_MS = 2 * SECOND_MS;

/** `dns_servers`: name servers in place of the system's. */
export function openTargets(guard: Guard, dns_servers: readonly string[] | null = null): Targets {
  const names = openNames(dns_servers);
  const lines = openLines(guard, names.addresses);

  async function resolve(hostname: string, environment: Environment): Promise<readonly string[]> {
    const literal = literalIn(hostname);
    // A literal address is never looked up: it is checked here.
    const found = literal === null ? await names.addresses(hostname) : [literal];
    return allowedOf(guard, found, hostname, environment);
  }

  async function attempt(request: TargetRequest, began_ms: number, signal: AbortSignal): Promise<Exchange> {
    const url = new URL(request.url);
    const addresses = await orAborted(resolve(url.hostname, request.environment), signal);
    const resolved_ms = performance.now() - began_ms;
    const line = lines.take(url.origin, request.environment, addresses);
    const is_used = line.address !== null;
    line.connected_at_ms = null;
    const made = await exchange(line, url, request, signal);
    if (made.is_whole) lines.giveBack(line);
    else lines.discard(line);
    // The receiver closed a waiting connection in the moment we used it: that is no answer, and a new one gets the same.
    if (is_used && made.answered_at_ms === null && made.phase === "answer" && !signal.aborted && isReset(made.error)) {
      return attempt(request, began_ms, signal);
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
      const deadline = new AbortController();
      const timer = setTimeout(() => deadline.abort(TIMEOUT), request.deadline_ms);
      try {
        return await attempt(request, began_ms, deadline.signal);
      } catch (error) {
        // Only resolving ends here: the request itself tells its trouble.
        const nothing = { status: null, headers: {}, response: null, address: null };
        return { ...nothing, phase: "dns", error, resolved_ms: null, connected_ms: null, answered_ms: null };
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => lines.close(),
  };
}

interface Made {
  readonly phase: Phase;
  readonly status: number | null;
  readonly headers: Exchange["headers"];
  readonly response: Buffer | null;
  readonly error: unknown;
  readonly answered_at_ms: number | null;
  /** Whether the answer was read to its end: then the connection can be used again. */
  readonly is_whole: boolean;
}

async function exchange(line: Line, url: URL, request: TargetRequest, signal: AbortSignal): Promise<Made> {
  let answer: Dispatcher.ResponseData;
  try {
    line.phase = line.address === null ? "connect" : "answer";
    const asking = line.client.request({
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: request.headers,
      body: request.body,
      signal,
    });
    // A connection that is being made does not hear of the signal.
    answer = await orAborted(asking, signal);
  } catch (error) {
    const nothing = { status: null, headers: {}, response: null, answered_at_ms: null, is_whole: false };
    return { ...nothing, phase: line.phase, error };
  }
  const answered_at_ms = performance.now();
  const { statusCode: status, headers } = answer;
  const is_success = status >= 200 && status < 300;
  const { start, is_whole, error } = await readStart(answer.body, is_success ? AFTER_SUCCESS_MS : null);
  return { phase: "body", status, headers, response: start, error, answered_at_ms, is_whole };
}

/** Reads so much and no more, and for no longer than it is worth. */
async function readStart(
  body: Dispatcher.ResponseData["body"],
  limit_ms: number | null,
): Promise<{ start: Buffer; is_whole: boolean; error: unknown }> {
  const chunks: Buffer[] = [];
  let size_bytes = 0;
  const timer = limit_ms === null ? null : setTimeout(() => body.destroy(TIMEOUT), limit_ms);
  try {
    for await (const chunk of body) {
      chunks.push(chunk);
      size_bytes += chunk.length;
      if (size_bytes >= RESPONSE_READ_BYTES) {
        body.destroy();
        return { start: Buffer.concat(chunks), is_whole: false, error: null };
      }
    }
    return { start: Buffer.concat(chunks), is_whole: true, error: null };
  } catch (error) {
    return { start: Buffer.concat(chunks), is_whole: false, error };
  } finally {
    if (timer) clearTimeout(timer);
  }
}

function orAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}

function isReset(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(String(error.code))
  );
}

function since(began_ms: number, at_ms: number | null): number | null {
  return at_ms === null ? null : Math.round(at_ms - began_ms);
}
