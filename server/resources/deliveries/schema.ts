import { EVENT_TYPES } from "#events/events.ts";
import { Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";

/**
 * The states of a delivery. `pending`: in flight, or waiting for its next attempt or its turn; `held`: the webhook is
 * switched off. `delivered` and `exhausted` are final, unless a retry or replay reopens the delivery.
 */
export const DELIVERY_STATES = ["pending", "held", "delivered", "exhausted"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DeliveryStateField = OneOf(DELIVERY_STATES, {
  title: "DeliveryState",
  description:
    "`pending`: it is being sent, or waits for its next attempt or for its turn; `held`: the webhook is switched off; `delivered`; `exhausted`: all attempts failed.",
});

export const EventTypeField = OneOf(EVENT_TYPES, { title: "EventType" });

const Outcome = Type.String({
  description: "`delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all.",
  examples: ["delivered"],
});

const EXAMPLE = {
  ...{ id: "dlv_01jqk3v8q1e9fa4x2m7c5t0r6w", webhook: "whk_01jqk3v8q1e9fa4x2m7c5t0r6w" },
  ...{ event: "evt_01jqk3v8q1e9fa4x2m7c5t0r6w", type: "transfer.complete" },
  ...{ resource: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", sequence: 3, position: 1042, origin: "event" },
  ...{ state: "delivered", attempts: 1, created_at: "2026-03-31T09:00:02.654321Z" },
  ...{ last_attempt_at: "2026-03-31T09:00:02.701234Z", last_outcome: "delivered", next_attempt_at: null },
  ended_at: "2026-03-31T09:00:02.801234Z",
};
const ATTEMPT = {
  ...{ number: 1, outcome: "delivered", status: 200, trigger: "schedule", address: "203.0.113.7" },
  ...{ resolved_ms: 3, connected_ms: 41, answered_ms: 98, duration_ms: 100, response: "ok" },
  attempted_at: "2026-03-31T09:00:02.701234Z",
};

/** The delivery of one event to one webhook. */
export const Delivery = Type.Object(
  {
    id: Type.String({ examples: ["dlv_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    webhook: Type.String({ examples: ["whk_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    event: Type.String({ examples: ["evt_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    type: EventTypeField,
    resource: Type.String({ description: "The id of what the event is about." }),
    sequence: Type.Integer({ description: "The events of a resource: 1, 2, 3." }),
    position: Type.Integer({ description: "The event's place in the feed." }),
    origin: OneOf(["event", "replay", "test"], {
      description: "Why it was made: the webhook is subscribed, or somebody asked for a replay or a test.",
    }),
    state: DeliveryStateField,
    attempts: Type.Integer(),
    created_at: Timestamp,
    last_attempt_at: Nullable(Timestamp),
    last_outcome: Nullable(Outcome),
    next_attempt_at: Nullable({
      ...Timestamp,
      description: "When it is tried next; null when it has ended, is held or waits for the one before it.",
    }),
    ended_at: Nullable(Timestamp),
  },
  {
    title: "Delivery",
    examples: [EXAMPLE],
  },
);
export type Delivery = Static<typeof Delivery>;

/** One request of a delivery with its outcome. */
export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ examples: [1] }),
    outcome: Outcome,
    status: Nullable(Type.Integer({ description: "The status of the answer, when there was one.", examples: [200] })),
    trigger: OneOf(["schedule", "manual"], { description: "Whether the schedule made it or somebody asked for it." }),
    address: Nullable(Type.String({ description: "The address it was sent to." })),
    resolved_ms: Nullable(Type.Integer({ description: "To the address." })),
    connected_ms: Nullable(Type.Integer({ description: "To the connection, TLS included; null when one was there." })),
    answered_ms: Nullable(Type.Integer({ description: "To the head of the answer." })),
    duration_ms: Type.Integer({ description: "To the end." }),
    response: Nullable(Type.String({ description: "The beginning of the answer's body." })),
    attempted_at: Timestamp,
  },
  {
    title: "DeliveryAttempt",
    examples: [ATTEMPT],
  },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** Bounds the response: each attempt holds up to 16 KiB, and manual retries have no limit. */
export const ATTEMPTS_SHOWN_MAX = 50;

/** A delivery with its body and attempts. */
export const DeliveryDetails = Type.Object(
  {
    ...Delivery.properties,
    body: Type.String({ description: "The bytes that are sent, with every attempt the same." }),
    attempted: Type.Array(DeliveryAttempt, {
      maxItems: ATTEMPTS_SHOWN_MAX,
      description: `The newest ${ATTEMPTS_SHOWN_MAX} attempts, in the order they were made.`,
    }),
  },
  {
    title: "DeliveryDetails",
    examples: [
      {
        ...EXAMPLE,
        body: '{"id":"evt_01jqk3v8q1e9fa4x2m7c5t0r6w","type":"transfer.complete",…}',
        attempted: [ATTEMPT],
      },
    ],
  },
);
export type DeliveryDetails = Static<typeof DeliveryDetails>;

/** The body of POST /webhooks/{id}/replay. */
export const ReplayRequest = Type.Object(
  {
    from: Type.Optional({
      ...Timestamp,
      description: "Events from this moment on; at most 30 days back, which is also the default.",
    }),
    to: Type.Optional({ ...Timestamp, description: "Events before this moment; without it, up to now." }),
    types: Type.Optional(
      Type.Array(EventTypeField, {
        minItems: 1,
        maxItems: EVENT_TYPES.length,
        description: "Of these types alone; without it, all the webhook receives.",
      }),
    ),
    which: Type.Optional(
      OneOf(["undelivered", "all"], {
        default: "undelivered",
        description: "`undelivered`: what was given up, and what the webhook never had. `all`: what was delivered too.",
      }),
    ),
  },
  { title: "Replay" },
);
export type ReplayRequest = Static<typeof ReplayRequest>;

/** The result of a replay. */
export const ReplayResult = Type.Object(
  {
    queued: Type.Integer({ description: "Deliveries made or reopened." }),
    next_from: Nullable({
      ...Timestamp,
      description: "When there were more than 10,000 events: where to go on. Null: that was all.",
    }),
  },
  {
    title: "Replayed",
    examples: [{ queued: 128, next_from: null }],
  },
);
export type ReplayResult = Static<typeof ReplayResult>;
