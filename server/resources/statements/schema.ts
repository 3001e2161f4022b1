import { AmountOut, CurrencyCode, Day, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";

export const STATEMENT_PERIODS = ["day", "week", "month"] as const;
export type StatementPeriod = (typeof STATEMENT_PERIODS)[number];

/** The lines of a statement, in the order in which people read them. */
export const STATEMENT_LINES = [
  "payments",
  "payment_fees",
  "refunds",
  "transfers",
  "transfer_fees",
  "withdrawals",
  "top_ups",
  "parts_received",
  "parts_paid",
  "parts_held",
  "corrections",
  "debts",
] as const;
export type StatementLine = (typeof STATEMENT_LINES)[number];

export const StatementQuery = Type.Object({
  currency: Type.Optional(CurrencyCode),
  period: Type.Optional(OneOf(STATEMENT_PERIODS, { description: "By default `month`. A week begins on Monday." })),
  date: Type.Optional({
    ...Day,
    description: "A day of the period, in the merchant's time zone; by default today.",
    examples: ["2026-10-01"],
  }),
  date_start: Type.Optional({
    ...Day,
    description: "The first day of a range of up to 366 days, in the merchant's time zone. It needs `date_end`.",
  }),
  date_end: Type.Optional({ ...Day, description: "The last day of the range, included." }),
});
export type StatementQuery = Static<typeof StatementQuery>;

const sums = {
  count: Type.Integer({ description: "The number of movements." }),
  amount_in: { ...AmountOut, description: "The sum of the movements that increase the balance." },
  amount_out: { ...AmountOut, description: "The sum of the movements that decrease the balance." },
};

const BalanceStatementLineView = Type.Object(
  {
    line: OneOf(STATEMENT_LINES, {
      description:
        "`payments`: payments received; `payment_fees`: their fees; `refunds`: refunds paid out; `transfers`: transfers paid out; `transfer_fees`: their fees; `withdrawals`: withdrawals paid out; `top_ups`: top-ups and test funds; `parts_received`, `parts_paid`: parts of split payments between merchants; `parts_held`: parts held until their release; `corrections`: corrections, adjustments and reversals; `debts`: amounts that the merchant owes after a correction, and their repayment.",
    }),
    ...sums,
  },
  { title: "BalanceStatementLine" },
);
export type BalanceStatementLineView = Static<typeof BalanceStatementLineView>;

const BalanceStatementChannelView = Type.Object(
  {
    channel: Nullable(
      Type.String({
        description: "Null for movements over no channel, such as corrections and withdrawals to a bank.",
      }),
    ),
    ...sums,
    fees: { ...AmountOut, description: "The fees in `amount_out`." },
    lines: Type.Array(BalanceStatementLineView),
  },
  { title: "BalanceStatementChannel" },
);
export type BalanceStatementChannelView = Static<typeof BalanceStatementChannelView>;

const balance = (when: string, what: string) =>
  Type.Unsafe<bigint>({
    type: "integer",
    description: `${what} ${when}.`,
  });
const TOTAL = "`available` + `reserved`";
const RESERVED = "The part of the balance that is reserved for orders in progress,";

/** The balance at the start and the end of a period, and the sums of its movements. */
export const BalanceStatementView = Type.Object(
  {
    currency: CurrencyCode,
    environment: OneOf(ENVIRONMENTS),
    business: Type.String({ description: "The merchant's name." }),
    period: OneOf([...STATEMENT_PERIODS, "range"]),
    date_start: Day,
    date_end: { ...Day, description: "The last day, included." },
    time_zone: Type.String({ description: "The merchant's time zone, by its IANA name." }),
    begins_at: Timestamp,
    ends_at: { ...Timestamp, description: "The first instant after the period." },
    is_final: Type.Boolean({ description: "Whether the period is over. A final statement never changes." }),
    opening_balance: balance("when the period begins", TOTAL),
    opening_reserved: balance("when the period begins", RESERVED),
    closing_balance: balance("when the period ends", `${TOTAL}: \`opening_balance\` + \`amount_in\` - \`amount_out\`,`),
    closing_reserved: balance("when the period ends", RESERVED),
    ...sums,
    fees: { ...AmountOut, description: "The fees in `amount_out`." },
    lines: Type.Array(BalanceStatementLineView, { description: "The lines that have movements." }),
    channels: Type.Array(BalanceStatementChannelView, { description: "The same movements by channel." }),
    created_at: { ...Timestamp, description: "The instant of this answer." },
  },
  {
    title: "BalanceStatement",
    examples: [
      {
        ...{ currency: "XAF", environment: "live", business: "Chez Jeanne", period: "month" },
        ...{ date_start: "2026-10-01", date_end: "2026-10-31", time_zone: "Africa/Douala" },
        ...{ begins_at: "2026-09-30T23:00:00.000000Z", ends_at: "2026-10-31T23:00:00.000000Z", is_final: true },
        ...{ opening_balance: 100_000, opening_reserved: 0, closing_balance: 143_950, closing_reserved: 0 },
        ...{ count: 4, amount_in: 50_000, amount_out: 6_050, fees: 1_050 },
        lines: [
          { line: "payments", count: 1, amount_in: 50_000, amount_out: 0 },
          { line: "payment_fees", count: 1, amount_in: 0, amount_out: 1_000 },
          { line: "transfers", count: 1, amount_in: 0, amount_out: 5_000 },
          { line: "transfer_fees", count: 1, amount_in: 0, amount_out: 50 },
        ],
        channels: [
          {
            ...{ channel: "cm.mtn", count: 4, amount_in: 50_000, amount_out: 6_050, fees: 1_050 },
            lines: [
              { line: "payments", count: 1, amount_in: 50_000, amount_out: 0 },
              { line: "payment_fees", count: 1, amount_in: 0, amount_out: 1_000 },
              { line: "transfers", count: 1, amount_in: 0, amount_out: 5_000 },
              { line: "transfer_fees", count: 1, amount_in: 0, amount_out: 50 },
            ],
          },
        ],
        created_at: "2026-11-02T08:00:00.000000Z",
      },
    ],
  },
);
export type BalanceStatementView = Static<typeof BalanceStatementView>;
