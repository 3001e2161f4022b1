import { resourceEnvelope } from "#http/envelope.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { Timeline } from "./schema.ts";
import { traceBulk, tracePayment, traceRefund, traceTransfer, traceWithdrawal } from "./trace.ts";

const retrieved = resourceEnvelope(200, { message: "Timeline retrieved" }, "timeline", Timeline);
const description =
  "Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook " +
  "deliveries and people's decisions. Requests are shown without secrets and with masked numbers.";

export const timelineRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/transfers/{reference}/timeline",
    access: "private",
    right: "transfers:read",
    tag: "Transfers",
    summary: "Retrieve a transfer's timeline",
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
    summary: "Retrieve a payment's timeline",
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
    summary: "Retrieve a refund's timeline",
    description,
    params: Type.Object({ id: IdText }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await traceRefund(tx, scope, params.id)),
  }),
  route({
    method: "GET",
    path: "/withdrawals/{id}/timeline",
    access: "private",
    right: "withdrawals:read",
    tag: "Withdrawals",
    summary: "Explain a withdrawal",
    description,
    params: Type.Object({ id: IdText }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await traceWithdrawal(tx, scope, params.id)),
  }),
  route({
    method: "GET",
    path: "/transfers/bulk/{id}/timeline",
    access: "private",
    right: "transfers:read",
    tag: "Bulk transfers",
    summary: "Retrieve a bulk transfer's timeline",
    description:
      "The times of acceptance and approval, and the number of transfers that ended, by time and status. Each transfer has its own timeline.",
    params: Type.Object({ id: IdText }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await traceBulk(tx, scope, params.id)),
  }),
];
