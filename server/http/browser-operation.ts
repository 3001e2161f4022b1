import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { assert } from "#kernel/errors.ts";
import type { Static, TSchema } from "#kernel/fields.ts";
import type { Envelope } from "./envelope.ts";
import { inputParser } from "./input-parser.ts";
import type { Method } from "./route.ts";
import { fastifyPath, sendReply } from "./server.ts";

/** The path below which the browser pages have their own API. */
export const BROWSER_API_PATH = "/dashboard/api";

/** An operation of the browser pages' own API, as their OpenAPI document describes it. */
export interface BrowserOperation {
  readonly method: Method;
  /** The path below `BROWSER_API_PATH`, with `{names}`. */
  readonly path: string;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly reply: BrowserReply;
}

export interface BrowserReply {
  readonly status: number;
  readonly message: string;
  readonly schema: TSchema;
  /** Default: JSON. */
  readonly content_type?: string;
}

/** The method and path of an operation named `GET /keys`, below `prefix`. */
export function routeOfName(name: string, prefix: string): Pick<BrowserOperation, "method" | "path"> {
  const [method_name, path = ""] = name.split(" ");
  const method = METHODS.find((one) => one === method_name);
  assert(method, `an operation's name begins with a method: ${name}`);
  return { method, path: `${prefix}${path}` };
}

const METHODS: readonly Method[] = ["GET", "POST", "PUT", "DELETE"];

/** An operation of the browser API that is served by its own handler instead of an API route. */
interface ServedOperation<Body extends TSchema, Value> extends BrowserOperation {
  readonly reply: Envelope<Value>;
  /** Throws `bad_request` for a body that violates the schema. */
  readBody(request: Pick<FastifyRequest, "body">): Static<Body>;
}

/** An operation with a body. */
export function writeOperation<Body extends TSchema, Value>(
  method: Method,
  path: string,
  body: Body,
  reply: Envelope<Value>,
): ServedOperation<Body, Value> {
  const read = inputParser(body);
  return { method, path, body, reply, readBody: (request) => read(request.body, "json") };
}

/** An operation without a body. */
export function plainOperation<Value>(
  method: Method,
  path: string,
  reply: Envelope<Value>,
): BrowserOperation & { readonly reply: Envelope<Value> } {
  return { method, path, reply };
}

type OperationRequest = FastifyRequest<{ Params: { readonly id?: string } }>;

interface ServeOptions {
  readonly onRequest?: (request: FastifyRequest) => Promise<void>;
  readonly bodyLimit?: number;
}

/** Registers an operation. `handle` returns the value of its reply. */
export function serve<Value>(
  app: FastifyInstance,
  { method, path, reply: envelope }: BrowserOperation & { readonly reply: Envelope<Value> },
  handle: (request: OperationRequest, reply: FastifyReply) => Promise<Value>,
  options: ServeOptions = {},
): void {
  app.route<{ Params: { readonly id?: string } }>({
    ...{ method, url: `${BROWSER_API_PATH}${fastifyPath(path)}`, ...options },
    handler: async (request, reply) => sendReply(reply, envelope.of(await handle(request, reply))),
  });
}
