import { AmountOut, CurrencyCode, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";

/** What a merchant has in one currency (interface-decisions 26). */
export const BalanceView = Type.Object(
  {
    currency: CurrencyCode,
    available: AmountOut,
    pending: AmountOut,
    reserved: AmountOut,
    total: AmountOut,
    environment: OneOf(ENVIRONMENTS),
  },
  { title: "Balance" },
);
export type BalanceView = Static<typeof BalanceView>;

const KINDS = ["hold", "settle", "settle_fee", "release", "fund", "collect", "collect_fee", "correct"] as const;

/** One movement on what can be spent. */
export const BalanceEntry = Type.Object(
  {
    id: Type.String({ examples: ["1042"] }),
    kind: OneOf(KINDS, {
      description:
        "`hold`: set aside for a transfer or refund; `release`: given back; `collect`: a payment came in; `collect_fee`: its fee; `fund`: a top-up; `correct`: a mistake set right.",
    }),
    direction: OneOf(["in", "out"]),
    amount: AmountOut,
    balance: Type.Unsafe<bigint>({ type: "integer", description: "What could be spent after it." }),
    currency: CurrencyCode,
    subject: Type.String({ description: "The id of the transfer, payment, refund or top-up." }),
    created_at: Timestamp,
  },
  { title: "BalanceEntry" },
);
export type BalanceEntry = Static<typeof BalanceEntry>;
