import { CURSOR_PATTERN, EVENT_TYPES } from "#events/events.ts";
import { Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";

export const EventTypeField = OneOf(EVENT_TYPES, { title: "EventType" });

// Longer than any valid cursor.
const CURSOR_MAX = 60;

export const CursorField = Type.String({
  pattern: CURSOR_PATTERN,
  maxLength: CURSOR_MAX,
  description: "A position in the feed: a `cursor`, or `0` for its beginning.",
});

/** An event in API responses: the webhook's body, its resource and its position in the feed. */
export const Event = Type.Object(
  {
    id: Type.String({ examples: ["evt_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    type: EventTypeField,
    event: OneOf(EVENT_TYPES, { description: "The same as `type`." }),
    created_at: Timestamp,
    sequence: Type.Integer({ description: "The number of the event among the events of its resource: 1, 2, 3." }),
    data: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      additionalProperties: true,
      description: "The resource as the API showed it at the time of the event.",
    }),
    resource: Type.String({ description: "The id of the resource." }),
    position: Nullable(
      Type.Integer({
        description:
          "The position in the feed of the merchant and environment: 1, 2, 3, in commit order and without gaps. Null until the position is assigned, shortly after the event.",
      }),
    ),
    cursor: Nullable(
      Type.String({
        description:
          "The value of `after` that continues the feed after this event. Null until the position is assigned.",
      }),
    ),
  },
  {
    title: "Event",
    examples: [
      {
        ...{ id: "evt_01jqk3v8q1e9fa4x2m7c5t0r6w", type: "transfer.complete", event: "transfer.complete" },
        ...{ created_at: "2026-03-31T09:00:02.654321Z", sequence: 3 },
        data: { id: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "salary-2026-03-0042", status: "complete" },
        ...{ resource: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", position: 1042, cursor: "7g2m9k1c-1042" },
      },
    ],
  },
);
export type Event = Static<typeof Event>;
