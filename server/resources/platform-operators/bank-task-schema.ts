import { AmountOut, CurrencyCode, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";
import { Timeline } from "#resources/timelines/schema.ts";
import { BANK_REFERENCE_MAX, WithdrawalStatusField } from "#resources/withdrawals/schema.ts";

/** A withdrawal that the platform operator pays through a bank. */
export const BankTask = Type.Object(
  {
    id: Type.String(),
    merchant: Type.String(),
    merchant_name: Type.String(),
    environment: OneOf(ENVIRONMENTS),
    reference: Type.String(),
    amount: AmountOut,
    currency: CurrencyCode,
    status: WithdrawalStatusField,
    description: Nullable(Type.String()),
    account: Type.String(),
    name: Type.String({ description: "The account's holder." }),
    number: Type.String({ description: "Its last digits; in full where one withdrawal is retrieved." }),
    bank_code: Nullable(Type.String()),
    country: Type.String(),
    needs_two: Type.Boolean({ description: "Whether two platform operators must enter the same outcome." }),
    proposed: Nullable(OneOf(["complete", "failed"])),
    proposed_by: Nullable(Type.String({ description: "The person's name, or the user of the command line." })),
    is_own: Type.Boolean({ description: "Whether the reader proposed it, and therefore cannot be the second person." }),
    proposed_reason: Nullable(Type.String()),
    bank_reference: Nullable(Type.String()),
    failure_reason: Nullable(Type.String()),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: "BankTask" },
);
export type BankTask = Static<typeof BankTask>;

/** One withdrawal through a bank, with the number in full. */
export const BankTaskDetails = Type.Object(
  { ...BankTask.properties, timeline: Timeline },
  { title: "BankTaskDetails" },
);
export type BankTaskDetails = Static<typeof BankTaskDetails>;

export const BankTasksQuery = Type.Object({ ended: Type.Optional(Type.Boolean()) });
export const BankPayment = Type.Object({
  reference: Type.String({
    minLength: 1,
    maxLength: BANK_REFERENCE_MAX,
    "x-message": "Enter the bank's reference of the payment",
    "x-pasted": "line",
  }),
});
export const BankRefusal = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: BANK_REFERENCE_MAX, "x-message": "Say why", "x-pasted": "text" }),
});
