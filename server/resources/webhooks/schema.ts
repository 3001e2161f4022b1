import { EVENT_TYPES, type EventType } from "#events/events.ts";
import { Description, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

const URL_MAX = 2_000;
const EVENTS_MAX = 100;

const Url = Type.String({
  minLength: 1,
  maxLength: URL_MAX,
  description: "Where events are sent: http or https.",
  examples: ["https://shop.example.cm/hooks/kolo"],
});

const Events = Type.Array(OneOf(EVENT_TYPES), {
  minItems: 1,
  maxItems: EVENTS_MAX,
  description: "The event types it receives.",
  examples: [["transfer.complete", "transfer.failed"]],
});

/** The body of POST /webhooks (`interface.md` 4.6). */
export const NewWebhook = Type.Object(
  {
    url: Url,
    events: Events,
    description: Type.Optional(Description),
    active: Type.Optional(Type.Boolean({ default: true })),
  },
  { title: "NewWebhook" },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const WebhookChanges = Type.Partial(NewWebhook, { title: "WebhookChanges" });
export type WebhookChanges = Static<typeof WebhookChanges>;

/** A webhook as the API shows it (`interface.md` 2.6). */
export const Webhook = Type.Object(
  {
    id: Type.String({ examples: ["whk_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    url: Url,
    events: Events,
    description: Nullable(Description),
    active: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "Webhook" },
);
export type Webhook = Static<typeof Webhook>;

/** The answer to its creation: the only time the secret is seen. */
export const WebhookWithSecret = Type.Object(
  {
    ...Webhook.properties,
    secret: Type.String({
      description: "Signs every delivery. It is not shown again.",
      examples: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw4tq1m3v5H2E="],
    }),
  },
  { title: "WebhookWithSecret" },
);

/** A webhook as it is kept. */
export interface WebhookRow extends Scope {
  readonly id: Id<"whk">;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly active: boolean;
  /** Sealed. */
  readonly secret: string;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** A webhook as the API shows it: without its secret. */
export function shown({ id, url, events, description, active, created_at, updated_at }: WebhookRow): Webhook {
  return { id, url, events: [...events], description, active, created_at, updated_at };
}
