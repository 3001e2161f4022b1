import { bigint, boolean, instant, int, optionalInt, type RowOf, text } from "#kernel/field-table.ts";
import {
  AmountIn,
  AmountOut,
  CurrencyCode,
  Description,
  ID_TEXT_MAX,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";

/** The most parts of one payment. Each moves money in the books of two merchants, in one transaction. */
export const PARTS_MAX = 20;
/** The most characters of the descriptions of all parts: a payment with its split stays within the size of a record. */
export const PART_DESCRIPTIONS_MAX = 1_000;
export const BASIS_POINTS_MAX = 10_000;

export const FEE_BEARERS = ["platform", "linked", "all"] as const;
export type FeeBearer = (typeof FEE_BEARERS)[number];
export const REFUND_BEARERS = ["parts", "platform"] as const;
export type RefundBearer = (typeof REFUND_BEARERS)[number];
export const RefundBearerField = OneOf(REFUND_BEARERS, {
  title: "RefundBearer",
  description:
    "The bearer of refunds. `parts`: every part, in proportion, with the platform's own. `platform`: the platform alone.",
});

const MERCHANT_EXAMPLE = "mer_01jqk3v8q1e9fa4x2m7c5t0r6w";
const PART_EXAMPLE = "prt_01jqk3v8q1e9fa4x2m7c5t0r6w";

const basis_points = {
  minimum: 1,
  maximum: BASIS_POINTS_MAX,
  description: "The part in hundredths of a percent of the payment: 8500 is 85 %.",
  examples: [8_500],
};

const FeeBearerField = OneOf(FEE_BEARERS, {
  title: "FeeBearer",
  description:
    "The bearer of the payment's fee. `platform`: the merchant that creates the payment, by default. `linked`: the linked merchants. " +
    "`all`: everyone. Several bear it in proportion to their parts. If their parts do not suffice, the others bear the rest.",
});

const NewPart = Type.Object({
  merchant: Type.String({
    minLength: 1,
    maxLength: ID_TEXT_MAX,
    description: "The id of a linked merchant.",
    examples: [MERCHANT_EXAMPLE],
  }),
  basis_points: Type.Optional(Type.Integer(basis_points)),
  amount: Type.Optional(AmountIn),
  hold: Type.Optional(
    Type.Boolean({
      description:
        "True holds the part until you release it. By default the merchant receives it when the payer has paid.",
    }),
  ),
  description: Type.Optional(Description),
});

/** The parts of a payment, in the request that creates it. Each part has either `basis_points` or `amount`. */
export const NewSplit = Type.Object(
  {
    parts: Type.Array(NewPart, { minItems: 1, maxItems: PARTS_MAX }),
    fee_bearer: Type.Optional(FeeBearerField),
    refund_bearer: Type.Optional(RefundBearerField),
  },
  {
    title: "NewSplit",
    description: "Parts of the payment for linked merchants. You keep the rest.",
    examples: [{ parts: [{ merchant: MERCHANT_EXAMPLE, basis_points: 8_500, hold: true }], fee_bearer: "platform" }],
  },
);
export type NewSplit = Static<typeof NewSplit>;

/** The terms of a split, as a payment link has them: amounts are not known yet. */
export const SplitTerms = Type.Object(
  {
    fee_bearer: FeeBearerField,
    refund_bearer: RefundBearerField,
    parts: Type.Array(
      Type.Object({
        merchant: Type.String({ examples: [MERCHANT_EXAMPLE] }),
        basis_points: Nullable(Type.Integer(basis_points)),
        amount: Nullable(Type.Integer({ description: "In the currency's smallest unit.", examples: [4_250] })),
        hold: Type.Boolean(),
        description: Nullable(Description),
      }),
    ),
  },
  { title: "SplitTerms" },
);
export type SplitTerms = Static<typeof SplitTerms>;

/** The split of a payment: its terms, with the amount of each part. They never change. */
export const Split = Type.Object(
  {
    fee_bearer: FeeBearerField,
    refund_bearer: RefundBearerField,
    parts: Type.Array(
      Type.Object({
        id: Type.String({ examples: [PART_EXAMPLE] }),
        merchant: Type.String({ examples: [MERCHANT_EXAMPLE] }),
        basis_points: Nullable(Type.Integer(basis_points)),
        amount: Type.Integer({ description: "In the currency's smallest unit, before the fee.", examples: [4_250] }),
        hold: Type.Boolean(),
        description: Nullable(Description),
      }),
    ),
  },
  { title: "Split" },
);
export type Split = Static<typeof Split>;

/**
 * The states of a part. `pending`: the payment is not complete. `held`: the platform holds it until its release.
 * `settled`: its merchant has it.
 */
export const PART_STATES = ["pending", "held", "settled"] as const;
export type PartState = (typeof PART_STATES)[number];

/**
 * The columns of `payment_parts`. The row with the number 0 is the part that the platform keeps, so that the parts add
 * up to the payment.
 */
export const PART_COLUMNS = {
  id: { column: text<Id<"prt">>() },
  payment: { column: text<Id<"pay">>() },
  number: { column: int() },
  /** The merchant that receives the part; in row 0 the platform. */
  recipient: { column: text<Id<"mer">>() },
  recipient_name: { column: text() },
  platform_name: { column: text() },
  basis_points: { column: optionalInt() },
  amount: { column: bigint() },
  /** Its share of the payment's fee. Zero until the payment is complete. */
  fee: { column: bigint() },
  /** The amount that refunds and corrections took back. Of row 0: the amount that the platform bore. */
  amount_returned: { column: bigint() },
  currency: { column: text() },
  is_held: { column: boolean() },
  state: { column: text<PartState>() },
  description: { column: text<string | null>() },
  sequence: { column: int() },
  created_at: { column: instant() },
  updated_at: { column: instant() },
  settled_at: { column: instant<Instant | null>() },
} as const;
export type PartRow = RowOf<typeof PART_COLUMNS>;

export const PartStatus = OneOf(PART_STATES, {
  title: "PartStatus",
  description:
    "`pending`: the payer has not paid. `held`: paid, and held until the platform releases it. `settled`: its merchant has it.",
});

/** A part of a payment, as its platform and its merchant see it. */
export const PaymentPart = Type.Object(
  {
    id: Type.String({ examples: [PART_EXAMPLE] }),
    payment: Type.String({ examples: ["pay_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    platform: Type.String({ description: "The merchant that the payer has paid.", examples: [MERCHANT_EXAMPLE] }),
    platform_name: Type.String({ examples: ["Marché Mokolo"] }),
    merchant: Type.String({
      description: "The merchant that receives the part. One part is the platform's own: the rest of the payment.",
      examples: [MERCHANT_EXAMPLE],
    }),
    merchant_name: Type.String({ examples: ["Chez Jeanne"] }),
    basis_points: Nullable(Type.Integer(basis_points)),
    amount: AmountOut,
    fee: Type.Unsafe<bigint>({ type: "integer", description: "Its share of the payment's fee, once it is paid." }),
    amount_net: Type.Unsafe<bigint>({ type: "integer", description: "`amount` without `fee`." }),
    amount_refunded: Type.Unsafe<bigint>({
      type: "integer",
      description: "Its share of refunds, out of `amount_net`.",
    }),
    currency: CurrencyCode,
    hold: Type.Boolean(),
    status: PartStatus,
    description: Nullable(Description),
    sandbox: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
    settled_at: Type.Optional(Timestamp),
  },
  {
    title: "PaymentPart",
    examples: [
      {
        ...{ id: PART_EXAMPLE, payment: "pay_01jqk3v8q1e9fa4x2m7c5t0r6w" },
        ...{ platform: "mer_01jqk3v8q1e9fa4x2m7c5t0r6a", platform_name: "Marché Mokolo" },
        ...{ merchant: MERCHANT_EXAMPLE, merchant_name: "Chez Jeanne", basis_points: 8_500, amount: 4_250, fee: 0 },
        ...{ amount_net: 4_250, amount_refunded: 0, currency: "XAF", hold: true, status: "held" },
        ...{ description: "Order 1042", sandbox: true },
        ...{ created_at: "2026-03-01T12:00:00.123456Z", updated_at: "2026-03-01T12:00:30.123456Z" },
      },
    ],
  },
);
export type PaymentPart = Static<typeof PaymentPart>;

/** The body of POST /payments/{reference}/release. */
export const Release = Type.Object(
  {
    parts: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: ID_TEXT_MAX, examples: [PART_EXAMPLE] }), {
        minItems: 1,
        maxItems: PARTS_MAX,
        description: "The ids of the parts to release; without it all held parts.",
      }),
    ),
  },
  { title: "Release", examples: [{ parts: [PART_EXAMPLE] }] },
);
export type Release = Static<typeof Release>;

/** A movement of money out of a part or back into it, by a refund or a correction. */
export interface PartMovementRow {
  readonly merchant: Id<"mer">;
  readonly environment: "test" | "live";
  readonly id: Id<"pmv">;
  readonly part: string;
  /** The id of the refund, review, statement line or correction. */
  readonly subject: string;
  /** `out`: taken from the part; `back`: returned to it. */
  readonly direction: "out" | "back";
  /** The account of the part's money: the escrow, the recipient's balance, or (row 0) the platform's own balance. */
  readonly account: "escrow" | "recipient" | "platform";
  readonly amount: bigint;
  /** The part of the amount that the recipient owes since. */
  readonly advanced: bigint;
  readonly created_at: Instant;
}
