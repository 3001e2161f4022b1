import { dateFields, readDateFilter } from "#http/date-filter.ts";
import { listEnvelope as listOf, resourceEnvelope } from "#http/envelope.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { replayEvents } from "./replay.ts";
import { listDeliveries, retrieveDelivery } from "./retrieve.ts";
import { retryDelivery } from "./retry.ts";
import {
  Delivery,
  DeliveryDetails,
  DeliveryStateField,
  EventTypeField,
  ReplayRequest,
  ReplayResult,
} from "./schema.ts";
import { sendTestDelivery } from "./test-event.ts";

const tag = "Webhooks";
const params = Type.Object({ id: IdText });
const delivery_params = Type.Object({ id: IdText, delivery: IdText });

const listed = listOf({ message: "Deliveries retrieved" }, "items", Delivery, { has_days: true });
const retrieved = resourceEnvelope(200, { message: "Delivery retrieved" }, "delivery", DeliveryDetails);
const queued = resourceEnvelope(202, { message: "Delivery queued" }, "delivery", Delivery);
const tested = resourceEnvelope(202, { message: "Test event queued" }, "delivery", Delivery);
const replayed = resourceEnvelope(202, { message: "Replay queued" }, "replay", ReplayResult);

/** Deliveries of a webhook: lists, details, retries, replays and tests. */
export const deliveryRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/webhooks/{id}/deliveries",
    access: "private",
    right: "webhooks:read",
    tag,
    summary: "List a webhook's deliveries",
    description: "Newest first.",
    params,
    query: Type.Object({
      ...pageFields,
      state: Type.Optional(DeliveryStateField),
      type: Type.Optional(EventTypeField),
      resource: Type.Optional(Type.String({ maxLength: 40, description: "The id of the resource of the events." })),
      ...dateFields,
    }),
    reply: listed,
    errors: ["not_found"],
    async handle(tx, { scope, params, query }) {
      const page = readPageRequest(query);
      const days = await readDateFilter(tx, scope.merchant, query);
      const delivery_query = {
        state: query.state ?? null,
        type: query.type ?? null,
        resource: query.resource ?? null,
        ...days.range,
      };
      return listed.of({
        ...page,
        ...(await listDeliveries(tx, scope, params.id, delivery_query, page)),
        ...days.reply_fields,
      });
    },
  }),
  route({
    method: "GET",
    path: "/webhooks/{id}/deliveries/{delivery}",
    access: "private",
    right: "webhooks:read",
    tag,
    summary: "Retrieve a delivery",
    description: "Returns the delivery with its body and its attempts: time, address, outcome and duration of each.",
    params: delivery_params,
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) =>
      retrieved.of(await retrieveDelivery(tx, scope, params.id, params.delivery)),
  }),
  route({
    method: "POST",
    path: "/webhooks/{id}/deliveries/{delivery}/retry",
    access: "private",
    right: "webhooks:write",
    tag,
    summary: "Retry a delivery",
    description: "Sends the delivery at once, whether it is pending, exhausted or delivered.",
    params: delivery_params,
    reply: queued,
    errors: ["not_found", "invalid"],
    handle: async (tx, { scope, person, params }) =>
      queued.of(await retryDelivery(tx, scope, params.id, params.delivery, person)),
  }),
  route({
    method: "POST",
    path: "/webhooks/{id}/replay",
    access: "private",
    right: "webhooks:write",
    tag,
    summary: "Replay a webhook's events",
    description:
      "Sends the events of a period again: of all types the webhook receives, or of some. One request covers up to 10,000 events.",
    params,
    body: ReplayRequest,
    reply: replayed,
    errors: ["not_found", "invalid"],
    handle: async (tx, { scope, person, params, body }) =>
      replayed.of(await replayEvents(tx, scope, params.id, body, person)),
  }),
  route({
    method: "POST",
    path: "/webhooks/{id}/test",
    access: "private",
    right: "webhooks:write",
    tag,
    summary: "Test a webhook",
    description: "Sends a `webhook.test` event to this webhook only, whatever its subscriptions.",
    params,
    reply: tested,
    errors: ["not_found", "invalid"],
    handle: async (tx, { scope, params }) => tested.of(await sendTestDelivery(tx, scope, params.id)),
  }),
];
