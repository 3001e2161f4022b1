import type { Socket } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { clientNetwork } from "#kernel/client-address.ts";
import { assert, ServiceError } from "#kernel/errors.ts";
import { ID_TEXT_MAX } from "#kernel/fields.ts";
import { newIdAt } from "#kernel/ids.ts";
import type { Environment, Person, Scope } from "#kernel/scope.ts";
import { SECOND_MS } from "#kernel/time.ts";
import {
  authenticate,
  authenticateCached,
  type Caller,
  type CredentialStore,
  type Credentials,
  checkAddress,
  type Identity,
  isAddressListed,
  isWrongKeyError,
  readCredentials,
} from "./auth.ts";
import { registerBodyParsers, registerExtraBodyParsers } from "./body-parsers.ts";
import { type BodyThread, openBodyThread } from "./body-thread.ts";
import { type BrowserAccess, browserAccess } from "./browser-access.ts";
import { compressReply } from "./compress-reply.ts";
import type { Reply } from "./envelope.ts";
import { asServiceError, errorText, statusOf } from "./errors.ts";
import { idempotently, idempotentRequest, storeReplies } from "./idempotency.ts";
import { malformedRequestHandler, rejectExpectations } from "./malformed-request.ts";
import { type MerchantLimits, openMerchantLimits } from "./merchant-limits.ts";
import { trackAllowedMethods } from "./method-not-allowed.ts";
import type { Metrics } from "./metrics.ts";
import { tooManyRequests, windowCounter } from "./rate-limit.ts";
import { checkHost, rejectUnstorableTexts } from "./request-checks.ts";
import { ANONYMOUS_BODY_LIMIT_BYTES, BODY_LIMIT_BYTES, limitBodies, limitConnections } from "./request-limits.ts";
import type { RequestLog } from "./request-log.ts";
import { isListRoute, type PublishableCall, type Route } from "./route.ts";
import { addSecurityHeaders, securityHeaders } from "./security-headers.ts";
import { warnUntrustedProxy } from "./untrusted-proxy.ts";
import type { WrongKeyLimiter } from "./wrong-key-limiter.ts";

export interface ServerOptions {
  readonly db: Database;
  readonly directory: CredentialStore;
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
  readonly guesses: WrongKeyLimiter;
  /** The request log of merchants' keys. */
  readonly request_log: RequestLog;
  /** The module of the thread that parses large bodies. */
  readonly body_worker: string;
}

export const REQUEST_TIMEOUT_MS = 30 * SECOND_MS;
export const HEADERS_TIMEOUT_MS = 15 * SECOND_MS;
// Node's default is 30 s, which closes connections up to 30 s late.
const TIMEOUT_CHECK_INTERVAL_MS = SECOND_MS;
const KEEP_ALIVE_MS = 72 * SECOND_MS;
export const HEADERS_LIMIT_BYTES = 16 * 1024;

declare module "fastify" {
  interface FastifyInstance {
    fair_use: MerchantLimits;
    body_thread: BodyThread;
  }
  interface FastifyRequest {
    caller: Caller | null;
    /** The signed-in person and the selected merchant, for a request with a session instead of a key. */
    visitor: { readonly person: Person; readonly merchant?: string; readonly environment?: Environment } | null;
    /** The body's bytes: an Idempotency-Key compares them. */
    raw_body: string | Uint8Array;
    is_form: boolean;
    /** Whether the request used a valid callback URL, which only a provider has. */
    is_from_provider: boolean;
    /** The owner of a valid public key whose request was refused for another reason, for the request log. */
    refused: Identity | null;
    /** The error sent to the caller. */
    trouble: ServiceError | null;
  }
}

/** Builds the HTTP server with every route. It does not listen yet. */
export async function buildServer(options: ServerOptions): Promise<FastifyInstance> {
  const headers = securityHeaders(options.is_secure);
  const handleError = errorHandler(options.logger, headers);
  const app = Fastify({
    logger: false,
    // Routes that authenticate before they read the body set a higher limit.
    bodyLimit: ANONYMOUS_BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // Requests without a Host are refused by `checkHost`: Node's own answer would have no error body.
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      maxHeaderSize: HEADERS_LIMIT_BYTES,
      requireHostHeader: false,
      connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    },
    trustProxy: options.trusted_proxies.length > 0 ? [...options.trusted_proxies] : false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: ID_TEXT_MAX },
    genReqId: () => newIdAt("req", Date.now()),
    forceCloseConnections: "idle",
    // While the server closes, it still answers pipelined requests of a connection; then the connection closes.
    return503OnClosing: false,
    frameworkErrors: handleError,
    clientErrorHandler: malformedRequestHandler(options.logger, headers),
  });
  rejectExpectations(app, options.logger, headers);
  app.decorate("fair_use", openMerchantLimits());
  const paths = options.routes.flatMap((route) => [route, ...(route.aliases ?? [])]).map(({ path }) => path);
  const body_thread = openBodyThread(options.body_worker, paths);
  app.decorate("body_thread", body_thread);
  app.addHook("onClose", () => body_thread.close());
  app.decorateRequest("caller", null);
  app.decorateRequest("visitor", null);
  app.decorateRequest("raw_body", "");
  app.decorateRequest("is_form", false);
  app.decorateRequest("is_from_provider", false);
  app.decorateRequest("refused", null);
  app.decorateRequest("trouble", null);
  addSecurityHeaders(app, headers);
  warnUntrustedProxy(app, options.logger, options.trusted_proxies);
  registerBodyParsers(app);
  rejectUnstorableTexts(app);
  limitBodies(app);
  limitConnections(app.server, (address) => isAddressListed(address, options.trusted_proxies));
  closeUnusedConnections(app);
  logRequests(app, options);
  checkHost(app);
  app.setErrorHandler(handleError);
  handleUnknownPaths(app);

  const browsers = browserAccess(options.routes);
  const rejectOtherMethods = trackAllowedMethods(app, browsers);
  for (const page of options.pages) await app.register(async (scoped) => page(scoped));
  const admit = requestGate(options, browsers);
  for (const route of options.routes) {
    if (!route.extra_body_formats && !route.large_body) addRoute(app, route, options, admit);
    else await app.register(async (scoped) => addRoute(registerExtraBodyParsers(scoped, route), route, options, admit));
  }
  rejectOtherMethods();
  return app;
}

