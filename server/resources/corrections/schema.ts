import { AmountOut, CurrencyCode, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import type { EntryAccounts } from "#ledger/ledger.ts";

export const CORRECTION_STATES = ["proposed", "booked", "rejected"] as const;

/** The house accounts that an adjustment may debit or credit. */
export const ADJUSTMENT_ACCOUNTS = ["suspense", "fees", "funding"] as const;
export type AdjustmentAccount = (typeof ADJUSTMENT_ACCOUNTS)[number];

export const REASON_MAX = 500;
export const DOCUMENT_MAX = 190;

/** Whether a correction is a sweep or its reversal: they move fees of the house, which merchants do not see. */
export function isOfHouse({ debit, credit }: EntryAccounts): boolean {
  const accounts = [debit, credit];
  return accounts.includes("fees") && !accounts.includes("available");
}

/** A row of `corrections`. */
export interface CorrectionRow extends Scope, EntryAccounts {
  readonly id: Id<"cor">;
  /** `fund`: a top-up that needs a second person. `sweep`: fees that leave for the platform operator's bank. */
  readonly kind: "reverse" | "adjust" | "fund" | "sweep";
  /** The id of the reversed entry; null for an adjustment. */
  readonly corrects: bigint | null;
  /** The provider attempt whose booked amount the correction changes; null without one. */
  readonly attempt: string | null;
  /** The account at a provider from which a sweep took the money, also in its reversal; null for the bank and otherwise. */
  readonly provider_account: Id<"con"> | null;
  readonly currency: string;
  readonly amount: bigint;
  readonly as_debt: boolean;
  readonly advanced: bigint;
  readonly reason: string;
  readonly document: string;
  readonly state: (typeof CORRECTION_STATES)[number];
  readonly needs_two: boolean;
  readonly requested_by: string;
  readonly requested_at: Instant;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly rejection: string | null;
}

const correctionFields = {
  id: Type.String({ examples: ["cor_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  direction: OneOf(["in", "out", "none"], { description: "The change of the spendable balance; `none`: no change." }),
  amount: AmountOut,
  debt: AmountOut,
  currency: CurrencyCode,
  entry: Nullable(Type.String({ description: "The number of the reversed entry." })),
  created_at: Timestamp,
};

/** A booked correction of a merchant's balance. */
export const BookedCorrection = Type.Object(
  {
    ...correctionFields,
    kind: OneOf(["reversal", "adjustment"]),
    reason: Type.String(),
    document: Type.String({ description: "The reference of the document that the correction is based on." }),
  },
  {
    title: "Correction",
    examples: [
      {
        ...{ id: "cor_01jqk3v8q1e9fa4x2m7c5t0r6w", kind: "reversal", direction: "in", amount: 2_500, debt: 0 },
        ...{ currency: "XAF", entry: "1042", reason: "booked twice", document: "BICEC advice 4711" },
        created_at: "2026-03-31T09:00:00.123456Z",
      },
    ],
  },
);
export type BookedCorrection = Static<typeof BookedCorrection>;

/** The data of events about corrections of the balance. */
export const BalanceCorrectionEvent = Type.Object({
  ...correctionFields,
  kind: OneOf(["reversal", "adjustment", "repayment"]),
  reason: Nullable(Type.String()),
  document: Nullable(Type.String()),
});
export type BalanceCorrectionEvent = Static<typeof BalanceCorrectionEvent>;
