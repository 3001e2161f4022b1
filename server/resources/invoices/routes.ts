import { dateFields, readDateFilter } from "#http/date-filter.ts";
import { fieldsEnvelope, listEnvelope, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import type { InputRules } from "#http/input-parser.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import { cancelInvoice } from "./cancel.ts";
import { createInvoice, validateNewInvoice } from "./create.ts";
import { createInvoicePayment } from "./pay.ts";
import { presentInvoice, presentStartedPayment } from "./present.ts";
import { findInvoice, withParts } from "./retrieve.ts";
import { Invoice, InvoiceStatusField, NewInvoice, NewInvoicePayment, StartedPayment } from "./schema.ts";
import { list } from "./store.ts";

const tag = "Invoices";
const params = Type.Object({ reference: { ...IdText, description: "The id or the reference of the invoice." } });

const listed = listEnvelope({ message: "Invoices retrieved" }, "items", Invoice, { has_days: true });
const created = resourceEnvelope(201, { message: "Invoice created" }, "invoice", Invoice);
const retrieved = resourceEnvelope(200, { message: "Invoice retrieved" }, "invoice", Invoice);
const canceled = messageEnvelope(202, { message: "Invoice canceled" });
const initialized = fieldsEnvelope(201, { phrase: "Accepted", message: "Payment initialized" }, StartedPayment);

const body_rules: InputRules = {
  validate: ({ body, input, environment }) => ({
    ...validateNewInvoice(body),
    ...unsupportedFieldErrors("invoices", input, environment),
  }),
};

export interface InvoiceSettings {
  /** How long a payment of an invoice reserves its part, in milliseconds. */
  readonly expires_after_ms: number;
  /** The beginning of the hosted pages' addresses. */
  readonly public_url: string;
}

export function invoiceRoutes({ expires_after_ms, public_url }: InvoiceSettings): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/invoices",
      access: "private",
      right: "invoices:read",
      tag,
      summary: "List invoices",
      description: "Newest first.",
      query: Type.Object({
        ...pageFields,
        status: Type.Optional(InvoiceStatusField),
        customer: Type.Optional(Type.String({ maxLength: 40, description: "The id of a customer." })),
        ...dateFields,
      }),
      reply: listed,
      async handle(tx, { scope, query }) {
        const page = readPageRequest(query);
        const { range, reply_fields } = await readDateFilter(tx, scope.merchant, query);
        const filter = { status: query.status ?? null, customer: query.customer ?? null, ...range };
        const { rows, totals } = await list(tx, scope, filter, page);
        const items = (await withParts(tx, rows)).map((row) => presentInvoice(row, public_url));
        return listed.of({ ...page, items, totals, ...reply_fields });
      },
    }),
    route({
      method: "POST",
      path: "/invoices",
      access: "private",
      right: "invoices:write",
      tag,
      summary: "Create an invoice",
      description:
        "Creates a page on which a payer pays one sum, at once or in parts. `due_at` makes one part of the whole; " +
        "`instalments` set the parts and their due dates; with `minimum_part` the payer may pay any part from that amount " +
        "on. Each part is an ordinary payment.",
      body: NewInvoice,
      body_rules,
      reply: created,
      errors: ["invalid", "conflict"],
      handle: async (tx, { scope, person, body }) =>
        created.of(presentInvoice(await createInvoice(tx, scope, body, person), public_url)),
    }),
    route({
      method: "GET",
      path: "/invoices/{reference}",
      access: "private",
      right: "invoices:read",
      tag,
      summary: "Retrieve an invoice",
      description: "`GET /payments?invoice=` lists its payments.",
      params,
      reply: retrieved,
      errors: ["not_found"],
      handle: async (tx, { scope, params }) =>
        retrieved.of(presentInvoice(await findInvoice(tx, scope, params.reference), public_url)),
    }),
    route({
      method: "POST",
      path: "/invoices/{reference}/payments",
      access: "private",
      right: "invoices:write",
      tag,
      summary: "Pay an invoice",
      description:
        "Creates a payment of a part, as the invoice's page does. The part is reserved until the payment ends. Redirect the " +
        "payer to `authorization_url`, or request the money with `POST /payments/{reference}`.",
      params,
      body: NewInvoicePayment,
      reply: initialized,
      errors: ["not_found", "invalid"],
      async handle(tx, { scope, params, body }) {
        const { invoice } = await findInvoice(tx, scope, params.reference);
        const amount = body.amount === undefined ? null : BigInt(body.amount);
        const payment = await createInvoicePayment(tx, invoice, amount, expires_after_ms);
        return initialized.of(presentStartedPayment(payment, public_url));
      },
    }),
    route({
      method: "DELETE",
      path: "/invoices/{reference}",
      access: "private",
      right: "invoices:write",
      tag,
      summary: "Cancel an invoice",
      description:
        "Nothing more can be paid; pending payments are canceled. What was paid stays paid. Refused once it is paid in full, " +
        "and while a payer is confirming a payment.",
      params,
      reply: canceled,
      errors: ["not_found", "invalid"],
      async handle(tx, { scope, person, params }) {
        await cancelInvoice(tx, scope, params.reference, person);
        return canceled.of(null);
      },
    }),
  ];
}
