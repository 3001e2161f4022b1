import { AmountOut, CurrencyCode, IdText, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { DuplicateGuard } from "#resources/duplicate-guard/schema.ts";

export { DuplicateGuard };

/** The orders that count together. `payer` limits payments; the others limit money out. */
export const LIMIT_SUBJECTS = ["merchant", "key", "person", "payee", "payer"] as const;
export type LimitSubject = (typeof LIMIT_SUBJECTS)[number];

/** Periods begin and end by the clock of the merchant's time zone. */
export const LIMIT_PERIODS = ["hour", "day", "month"] as const;
export type LimitPeriod = (typeof LIMIT_PERIODS)[number];

/** `amount` limits the sum of the orders in one currency, `count` their number in all currencies. */
export const LIMIT_MEASURES = ["amount", "count"] as const;
export type LimitMeasure = (typeof LIMIT_MEASURES)[number];

export const LIMIT_SETTERS = ["platform", "merchant"] as const;
export type LimitSetter = (typeof LIMIT_SETTERS)[number];

/** The most limits that one merchant has in one environment: each may add a counter to every order. */
export const LIMITS_MAX = 40;

/** A row of `limit_rules`. */
export interface LimitRuleRow extends Scope {
  readonly id: Id<"lim">;
  readonly set_by: LimitSetter;
  readonly applies_to: LimitSubject;
  /** The id of one key or person; null for each of them. */
  readonly holder: string | null;
  readonly period: LimitPeriod;
  readonly measure: LimitMeasure;
  /** Null for a count. */
  readonly currency: string | null;
  readonly maximum: bigint;
  readonly created_at: Instant;
  readonly updated_at: Instant;
}

/** A rule with the time zone of its merchant's periods. */
export interface LimitRule extends LimitRuleRow {
  readonly time_zone: string;
}

/** The data of an order that decide which limits it counts towards. */
export interface LimitedOrder extends Scope {
  readonly amount: bigint;
  readonly currency: string;
  /** The time whose hour, day and month it counts in: its creation, or its due time. */
  readonly counted_at: Instant;
  /** The API key that requested it; null for a person, and for the run of a schedule. */
  readonly key: Id<"key"> | null;
  readonly person: string | null;
  /** Returns the number or account that receives or pays, as `payeeOf` identifies it. */
  readonly otherParty: () => string;
  readonly is_payment: boolean;
}

const terms = {
  applies_to: OneOf(LIMIT_SUBJECTS, {
    description:
      "Whose orders count together: the merchant's, those of one key, of one person, to one payee, or the payments of one payer.",
  }),
  period: OneOf(LIMIT_PERIODS, { description: "By the clock of the merchant's time zone." }),
  measure: OneOf(LIMIT_MEASURES, { description: "`amount`: the sum. `count`: the number of orders." }),
};

/** A limit as the merchant sees it. */
export const Limit = Type.Object(
  {
    id: Type.String({ examples: ["lim_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    set_by: OneOf(LIMIT_SETTERS, { description: "`platform`: only the platform operator can change it." }),
    ...terms,
    holder: Type.Optional(
      Type.String({
        description: "The key or person. Absent: each of them has the limit.",
        examples: ["key_01jqk3v8q1e9fa4x2m7c5t0r6w"],
      }),
    ),
    currency: Type.Optional(CurrencyCode),
    maximum: AmountOut,
    used: Type.Optional(
      Type.Unsafe<bigint>({
        type: "integer",
        description:
          "What this hour, day or month has used. Only for a limit of the merchant, or of one key or person.",
        examples: [1_500],
      }),
    ),
    free_at: Timestamp,
  },
  { title: "Limit" },
);
export type Limit = Static<typeof Limit>;

export const NewLimit = Type.Object(
  {
    ...terms,
    holder: Type.Optional(IdText),
    currency: Type.Optional(CurrencyCode),
    maximum: Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      "x-message": "Enter a whole number, 0 or more",
    }),
  },
  { title: "NewLimit" },
);
export type NewLimit = Static<typeof NewLimit>;
