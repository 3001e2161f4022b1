import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { registerExtraBodyParsers } from "#http/body-parsers.ts";
import {
  BROWSER_API_PATH,
  type BrowserOperation,
  plainOperation,
  routeOfName,
  serve,
} from "#http/browser-operation.ts";
import { compressReply } from "#http/compress-reply.ts";
import { fieldsEnvelope, type Reply } from "#http/envelope.ts";
import { inputParser } from "#http/input-parser.ts";
import { BODY_LIMIT_BYTES, USER_BODY_LIMIT_BYTES } from "#http/request-limits.ts";
import type { Route } from "#http/route.ts";
import { fastifyPath, sendReply } from "#http/server.ts";
import { serveStaticApp } from "#http/static-app.ts";
import { ServiceError } from "#kernel/errors.ts";
import { IdText, type Static, Type } from "#kernel/fields.ts";
import type { Scope } from "#kernel/scope.ts";
import { maskAccountNumbers } from "./account-number.ts";
import { type AuthenticatedVisitor, authorizeMember, type RequestContext, readProfilePage } from "./authorization.ts";
import type { Operation, OperationCall } from "./operation.ts";
import { DASHBOARD_OPERATIONS } from "./operations.ts";
import {
  API_PERMISSIONS,
  DASHBOARD_PERMISSIONS,
  type DashboardOperation,
  type Permission,
  permissionForBody,
} from "./role-permissions.ts";
import { Me } from "./schema.ts";

export interface DashboardOptions {
  /** Runs work in one transaction of the engine. */
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  /** Runs work in one read-only snapshot of one merchant and environment. */
  readonly readSnapshot: <Result>(scope: Scope, work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  visitorOf(request: FastifyRequest): Promise<AuthenticatedVisitor>;
  /** Runs an operation of the API for a scope. */
  runApiOperation(scope: Scope, request: FastifyRequest, reply: FastifyReply, route: Route): Promise<string>;
  readonly routes: readonly Route[];
  readonly public_url: string;
  /** Registers paths whose responses are not JSON: files and event streams. Each calls `admit` first. */
  registerOthers(app: FastifyInstance, admit: AdmitRequest): void;
  /** True if links are sent by mail. */
  readonly has_mail: boolean;
}

/** Returns the context of a request, if authorized. Throws as `authorizeMember` does. */
export type AdmitRequest = (request: FastifyRequest, operation: DashboardOperation) => Promise<RequestContext>;

const MERCHANT_PATH = "/merchants/{merchant}";
const BASE_PATH = `${BROWSER_API_PATH}${fastifyPath(MERCHANT_PATH)}`;
const DEFAULT_ENVIRONMENT = "live";

const ScopeParams = Type.Object({ merchant: IdText, environment: Type.Optional(IdText) });
type ScopeParams = Static<typeof ScopeParams>;
const readScopeParams = inputParser(ScopeParams);

/** Serves the static page for every address below `/dashboard`, because people bookmark pages. */
export function dashboardPage(folder: string): (app: FastifyInstance) => Promise<void> {
  return async (app) => {
    const sendPage = await serveStaticApp(app, { folder, prefix: "/dashboard" });
    app.get("/dashboard", (_request, reply) => sendPage(reply, 200));
    app.get("/dashboard/*", (_request, reply) => sendPage(reply, 200));
  };
}

const showMe = plainOperation("GET", "/me", fieldsEnvelope(200, { message: "Welcome" }, { me: Me }));

/** The operations for signed-in people at their merchants, except those of the merchants' API. */
export const MEMBER_OPERATIONS: readonly BrowserOperation[] = [
  showMe,
  ...DASHBOARD_OPERATIONS.map(({ name, has_environment, query, body, reply }) => ({
    ...routeOfName(name, `${MERCHANT_PATH}${has_environment ? "/{environment}" : ""}`),
    ...{ query, body, reply },
  })),
];

/** Registers the paths for signed-in people at their merchants. */
export function dashboardPaths(options: DashboardOptions): (app: FastifyInstance) => void {
  return (app) => {
    serve(app, showMe, async (request) => {
      const visitor = await options.visitorOf(request);
      const request_info = { address: request.ip, api_url: options.public_url };
      const language = request.headers["accept-language"] ?? "";
      return { me: await options.transact((tx) => readProfilePage(tx, visitor, request_info, language)) };
    });
    for (const route of options.routes) {
      const permission = API_PERMISSIONS[`${route.method} ${route.path}`];
      if (!permission) continue;
      // Register each route in a scope of its own, so that its body parsers apply to no other path.
      void app.register(async (scoped) =>
        registerApiOperation(registerExtraBodyParsers(scoped, route), options, route, permission),
      );
    }
    for (const operation of DASHBOARD_OPERATIONS) registerOperation(app, options, operation);
    options.registerOthers(app, (request, operation) =>
      admitRequest(options, request, DASHBOARD_PERMISSIONS[operation]),
    );
    app.all("/dashboard/api/*", () => {
      throw new ServiceError("path_not_found", "There is nothing at this path");
    });
  };
}

/** Registers one operation of the API for people, who sign in instead of using a key. */
function registerApiOperation(
  app: FastifyInstance,
  options: DashboardOptions,
  route: Route,
  permission: Permission,
): void {
  app.route<{ Params: ScopeParams }>({
    method: route.method,
    url: `${BASE_PATH}/:environment${fastifyPath(route.path)}`,
    bodyLimit: route.body_limit_bytes ?? BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      await admitRequest(options, request, permission);
    },
    ...(route.is_compressed ? { onSend: compressReply } : {}),
    handler: async (request, reply) => {
      const needed = permissionForBody(permission, route.method, request.body);
      const { merchant, environment } = await admitRequest(options, request, needed);
      const body_text = await options.runApiOperation({ merchant, environment }, request, reply, route);
      return environment === "live" ? maskAccountNumbers(body_text) : body_text;
    },
  });
}

