import { isUtf8 } from "node:buffer";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "#kernel/errors.ts";
import { asServiceError } from "./errors.ts";
import { checkStorableTexts, readForm, readJson } from "./parse-body.ts";
import { withoutIndex } from "./query-parser.ts";
import type { Route } from "./route.ts";

const MULTIPART_MESSAGE =
  "Send the fields as application/json or application/x-www-form-urlencoded, and a file as the body itself, not as multipart/form-data";

/** Parses JSON and forms, and keeps the raw text of both: an Idempotency-Key compares requests byte by byte. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  addParser(app, "application/json", (request, bytes) => {
    request.raw_text = utf8Text(request, bytes);
    return readJson(request.raw_text);
  });
  addParser(app, "application/x-www-form-urlencoded", (request, bytes) => {
    request.raw_text = utf8Text(request, bytes);
    request.is_form = true;
    return readForm(request.raw_text);
  });
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) =>
    done(new ServiceError("media_type_unsupported", MULTIPART_MESSAGE)),
  );
  // A body on GET or DELETE is ignored (interface-decisions 2), so it is not parsed.
  app.addHttpMethod("DELETE", { hasBody: false, overrideExisting: true });
}

/** Adds the parsers of a route's further content types, each of which reads the raw bytes. */
export function registerExtraBodyParsers(app: FastifyInstance, route: Route): FastifyInstance {
  for (const [type, body] of Object.entries(route.extra_body_formats ?? {})) {
    app.addContentTypeParser(type, { parseAs: "buffer" }, async (request: FastifyRequest, bytes: Buffer) => {
      rejectContentEncoding(request);
      // Keep the raw body for every content type: an Idempotency-Key compares it.
      request.raw_text = bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
      const value = await body.read(bytes, queryTexts(request.query));
      checkStorableTexts(value);
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

/** Compressed bodies are refused: the size after decompression has no bound. */
function rejectContentEncoding({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"] ?? "identity";
  if (encoding.trim().toLowerCase() !== "identity") {
    throw new ServiceError("encoding_unsupported", `Send the body as it is, not packed with ${encoding}`, {
      params: { encoding },
    });
  }
}

/** Text must be UTF-8. Any other encoding would be stored as a different text. */
function utf8Text(request: FastifyRequest, bytes: Buffer): string {
  rejectContentEncoding(request);
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers["content-type"] ?? "") ?? [];
  if (!/^utf-?8$/i.test(charset)) {
    throw new ServiceError("charset_unsupported", `Send text in UTF-8, not in ${charset}`, { params: { charset } });
  }
  if (!isUtf8(bytes)) throw new ServiceError("invalid_utf8", "The body is not valid UTF-8");
  return bytes.toString("utf8");
}

function queryTexts(query: unknown): Readonly<Record<string, string | undefined>> {
  const texts = typeof query === "object" && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (typeof text === "string" ? [[withoutIndex(name), text]] : [])),
  );
}
