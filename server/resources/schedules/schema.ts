import {
  answerSchemas,
  bigint,
  COMPUTED,
  createSchemas,
  detailSchemas,
  type FieldTable,
  instant,
  int,
  json,
  optionalText,
  type RowOf,
  text,
  UNLISTED,
} from "#kernel/field-table.ts";
import {
  AmountOut,
  CurrencyCode,
  Day,
  Description,
  Metadata,
  Name,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { BulkEntry, ENTRIES_MAX } from "#resources/bulk/schema.ts";
import { ChannelText, RESERVE_FUNDS, type ReserveFunds } from "#resources/transfers/schema.ts";

/** The maximum of schedules per merchant and environment; deleted ones do not count. */
export const SCHEDULES_MAX = 200;
/** The maximum of holidays per merchant and environment: more than ten years of public holidays. */
export const HOLIDAYS_MAX = 400;
export const RUNS_MAX = 10_000;
/** The maximum of days between the creation of a run's bulk and its due time. */
export const DAYS_AHEAD_MAX = 31;
export const DUE_TIMES_MAX = 24;
const DUE_TIMES_SHOWN = 5;

export const FREQUENCIES = ["daily", "weekly", "monthly"] as const;
export type Frequency = (typeof FREQUENCIES)[number];
export const HOLIDAY_RULES = ["none", "before", "after"] as const;
export type HolidayRule = (typeof HOLIDAY_RULES)[number];
export const SCHEDULE_STATUSES = ["active", "paused", "ended"] as const;
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];
export const RUN_FAILURES = ["insufficient_balance", "transfers_refused"] as const;
export type RunFailure = (typeof RUN_FAILURES)[number];

export const TimeOfDay = Type.String({
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  maxLength: 5,
  description: "The time of day in the merchant's time zone.",
  examples: ["09:00"],
  "x-message": "Enter a time of day such as 09:00",
});

export const RepeatedTimeZone = Type.String({
  maxLength: 64,
  description: "If sent, it must be the merchant's time zone, in which Kolo reads the times.",
  examples: ["Africa/Douala"],
});

const Days = Type.Array(Type.Integer({ minimum: 1, maximum: 31 }), {
  minItems: 1,
  maxItems: 31,
  description:
    "`weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last " +
    "day. Omit it for `daily`.",
  examples: [[31]],
});

const HolidayRuleField = OneOf(HOLIDAY_RULES, {
  title: "HolidayRule",
  description:
    "The rule for a Saturday, a Sunday or a day of `PUT /holidays`. `none` (the default): it is paid on that day. `before` and " +
    "`after`: on the next working day in that direction. Days that move to one day are one run.",
});

const FrequencyField = OneOf(FREQUENCIES, { title: "ScheduleFrequency" });
const ReserveFundsField = OneOf(RESERVE_FUNDS, {
  description:
    "With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`).",
});
const DaysAhead = Type.Integer({
  minimum: 0,
  maximum: DAYS_AHEAD_MAX,
  description:
    "The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled " +
    "ahead. 0 (the default): at its due time.",
});
const RunsMax = Type.Integer({
  minimum: 1,
  maximum: RUNS_MAX,
  description: "The schedule ends after this many due times.",
});

/** A transfer that every run repeats. It has no reference, because references are unique. */
const { reference: _, ...entry_fields } = BulkEntry.properties;
const NewPayee = Type.Object(entry_fields, { title: "NewScheduledTransfer" });
const Payees = Type.Array(NewPayee, { minItems: 1, maxItems: ENTRIES_MAX });

const DueTimes = Type.Array(Timestamp, {
  description: "The next due times, in order.",
  examples: [["2026-03-31T08:00:00.000000Z", "2026-04-30T08:00:00.000000Z"]],
});

/** One run of a schedule. */
export const Run = Type.Object(
  {
    due_at: Timestamp,
    status: OneOf(["created", "failed"], {
      description: "`created`: the bulk transfer was created. Its transfers succeed or fail on their own.",
    }),
    bulk_transfer: Type.Optional(Type.String({ examples: ["btr_01jqk3v8q1e9fa4x2m7c5t0r6w"] })),
    failure_code: Type.Optional(
      OneOf(RUN_FAILURES, {
        title: "ScheduleRunFailure",
        description:
          "`insufficient_balance`: the balance did not cover the sum. `transfers_refused`: the list cannot be paid any more, for " +
          "the reason in `failure_reason`.",
      }),
    ),
    failure_reason: Type.Optional(Type.String()),
    created_at: Timestamp,
  },
  {
    title: "ScheduleRun",
    examples: [
      {
        ...{ due_at: "2026-03-31T08:00:00.000000Z", status: "created" },
        ...{ bulk_transfer: "btr_01jqk3v8q1e9fa4x2m7c5t0r6w", created_at: "2026-03-31T08:00:00.412345Z" },
      },
    ],
  },
);
export type Run = Static<typeof Run>;

