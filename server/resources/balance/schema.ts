import { AmountOut, CurrencyCode, OneOf, type Static, Type } from "#kernel/fields.ts";
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
