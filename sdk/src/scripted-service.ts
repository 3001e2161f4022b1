import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import { after } from "node:test";

// For tests: an HTTP server on 127.0.0.1 that returns scripted answers.

/** A request as the server received it. */
export interface ReceivedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Writes the answer to one request. */
export type ScriptedReply = (response: ServerResponse) => void;

export interface ScriptedService {
  readonly url: string;
  readonly requests: readonly ReceivedRequest[];
}

/** Starts a server that sends these replies in order, and repeats the last one. It stops after the test. */
export async function startScriptedService(...replies: readonly ScriptedReply[]): Promise<ScriptedService> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("latin1").on("data", (text: string) => {
      body += text;
    });
    request.on("end", () => {
      const reply = replies[Math.min(requests.length, replies.length - 1)];
      requests.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body });
      reply?.(response);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A server that listens has a port");
  return { url: `http://127.0.0.1:${address.port}`, requests };
}

export function jsonReply(status: number, body: object, headers: Readonly<Record<string, string>> = {}): ScriptedReply {
  return (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Closes the connection without an answer: the client cannot tell whether the request was processed. */
export const droppedConnection: ScriptedReply = (response) => void response.destroy();

/** Never answers. */
export const noReply: ScriptedReply = () => {};

export const unavailableReply: ScriptedReply = jsonReply(503, {
  code: 503,
  message: "The service is temporarily unavailable",
});

/** The answer of a proxy that cannot reach the service. */
export const badGatewayReply: ScriptedReply = (response) =>
  void response.writeHead(502).end("<html>Bad gateway</html>");