async function admitRequest(
  { transact, visitorOf }: DashboardOptions,
  request: FastifyRequest,
  permission: Permission,
): Promise<RequestContext> {
  const visitor = await visitorOf(request);
  const { merchant, environment = DEFAULT_ENVIRONMENT } = readScopeParams(request.params, "text");
  const context = await transact((tx) => authorizeMember(tx, visitor, { merchant, environment }, permission));
  const { id, name } = visitor.person;
  request.visitor = { person: { id, name }, merchant: context.merchant, environment: context.environment };
  return context;
}

function registerOperation(app: FastifyInstance, options: DashboardOptions, operation: Operation): void {
  const { method, path } = routeOfName(operation.name, operation.has_environment ? "/{environment}" : "");
  const permission: Permission = DASHBOARD_PERMISSIONS[operation.name];
  app.route<{ Params: ScopeParams & { id?: string }; Querystring: Readonly<Record<string, string>> }>({
    method,
    url: `${BASE_PATH}${fastifyPath(path)}`,
    bodyLimit: USER_BODY_LIMIT_BYTES,
    onRequest: async (request) => {
      if (method !== "GET") await admitRequest(options, request, permission);
    },
    handler: async (request, reply) => {
      const context = await admitRequest(options, request, permission);
      const { merchant, environment, visitor } = context;
      const scope = { merchant, environment };
      const call: OperationCall<unknown, unknown> = {
        ...{ context, scope, body: request.body, query: request.query },
        ...{ public_url: options.public_url, has_mail: options.has_mail },
        ...{ actor: `user:${visitor.person.id}`, person: visitor.person, id: request.params.id ?? "" },
      };
      const work = (tx: Tx): Promise<Reply> => operation.run(tx, call);
      return sendReply(
        reply,
        await (operation.is_read_only ? options.readSnapshot(scope, work) : options.transact(work)),
      );
    },
  });
}
