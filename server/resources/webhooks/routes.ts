import { listEnvelope as listOf, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import type { InputRules } from "#http/input-parser.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { createWebhook, guardedProblem, targetProblem } from "./create.ts";
import { deleteWebhook } from "./delete.ts";
import { retrieveWebhook } from "./retrieve.ts";
import { cancelRotation, confirmSecret, rotateSecret } from "./rotate.ts";
import {
  NewWebhook,
  presentWebhook,
  Rotation,
  Webhook,
  WebhookChanges,
  WebhookDetails,
  WebhookWithSecret,
} from "./schema.ts";
import { list } from "./store.ts";
import type { SsrfGuard } from "./transport/guard.ts";
import { updateWebhook } from "./update.ts";

const tag = "Webhooks";
const params = Type.Object({ id: IdText });

const listed = listOf({ message: "Webhooks retrieved" }, "data", Webhook);
const created = resourceEnvelope(201, { message: "Webhook created" }, "data", WebhookWithSecret);
const retrieved = resourceEnvelope(200, { message: "Webhook retrieved" }, "data", WebhookDetails);
const updated = resourceEnvelope(200, { message: "Webhook updated" }, "data", Webhook);
const deleted = messageEnvelope(200, { message: "Webhook deleted" });
const rotated = resourceEnvelope(200, { message: "Webhook secret rotated" }, "data", WebhookWithSecret);
const confirmed = resourceEnvelope(200, { message: "Webhook secret confirmed" }, "data", Webhook);
const canceled = resourceEnvelope(200, { message: "New webhook secret canceled" }, "data", Webhook);

export function webhookRoutes(guard: SsrfGuard): readonly Route[] {
  const body_rules: InputRules = {
    validate: ({ body }) => targetProblem(body),
    foresee: ({ body, environment }) => (environment === null ? {} : guardedProblem(guard, body, { environment })),
  };
  return [
    route({
      method: "GET",
      path: "/webhooks",
      access: "private",
      right: "webhooks:read",
      tag,
      summary: "List webhooks",
      query: Type.Object(pageFields),
      reply: listed,
      async handle(tx, { scope, query }) {
        const page = readPageRequest(query);
        const { rows, totals } = await list(tx, scope, page);
        return listed.of({ ...page, items: rows.map(presentWebhook), totals });
      },
    }),
    route({
      method: "POST",
      path: "/webhooks",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Create a webhook",
      description: "The answer has the `secret` that signs the deliveries. It is not shown again.",
      body: NewWebhook,
      body_rules,
      reply: created,
      is_reply_secret: true,
      errors: ["invalid"],
      async handle(tx, { scope, person, body }) {
        const { webhook, secret } = await createWebhook(tx, scope, body, guard, person);
        return created.of({ ...presentWebhook(webhook), secret });
      },
    }),
    route({
      method: "GET",
      path: "/webhooks/{id}",
      access: "private",
      right: "webhooks:read",
      tag,
      summary: "Retrieve a webhook",
      params,
      reply: retrieved,
      errors: ["not_found"],
      async handle(tx, { scope, params }) {
        return retrieved.of(await retrieveWebhook(tx, scope, params.id));
      },
    }),
    route({
      method: "PUT",
      path: "/webhooks/{id}",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Update a webhook",
      description: "While a webhook is off (`active: false`), its deliveries are held. Switching it on sends them.",
      params,
      body: WebhookChanges,
      body_rules,
      reply: updated,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, person, params, body }) =>
        updated.of(presentWebhook(await updateWebhook(tx, scope, params.id, body, guard, person))),
    }),
    route({
      method: "DELETE",
      path: "/webhooks/{id}",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Delete a webhook",
      params,
      reply: deleted,
      errors: ["not_found"],
      async handle(tx, { scope, person, params }) {
        await deleteWebhook(tx, scope, params.id, person);
        return deleted.of(null);
      },
    }),
    route({
      method: "POST",
      path: "/webhooks/{id}/rotate",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Rotate a webhook's secret",
      description:
        "The answer has the new `secret`. During the overlap every delivery is signed with both secrets: `webhook-signature` " +
        "has two signatures, `X-Service-Signature` the one of the old secret and `X-Service-Signature-Next` the one of the new " +
        "secret. After the overlap, or on confirmation, only the new secret signs. With `overlap_hours: 0` it does so at once.",
      params,
      body: Rotation,
      reply: rotated,
      is_reply_secret: true,
      errors: ["not_found", "conflict"],
      async handle(tx, { scope, person, params, body }) {
        const { webhook, secret } = await rotateSecret(tx, scope, params.id, person, body.overlap_hours);
        return rotated.of({ ...presentWebhook(webhook), secret });
      },
    }),
    route({
      method: "POST",
      path: "/webhooks/{id}/rotate/confirm",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Confirm a webhook's secret",
      description: "Confirms that your receiver has the new secret. The old one signs no more.",
      params,
      reply: confirmed,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, person, params }) =>
        confirmed.of(presentWebhook(await confirmSecret(tx, scope, params.id, person))),
    }),
    route({
      method: "POST",
      path: "/webhooks/{id}/rotate/cancel",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Cancel a webhook's secret",
      description: "Allowed only during the overlap. The old secret remains, and the new one signs no more.",
      params,
      reply: canceled,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, person, params }) =>
        canceled.of(presentWebhook(await cancelRotation(tx, scope, params.id, person))),
    }),
  ];
}
