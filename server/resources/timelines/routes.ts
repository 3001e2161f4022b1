import { resourceEnvelope } from "#http/envelope.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { Timeline } from "./schema.ts";
import { traceBulk, tracePayment, traceRefund, traceTransfer } from "./trace.ts";

const retrieved = resourceEnvelope(200, { message: "Timeline retrieved" }, "timeline", Timeline);
const description =
  "Every change with its time and cause: the provider's requests and answers, the ledger's entries, what was told to " +
  "whom, and what a person decided. Requests are shown without secrets and whole numbers.";

export const timelineRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/transfers/{reference}/timeline",
    access: "private",
    right: "transfers:read",
    tag: "Transfers",
    summary: "Explain a transfer",
    description,
    params: Type.Object({ reference: { ...IdText, description: "The id or the reference of the transfer." } }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await traceTransfer(tx, scope, params.reference)),
  }),
  route({
    method: "GET",
    path: "/payments/{reference}/timeline",
    access: "private",
    right: "payments:read",
    tag: "Payments",
    summary: "Explain a payment",
    description,
    params: Type.Object({ reference: { ...IdText, description: "The id or the reference of the payment." } }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await tracePayment(tx, scope, params.reference)),
  }),
  route({
    method: "GET",
    path: "/refunds/{id}/timeline",
    access: "private",
    right: "refunds:read",
    tag: "Refunds",
    summary: "Explain a refund",
    description,
    params: Type.Object({ id: IdText }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await traceRefund(tx, scope, params.id)),
  }),
  route({
    method: "GET",
    path: "/transfers/bulk/{id}/timeline",
    access: "private",
    right: "transfers:read",
    tag: "Bulk transfers",
    summary: "Explain a bulk transfer",
    description:
      "When it was accepted, who agreed to it, and how many of its transfers ended when, and how. Each transfer has a timeline of its own.",
    params: Type.Object({ id: IdText }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await traceBulk(tx, scope, params.id)),
  }),
];
