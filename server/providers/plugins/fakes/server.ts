import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "#kernel/errors.ts";
import type { Exchange } from "#providers/io/http-client.ts";

/** A request received by a fake server. */
export interface FakeRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Its answer; `null`: the connection breaks without one. */
export type FakeAnswer = {
  readonly status: number;
  /** A text is sent as it is, anything else as JSON; absent: an empty body. */
  readonly body?: unknown;
  readonly type?: string;
  /** The delay of the answer, in real time. */
  readonly after_ms?: number;
} | null;

/** Answers one request. */
export type AnswerRequest = (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>;

export interface FakeServer {
  readonly url: string;
  /** Answers a request without a connection, for tests with many of them. */
  readonly answer: AnswerRequest;
  close(): Promise<void>;
}

/** An HTTP server on this machine in place of a provider's. Port 0: any free port. */
export async function fakeServer(port: number, answer: AnswerRequest): Promise<FakeServer> {
  const server = createServer((request, response) => {
    void handle(request, response, answer).catch(() => response.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${portOf(server)}`, answer, close: () => close(server) };
}

async function handle(request: IncomingMessage, response: ServerResponse, answer: AnswerRequest): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join() : (value ?? "")]),
  );
  const { pathname: path, searchParams: query } = new URL(request.url ?? "/", "http://fake");
  const reply = await answer({
    method: request.method ?? "",
    path,
    query,
    headers,
    body: Buffer.concat(chunks).toString("utf8"),
  });
  if (reply === null) {
    request.socket.destroy();
    return;
  }
  if (reply.after_ms) await sleep(reply.after_ms, undefined, { ref: false });
  const type = reply.type ?? (typeof reply.body === "string" ? "text/html" : "application/json");
  response.writeHead(reply.status, reply.body === undefined ? {} : { "content-type": type });
  response.end(textOf(reply.body));
}

function textOf(body: unknown): string {
  if (body === undefined) return "";
  return typeof body === "string" ? body : JSON.stringify(body);
}

/** An exchange with a fake server without a connection, for tests with thousands of requests. */
export function exchangeWith({ answer }: FakeServer, timeout_ms: number): Exchange {
  return async ({ method, url, headers, body = "" }) => {
    const { pathname: path, searchParams: query } = new URL(url);
    const reply = await answer({ method, path, query, headers, body });
    return reply === null || (reply.after_ms ?? 0) > timeout_ms
      ? { kind: "unknown", cause: { code: "connection_failed" } }
      : { kind: "answered", status: reply.status, body: textOf(reply.body) };
  };
}

function portOf(server: Server): number {
  const address = server.address();
  assert(typeof address === "object" && address !== null, "a server that listens has a port");
  return address.port;
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}
