import { bare, list as listOf, single } from "#http/envelope.ts";
import { pageFields, paging } from "#http/pagination.ts";
import type { Rules } from "#http/reader.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { createWebhook, guardedProblem, targetProblem } from "./create.ts";
import { deleteWebhook } from "./delete.ts";
import type { Guard } from "./guard.ts";
import { retrieveWebhook } from "./retrieve.ts";
import { cancelRotation, confirmSecret, rotateSecret } from "./rotate.ts";
import { NewWebhook, Rotation, shown, Webhook, WebhookChanges, WebhookDetails, WebhookWithSecret } from "./schema.ts";
import { list } from "./store.ts";
import { updateWebhook } from "./update.ts";

const tag = "Webhooks";
const params = Type.Object({ id: IdText });

const listed = listOf({ message: "Webhooks retrieved" }, "data", Webhook);
const created = single(201, { message: "Webhook created" }, "data", WebhookWithSecret);
const retrieved = single(200, { message: "Webhook retrieved" }, "data", WebhookDetails);
const updated = single(200, { message: "Webhook updated" }, "data", Webhook);
const deleted = bare(200, { message: "Webhook deleted" });
const rotated = single(200, { message: "Webhook secret rotated" }, "data", WebhookWithSecret);
const confirmed = single(200, { message: "Webhook secret confirmed" }, "data", Webhook);
const canceled = single(200, { message: "New webhook secret canceled" }, "data", Webhook);

export function webhookRoutes(guard: Guard): readonly Route[] {
  const body_rules: Rules = {
    check: ({ body }) => targetProblem(body),
    foresee: ({ body, scope }) => (scope === null ? {} : guardedProblem(guard, body, scope)),
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
        const page = paging(query);
        const { rows, totals } = await list(tx, scope, page);
        return listed.of({ ...page, items: rows.map(shown), totals });
      },
    }),
    route({
      method: "POST",
      path: "/webhooks",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Create a webhook",
      description: "The answer holds the `secret` that signs its deliveries. It is not shown again.",
      body: NewWebhook,
      body_rules,
      reply: created,
      is_answer_secret: true,
      errors: ["invalid"],
      async handle(tx, { scope, person, body }) {
        const { webhook, secret } = await createWebhook(tx, scope, body, guard, person);
        return created.of({ ...shown(webhook), secret });
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
      description: "Switched off (`active: false`) its deliveries are held; switched on they are sent.",
      params,
      body: WebhookChanges,
      body_rules,
      reply: updated,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, person, params, body }) =>
        updated.of(shown(await updateWebhook(tx, scope, params.id, body, guard, person))),
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
        "The answer holds the new `secret`. For the hours of the overlap every delivery is signed with both: `webhook-signature` " +
        "carries two signatures, `X-Service-Signature` stays with the old secret and `X-Service-Signature-Next` has the new " +
        "one's. Then, or once it is confirmed, the new one signs alone. With `overlap_hours: 0` it does at once.",
      params,
      body: Rotation,
      reply: rotated,
      is_answer_secret: true,
      errors: ["not_found", "conflict"],
      async handle(tx, { scope, person, params, body }) {
        const { webhook, secret } = await rotateSecret(tx, scope, params.id, person, body.overlap_hours);
        return rotated.of({ ...shown(webhook), secret });
      },
    }),
    route({
      method: "POST",
      path: "/webhooks/{id}/rotate/confirm",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Confirm a webhook's new secret",
      description: "Your receiver has the new secret: the old one signs no more.",
      params,
      reply: confirmed,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, person, params }) =>
        confirmed.of(shown(await confirmSecret(tx, scope, params.id, person))),
    }),
    route({
      method: "POST",
      path: "/webhooks/{id}/rotate/cancel",
      access: "private",
      right: "webhooks:write",
      tag,
      summary: "Cancel a webhook's new secret",
      description: "While both sign: the old secret stays, and the new one signs no more.",
      params,
      reply: canceled,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, person, params }) =>
        canceled.of(shown(await cancelRotation(tx, scope, params.id, person))),
    }),
  ];
}
