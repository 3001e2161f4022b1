import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { callerAt } from "#kernel/callers.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { ID_TEXT_MAX } from "#kernel/fields.ts";
import { newIdAt } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import {
  authenticate,
  type Caller,
  type Credentials,
  checkAddress,
  credentials,
  type Directory,
  type Identity,
  isGuess,
  isListed,
  recallCaller,
} from "./auth.ts";
import { isStorable } from "./body.ts";
import type { Reply } from "./envelope.ts";
import { asServiceError, errorText, statusOf } from "./errors.ts";
import { type FairUse, openFairUse } from "./fair-use.ts";
import { decoded } from "./form.ts";
import { warnOfProxy } from "./forwarded.ts";
import type { Guesses } from "./guesses.ts";
import { idempotentRequest, keep, once } from "./idempotency.ts";
import { boundBodies, boundConnections, STRANGER_BODY_BYTES } from "./intake.ts";
import { counter, tooMany } from "./limit.ts";
import { notePaths } from "./methods.ts";
import type { Metrics } from "./metrics.ts";
import { readBodies, readOtherBodies } from "./parsers.ts";
import type { RequestLog } from "./request-log.ts";
import { isList, type Route } from "./route.ts";
import { addSecurityHeaders, securityHeaders } from "./security-headers.ts";
import { answerExpectations, unparsedAnswer } from "./unread.ts";

export interface ServerOptions {
  readonly db: Database;
  readonly directory: Directory;
  readonly routes: readonly Route[];
  /** Routes outside the API, without its envelope: health, documents, callbacks, pages. */
  readonly pages: readonly ((app: FastifyInstance) => void | Promise<void>)[];
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Address ranges of the trusted proxies, for X-Forwarded-For. Empty: the socket's address counts. */
  readonly trusted_proxies: readonly string[];
  /** Whether browsers reach this server by HTTPS. */
  readonly is_secure: boolean;
  /** Requests per second and key, for merchants without their own limit. */
  readonly rate_limit: number;
  readonly guesses: Guesses;
  /** The request log of merchants' keys. */
  readonly request_log: RequestLog;
}

// The largest record, with 16 KiB of metadata, is smaller, even as a form that repeats every name.
export const BODY_LIMIT_BYTES = 256 * 1024;
export const REQUEST_TIMEOUT_MS = 30 * SECOND_MS;
export const HEADERS_TIMEOUT_MS = 15 * SECOND_MS;
// Node's default is 30 s, which closes connections up to 30 s late.
const TIMEOUT_CHECK_MS = SECOND_MS;
const KEEP_ALIVE_MS = 72 * SECOND_MS;
export const HEADERS_LIMIT_BYTES = 16 * 1024;

declare module "fastify" {
  interface FastifyInstance {
    fair_use: FairUse;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** The signed-in person and the selected merchant, for a request with a session instead of a key. */
    visitor: { readonly person: Person; readonly merchant?: string; readonly environment?: string } | null;
    /** The raw body. */
    raw_text: string;
    is_form: boolean;
    /** Whether the request used a callback URL that only a provider has. */
    is_from_provider: boolean;
    /** The key's owner, if the request was refused despite a valid key. */
    refused: Identity | null;
    /** The error sent to the caller. */
    trouble: ServiceError | null;
  }
}

/** Builds the HTTP server with every route. It does not listen yet. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options.is_secure);
  const answerError = errorAnswer(options.logger, headers);
  const app = Fastify({
    logger: false,
    // Routes that authenticate before they read the body allow more.
    bodyLimit: STRANGER_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Requests without a Host are refused by `checkHost`: Node's own answer would have no error body.
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      requireHostHeader: false,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    trustProxy: options.trusted_proxies.length > 0 ? [...options.trusted_proxies] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: ID_TEXT_MAX },
    genReqId: () => newIdAt("req", Date.now()),
    forceCloseConnections: "idle",
    // During the close, requests behind one under way are still answered; then the connection closes.
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: unparsedAnswer(options.logger, headers),
  });
  answerExpectations(app, options.logger, headers);
  app.decorate("fair_use", openFairUse());
  app.decorateRequest("caller", null);
  app.decorateRequest("visitor", null);
  app.decorateRequest("raw_text", "");
  app.decorateRequest("is_form", false);
  app.decorateRequest("is_from_provider", false);
  app.decorateRequest("refused", null);
  app.decorateRequest("trouble", null);
  addSecurityHeaders(app, headers);
  warnOfProxy(app, options.logger, options.trusted_proxies);
  readBodies(app);
  checkPaths(app);
  boundBodies(app);
  boundConnections(app.server, (address) => isListed(address, options.trusted_proxies));
  writeLog(app, options);
  checkHost(app);
  app.setErrorHandler(answerError);
  refuseNowhere(app);

  const refuseOtherMethods = notePaths(app);
  for (const page of options.pages) await app.register(async (scoped) => page(scoped));
  const admit = gate(options);
  for (const route of options.routes) {
    if (!route.other_bodies) addRoute(app, route, options, admit);
    else await app.register(async (scoped) => addRoute(readOtherBodies(scoped, route), route, options, admit));
  }
  refuseOtherMethods();
  return app;
}

/**
 * Closes the server: requests under way are answered. Connections still open after `grace_ms` are cut, such as a slow
 * download or an incomplete request.
 */