/**
 * On close, ends the connections that have sent nothing yet: browsers open some in advance. Node waits for their first
 * request.
 */
function closeUnusedConnections(app: FastifyInstance): void {
  const open = new Set<Socket>();
  app.server.on("connection", (socket) => {
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  app.addHook("preClose", async () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}

/**
 * Closes the server: running requests are answered. Connections still open after `grace_ms` are cut, such as a slow
 * download or an incomplete request.
 */
export async function closeServer(app: FastifyInstance, grace_ms: number): Promise<void> {
  // On close, Node ends the connections that are idle at that moment, but not those that become idle later.
  app.server.keepAliveTimeout = 1;
  const force_close_timer = setTimeout(() => app.server.closeAllConnections(), grace_ms);
  await app.close();
  clearTimeout(force_close_timer);
}

/** Calls `done` without an argument if the caller is admitted, else with the error. */
type RequestGate = (request: FastifyRequest, reply: FastifyReply, route: Route, done: (error?: Error) => void) => void;

/** Authentication, addresses and rate limits: all checks before the body is read, in order. */
function requestGate(options: ServerOptions, browsers: BrowserAccess): RequestGate {
  const countRequest = windowCounter(SECOND_MS);

  async function identifyCaller(request: FastifyRequest, credentials: Credentials, route: Route): Promise<Caller> {
    const keys = [credentials.authorization, credentials.grant].filter((key) => key !== undefined);
    const were_valid = keys.every((key) => options.directory.wasValidRecently(key));
    options.guesses.check(clientNetwork(request.ip), were_valid);
    try {
      return await authenticate(options.directory, credentials, route);
    } catch (error) {
      // If the public key was valid, its merchant's request log shows the refusal. This lookup hits the cache.
      const is_key_known = !(error instanceof ServiceError && error.kind === "unauthorized");
      if (is_key_known) request.refused = await options.directory.identify(credentials.authorization ?? "");
      if (isWrongKeyError(error)) options.guesses.count(clientNetwork(request.ip));
      throw error;
    }
  }

  function admit(caller: Caller, request: FastifyRequest, reply: FastifyReply, route: Route): void {
    request.caller = caller;
    checkAddress(caller, route, request.ip);
    if (caller.identity.kind === "publishable") browsers.limit(caller.identity.key, request);
    enforceRateLimit(caller.identity.key, caller.identity.rate_limit, reply);
    // A request through a merchant link also counts against the limit of the merchant whose money moves, which all its
    // linked callers share.
    if (caller.link)
      enforceRateLimit(`${caller.scope.merchant} ${caller.scope.environment}`, caller.link.rate_limit, reply);
  }

  /** Throws `too_many_requests`. If two limits apply, the headers show the one counted last. */
  function enforceRateLimit(name: string, rate_limit: number | null, reply: FastifyReply): void {
    const max = rate_limit ?? options.rate_limit;
    const { times, ends_in_s } = countRequest(name);
    reply.header("x-ratelimit-limit", max);
    reply.header("x-ratelimit-remaining", Math.max(0, max - times));
    reply.header("x-ratelimit-reset", ends_in_s);
    if (times > max) throw tooManyRequests(ends_in_s);
  }

  return (request, reply, route, done) => {
    const credentials = readCredentials(request.headers);
    browsers.allowReading(credentials, reply);
    const caller = authenticateCached(options.directory, credentials, route);
    if (caller === null) {
      identifyCaller(request, credentials, route)
        .then((identified) => admit(identified, request, reply, route))
        .then(() => done(), done);
      return;
    }
    let error_to_report: ServiceError | undefined;
    try {
      admit(caller, request, reply, route);
    } catch (error) {
      error_to_report = asServiceError(error);
    }
    done(error_to_report);
  };
}

function addRoute(app: FastifyInstance, route: Route, options: ServerOptions, admit: RequestGate): void {
  const aliases = (route.aliases ?? []).map((alias) => ({ ...route, ...alias, is_publishable: false }));
  for (const named of [route, ...aliases]) {
    const { method, path } = named;
    app.route({
      method,
      url: fastifyPath(path),
      bodyLimit: route.body_limit_bytes ?? BODY_LIMIT_BYTES,
      onRequest: (request, reply, done) => admit(request, reply, named, done),
      ...(route.is_compressed ? { onSend: compressReply } : {}),
      handler: (request, reply) => runRoute(options.db, scopeOf(request), request, reply, named),
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
export async function runRoute(
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
        body: request.raw_body,
        is_secret: route.is_reply_secret ?? false,
        publishable_key: request.caller?.identity.kind === "publishable" ? request.caller.identity.key : null,
      });
  const transact = (work: (tx: Tx) => Promise<Reply>): Promise<Reply> => {
    if (is_read) return db.read(scope, work);
    const workAndStore = async (tx: Tx): Promise<Reply> => {
      const route_reply = await work(tx);
      if (idempotency) storeReplies(tx, [{ request: idempotency, reply: route_reply }]);
      return route_reply;
    };
    return route.spans_merchants ? db.engine(workAndStore) : db.write(scope, workAndStore);
  };
  const runOnce = (): Promise<Reply> =>
    route.run({
      scope,
      person: request.visitor?.person ?? null,
      key: request.caller ? (request.caller.grant ?? request.caller.identity).key : null,
      publishable: publishableCallOf(request),
      has_grant: request.caller ? request.caller.grant !== null : true,
      params: request.params,
      query: request.query,
      body: request.body,
      is_form: request.is_form,
      idempotency,
      transact,
    });
  const { fair_use } = request.server;
  const run = route.large_body ? () => fair_use.countReply(scope.merchant, runOnce) : runOnce;
  if (is_read && isListRoute(route)) {
    const list_kind = { is_search: isSearch(request.query) };
    return writeHead(reply, await fair_use.runList(scope.merchant, run, list_kind));
  }
  if (!idempotency) return writeHead(reply, await run());
  const idempotent_reply = await idempotently(db, idempotency, run, {
    is_reply_atomic: route.is_reply_atomic ?? false,
  });
  if (idempotent_reply.is_replay) reply.header("idempotent-replayed", "true");
  return writeHead(reply, idempotent_reply);
}

function isSearch(query: unknown): boolean {
  return typeof query === "object" && query !== null && "search" in query && query.search !== "";
}

function publishableCallOf({ caller, headers }: FastifyRequest): PublishableCall | null {
  if (!caller?.identity.origins) return null;
  const { key, origins } = caller.identity;
  const follow_token = headers["x-follow-token"];
  return { key, origins, follow_token: typeof follow_token === "string" ? follow_token : null };
}

/** Sets the status and headers. Returns the text to send. */
function writeHead(reply: FastifyReply, { status, text }: Reply): string {
  reply.code(status).header("content-type", "application/json; charset=utf-8");
  return text;
}

export function sendReply(reply: FastifyReply, route_reply: Reply): FastifyReply {
  return reply.send(writeHead(reply, route_reply));
}

function errorHandler(
  logger: Logger,
  headers: Readonly<Record<string, string>>,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    // A caller that disconnects in the middle of a body receives no answer.
    const is_aborted = request.raw.errored !== null && request.raw.errored === error;
    const service_error = is_aborted
      ? new ServiceError("request_incomplete", "The request ended before its body did", { cause: error })
      : asServiceError(error);
    request.trouble = service_error;
    if (service_error.kind === "internal")
      logger.error({ request_id: request.id, err: service_error.cause }, "request failed");
    if (service_error.retry_after_s !== undefined) reply.header("retry-after", service_error.retry_after_s);
    // If the path cannot be parsed, Fastify runs no hook, so the security headers are still missing.
    if (!reply.hasHeader("content-security-policy")) reply.headers(headers);
    reply.header("request-id", request.id);
    sendReply(reply, { status: statusOf(service_error.kind), text: errorText(service_error) });
  };
}

/** Refuses unknown paths before the body is read: no body could make the path valid. */
function handleUnknownPaths(app: FastifyInstance): void {
  const unknownPathError = (): ServiceError => new ServiceError("path_not_found", "There is nothing at this path");
  app.addHook("onRequest", ({ is404 }, _reply, done) => done(is404 ? unknownPathError() : undefined));
  app.setNotFoundHandler(() => {
    throw unknownPathError();
  });
}

/** Logs one line per request, with its id and no personal data: no address, path, query or body. */
function logRequests(app: FastifyInstance, { logger, metrics, request_log }: ServerOptions): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const route = request.routeOptions.url ?? "none";
    const status = reply.statusCode;
    const identity = request.caller?.identity ?? request.refused;
    metrics.request({ route, method: request.method, status }, reply.elapsedTime / SECOND_MS);
    if (identity) request_log.record(identity, request, reply);
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
        reason: request.trouble?.reason,
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
