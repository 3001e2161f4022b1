import type { Tx } from "#db/tx.ts";
import type { BrowserOperation } from "#http/browser-operation.ts";
import { type Envelope, messageEnvelope, type Reply } from "#http/envelope.ts";
import { inputParser } from "#http/input-parser.ts";
import { queryParser } from "#http/query-parser.ts";
import { type Static, type TSchema, Type } from "#kernel/fields.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import type { RequestContext } from "./authorization.ts";
import { BODY_VALIDATORS } from "./developer-settings.ts";
import type { DashboardOperation } from "./role-permissions.ts";

/** A request to an operation that only the dashboard has. */
export interface OperationCall<Body, Query> {
  readonly context: RequestContext;
  readonly scope: Scope;
  /** The person, in the notation of the audit log. */
  readonly actor: string;
  readonly person: Person;
  readonly id: string;
  readonly query: Query;
  readonly body: Body;
  readonly public_url: string;
  readonly has_mail: boolean;
}

export interface Operation extends Required<Pick<BrowserOperation, "query" | "body" | "reply">> {
  readonly name: DashboardOperation;
  readonly has_environment: boolean;
  /** True if the operation only reads one merchant's rows; it then runs under row-level security. */
  readonly is_read_only: boolean;
  run(tx: Tx, call: OperationCall<unknown, unknown>): Promise<Reply>;
}

/** An operation that only the dashboard has, without query parameters. */
export function operation<Body extends TSchema, Value>(
  name: Operation["name"],
  level: "environment" | "business",
  body: Body,
  reply: Envelope<Value>,
  run: (tx: Tx, call: OperationCall<Static<Body>, object>) => Promise<Value>,
): Operation {
  return operationWithQuery(name, level, { body, query: EMPTY, reply }, run);
}

/** Like `operation`, with query parameters. */
export function operationWithQuery<Body extends TSchema, Query extends TSchema, Value>(
  name: Operation["name"],
  level: "environment" | "business",
  { body, query, reply }: { readonly body: Body; readonly query: Query; readonly reply: Envelope<Value> },
  run: (tx: Tx, call: OperationCall<Static<Body>, Static<Query>>) => Promise<Value>,
): Operation {
  const validate = BODY_VALIDATORS[name];
  const rules = validate ? { foresee: (input: { readonly body: unknown }) => validate(input.body) } : {};
  const [read, readQuery] = [inputParser(body, rules), queryParser(query)];
  const has_environment = level === "environment";
  return {
    ...{ name, has_environment, body, query, reply },
    is_read_only: has_environment && name.startsWith("GET"),
    run: async (tx, call) =>
      reply.of(await run(tx, { ...call, query: readQuery(call.query), body: read(call.body, "json") })),
  };
}

export const EMPTY = Type.Object({});
/** The answer of an operation that returns no data. */
export const ok = messageEnvelope(200, { message: "Done" });
