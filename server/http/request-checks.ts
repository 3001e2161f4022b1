import type { FastifyInstance, FastifyRequest } from "fastify";
import { ServiceError } from "#kernel/errors.ts";
import { asServiceError } from "./errors.ts";
import { isStorable } from "./parse-body.ts";
import { decodeFormText } from "./parse-form.ts";

/**
 * Refuses text that PostgreSQL cannot store, in the path and the query of every route. Runs after authentication,
 * before the body is read.
 */
export function rejectUnstorableTexts(app: FastifyInstance): void {
  app.addHook("preParsing", (request, _reply, _payload, done) => done(unstorableTextError(request)));
}

function unstorableTextError({ params, query, url }: FastifyRequest): ServiceError | undefined {
  if (!hasStorableTexts(params)) return new ServiceError("path_not_found", "There is nothing at this path");
  const start = url.indexOf("?");
  try {
    if (start >= 0) decodeFormText(url.slice(start), "query");
  } catch (error) {
    return asServiceError(error);
  }
  if (hasStorableTexts(query)) return undefined;
  return new ServiceError("invalid_unicode", "The query contains text that is not valid Unicode, or a NUL character");
}

// RFC 3986, 3.2.2 and 3.2.3: a name or an address, and a port. A comma means two headers that a proxy has joined.
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~-]*)(?::\d*)?$/i;

/** RFC 9112, 3.2: a request has exactly one Host. With two, a proxy and this server could use different ones. */
export function checkHost(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw, headers }, _reply, done) => {
    const { host } = headers;
    if (host === undefined && raw.httpVersion === "1.1") done(hostError("The request has no Host header"));
    else if (host !== undefined && !HOST.test(host)) done(hostError("The Host header is not valid"));
    else if (hasTwoHosts(raw.rawHeaders)) done(hostError("The request has more than one Host header"));
    else done();
  });
}

function hostError(message: string): ServiceError {
  return new ServiceError("host_invalid", message);
}

/**
 * Node's `headers` keeps only the first of several Host headers; `raw_headers` has all, as alternating names and
 * values.
 */
function hasTwoHosts(raw_headers: readonly string[]): boolean {
  let count = 0;
  for (let at = 0; at < raw_headers.length; at += 2) {
    const name = raw_headers[at];
    if (name?.length === 4 && name.toLowerCase() === "host") count += 1;
  }
  return count > 1;
}

function hasStorableTexts(named: unknown): boolean {
  if (typeof named !== "object" || named === null) return true;
  return Object.values(named).every((value) => [value].flat().every((text) => isStorable(String(text))));
}
