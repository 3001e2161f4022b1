import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "#kernel/errors.ts";
import { checkTexts, readForm, readJson } from "./body.ts";
import { asServiceError } from "./errors.ts";
import { plainName } from "./query.ts";
import type { Route } from "./route.ts";

/** JSON and forms, both kept as they were sent: an Idempotency-Key compares requests to the letter. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  addParser(app, "application/json", (request, bytes) => {
    request.raw_text = textOf(request, bytes);
    return readJson(request.raw_text);
  });
  addParser(app, "application/x-www-form-urlencoded", (request, bytes) => {
    request.raw_text = textOf(request, bytes);
    request.is_form = true;
    return readForm(request.raw_text);
  });
  // A body on GET or DELETE says nothing (interface-decisions 2): it is not even parsed.
  app.addHttpMethod("DELETE", { hasBody: false, overrideExisting: true });
}

/** The further ways a route's body may be written, each read from its bytes. */
export function readOtherBodies(app: FastifyInstance, route: Route): FastifyInstance {
  for (const [type, body] of Object.entries(route.other_bodies ?? {})) {
    app.addContentTypeParser(type, { parseAs: "buffer" }, async (request: FastifyRequest, bytes: Buffer) => {
      checkEncoding(request);
      // What was sent, to the letter, in whatever way it was written.
      request.raw_text = bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
      const value = await body.read(bytes, textsOf(request.query));
      checkTexts(value);
      return value;
    });
  }
  return app;
}

function addParser(
  app: FastifyInstance,
  type: string,
  read: (request: FastifyRequest, bytes: Buffer) => unknown,
): void {
  app.addContentTypeParser(type, { parseAs: "buffer" }, (request: FastifyRequest, bytes: Buffer, done) => {
    let value: unknown;
    try {
      value = read(request, bytes);
    } catch (error) {
      done(asServiceError(error));
      return;
    }
    done(null, value);
  });
}

/** Nothing is unpacked: what a few bytes become has no bound. */
function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") {
    throw new ServiceError("unsupported_media_type", `Send the body as it is, not packed with ${encoding}`);
  }
}

/** Text is UTF-8. Anything else would be stored as something that was not sent. */
function textOf(request: FastifyRequest, bytes: Buffer): string {
  checkEncoding(request);
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers["content-type"] ?? "") ?? [];
  if (!/^utf-?8$/i.test(charset)) {
    throw new ServiceError("unsupported_media_type", `Send text in UTF-8, not in ${charset}`);
  }
  if (!isUtf8(bytes)) throw new ServiceError("bad_request", "The body is not valid UTF-8");
  return bytes.toString("utf8");
}

function textsOf(query: unknown): Readonly<Record<string, string | undefined>> {
  const texts = typeof query === "object" && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (typeof text === "string" ? [[plainName(name), text]] : [])),
  );
}
