import { OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";

/** The kinds of steps on a timeline. */
export const STEP_KINDS = [
  "event",
  "attempt",
  "provider",
  "notice",
  "entry",
  "review",
  "approval",
  "delivery",
  "statement",
  "progress",
] as const;

/** One step in the history of a transfer, a payment, a refund, a withdrawal or a bulk. */
export const TimelineStep = Type.Object(
  {
    at: Timestamp,
    kind: OneOf(STEP_KINDS, {
      description:
        "`event`: the status changed; `attempt`: an attempt at a provider began or ended; `provider`: a request to the " +
        "provider and its answer; `notice`: a callback from the provider; `entry`: a ledger entry; `review`: a manual review case " +
        "was opened or decided; `approval`: an approval was requested or decided; `delivery`: an event was delivered to a webhook; " +
        "`statement`: the order was compared with the provider's statement; `progress`: transfers of a bulk ended.",
    }),
    code: Type.String({
      description:
        "What happened, for programs. Of an `event` its type; of an `entry` its kind; of an `attempt` `created`, `sent` or its " +
        "end; of `provider` `submit`, `ask` or `check`; of a `notice` `received`; of a `review` `opened` or `resolved`; of an " +
        "`approval` `requested` or the decision; of a `delivery` `scheduled`, `delivered` or `exhausted`; of a `statement` " +
        "`found` or `differs`; of `progress` `accepted`, a status or `ended`.",
      examples: ["ask"],
    }),
    what: Type.String({
      description: "The same for people, in a few words.",
      examples: ["queried the provider: pending"],
    }),
    details: Type.Unsafe<Readonly<Record<string, unknown>>>({
      type: "object",
      additionalProperties: true,
      description: "The details of the step. Requests and answers are shown without secrets and with masked numbers.",
    }),
  },
  { title: "TimelineStep" },
);
export type TimelineStep = Static<typeof TimelineStep>;

/** Limits the response's size: an unconfirmed payment is polled for days. */
export const STEPS_MAX = 500;

export const Timeline = Type.Object(
  {
    id: Type.String({ description: "The id of the transfer, payment, refund or bulk transfer." }),
    status: Type.String({ description: "The status. A bulk is `processing` until all of its transfers have ended." }),
    reconciliation: Type.Optional(
      OneOf(["unreconciled", "reconciled", "exception"], {
        description:
          "The result of comparing the order with the provider's statement. It is independent of the status. Each transfer of a bulk has its own.",
      }),
    ),
    steps: Type.Array(TimelineStep, {
      maxItems: STEPS_MAX,
      description: "All steps; of a longer timeline the first and the newest.",
    }),
  },
  {
    title: "Timeline",
    examples: [
      {
        ...{ id: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", status: "complete", reconciliation: "unreconciled" },
        steps: [
          {
            ...{ at: "2026-03-31T09:00:00.123456Z", kind: "event", code: "transfer.created" },
            what: "transfer.created",
            details: { id: "evt_01jqk3v8q1e9fa4x2m7c5t0r6w", sequence: 1 },
          },
          {
            ...{ at: "2026-03-31T09:00:02.654321Z", kind: "attempt", code: "complete" },
            what: "ended complete",
            details: { id: "att_01jqk3v8q1e9fa4x2m7c5t0r6w", provider: "mtn", channel: "cm.mtn" },
          },
        ],
      },
    ],
  },
);
export type Timeline = Static<typeof Timeline>;
