import type { Tx } from "#db/tx.ts";
import { type Static, type TSchema, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { ErrorKind } from "#kernel/reasons.ts";
import { reservePathSegments } from "#kernel/references.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import type { Reply } from "./envelope.ts";
import type { IdempotentRequest } from "./idempotency.ts";
import { type InputParser, type InputRules, inputParser } from "./input-parser.ts";
import { ParsedBody } from "./large-body.ts";
import { queryParser } from "./query-parser.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** An operation's description, for the documentation and for the authorization tests. */
export interface RouteDescription {
  readonly method: Method;
  /** With parameters as `{name}`, as in `interface.md`. */
  readonly path: string;
  /** Older names of the same operation (interface-decisions 4); see `app/older-clients`. */
  readonly aliases?: readonly RouteAlias[];
  /** `public`: the public key suffices. `private`: needs the private key as well, in X-Grant. */
  readonly access: "public" | "private";
  /** The right that a restricted private key needs. Defined here alone; `any` accepts every private key. */
  readonly right: KeyRight | "any";
  /** Whether a publishable key may use the operation; `call.publishable` is then set. */
  readonly is_publishable?: boolean;
  /** Whether the caller's address must be on the merchant's list. */
  readonly is_address_checked?: boolean;
  /** Whether the operation writes to the books of other merchants, too: it then runs as the engine. */
  readonly spans_merchants?: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly reply: { readonly status: number; readonly schema: TSchema };
  /** The error kinds in addition to those of every operation with this access. */
  readonly errors?: readonly ErrorKind[];
  /** Whether the answer holds values that are encrypted wherever they are stored: a secret, an account number. */
  readonly is_reply_secret?: boolean;
  /**
   * Whether the operation is one transaction that also stores the answer. Then a new Idempotency-Key needs no lookup: a
   * used key fails that transaction.
   */
  readonly is_reply_atomic?: boolean;
  /**
   * Whether the answer is compressed. Only for answers without secrets or texts of the caller: the size of a compressed
   * answer reveals how much its texts have in common (the BREACH attack).
   */
  readonly is_compressed?: boolean;
  /** The limit for operations with larger bodies than usual. */
  readonly body_limit_bytes?: number;
  /** Content types besides JSON and forms, each with its conversion to the equivalent of a JSON body. */
  readonly extra_body_formats?: Readonly<Record<string, ExtraBodyFormat>>;
  /** The name of the body thread's parser, for operations whose body has up to 10,000 entries. */
  readonly large_body?: string;
}

/** An older name of an operation. */
export interface RouteAlias {
  readonly method: Method;
  readonly path: string;
  /** How the older name differs, for the documentation. */
  readonly note?: string;
  /** Runs the operation with the older name's own body and answer. */
  run(call: RawRouteCall): Promise<Reply>;
}

/** Reads a body of another content type, with the query's fields. Throws `bad_request`. */
export interface ExtraBodyFormat {
  read(bytes: Buffer, query: Readonly<Record<string, string | undefined>>): Promise<unknown>;
}

/** One operation of the API, as data. The server registers it as a route, the OpenAPI document describes it. */
export interface Route extends RouteDescription {
  readonly params: TSchema;
  readonly query: TSchema;
  readonly body: TSchema | null;
  /** Throws `invalid` for input that violates the schemas. */
  run(call: RawRouteCall): Promise<Reply>;
}

/** A caller with a publishable key: a browser or an app of anybody. */
export interface PublishableCall {
  readonly key: Id<"key">;
  /** The origins and app schemes that the key may be used with. */
  readonly origins: readonly string[];
  /** The token of the payment to follow, from X-Follow-Token. */
  readonly follow_token: string | null;
}

/** The server's input to a route, after authentication. */
export interface RawRouteCall {
  readonly scope: Scope;
  /** The signed-in person; null if the caller used an API key. */
  readonly person: Person | null;
  /** The caller's private key, or its public key if it sent no other; null for a person. */
  readonly key: Id<"key"> | null;
  /** Null for every other key, and for a person. */
  readonly publishable: PublishableCall | null;
  /** Whether the caller proved a right beyond the public key: a private key, or a person's session. */
  readonly has_grant: boolean;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly is_form: boolean;
  readonly idempotency: IdempotentRequest | null;
  /** Runs work in one transaction of the scope, and stores its reply there for the Idempotency-Key. */
  transact(work: (tx: Tx) => Promise<Reply>): Promise<Reply>;
}

/** A route's input, parsed by its schemas. */
export interface RouteCall<Params, Query, Body> {
  readonly scope: Scope;
  readonly person: Person | null;
  readonly key: Id<"key"> | null;
  readonly publishable: PublishableCall | null;
  readonly has_grant: boolean;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly idempotency: IdempotentRequest | null;
}

interface RouteSchemas<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** Rules for the body beyond its schema, decided from the request alone. */
  readonly body_rules?: InputRules;
}