export async function closeServer(app: FastifyInstance, grace_ms: number): Promise<void> {
  // On close, Node ends the connections that are idle at that moment, but not those that become idle later.
  app.server.keepAliveTimeout = 1;
  const cutting = setTimeout(() => app.server.closeAllConnections(), grace_ms);
  await app.close();
  clearTimeout(cutting);
}

/** Calls `done` if the caller is admitted, or with the error. */
type Admit = (request: FastifyRequest, reply: FastifyReply, route: Route, done: (error?: Error) => void) => void;

/** Authentication, addresses and rate limits: all checks before the body is read, in order. */
function gate(options: ServerOptions): Admit {
  const countRequest = counter(SECOND_MS);

  async function whoCalls(request: FastifyRequest, given: Credentials, route: Route): Promise<Caller> {
    const keys = [given.authorization, given.grant].filter((key) => key !== undefined);
    const were_right = keys.every((key) => options.directory.wasRight(key));
    options.guesses.check(callerAt(request.ip), were_right);
    try {
      return await authenticate(options.directory, given, route);
    } catch (error) {
      // If only the public key was valid, its merchant's log shows the refusal. The lookup hits the cache.
      const is_known = !(error instanceof ServiceError && error.kind === "unauthorized");
      if (is_known) request.refused = await options.directory.identify(given.authorization ?? "");
      if (isGuess(error)) options.guesses.count(callerAt(request.ip));
      throw error;
    }
  }

  function letIn(caller: Caller, request: FastifyRequest, reply: FastifyReply, route: Route): void {
    request.caller = caller;
    checkAddress(caller, route, request.ip);
    countFor(caller.identity.key, caller.identity.rate_limit, reply);
    // The limit of the merchant whose money moves, for all linked callers together.
    if (caller.link) countFor(`${caller.scope.merchant} ${caller.scope.environment}`, caller.link.rate_limit, reply);
  }

  /** Throws `too_many_requests`. The headers show the limit that was counted last. */
  function countFor(name: string, rate_limit: number | null, reply: FastifyReply): void {
    const max = rate_limit ?? options.rate_limit;
    const { times, ends_in_s } = countRequest(name);
    reply.header("x-ratelimit-limit", max);
    reply.header("x-ratelimit-remaining", Math.max(0, max - times));
    reply.header("x-ratelimit-reset", ends_in_s);
    if (times > max) throw tooMany(ends_in_s);
  }

  return (request, reply, route, done) => {
    const given = credentials(request.headers);
    const caller = recallCaller(options.directory, given, route);
    if (caller === null) {
      whoCalls(request, given, route)
        .then((found) => letIn(found, request, reply, route))
        .then(() => done(), done);
      return;
    }
    let trouble: ServiceError | undefined;
    try {
      letIn(caller, request, reply, route);
    } catch (error) {
      trouble = asServiceError(error);
    }
    done(trouble);
  };
}

function addRoute(app: FastifyInstance, route: Route, options: ServerOptions, admit: Admit): void {
  for (const { method, path } of [route, ...(route.aliases ?? [])]) {
    app.route({
      method,
      url: fastifyPath(path),
      bodyLimit: route.body_limit_bytes ?? BODY_LIMIT_BYTES,
      onRequest: (request, reply, done) => admit(request, reply, route, done),
      handler: (request, reply) => answerFor(options.db, scopeOf(request), request, reply, route),
    });
  }
}

function scopeOf({ caller }: FastifyRequest): Scope {
  assert(caller, "a route runs only for a known caller");
  return caller.scope;
}

/**
 * Runs an operation for an authorized scope, once per Idempotency-Key. Sets the status and headers, and returns the
 * text to send.
 */
export async function answerFor(
  db: Database,
  scope: Scope,
  request: FastifyRequest,
  reply: FastifyReply,
  route: Route,
): Promise<string> {
  const is_read = route.method === "GET";
  const idempotency = is_read
    ? null
    : idempotentRequest(scope, request.headers["idempotency-key"], {
        method: request.method,
        url: request.url,
        text: request.raw_text,
        is_secret: route.is_answer_secret ?? false,
      });
  const transact = (work: (tx: Tx) => Promise<Reply>): Promise<Reply> => {
    if (is_read) return db.read(scope, work);
    return db.write(scope, async (tx) => {
      const given = await work(tx);
      if (idempotency) keep(tx, [{ request: idempotency, reply: given }]);
      return given;
    });
  };
  const run = (): Promise<Reply> =>
    route.run({
      scope,
      person: request.visitor?.person ?? null,
      params: request.params,
      query: request.query,
      body: request.body,
      is_form: request.is_form,
      idempotency,
      transact,
    });
  if (is_read && isList(route)) return writeHead(reply, await request.server.fair_use.list(scope.merchant, run));
  if (!idempotency) return writeHead(reply, await run());
  const replayed = await once(db, idempotency, run, { is_one: route.is_one_with_answer ?? false });
  if (replayed.is_replay) reply.header("idempotent-replayed", "true");
  return writeHead(reply, replayed);
}

