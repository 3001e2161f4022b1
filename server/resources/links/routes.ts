import { listEnvelope as listOf, resourceEnvelope } from "#http/envelope.ts";
import type { InputRules } from "#http/input-parser.ts";
import { namesSearchField, pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { type FieldErrors, ServiceError } from "#kernel/errors.ts";
import { asRecord, IdText, Type } from "#kernel/fields.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import {
  createPaymentLink,
  unsupportedSplitErrors,
  validatePaymentAgainstCatalogue,
  validateSplit,
  validateWebCallback,
} from "./create.ts";
import { presentDetails, presentPaymentLink } from "./present.ts";
import { limitBelowAmountErrors } from "./rules.ts";
import { NewPaymentLink, PaymentLink, PaymentLinkDetails, PaymentLinkUpdate } from "./schema.ts";
import { deactivate, find, list, readTotals } from "./store.ts";
import { updatePaymentLink } from "./update.ts";

const tag = "Payment links";
const params = Type.Object({ id: IdText });

const listed = listOf({ message: "Payment links retrieved" }, "items", PaymentLink);
const created = resourceEnvelope(201, { message: "Payment link created" }, "payment_link", PaymentLink);
const retrieved = resourceEnvelope(200, { message: "Payment link retrieved" }, "payment_link", PaymentLinkDetails);
const updated = resourceEnvelope(200, { message: "Payment link updated" }, "payment_link", PaymentLink);
const deactivated = resourceEnvelope(200, { message: "Payment link deactivated" }, "payment_link", PaymentLink);

const body_rules: InputRules = {
  validate: ({ body, input, environment }) => ({
    ...validateWebCallback(asRecord(body).callback),
    ...validateSplit(body, asRecord(body).amount === undefined),
    ...validateLimit(asRecord(body)),
    ...unsupportedSplitErrors(input, environment),
    ...unsupportedFieldErrors("payment links", input, environment),
  }),
  foresee: ({ body, environment }) => (environment === null ? {} : validatePaymentAgainstCatalogue(body, environment)),
};

function validateLimit({ amount, max_amount_collected }: Readonly<Record<string, unknown>>): FieldErrors {
  const integerOrNull = (value: unknown): bigint | null => (Number.isSafeInteger(value) ? BigInt(Number(value)) : null);
  return limitBelowAmountErrors({
    amount: integerOrNull(amount),
    max_amount_collected: integerOrNull(max_amount_collected),
  });
}

const update_rules: InputRules = {
  validate: ({ body, input, environment }) => ({
    ...validateWebCallback(asRecord(body).callback),
    ...unsupportedFieldErrors("changes of payment links", input, environment),
  }),
};

/** Returns the routes; `public_url` is the beginning of the links' addresses. */
export function linkRoutes(public_url: string): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/payment-links",
      access: "private",
      right: "payment_links:read",
      tag,
      summary: "List payment links",
      description: "Newest first. `search` covers the name and the id.",
      query: Type.Object({ ...pageFields, ...namesSearchField, active: Type.Optional(Type.Boolean()) }),
      reply: listed,
      async handle(tx, { scope, query }) {
        const filter = { active: query.active ?? null, search: query.search ?? null };
        const page = readPageRequest(query);
        const { rows, totals } = await list(tx, scope, filter, page);
        return listed.of({ ...page, items: rows.map((row) => presentPaymentLink(row, public_url)), totals });
      },
    }),
    route({
      method: "POST",
      path: "/payment-links",
      access: "private",
      right: "payment_links:write",
      tag,
      summary: "Create a payment link",
      description:
        "Creates a page on which anybody can pay, any number of times. Without `amount` the payer chooses the amount. " +
        "`max_payments` and `max_amount_collected` close the page by themselves: payments at the same time never pass them.",
      body: NewPaymentLink,
      body_rules,
      reply: created,
      errors: ["invalid"],
      handle: async (tx, { scope, body }) =>
        created.of(presentPaymentLink(await createPaymentLink(tx, scope, body), public_url)),
    }),
    route({
      method: "GET",
      path: "/payment-links/{id}",
      access: "private",
      right: "payment_links:read",
      tag,
      summary: "Retrieve a payment link",
      description: "With the totals of its payments; `GET /payments?payment_link=` lists them.",
      params,
      reply: retrieved,
      errors: ["not_found"],
      async handle(tx, { scope, params }) {
        const link = await find(tx, scope, params.id);
        if (!link) throw new ServiceError("payment_link_not_found", "Payment link not found");
        return retrieved.of(presentDetails(link, await readTotals(tx, link), public_url));
      },
    }),
    route({
      method: "PUT",
      path: "/payment-links/{id}",
      access: "private",
      right: "payment_links:write",
      tag,
      summary: "Update a payment link",
      description:
        "Changes the fields that are sent. Payments that were started keep their amount. `active: true` activates a link again. " +
        "A new limit may not be below what the link's payments already come to.",
      params,
      body: PaymentLinkUpdate,
      body_rules: update_rules,
      reply: updated,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, params, body }) =>
        updated.of(presentPaymentLink(await updatePaymentLink(tx, scope, params.id, body), public_url)),
    }),
    route({
      method: "DELETE",
      path: "/payment-links/{id}",
      access: "private",
      right: "payment_links:write",
      tag,
      summary: "Deactivate a payment link",
      description: "No new payment can be started through the link. Payments that were started can still be paid.",
      params,
      reply: deactivated,
      errors: ["not_found"],
      async handle(tx, { scope, params }) {
        const link = await deactivate(tx, scope, params.id);
        if (!link) throw new ServiceError("payment_link_not_found", "Payment link not found");
        return deactivated.of(presentPaymentLink(link, public_url));
      },
    }),
  ];
}
