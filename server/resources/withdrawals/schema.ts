import { type FailureCode, FailureCodeField } from "#kernel/failure-codes.ts";
import {
  AmountIn,
  AmountOut,
  CurrencyCode,
  Description,
  Metadata,
  Nullable,
  OneOf,
  Reference,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { NewReference } from "#kernel/references.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { Approval, ApprovalDetails, type ApprovalState } from "#resources/approvals/schema.ts";

export const WITHDRAWAL_STATUSES = ["pending", "processing", "complete", "failed", "canceled"] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
export const WithdrawalStatusField = OneOf(WITHDRAWAL_STATUSES, { title: "WithdrawalStatus" });

/** The `provider` of withdrawals that the platform operator pays through a bank. */
export const BANK = "bank";

export const BANK_REFERENCE_MAX = 190;

const AccountId = Type.String({ minLength: 1, maxLength: 190, examples: ["wac_01jqk3v8q1e9fa4x2m7c5t0r6w"] });

export const NewWithdrawal = Type.Object(
  {
    account: AccountId,
    amount: AmountIn,
    reference: Type.Optional(NewReference),
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
  },
  {
    title: "NewWithdrawal",
    examples: [{ account: "wac_01jqk3v8q1e9fa4x2m7c5t0r6w", amount: 250_000, reference: "takings-2026-03-31" }],
  },
);
export type NewWithdrawal = Static<typeof NewWithdrawal>;

const withdrawalFields = {
  id: Type.String({ examples: ["wdr_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  reference: Reference,
  account: AccountId,
  amount: AmountOut,
  currency: CurrencyCode,
  status: WithdrawalStatusField,
  channel: Nullable(
    Type.String({ description: "The channel that carries it. Null: the platform operator pays it through a bank." }),
  ),
  description: Nullable(Description),
  metadata: Metadata,
  bank_reference: Type.Optional(Type.String({ description: "The bank's reference of the payment." })),
  sandbox: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: Type.Optional(Timestamp),
  failure_code: Type.Optional(FailureCodeField),
  failure_reason: Type.Optional(Type.String()),
};
const EXAMPLE = {
  ...{ id: "wdr_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "takings-2026-03-31" },
  ...{ account: "wac_01jqk3v8q1e9fa4x2m7c5t0r6w", amount: 250_000, currency: "XAF", status: "pending" },
  ...{ channel: "cm.bank", description: null, metadata: {}, sandbox: true },
  ...{ created_at: "2026-03-31T18:00:00.123456Z", updated_at: "2026-03-31T18:00:00.123456Z" },
};

/** A withdrawal in lists, in the response to its creation and in events. */
export const Withdrawal = Type.Object(
  { ...withdrawalFields, approval: Type.Optional(Approval) },
  { title: "Withdrawal", examples: [EXAMPLE] },
);
export type Withdrawal = Static<typeof Withdrawal>;

/** The response for a single withdrawal. */
export const WithdrawalDetails = Type.Object(
  { ...withdrawalFields, approval: Type.Optional(ApprovalDetails) },
  { title: "WithdrawalDetails", examples: [EXAMPLE] },
);
export type WithdrawalDetails = Static<typeof WithdrawalDetails>;

/** A row of `withdrawals`. */
export interface WithdrawalRow extends Scope {
  readonly id: Id<"wdr">;
  readonly reference: string;
  readonly account: string;
  readonly amount: bigint;
  readonly currency: string;
  /** Null if the platform operator pays the withdrawal through a bank. */
  readonly channel: string | null;
  readonly provider: string;
  readonly receiver: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly status: WithdrawalStatus;
  readonly approval: ApprovalState | null;
  readonly failure_code: FailureCode | null;
  readonly failure_reason: string | null;
  readonly bank_reference: string | null;
  /** The first of two decisions. `proposed_text` is the bank's reference, or the reason for the failure. */
  readonly proposed: "complete" | "failed" | null;
  readonly proposed_text: string | null;
  readonly proposed_by: string | null;
  readonly sequence: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly completed_at: Instant | null;
}
