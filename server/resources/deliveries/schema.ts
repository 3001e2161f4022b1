import { EVENT_TYPES } from "#events/events.ts";
import { Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";

/**
 * The states of a delivery. `pending`: it is in flight, or waits for its next attempt or for earlier deliveries.
 * `held`: the webhook is switched off. `delivered` and `exhausted` are final, unless a retry or replay reopens the
 * delivery.
 */
export const DELIVERY_STATES = ["pending", "held", "delivered", "exhausted"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const DeliveryStateField = OneOf(DELIVERY_STATES, {
  title: "DeliveryState",
  description:
    "`pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed.",
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
    resource: Type.String({ description: "The id of the resource of the event." }),
    sequence: Type.Integer({ description: "The number of the event among the events of its resource: 1, 2, 3." }),
    position: Type.Integer({ description: "The event's position in the feed." }),
    origin: OneOf(["event", "replay", "test"], {
      description: "Why the delivery was created: a subscription, a replay or a test.",
    }),
    state: DeliveryStateField,
    attempts: Type.Integer(),
    created_at: Timestamp,
    last_attempt_at: Nullable(Timestamp),
    last_outcome: Nullable(Outcome),
    next_attempt_at: Nullable({
      ...Timestamp,
      description:
        "The time of the next attempt; null if the delivery has ended, is held or waits for the one before it.",
    }),
    ended_at: Nullable(Timestamp),
  },
  {
    title: "Delivery",
    examples: [EXAMPLE],
  },
);
export type Delivery = Static<typeof Delivery>;

/** One HTTP request of a delivery, with its outcome. */
export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ examples: [1] }),
    outcome: Outcome,
    status: Nullable(
      Type.Integer({ description: "The HTTP status of the answer; null if there was no answer.", examples: [200] }),
    ),
    trigger: OneOf(["schedule", "manual"], { description: "Whether the schedule or a person started the attempt." }),
    address: Nullable(Type.String({ description: "The IP address it was sent to." })),
    resolved_ms: Nullable(Type.Integer({ description: "Milliseconds until the host name was resolved." })),
    connected_ms: Nullable(
      Type.Integer({
        description: "Milliseconds until the connection was open, TLS included; null if one was reused.",
      }),
    ),
    answered_ms: Nullable(Type.Integer({ description: "Milliseconds until the headers of the answer arrived." })),
    duration_ms: Type.Integer({ description: "Milliseconds until the attempt ended." }),
    response: Nullable(Type.String({ description: "The first part of the answer's body." })),
    attempted_at: Timestamp,
  },
  {
    title: "DeliveryAttempt",
    examples: [ATTEMPT],
  },
);
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

/** Limits the response's size: an attempt takes up to 16 KiB, and the number of manual retries is unlimited. */
export const ATTEMPTS_SHOWN_MAX = 50;

/** A delivery with its body and attempts. */
export const DeliveryDetails = Type.Object(
  {
    ...Delivery.properties,
    body: Type.String({ description: "The body that is sent, the same with every attempt." }),
    attempted: Type.Array(DeliveryAttempt, {
      maxItems: ATTEMPTS_SHOWN_MAX,
      description: `The newest ${ATTEMPTS_SHOWN_MAX} attempts, the oldest first.`,
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
      description: "Replay events from this time on; at most 30 days ago, which is the default.",
    }),
    to: Type.Optional({ ...Timestamp, description: "Replay events before this time; now by default." }),
    types: Type.Optional(
      Type.Array(EventTypeField, {
        minItems: 1,
        maxItems: EVENT_TYPES.length,
        description: "Replay only these types; by default all types the webhook receives.",
      }),
    ),
    which: Type.Optional(
      OneOf(["undelivered", "all"], {
        default: "undelivered",
        description:
          "`undelivered`: events whose delivery is exhausted, and events the webhook has never received. `all`: delivered events too.",
      }),
    ),
  },
  { title: "Replay" },
);
export type ReplayRequest = Static<typeof ReplayRequest>;

/** The result of a replay. */
export const ReplayResult = Type.Object(
  {
    queued: Type.Integer({ description: "The number of deliveries created or reopened." }),
    next_from: Nullable({
      ...Timestamp,
      description:
        "If there were more than 10,000 events: the `from` of the next request. Null: there are no more events.",
    }),
  },
  {
    title: "Replayed",
    examples: [{ queued: 128, next_from: null }],
  },
);
export type ReplayResult = Static<typeof ReplayResult>;