/** Sets the status and headers. Returns the text to send. */
function writeHead(reply: FastifyReply, { status, text }: Reply): string {
  reply.code(status).header("content-type", "application/json; charset=utf-8");
  return text;
}

export function sendReply(reply: FastifyReply, given: Reply): FastifyReply {
  return reply.send(writeHead(reply, given));
}

function errorAnswer(
  logger: Logger,
  headers: Readonly<Record<string, string>>,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    // A caller that disconnects in the middle of a body receives no answer.
    const is_broken_off = request.raw.errored !== null && request.raw.errored === error;
    const trouble = is_broken_off
      ? new ServiceError("bad_request", "The request ended before its body did", undefined, { cause: error })
      : asServiceError(error);
    request.trouble = trouble;
    if (trouble.kind === "internal") logger.error({ request_id: request.id, err: trouble.cause }, "request failed");
    if (trouble.retry_after_s !== undefined) reply.header("retry-after", trouble.retry_after_s);
    // A path that cannot be parsed runs no hook.
    if (!reply.hasHeader("content-security-policy")) reply.headers(headers);
    reply.header("request-id", request.id);
    sendReply(reply, {
      status: statusOf(trouble.kind),
      text: errorText(trouble.kind, trouble.message, trouble.fields),
    });
  };
}

/**
 * Checks every route for text that PostgreSQL cannot store: in a path it matches nothing, in a query it finds nothing.
 * Runs after authentication, before the body is read.
 */
function checkPaths(app: FastifyInstance): void {
  app.addHook("preParsing", (request, _reply, _payload, done) => done(textProblem(request)));
}

function textProblem({ params, query, url }: FastifyRequest): ServiceError | undefined {
  if (!hasStorableTexts(params)) return new ServiceError("not_found", "There is nothing at this path");
  const start = url.indexOf("?");
  try {
    if (start >= 0) decoded(url.slice(start), "query");
  } catch (error) {
    return asServiceError(error);
  }
  if (hasStorableTexts(query)) return undefined;
  return new ServiceError("bad_request", "The query contains text that is not valid Unicode, or a NUL character");
}

/** Refuses unknown paths before the body is read: no body could make the path valid. */
function refuseNowhere(app: FastifyInstance): void {
  const nowhere = (): ServiceError => new ServiceError("not_found", "There is nothing at this path");
  app.addHook("onRequest", ({ is404 }, _reply, done) => done(is404 ? nowhere() : undefined));
  app.setNotFoundHandler(() => {
    throw nowhere();
  });
}

// RFC 3986, 3.2.2 and 3.2.3: a name or an address, and a port. A comma means two headers that a proxy has joined.
const HOST = /^(?:\[[0-9a-f:.]+\]|[\w.~-]*)(?::\d*)?$/i;

/** RFC 9112, 3.2: a request has exactly one Host. With two, a proxy and this server could use different ones. */
function checkHost(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw, headers }, _reply, done) => {
    const { host } = headers;
    if (host === undefined && raw.httpVersion === "1.1") done(badRequestOf("The request has no Host header"));
    else if (host !== undefined && !HOST.test(host)) done(badRequestOf("The Host header is not valid"));
    else if (hasTwoHosts(raw.rawHeaders)) done(badRequestOf("The request has more than one Host header"));
    else done();
  });
}

function badRequestOf(message: string): ServiceError {
  return new ServiceError("bad_request", message);
}

/** Node keeps only the first of several; `raw_headers` has all, names and values in turn. */
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

/** Logs one line per request, with its id and no personal data: no address, path, query or body. */
function writeLog(app: FastifyInstance, { logger, metrics, request_log }: ServerOptions): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    const status = reply.statusCode;
    const identity = request.caller?.identity ?? request.refused;
    metrics.request({ route, method: request.method, status }, reply.elapsedTime / SECOND_MS);
    if (identity) request_log.note(identity, request, reply);
    logger.info(
      {
        request_id: request.id,
        merchant: request.caller?.scope.merchant ?? request.visitor?.merchant,
        environment: request.caller?.scope.environment ?? request.visitor?.environment,
        person: request.visitor?.person.id,
        key: request.caller?.identity.key,
        method: request.method,
        route,
        status,
        outcome: request.trouble?.kind ?? "ok",
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      "request",
    );
    done();
  });
}

export function fastifyPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ":$1");
}
