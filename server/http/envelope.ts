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

interface EnvelopeText {
  /** The `status` text if it differs from the code's standard phrase. */
  readonly phrase?: string;
  readonly message: string;
}

/** One resource under its own key: `{code, status, message, transfer}`. */
export function resourceEnvelope<Key extends string, Resource extends TSchema>(
  status: number,
  envelope_text: EnvelopeText,
  key: Key,
  resource: Resource,
): Envelope<Static<Resource>> & {
  /** Builds the reply from a resource that is already serialized by its schema, as JSON text. */
  wrap(text: string): Reply;
} {
  const head = headOf(status, envelope_text);
  const schema = Type.Object({ ...headSchema(head), [key]: resource });
  const write = serializer<TSchema>(schema);
  const prefix = `${JSON.stringify(head).slice(0, -1)},${JSON.stringify(key)}:`;
  return {
    status,
    message: envelope_text.message,
    schema,
    of: (value) => ({ status, text: write({ ...head, [key]: value }) }),
    wrap: (text) => ({ status, text: `${prefix}${text}}` }),
  };
}

/** Several fields beside `code`, `status` and `message`, for answers with more than one resource. */
export function fieldsEnvelope<Fields extends Readonly<Record<string, TSchema>>>(
  status: number,
  envelope_text: EnvelopeText,
  fields: Fields,
): Envelope<Static<TObject<Fields>>> {
  const head = headOf(status, envelope_text);
  const schema = Type.Object({ ...headSchema(head), ...fields });
  const write = serializer<TSchema>(schema);
  return {
    status,
    message: envelope_text.message,
    schema,
    of: (value) => ({ status, text: write(Object.assign({}, head, value)) }),
  };
}

/** `{code, status, message}`, without a resource. */
export function messageEnvelope(status: number, envelope_text: EnvelopeText): Envelope<null> {
  const head = headOf(status, envelope_text);
  const schema = Type.Object(headSchema(head));
  const text = JSON.stringify(head);
  return { status, message: envelope_text.message, schema, of: () => ({ status, text }) };
}

export const TIME_ZONE_FIELD = Type.String({
  description: "The merchant's time zone, which `date_start` and `date_end` refer to; absent without them.",
  examples: ["Africa/Douala"],
});

/** A page of a list, with its counters (`interface.md` 2.8). */
export function listEnvelope<Item extends TSchema>(
  envelope_text: EnvelopeText,
  key: "items" | "payments" | "data",
  item: Item,
  { has_days = false }: { readonly has_days?: boolean } = {},
): Envelope<Page<Static<Item>>> {
  const head = headOf(200, envelope_text);
  const schema = Type.Object({
    ...headSchema(head),
    totals: Type.Integer({ description: "The number of items that match the filter.", examples: [1] }),
    last_page: Type.Integer({ examples: [1] }),
    current_page: Type.Integer({ examples: [1] }),
    selected: Type.Integer({ description: "The number of items on this page.", examples: [1] }),
    ...(has_days ? { time_zone: Type.Optional(TIME_ZONE_FIELD) } : {}),
    [key]: Type.Array(item),
  });
  const write = serializer<TSchema>(schema);
  return {
    status: 200,
    message: envelope_text.message,
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

interface EnvelopeHead {
  readonly code: number;
  readonly status: string;
  readonly message: string;
}

function headOf(code: number, envelope_text: EnvelopeText): EnvelopeHead {
  return { code, status: envelope_text.phrase ?? PHRASES[code] ?? "OK", message: envelope_text.message };
}

function headSchema(head: EnvelopeHead): Readonly<Record<keyof EnvelopeHead, TSchema>> {
  return {
    code: Type.Integer({ examples: [head.code] }),
    status: Type.String({ examples: [head.status] }),
    message: Type.String({ examples: [head.message] }),
  };
}
