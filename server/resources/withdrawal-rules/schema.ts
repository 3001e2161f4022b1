import { AmountOut, CurrencyCode, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { RepeatedTimeZone, TimeOfDay } from "#resources/schedules/schema.ts";

const RULE_FREQUENCIES = ["daily", "weekly"] as const;
type RuleFrequency = (typeof RULE_FREQUENCIES)[number];

/** The reasons why a due time has no withdrawal. */
const SKIP_CODES = ["balance_too_small", "account_unusable", "limit_exceeded"] as const;
type SkipCode = (typeof SKIP_CODES)[number];

const SumIn = Type.Integer({
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  "x-message": "Enter a whole amount, 0 or more",
});
const ABOVE = "A withdrawal is made only if the available balance is above this amount. 0: always.";
const LEFT = "The amount that stays on the available balance. 0: everything is withdrawn.";
const FrequencyField = OneOf(RULE_FREQUENCIES, { title: "WithdrawalFrequency" });
const Weekdays = Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), {
  minItems: 1,
  maxItems: 7,
  description: "Of `weekly`: days of the week, 1 (Monday) to 7. Omit it for `daily`.",
  examples: [[5]],
});

/** The body of PUT /withdrawal-rules. */
export const NewWithdrawalRule = Type.Object(
  {
    account: Type.String({
      minLength: 1,
      maxLength: 190,
      description: "A confirmed withdrawal account. The rule has its currency.",
      examples: ["wac_01jqk3v8q1e9fa4x2m7c5t0r6w"],
    }),
    frequency: FrequencyField,
    days: Type.Optional(Weekdays),
    time: TimeOfDay,
    time_zone: Type.Optional(RepeatedTimeZone),
    balance_above: Type.Optional({ ...SumIn, description: ABOVE }),
    balance_left: Type.Optional({ ...SumIn, description: LEFT }),
  },
  {
    title: "NewWithdrawalRule",
    examples: [
      {
        ...{ account: "wac_01jqk3v8q1e9fa4x2m7c5t0r6w", frequency: "weekly", days: [5], time: "18:00" },
        ...{ balance_above: 500_000, balance_left: 100_000 },
      },
    ],
  },
);
export type NewWithdrawalRule = Static<typeof NewWithdrawalRule>;

/** The run of a due time, with its withdrawal or the reason for none. */
export const WithdrawalRuleRun = Type.Object(
  {
    due_at: Timestamp,
    withdrawal: Nullable(Type.String({ examples: ["wdr_01jqk3v8q1e9fa4x2m7c5t0r6w"] })),
    skip_code: Nullable(
      OneOf(SKIP_CODES, {
        title: "WithdrawalSkipCode",
        description:
          "`balance_too_small`: the balance did not exceed `balance_above` and `balance_left`. `account_unusable`: the account " +
          "was removed or blocked, or its cooling time had not ended. `limit_exceeded`: the withdrawal would have exceeded a limit.",
      }),
    ),
    skip_reason: Nullable(Type.String({ examples: ["The available balance of 40000 XAF is not above 50000"] })),
    available: { ...AmountOut, description: "The available balance at the due time." },
    created_at: Timestamp,
  },
  { title: "WithdrawalRuleRun" },
);
export type WithdrawalRuleRun = Static<typeof WithdrawalRuleRun>;

/** A rule that withdraws a merchant's balance in one currency at regular times. */
export const WithdrawalRule = Type.Object(
  {
    id: Type.String({ examples: ["wru_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    account: Type.String(),
    currency: CurrencyCode,
    frequency: FrequencyField,
    days: Type.Array(Type.Integer()),
    time: TimeOfDay,
    time_zone: Type.String({ description: "The merchant's time zone, in which days and times count." }),
    balance_above: { ...AmountOut, description: ABOVE },
    balance_left: { ...AmountOut, description: LEFT },
    next_due_at: Nullable(Timestamp),
    last_run: Nullable(WithdrawalRuleRun),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  {
    title: "WithdrawalRule",
    examples: [
      {
        ...{ id: "wru_01jqk3v8q1e9fa4x2m7c5t0r6w", account: "wac_01jqk3v8q1e9fa4x2m7c5t0r6w", currency: "XAF" },
        ...{ frequency: "weekly", days: [5], time: "18:00", time_zone: "Africa/Douala" },
        ...{ balance_above: 500_000, balance_left: 100_000, next_due_at: "2026-04-03T17:00:00.000000Z" },
        ...{ last_run: null, created_at: "2026-03-31T09:00:00.123456Z", updated_at: "2026-03-31T09:00:00.123456Z" },
      },
    ],
  },
);
export type WithdrawalRule = Static<typeof WithdrawalRule>;

/** A row of `withdrawal_rules`. */
export interface RuleRow extends Scope {
  readonly id: Id<"wru">;
  readonly account: string;
  readonly currency: string;
  readonly frequency: RuleFrequency;
  readonly days: readonly number[];
  readonly time: string;
  readonly balance_above: bigint;
  readonly balance_left: bigint;
  /** The person who last set the rule, and who makes its withdrawals; null for an API key. */
  readonly requested_by: Id<"per"> | null;
  readonly requested_by_name: string | null;
  /** The next due time and its day; null once the rule is removed. */
  readonly next_day: string | null;
  readonly next_due_at: Instant | null;
  readonly last_day: string | null;
  readonly last_due_at: Instant | null;
  readonly sequence: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly deleted_at: Instant | null;
}

/** A row of `withdrawal_rule_runs`. */
export interface RuleRunRow extends Scope {
  readonly rule: string;
  readonly due_at: Instant;
  readonly day: string;
  readonly withdrawal: string | null;
  readonly skip_code: SkipCode | null;
  readonly skip_reason: string | null;
  readonly available: bigint;
  readonly created_at: Instant;
}