type RouteHandler<Params extends TSchema, Query extends TSchema, Body extends TSchema> =
  | {
      /** The usual form: a transaction in the caller's scope, read-only for GET. */
      readonly handle: (tx: Tx, call: RouteCall<Static<Params>, Static<Query>, Static<Body>>) => Promise<Reply>;
    }
  | {
      /**
       * For operations that share a transaction with others (a group commit). They store the reply for the
       * Idempotency-Key themselves.
       */
      readonly submit: (call: RouteCall<Static<Params>, Static<Query>, Static<Body>>) => Promise<Reply>;
    };

const EMPTY_OBJECT = Type.Object({});

export function route<
  Params extends TSchema = typeof EMPTY_OBJECT,
  Query extends TSchema = typeof EMPTY_OBJECT,
  Body extends TSchema = typeof EMPTY_OBJECT,
>(definition: RouteDescription & RouteSchemas<Params, Query, Body> & RouteHandler<Params, Query, Body>): Route {
  const { params, query, body, body_rules, ...description } = definition;
  reservePathSegments(description.path);
  const parseParams = parserOf(params);
  const parseQuery = queryParserOf(query, isQueryStrict(definition));
  const parseBody = parserOf(body, body_rules);
  return {
    ...description,
    params: params ?? EMPTY_OBJECT,
    query: query ?? EMPTY_OBJECT,
    body: body ?? null,
    run(raw) {
      const call = {
        scope: raw.scope,
        person: raw.person,
        key: raw.key,
        publishable: raw.publishable,
        has_grant: raw.has_grant,
        params: parseParams(raw.params, "text"),
        query: parseQuery(raw.query),
        body: parseBody(raw.body, raw.is_form ? "text" : "json", raw.scope.environment),
        idempotency: raw.idempotency,
      };
      return "submit" in definition ? definition.submit(call) : raw.transact((tx) => definition.handle(tx, call));
    },
  };
}

/** Whether the number of records in the answer depends on the query. */
export function isListRoute({ query }: Pick<Route, "query">): boolean {
  const fields = "properties" in query ? Object.keys(Object(query.properties)) : [];
  return fields.includes("limit") || fields.includes("transfers");
}

/** Lists and other operations with parameters refuse unknown names: each could be a filter that would be ignored. */
function isQueryStrict({
  method,
  path,
  query,
}: Pick<RouteDescription, "method" | "path"> & { readonly query?: TSchema }): boolean {
  return query !== undefined || (method === "GET" && !path.endsWith("}"));
}

/** An omitted schema is `EMPTY_OBJECT`; the overload gives it the type of that default. */
function parserOf<Schema extends TSchema>(schema: Schema | undefined, rules?: InputRules): InputParser<Schema>;
function parserOf(schema: TSchema | undefined, rules?: InputRules): InputParser<TSchema> {
  const parse = inputParser(schema ?? EMPTY_OBJECT, rules);
  return (input, format, environment) =>
    input instanceof ParsedBody ? input.take() : parse(input, format, environment);
}

function queryParserOf<Schema extends TSchema>(
  schema: Schema | undefined,
  is_strict: boolean,
): (query: unknown) => Static<Schema>;
function queryParserOf(schema: TSchema | undefined, is_strict: boolean): (query: unknown) => unknown {
  return is_strict ? queryParser(schema ?? EMPTY_OBJECT) : () => ({});
}
