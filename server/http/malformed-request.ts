import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { newIdAt } from "#kernel/ids.ts";
import { malformedRequestBody } from "./errors.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * Answers an unsupported `Expect` header. Node passes neither such a request nor a malformed one to Fastify. Both get
 * the usual error body, and a Request-Id that is also in the log.
 */
export function rejectExpectations(app: FastifyInstance, logger: Logger, security: Headers): void {
  app.server.on("checkExpectation", (_request: unknown, response: ServerResponse) => {
    const { code, text, headers } = malformedRequestReply("EXPECTATION", logger, security);
    response.writeHead(code, headers).end(text);
  });
}

/** Answers malformed HTTP and oversized headers. Only the raw socket is available, which is closed after the answer. */
export function malformedRequestHandler(
  logger: Logger,
  security: Headers,
): (error: Error & { readonly code?: string }, socket: Socket) => void {
  return (error, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const { code, phrase, text, headers } = malformedRequestReply(error.code, logger, security);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${code} ${phrase}\r\n${lines.join("")}\r\n${text}`);
  };
}

function malformedRequestReply(reason: string | undefined, logger: Logger, security: Headers) {
  const request_id = newIdAt("req", Date.now());
  const { code, phrase, text } = malformedRequestBody(reason);
  logger.info({ request_id, status: code, outcome: "unread" }, "request");
  const headers = {
    ...security,
    "content-type": "application/json; charset=utf-8",
    "content-length": Buffer.byteLength(text),
    "request-id": request_id,
    connection: "close",
  };
  return { code, phrase, text, headers };
}