const Payee = Type.Object(
  {
    amount: AmountOut,
    channel: ChannelText,
    beneficiary: Type.String({ examples: ["ben_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
    expect_name: Type.Optional(Type.String()),
  },
  { title: "ScheduledTransfer" },
);

/** For a field that a caller cannot send. */
const OWN = { ...COMPUTED, ...UNLISTED } as const;
/** For a field of requests; schedules have neither exports nor a form derived from this table. */
const SENT = { ...UNLISTED, form: null } as const;

/** Every field of a schedule, in the order of answers. Its table, requests, answers and events derive from here. */
export const SCHEDULE_FIELDS = {
  id: { ...OWN, column: text<Id<"sch">>(), answer: Type.String({ examples: ["sch_01jqk3v8q1e9fa4x2m7c5t0r6w"] }) },
  name: { ...SENT, column: text(), create: Name, answer: Name },
  description: {
    ...{ ...SENT, column: optionalText(), create: Type.Optional(Description), answer: Nullable(Description) },
  },
  currency: { ...SENT, column: text(), create: CurrencyCode, answer: CurrencyCode },
  total_amount: { ...OWN, column: bigint(), answer: AmountOut },
  total_transfers: { ...OWN, column: int(), answer: Type.Integer() },
  frequency: { ...SENT, column: text<Frequency>(), create: FrequencyField, answer: FrequencyField },
  days: {
    ...{ ...SENT, column: json<readonly number[]>(), create: Type.Optional(Days), answer: Type.Array(Type.Integer()) },
  },
  time: { ...SENT, column: text(), create: TimeOfDay, answer: TimeOfDay },
  holiday_rule: {
    ...{ ...SENT, column: text<HolidayRule>(), create: Type.Optional(HolidayRuleField), answer: HolidayRuleField },
  },
  starts_on: {
    ...{ ...SENT, column: text(), answer: Day },
    create: Type.Optional({ ...Day, description: "The first day, in the merchant's time zone; today by default." }),
  },
  ends_on: {
    ...{ ...SENT, column: text<string | null>(), answer: Nullable(Day) },
    create: Type.Optional({ ...Day, description: "The last day, included." }),
  },
  runs_max: {
    ...{ ...SENT, column: int<number | null>(), create: Type.Optional(RunsMax), answer: Nullable(RunsMax) },
  },
  time_zone: {
    ...{ ...SENT, column: null, create: Type.Optional(RepeatedTimeZone), answer: null },
    details: Type.String({ examples: ["Africa/Douala"] }),
  },
  days_ahead: { ...SENT, column: int(), create: Type.Optional(DaysAhead), answer: DaysAhead },
  reserve_funds: {
    ...{ ...SENT, column: text<ReserveFunds>(), create: Type.Optional(ReserveFundsField), answer: ReserveFundsField },
  },
  status: {
    ...{ ...OWN, column: text<ScheduleStatus>(), answer: OneOf(SCHEDULE_STATUSES, { title: "ScheduleStatus" }) },
  },
  active: { ...OWN, column: null, answer: Type.Boolean() },
  /** The person who last chose the transfers; null for an API key. */
  requested_by: { ...OWN, column: text<Id<"per"> | null>(), answer: null },
  requested_by_name: { ...OWN, column: text<string | null>(), answer: null },
  runs_count: {
    ...{ ...OWN, column: int() },
    answer: Type.Integer({ description: "The number of due times that have had their run." }),
  },
  /** The day of the next run before any holiday rule; null unless active, as the next two. */
  next_day: { ...OWN, column: text<string | null>(), answer: null },
  next_due_at: { ...OWN, column: instant<Instant | null>(), answer: Nullable(Timestamp) },
  /** When the next run's bulk is created. */
  run_at: { ...OWN, column: instant<Instant | null>(), answer: null },
  /** The day and due time of the last run. */
  last_day: { ...OWN, column: text<string | null>(), answer: null },
  last_due_at: { ...OWN, column: instant<Instant | null>(), answer: null },
  last_run: { ...OWN, column: null, answer: Nullable(Run) },
  next_due_times: { ...OWN, column: null, answer: null, details: DueTimes },
  transfers: { ...SENT, column: null, create: Payees, answer: null, details: Type.Array(Payee) },
  sequence: { ...OWN, column: int(), answer: null },
  sandbox: { ...OWN, column: null, answer: Type.Boolean() },
  created_at: { ...OWN, column: instant(), answer: Timestamp },
  updated_at: { ...OWN, column: instant(), answer: Timestamp },
  deleted_at: { ...OWN, column: instant<Instant | null>(), answer: null },
} satisfies FieldTable;

/** The body of POST /schedules. */
export const NewSchedule = Type.Object(
  createSchemas(SCHEDULE_FIELDS, ["name", "description", "currency", "frequency", "starts_on"]),
  {
    title: "NewSchedule",
    examples: [
      {
        ...{
          name: "Salaries",
          description: "Salary",
          currency: "XAF",
          frequency: "monthly",
          days: [31],
          time: "09:00",
        },
        ...{ holiday_rule: "before", days_ahead: 2 },
        transfers: [
          { amount: 75_000, channel: "cm.mobile", beneficiary_data: { name: "Jane Mballa", phone: "+237677123456" } },
        ],
      },
    ],
  },
);
export type NewSchedule = Static<typeof NewSchedule>;

/** The body of PUT /schedules/{id}. The currency, the frequency and the first day cannot change. */
export const ScheduleUpdate = Type.Object(
  {
    ...Type.Partial(NewSchedule).properties,
    active: Type.Optional(Type.Boolean({ description: "`false` pauses the schedule: due times pass without a run." })),
  },
  { title: "ScheduleUpdate", examples: [{ active: false }] },
);
export type ScheduleUpdate = Static<typeof ScheduleUpdate>;

/** The body of POST /schedules/preview. */
export const NewPreview = Type.Object(
  {
    ...Type.Omit(NewSchedule, ["name", "description", "currency", "days_ahead", "reserve_funds", "transfers"])
      .properties,
    count: Type.Optional(Type.Integer({ minimum: 1, maximum: DUE_TIMES_MAX, description: "12 by default." })),
  },
  { title: "NewSchedulePreview", examples: [{ frequency: "monthly", days: [31], time: "09:00", count: 3 }] },
);
export type NewPreview = Static<typeof NewPreview>;

export const Preview = Type.Object(
  {
    time_zone: Type.String({ examples: ["Africa/Douala"] }),
    due_times: DueTimes,
  },
  { title: "SchedulePreview" },
);

const EXAMPLE = {
  ...{ id: "sch_01jqk3v8q1e9fa4x2m7c5t0r6w", name: "Salaries", description: "Salary", currency: "XAF" },
  ...{ total_amount: 75_000, total_transfers: 1, frequency: "monthly", days: [31], time: "09:00" },
  ...{ holiday_rule: "before", starts_on: "2026-03-01", ends_on: null, runs_max: null, days_ahead: 2 },
  ...{ reserve_funds: "now", status: "active", active: true, runs_count: 0 },
  ...{ next_due_at: "2026-03-31T08:00:00.000000Z", last_run: null, sandbox: true },
  ...{ created_at: "2026-03-01T12:00:00.000000Z", updated_at: "2026-03-01T12:00:00.000000Z" },
};

/** A schedule in lists and events, without its transfers. */
export const Schedule = Type.Object(answerSchemas(SCHEDULE_FIELDS), { title: "Schedule", examples: [EXAMPLE] });
export type Schedule = Static<typeof Schedule>;

/** The response for a single schedule. */
export const ScheduleDetails = Type.Object(detailSchemas(SCHEDULE_FIELDS), {
  title: "ScheduleDetails",
  examples: [
    {
      ...EXAMPLE,
      ...{ time_zone: "Africa/Douala", next_due_times: ["2026-03-31T08:00:00.000000Z"] },
      transfers: [{ amount: 75_000, channel: "cm.mobile", beneficiary: "ben_01jqk3v8q1e9fa4x2m7c5t0r6w" }],
    },
  ],
});
export type ScheduleDetails = Static<typeof ScheduleDetails>;

/** The query of GET /schedules/{id}: how many due times and transfers to return. */
export const detailsQuery = {
  due_times: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: DUE_TIMES_MAX,
      description: `The number of due times to return; ${DUE_TIMES_SHOWN} by default.`,
      default: DUE_TIMES_SHOWN,
    }),
  ),
  transfers: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: ENTRIES_MAX,
      description: "The number of transfers to return, from the first; all by default.",
    }),
  ),
};
export const DUE_TIMES_DEFAULT = DUE_TIMES_SHOWN;

