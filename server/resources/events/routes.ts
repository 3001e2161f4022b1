import { dateFields, readDateFilter } from "#http/date-filter.ts";
import { fieldsEnvelope, resourceEnvelope, TIME_ZONE_FIELD } from "#http/envelope.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { badRequest } from "#kernel/errors.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { listAfter, listPage, retrieveEvent } from "./list.ts";
import { CursorField, Event, EventTypeField } from "./schema.ts";

const tag = "Events";

const listed = fieldsEnvelope(
  200,
  { message: "Events retrieved" },
  {
    totals: Type.Integer({
      description: "The number of items that match the filter; with `after`, the number of all events.",
      examples: [1],
    }),
    last_page: Type.Integer({ examples: [1] }),
    current_page: Type.Integer({ examples: [1] }),
    selected: Type.Integer({ description: "The number of items in this answer.", examples: [1] }),
    time_zone: Type.Optional(TIME_ZONE_FIELD),
    items: Type.Array(Event),
    cursor: Type.String({
      description: "Send it as `after` to get the next events. Without `after` it is the current end of the feed.",
      examples: ["7g2m9k1c-1042"],
    }),
    has_more: Type.Boolean({ examples: [false] }),
  },
);
const retrieved = resourceEnvelope(200, { message: "Event retrieved" }, "event", Event);

export const eventRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/events",
    access: "private",
    right: "events:read",
    tag,
    summary: "List events",
    description:
      "Newest first, in pages. With `after` it is a feed: the events after that position, oldest first, in commit order and " +
      "without gaps. Start at 0 and continue from each answer's `cursor` to receive every event. A cursor from before a " +
      "database restore, or from beyond the end of the feed, gets 409: start again at 0 and skip the events you have, by `id`.",
    query: Type.Object({
      ...pageFields,
      after: Type.Optional(CursorField),
      type: Type.Optional(EventTypeField),
      resource: Type.Optional(Type.String({ maxLength: 40, description: "The id of the resource of the events." })),
      ...dateFields,
    }),
    reply: listed,
    errors: ["conflict"],
    async handle(tx, { scope, query }) {
      const page = readPageRequest(query);
      const type = query.type ?? null;
      if (query.after === undefined) {
        const days = await readDateFilter(tx, scope.merchant, query);
        const filter = { type, resource: query.resource ?? null, ...days.range };
        const result = await listPage(tx, scope, filter, page);
        const last_page = Math.max(1, Math.ceil(result.totals / page.limit));
        const counters = { last_page, current_page: page.page, selected: result.items.length };
        return listed.of({ ...result, ...counters, items: [...result.items], ...days.reply_fields });
      }
      for (const field of ["page", "resource", "date_start", "date_end"] as const) {
        if (query[field] !== undefined)
          throw badRequest(field, "conflicting_parameter", "Leave it out with `after`", { other: "after" });
      }
      const result = await listAfter(tx, scope, query.after, type === null ? null : [type], page.limit);
      const counters = { last_page: 1, current_page: 1, selected: result.items.length };
      return listed.of({ ...result, ...counters, items: [...result.items] });
    },
  }),
  route({
    method: "GET",
    path: "/events/{id}",
    access: "private",
    right: "events:read",
    tag,
    summary: "Retrieve an event",
    params: Type.Object({ id: IdText }),
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await retrieveEvent(tx, scope, params.id)),
  }),
];
