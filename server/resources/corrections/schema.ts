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

/** A row of `corrections`. */
export interface CorrectionRow extends Scope, EntryAccounts {
  readonly id: Id<"cor">;
  /** `fund`: a top-up that needs a second person. */
  readonly kind: "reverse" | "adjust" | "fund";
  /** The id of the reversed entry; null for an adjustment. */
  readonly corrects: bigint | null;
  /** The provider attempt whose booked amount the correction changes; null without one. */
  readonly attempt: string | null;
  readonly currency: string;
  readonly amount: bigint;
  readonly as_debt: boolean;
  readonly advanced: bigint;
  readonly reason: string;
  readonly document: string;
  readonly state: (typeof CORRECTION_STATES)[number];
  readonly needs_two: boolean;
  readonly asked_by: string;
  readonly asked_at: Instant;
  readonly decided_by: string | null;
  readonly decided_at: Instant | null;
  readonly rejection: string | null;
}

/** The data of events about corrections of the balance. */
export const BalanceCorrectionEvent = Type.Object({
  id: Type.String(),
  kind: OneOf(["reversal", "adjustment", "repayment"]),
  direction: OneOf(["in", "out", "none"], { description: "How the spendable balance changes; `none`: not at all." }),
  amount: AmountOut,
  debt: AmountOut,
  currency: CurrencyCode,
  entry: Nullable(Type.String({ description: "The number of the reversed entry." })),
  reason: Nullable(Type.String()),
  document: Nullable(Type.String()),
  created_at: Timestamp,
});
export type BalanceCorrectionEvent = Static<typeof BalanceCorrectionEvent>;