/** The days other than Saturdays and Sundays on which schedules with a holiday rule do not pay. */
export const Holidays = Type.Object(
  {
    days: Type.Array(Day, {
      maxItems: HOLIDAYS_MAX,
      description: "Calendar days, sorted.",
      examples: [["2026-05-01"]],
    }),
  },
  { title: "Holidays", examples: [{ days: ["2026-05-01", "2026-05-20"] }] },
);
export type Holidays = Static<typeof Holidays>;

/** When a schedule is due. */
export interface Recurrence {
  readonly frequency: Frequency;
  readonly days: readonly number[];
  readonly time: string;
  readonly holiday_rule: HolidayRule;
  readonly starts_on: string;
  readonly ends_on: string | null;
}

/** A row of `schedules`. */
export type ScheduleRow = RowOf<typeof SCHEDULE_FIELDS>;

/** A row of `schedule_payees`. */
export interface PayeeRow extends Scope {
  readonly schedule: Id<"sch">;
  readonly position: number;
  readonly beneficiary: Id<"ben">;
  readonly channel: string;
  readonly amount: bigint;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly expect_name: string | null;
}

/** A row of `schedule_runs`. */
export interface RunRow extends Scope {
  readonly schedule: Id<"sch">;
  readonly due_at: Instant;
  readonly day: string;
  readonly bulk: Id<"btr"> | null;
  readonly failure_code: RunFailure | null;
  readonly failure_reason: string | null;
  readonly created_at: Instant;
}
