import { EVENT_TYPES, type EventType } from "#events/events.ts";
import { Description, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { serializer } from "#kernel/json.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { OVERLAP_HOURS, OVERLAP_HOURS_MAX } from "./rules.ts";

const URL_MAX = 2_000;
const EVENTS_MAX = 100;
export const RATE_MAX = 10_000;
export const CONCURRENCY_MAX = 1_000;

const Url = Type.String({
  minLength: 1,
  maxLength: URL_MAX,
  description: "The http or https URL that receives the events.",
  examples: ["https://shop.example.cm/hooks/kolo"],
});

const Events = Type.Array(OneOf(EVENT_TYPES, { title: "EventType" }), {
  minItems: 1,
  maxItems: EVENTS_MAX,
  description: "The event types that the webhook receives.",
  examples: [["transfer.complete", "transfer.failed"]],
});

/** The body of POST /webhooks (`interface.md` 4.6). */
export const NewWebhook = Type.Object(
  {
    url: Url,
    events: Events,
    description: Type.Optional(Description),
    active: Type.Optional(Type.Boolean({ default: true })),
    in_order: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          "Sends the events of one resource one after another, each after the delivery of the one before has ended. A failing delivery delays the later ones.",
      }),
    ),
    rate_limit: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: RATE_MAX,
        description: "The most requests per second, if lower than the platform's limit; 0 means the platform's limit.",
      }),
    ),
    concurrency: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: CONCURRENCY_MAX,
        description: "The most concurrent requests, if lower than the platform's limit; 0 means the platform's limit.",
      }),
    ),
  },
  { title: "NewWebhook" },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChanges = Type.Partial(NewWebhook, { title: "WebhookChanges" });
export type WebhookChanges = Static<typeof WebhookChanges>;

export const DISABLED_REASONS = ["gone", "failing"] as const;

const EXAMPLE = {
  ...{ id: "whk_01jqk3v8q1e9fa4x2m7c5t0r6w", url: "https://shop.example.cm/hooks/kolo" },
  ...{ events: ["transfer.complete", "transfer.failed"], description: "Payroll", active: true, in_order: false },
  ...{ rate_limit: null, concurrency: null, next_secret_from: null, disabled_reason: null, disabled_at: null },
  ...{ created_at: "2026-03-01T12:00:00.123456Z", updated_at: "2026-03-01T12:00:00.123456Z" },
};
const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4tq1m3v5H2E=";

/** A webhook in API responses (`interface.md` 2.6). */
export const Webhook = Type.Object(
  {
    id: Type.String({ examples: ["whk_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    url: Url,
    events: Events,
    description: Nullable(Description),
    active: Type.Boolean(),
    in_order: Type.Boolean({ description: "Whether the events of one resource are sent one after another." }),
    rate_limit: Nullable(
      Type.Integer({ description: "Your limit of requests per second; null if you have set none." }),
    ),
    concurrency: Nullable(
      Type.Integer({ description: "Your limit of concurrent requests; null if you have set none." }),
    ),
    next_secret_from: Nullable({
      ...Timestamp,
      description: "During a rotation: the time at which the new secret replaces the old one.",
    }),
    disabled_reason: Nullable(
      OneOf(DISABLED_REASONS, {
        description:
          "Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`).",
      }),
    ),
    disabled_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  {
    title: "Webhook",
    examples: [EXAMPLE],
  },
);
export type Webhook = Static<typeof Webhook>;

/** The response to a creation or rotation: only this one contains the secret. */
export const WebhookWithSecret = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.String({
      description: "The secret that signs every delivery. It is not shown again.",
      examples: [SECRET],
    }),
  },
  {
    title: "WebhookWithSecret",
    examples: [{ ...EXAMPLE, secret: SECRET }],
  },
);

/** The body of POST /webhooks/{id}/rotate. */
export const Rotation = Type.Object(
  {
    overlap_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: OVERLAP_HOURS_MAX,
        default: OVERLAP_HOURS,
        description: "The number of hours for which both secrets sign.",
      }),
    ),
  },
  { title: "Rotation" },
);

/** A webhook with its health. */
export const WebhookDetails = Type.Object(
  {
    ...Webhook.properties,
    health: Type.Object({
      state: OneOf(["well", "failing", "paused"], {
        description:
          "`failing`: the last attempt failed. `paused`: too many attempts failed, and Kolo sends nothing for a while.",
      }),
      failing_since: Nullable(Timestamp),
      paused_until: Nullable(Timestamp),
    }),
  },
  {
    title: "WebhookDetails",
    examples: [{ ...EXAMPLE, health: { state: "well", failing_since: null, paused_until: null } }],
  },
);
export type WebhookDetails = Static<typeof WebhookDetails>;

/** A row of `webhooks`. */
export interface WebhookRow extends Scope {
  readonly id: Id<"whk">;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly active: boolean;
  readonly in_order: boolean;
  /** Null: the limit that the platform operator set, or the default. */
  readonly rate_limit: number | null;
  readonly concurrency: number | null;
  /** Encrypted. */
  readonly secret: string;
  /** The encrypted new secret during a rotation, and the time from which it is the only valid one. */
  readonly next_secret: string | null;
  readonly next_secret_from: Instant | null;
  readonly disabled_reason: (typeof DISABLED_REASONS)[number] | null;
  readonly disabled_at: Instant | null;
  /** The number of events about the webhook itself. */
  readonly sequence: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** Returns the API's representation of a webhook, without its secrets. */
export function presentWebhook(row: WebhookRow): Webhook {
  return {
    id: row.id,
    url: row.url,
    events: [...row.events],
    description: row.description,
    active: row.active,
    in_order: row.in_order,
    rate_limit: row.rate_limit,
    concurrency: row.concurrency,
    next_secret_from: row.next_secret_from,
    disabled_reason: row.disabled_reason,
    disabled_at: row.disabled_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

const serializeWebhook = serializer(Webhook);

/** The JSON of `presentWebhook`, for events. */
export function webhookJson(row: WebhookRow): string {
  return serializeWebhook(presentWebhook(row));
}
