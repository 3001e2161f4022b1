import { listEnvelope as listOf, resourceEnvelope } from "#http/envelope.ts";
import { orderSearchField, pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { emptyFieldErrors, unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import { createRefund } from "./create.ts";
import { presentRefund } from "./present.ts";
import { retrieveRefund } from "./retrieve.ts";
import { NewRefund, Refund, RefundDetails, RefundStatusField, refundTexts } from "./schema.ts";
import { list } from "./store.ts";

const tag = "Refunds";

const listed = listOf({ message: "Refunds retrieved" }, "items", Refund);
const created = resourceEnvelope(201, { message: "Refund created" }, "refund", Refund);
const retrieved = resourceEnvelope(200, { message: "Refund retrieved" }, "refund", RefundDetails);

export const refundRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/refunds",
    access: "private",
    right: "refunds:read",
    tag,
    summary: "List refunds",
    description:
      "Newest first. `search` covers the payment's id and reference, the amount, the payer's name, e-mail and numbers, the refund's " +
      "id and the provider's reference.",
    query: Type.Object({
      ...pageFields,
      ...orderSearchField,
      payment: Type.Optional(Type.String({ maxLength: 40, description: "The id of a payment." })),
      status: Type.Optional(RefundStatusField),
    }),
    reply: listed,
    errors: ["invalid"],
    async handle(tx, { scope, query }) {
      const filter = { search: query.search ?? null, payment: query.payment ?? null, status: query.status ?? null };
      const page = readPageRequest(query);
      const { rows, totals } = await list(tx, scope, filter, page);
      return listed.of({ ...page, items: rows.map(presentRefund), totals });
    },
  }),
  route({
    method: "POST",
    path: "/refunds",
    access: "private",
    right: "refunds:write",
    spans_merchants: true,
    tag,
    summary: "Create a refund",
    description:
      "Returns money from your balance to the number that paid: `amount`, or all that has not been refunded. A payment may be " +
      "refunded in parts. If the merchant requires a second approval, the refund stays `pending`, with `approval`, until a " +
      "second person approves it in the dashboard. Of a split payment, each part bears its share, unless `refund_bearer` says " +
      "otherwise.",
    body: NewRefund,
    body_rules: {
      validate: ({ input, environment }) => ({
        ...emptyFieldErrors("amount", input),
        ...unsupportedFieldErrors("refunds", input, environment),
      }),
    },
    reply: created,
    errors: ["invalid"],
    async handle(tx, { scope, person, key, body }) {
      const refund = await createRefund(tx, scope, {
        payment: body.payment,
        amount: body.amount === undefined ? null : BigInt(body.amount),
        ...refundTexts(body),
        metadata: body.metadata ?? null,
        refund_bearer: body.refund_bearer ?? null,
        by: person,
        key,
      });
      return created.of(presentRefund(refund));
    },
  }),
  route({
    method: "GET",
    path: "/refunds/{id}",
    access: "private",
    right: "refunds:read",
    tag,
    summary: "Retrieve a refund",
    params: Type.Object({ id: IdText }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await retrieveRefund(tx, scope, params.id)),
  }),
];
