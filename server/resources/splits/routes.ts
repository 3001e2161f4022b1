import { fieldsEnvelope, listEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { ServiceError } from "#kernel/errors.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { emptyFieldErrors, unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import { Payment, presentPart, presentPayment } from "./present.ts";
import { releaseParts, retrieveParts } from "./release.ts";
import { PaymentPart, Release } from "./schema.ts";
import { findReceived, listReceived } from "./store.ts";

const tag = "Split payments";
const params = Type.Object({ reference: { ...IdText, description: "The id or the reference of the payment." } });

const parts_retrieved = fieldsEnvelope(200, { message: "Parts retrieved" }, { items: Type.Array(PaymentPart) });
const released = fieldsEnvelope(
  200,
  { message: "Parts released" },
  { transaction: Payment, parts: Type.Array(PaymentPart) },
);
const listed = listEnvelope({ message: "Received parts retrieved" }, "items", PaymentPart);
const retrieved = resourceEnvelope(200, { message: "Received part retrieved" }, "part", PaymentPart);

export const splitRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/payments/{reference}/parts",
    access: "private",
    right: "payments:read",
    tag,
    summary: "List a payment's parts",
    description: "The first one is your own: the rest of the payment. The parts add up to the payment.",
    params,
    reply: parts_retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) =>
      parts_retrieved.of({ items: (await retrieveParts(tx, scope, params.reference)).map(presentPart) }),
  }),
  route({
    method: "POST",
    path: "/payments/{reference}/release",
    access: "private",
    right: "releases:write",
    spans_merchants: true,
    tag,
    summary: "Release a payment",
    description:
      "Pays held parts to their merchants: those in `parts`, or all. The share that refunds took from a part is not paid. A release " +
      "cannot be undone; a later refund takes its shares from the merchants' balances.",
    params,
    body: Release,
    body_rules: {
      validate: ({ input, environment }) => ({
        ...emptyFieldErrors("parts", input),
        ...unsupportedFieldErrors("releases", input, environment),
      }),
    },
    reply: released,
    errors: ["not_found", "invalid"],
    async handle(tx, { scope, person, params, body }) {
      const { payment, parts } = await releaseParts(tx, scope, params.reference, {
        parts: body.parts ?? null,
        by: person,
      });
      return released.of({ transaction: presentPayment(payment), parts: parts.map(presentPart) });
    },
  }),
  route({
    method: "GET",
    path: "/received-parts",
    access: "private",
    right: "payments:read",
    tag,
    summary: "List received parts",
    description:
      "Your parts of other merchants' payments, the newest first. The payer's data stay with the other merchant.",
    query: Type.Object({ ...pageFields }),
    reply: listed,
    async handle(tx, { scope, query }) {
      const page = readPageRequest(query);
      const { rows, totals } = await listReceived(tx, scope, page);
      return listed.of({ ...page, items: rows.map(presentPart), totals });
    },
  }),
  route({
    method: "GET",
    path: "/received-parts/{id}",
    access: "private",
    right: "payments:read",
    tag,
    summary: "Retrieve a received part",
    params: Type.Object({ id: IdText }),
    reply: retrieved,
    errors: ["not_found"],
    async handle(tx, { scope, params }) {
      const part = await findReceived(tx, scope, params.id);
      if (!part) throw new ServiceError("part_not_found", "Part not found");
      return retrieved.of(presentPart(part));
    },
  }),
];
