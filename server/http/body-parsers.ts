import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "#kernel/errors.ts";
import { asServiceError } from "./errors.ts";
import { decodeUtf8, type LargeBodyRequest, readFormat } from "./large-body.ts";
import { readForm, readJson } from "./parse-body.ts";
import { withoutIndex } from "./query-parser.ts";
import type { Route } from "./route.ts";

const MULTIPART_MESSAGE =
  "Send the fields as application/json or application/x-www-form-urlencoded, and a file as the body itself, not as multipart/form-data";

/** Parses JSON and forms. */
export function registerBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  addParser(app, "application/json", (request, bytes) => {
    checkCharset(request);
    return readJson(decodeUtf8(bytes));
  });
  addParser(app, "application/x-www-form-urlencoded", (request, bytes) => {
    checkCharset(request);
    request.is_form = true;
    return readForm(decodeUtf8(bytes));
  });
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) =>
    done(new ServiceError("media_type_unsupported", MULTIPART_MESSAGE)),
  );
  // A body on GET or DELETE is ignored (interface-decisions 2), so it is not parsed.
  app.addHttpMethod("DELETE", { hasBody: false, overrideExisting: true });
}

// A body up to this size takes a few milliseconds, even if each of its entries is invalid.
const MAIN_THREAD_BYTES_MAX = 1_024;

/** Adds the parsers of a route's further content types. Those of a route with large bodies use the body thread. */
export function registerExtraBodyParsers(app: FastifyInstance, route: Route): FastifyInstance {
  for (const [type, format] of Object.entries(route.extra_body_formats ?? {})) {
    app.addContentTypeParser(type, { parseAs: "buffer" }, async (request: FastifyRequest, bytes: Buffer) => {
      rejectContentEncoding(request);
      request.raw_body = bytes;
      return isLarge(bytes, route)
        ? readInThread(request, route.large_body, { bytes, format: type })
        : readFormat(format, bytes, queryTexts(request.query));
    });
  }
  if (route.large_body === undefined) return app;
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      request.raw_body = bytes;
      checkCharset(request);
      return isLarge(bytes, route)
        ? readInThread(request, route.large_body, { bytes, format: null })
        : readJson(decodeUtf8(bytes));
    },
  );
  return app;
}

function isLarge(bytes: Buffer, route: Route): route is Route & { readonly large_body: string } {
  return route.large_body !== undefined && bytes.length > MAIN_THREAD_BYTES_MAX;
}

function readInThread(
  { caller, visitor, query, server }: FastifyRequest,
  name: string,
  body: Pick<LargeBodyRequest, "bytes" | "format">,
): Promise<unknown> {
  const merchant = caller?.scope.merchant ?? visitor?.merchant ?? "";
  const environment = caller?.scope.environment ?? visitor?.environment ?? null;
  return server.fair_use.readBody(merchant, () =>
    server.body_thread.parse(name, { ...body, environment, query: queryTexts(query) }),
  );
}

function addParser(
  app: FastifyInstance,
  type: string,
  read: (request: FastifyRequest, bytes: Buffer) => unknown,
): void {
  app.addContentTypeParser(type, { parseAs: "buffer" }, (request: FastifyRequest, bytes: Buffer, done) => {
    request.raw_body = bytes;
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

/** Text must be UTF-8. */
function checkCharset(request: FastifyRequest): void {
  rejectContentEncoding(request);
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(request.headers["content-type"] ?? "") ?? [];
  if (!/^utf-?8$/i.test(charset)) {
    throw new ServiceError("charset_unsupported", `Send text in UTF-8, not in ${charset}`, { params: { charset } });
  }
}

function queryTexts(query: unknown): Readonly<Record<string, string | undefined>> {
  const texts = typeof query === "object" && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(
    texts.flatMap(([name, text]) => (typeof text === "string" ? [[withoutIndex(name), text]] : [])),
  );
}
