import { type Static, type TObject, type TSchema, Type } from "#kernel/fields.ts";
import { serializer } from "#kernel/json.ts";
import type { Page } from "./pagination.ts";

/** An answer, ready to send. An Idempotency-Key stores these bytes. */
export interface Reply {
  readonly status: number;
  readonly text: string;
}

/** The format of one kind of answer, with its serializer. The OpenAPI document shows the schema. */
export interface Envelope<Value> {
  readonly status: number;
  readonly message: string;
  readonly schema: TSchema;
  of(value: Value): Reply;
}

const PHRASES: Readonly<Record<number, string>> = { 200: "OK", 201: "Created", 202: "Accepted" };

interface Words {
  /** The `status` text if it differs from the code's standard phrase. */
  readonly phrase?: string;
  readonly message: string;
}

/** One resource under its own key: `{code, status, message, transfer}`. */
export function single<Key extends string, Resource extends TSchema>(
  status: number,
  words: Words,
  key: Key,
  resource: Resource,
): Envelope<Static<Resource>> & {
  /** The same for a resource that is already serialized by its schema: JSON text. */
  around(text: string): Reply;
} {
  const head = headOf(status, words);
  const schema = Type.Object({ ...headSchema(head), [key]: resource });
  const write = serializer<TSchema>(schema);
  const begin = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(key)}:`;
  return {
    status,
    message: words.message,
    schema,
    of: (value) => ({ status, text: write({ ...head, [key]: value }) }),
    around: (text) => ({ status, text: `${begin}${text}}` }),
  };
}

/** Several keys beside the head, for answers with more than the resource. */
export function several<Fields extends Readonly<Record<string, TSchema>>>(
  status: number,
  words: Words,
  fields: Fields,
): Envelope<Static<TObject<Fields>>> {
  const head = headOf(status, words);
  const schema = Type.Object({ ...headSchema(head), ...fields });
  const write = serializer<TSchema>(schema);
  return {
    status,
    message: words.message,
    schema,
    of: (value) => ({ status, text: write(Object.assign({}, head, value)) }),
  };
}

/** `{code, status, message}`, without a resource. */
export function bare(status: number, words: Words): Envelope<null> {
  const head = headOf(status, words);
  const schema = Type.Object(headSchema(head));
  const text = JSON.stringify(head);
  return { status, message: words.message, schema, of: () => ({ status, text }) };
}

export const ZONE = Type.String({
  description: "The merchant's time zone, in which `date_start` and `date_end` are read; absent without them.",
  examples: ["Africa/Douala"],
});

/** A page of a list, with its counters (`interface.md` 2.8). */
export function list<Item extends TSchema>(
  words: Words,
  key: "items" | "payments" | "data",
  item: Item,
  { has_days = false }: { readonly has_days?: boolean } = {},
): Envelope<Page<Static<Item>>> {
  const head = headOf(200, words);
  const schema = Type.Object({
    ...headSchema(head),
    totals: Type.Integer({ description: "All items under the filter.", examples: [1] }),
    last_page: Type.Integer({ examples: [1] }),
    current_page: Type.Integer({ examples: [1] }),
    selected: Type.Integer({ description: "Items in this page.", examples: [1] }),
    ...(has_days ? { time_zone: Type.Optional(ZONE) } : {}),
    [key]: Type.Array(item),
  });
  const write = serializer<TSchema>(schema);
  return {
    status: 200,
    message: words.message,
    schema,
    of: ({ items, totals, page, limit, time_zone }) => ({
      status: 200,
      text: write({
        ...head,
        totals,
        last_page: Math.max(1, Math.ceil(totals / limit)),
        current_page: page,
        selected: items.length,
        ...(time_zone === undefined ? {} : { time_zone }),
        [key]: items,
      }),
    }),
  };
}

interface Head {
  readonly code: number;
  readonly status: string;
  readonly message: string;
}

function headOf(code: number, words: Words): Head {
  return { code, status: words.phrase ?? PHRASES[code] ?? "OK", message: words.message };
}

function headSchema(head: Head): Readonly<Record<keyof Head, TSchema>> {
  return {
    code: Type.Integer({ examples: [head.code] }),
    status: Type.String({ examples: [head.status] }),
    message: Type.String({ examples: [head.message] }),
  };
}
