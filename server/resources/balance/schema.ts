import { AmountOut, CurrencyCode, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";

/** A merchant's balance in one currency (interface-decisions 26). */
export const BalanceView = Type.Object(
  {
    currency: CurrencyCode,
    available: AmountOut,
    pending: AmountOut,
    reserved: AmountOut,
    total: AmountOut,
    debt: Type.Optional(
      Type.Unsafe<bigint>({
        type: "integer",
        description:
          "The amount that the merchant owes after a correction. Kolo repays it from `available` within a minute.",
      }),
    ),
    escrow: Type.Optional(
      Type.Unsafe<bigint>({
        type: "integer",
        description:
          "The amount held for linked merchants until its release: their parts of split payments. It is not in `total`.",
      }),
    ),
    environment: OneOf(ENVIRONMENTS),
  },
  {
    title: "Balance",
    examples: [
      {
        ...{ currency: "XAF", available: 2_362_000, pending: 0, reserved: 138_000, total: 2_500_000 },
        environment: "test",
      },
    ],
  },
);
export type BalanceView = Static<typeof BalanceView>;

const KINDS = [
  ...(["hold", "settle", "settle_fee", "release", "fund", "collect", "collect_fee", "correct"] as const),
  ...(["reverse", "adjust", "advance", "repay"] as const),
  ...(["escrow_in", "escrow_out", "part_in", "part_out"] as const),
] as const;

/** One movement of the available balance. */
export const BalanceEntry = Type.Object(
  {
    id: Type.String({ examples: ["1042"] }),
    kind: OneOf(KINDS, {
      description:
        "`hold`: money held for a transfer or refund; `release`: a hold released; `collect`: a payment received; `collect_fee`: the fee of a payment; `fund`: a top-up; `correct`: a correction of a review or statement; `reverse`: an entry taken back; `adjust`: an adjustment; `advance`: an amount that the merchant owes from now on; `repay`: a debt repaid; `escrow_in`: a part of a split payment held until its release; `escrow_out`: such a part released or refunded; `part_in`: a part of a split payment received; `part_out`: a part paid to another merchant.",
    }),
    direction: OneOf(["in", "out"]),
    amount: AmountOut,
    balance: Type.Unsafe<bigint>({ type: "integer", description: "The available balance after this entry." }),
    currency: CurrencyCode,
    subject: Type.String({
      description: "The id of the transfer, payment, refund, top-up, correction, part or movement of a part.",
    }),
    created_at: Timestamp,
  },
  {
    title: "BalanceEntry",
    examples: [
      {
        ...{ id: "1042", kind: "hold", direction: "out", amount: 75_250, balance: 2_424_750, currency: "XAF" },
        ...{ subject: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", created_at: "2026-03-31T09:00:00.123456Z" },
      },
    ],
  },
);
export type BalanceEntry = Static<typeof BalanceEntry>;
