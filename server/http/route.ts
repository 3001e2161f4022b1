import type { Tx } from "#db/tx.ts";
import type { ErrorKind } from "#kernel/errors.ts";
import { type Static, type TSchema, Type } from "#kernel/fields.ts";
import { reserveWords } from "#kernel/references.ts";
import type { KeyRight } from "#kernel/rights.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import type { Reply } from "./envelope.ts";
import type { IdempotentRequest } from "./idempotency.ts";
import { queryReader } from "./query.ts";
import { type Reader, type Rules, reader } from "./reader.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/** What the reader of the documentation and the test of who may see what need to know of an operation. */
export interface Description {
  readonly method: Method;
  /** With `{names}`, as the interface writes paths. */
  readonly path: string;
  /** Older names of the same operation (interface-decisions 4). */
  readonly aliases?: readonly { readonly method: Method; readonly path: string }[];
  /** `public`: the public key opens it. `private`: it takes the private one, too, in X-Grant. */
  readonly access: "public" | "private";
  /** What a private key that may not do everything must be allowed, here and nowhere else said; `any` opens to each. */
  readonly right: KeyRight | "any";
  /** Whether the caller's address must be on the merchant's list. */
  readonly is_address_checked?: boolean;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly reply: { readonly status: number; readonly schema: TSchema };
  /** The kinds of error beyond those every operation of its access has. */
  readonly errors?: readonly ErrorKind[];
  /** Whether the answer holds what is sealed wherever it rests: a secret, an account number. */
  readonly is_answer_secret?: boolean;
  /**
   * Whether all it does is one transaction, which keeps the answer, too: then an Idempotency-Key that was never seen need not be
   * looked for first, for what was answered before fails that transaction.
   */
  readonly is_one_with_answer?: boolean;
  /** Larger than the usual limit, for bodies that are. */
  readonly body_limit_bytes?: number;
  /** Other ways to write the body than JSON and forms, by content type, and how each becomes what JSON would have said. */
  readonly other_bodies?: Readonly<Record<string, OtherBody>>;
}

/** How a body of another content type is read. The fields of the query come along. Throws `bad_request`. */
export interface OtherBody {
  read(bytes: Buffer, query: Readonly<Record<string, string | undefined>>): Promise<unknown>;
}

/** One operation of the API, as data: the server makes a route of it, the OpenAPI document a description. */
export interface Route extends Description {
  readonly params: TSchema;
  readonly query: TSchema;
  readonly body: TSchema | null;
  /** Throws `invalid` for what is not as the schemas say. */
  run(call: RawCall): Promise<Reply>;
}

/** What the server hands to a route once it is known who calls. */
export interface RawCall {
  readonly scope: Scope;
  /** Null for a key. */
  readonly person: Person | null;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly is_form: boolean;
  readonly idempotency: IdempotentRequest | null;
  /** Runs work in one transaction of the scope, and keeps its reply there for the Idempotency-Key. */
  transact(work: (tx: Tx) => Promise<Reply>): Promise<Reply>;
}

/** The same, read into what the schemas say. */
export interface Call<Params, Query, Body> {
  readonly scope: Scope;
  readonly person: Person | null;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly idempotency: IdempotentRequest | null;
}

interface Shapes<Params extends TSchema, Query extends TSchema, Body extends TSchema> {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What the request alone must fulfil beyond the schema of its body. */
  readonly body_rules?: Rules;
}

type Work<Params extends TSchema, Query extends TSchema, Body extends TSchema> =
  | {
      /** The usual way: in a transaction of the caller's scope, read-only for GET. */
      readonly handle: (tx: Tx, call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<Reply>;
    }
  | {
      /** For work that shares its transaction with others' (a group commit). It keeps the reply for the key itself. */
      readonly submit: (call: Call<Static<Params>, Static<Query>, Static<Body>>) => Promise<Reply>;
    };

const NONE = Type.Object({});

export function route<
  Params extends TSchema = typeof NONE,
  Query extends TSchema = typeof NONE,
  Body extends TSchema = typeof NONE,
>(given: Description & Shapes<Params, Query, Body> & Work<Params, Query, Body>): Route {
  const { params, query, body, body_rules, ...description } = given;
  for (const { path } of [description, ...(description.aliases ?? [])]) reserveWords(path);
  const readParams = readerOf(params);
  const readQuery = queryReaderOf(query, isStrict(given));
  const readBody = readerOf(body, body_rules);
  return {
    ...description,
    params: params ?? NONE,
    query: query ?? NONE,
    body: body ?? null,
    run(raw) {
      const call = {
        scope: raw.scope,
        person: raw.person,
        params: readParams(raw.params, "text"),
        query: readQuery(raw.query),
        body: readBody(raw.body, raw.is_form ? "text" : "json", raw.scope),
        idempotency: raw.idempotency,
      };
      return "submit" in given ? given.submit(call) : raw.transact((tx) => given.handle(tx, call));
    },
  };
}

/** Whether an answer holds as many records as are asked for. */
export function isList({ query }: Pick<Route, "query">): boolean {
  const fields = "properties" in query ? Object.keys(Object(query.properties)) : [];
  return fields.includes("limit") || fields.includes("transfers");
}

/** Lists, and whatever else takes parameters: there an unknown name would be a filter or a wish that is ignored. */
function isStrict({
  method,
  path,
  query,
}: Pick<Description, "method" | "path"> & { readonly query?: TSchema }): boolean {
  return query !== undefined || (method === "GET" && !path.endsWith("}"));
}

/** Where a schema is left away it is `NONE`, which is also what its type then says. */
function readerOf<Schema extends TSchema>(schema: Schema | undefined, rules?: Rules): Reader<Schema>;
function readerOf(schema: TSchema | undefined, rules?: Rules): Reader<TSchema> {
  return reader(schema ?? NONE, rules);
}

function queryReaderOf<Schema extends TSchema>(
  schema: Schema | undefined,
  is_strict: boolean,
): (query: unknown) => Static<Schema>;
function queryReaderOf(schema: TSchema | undefined, is_strict: boolean): (query: unknown) => unknown {
  return is_strict ? queryReader(schema ?? NONE) : () => ({});
}
