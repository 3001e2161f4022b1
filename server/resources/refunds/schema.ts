import { type FailureCode, FailureCodeField } from "#kernel/failure-codes.ts";
import {
  AmountIn,
  AmountOut,
  CurrencyCode,
  Description,
  Metadata,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { Approval, ApprovalDetails } from "#resources/approvals/schema.ts";

export const REFUND_STATUSES = ["pending", "processing", "complete", "failed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export const RefundStatusField = OneOf(REFUND_STATUSES, { title: "RefundStatus" });

const PaymentText = Type.String({ minLength: 1, maxLength: 190, examples: ["pay_01jqk3v8q1e9fa4x2m7c5t0r6w"] });

/** The body of POST /refunds (interface-decisions 25). */
export const NewRefund = Type.Object(
  {
    payment: PaymentText,
    amount: Type.Optional(AmountIn),
    reason: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
  },
  { title: "NewRefund", examples: [{ payment: "order-1042", amount: 1500, reason: "One item was sold out" }] },
);
export type NewRefund = Static<typeof NewRefund>;

const refundFields = {
  id: Type.String({ examples: ["ref_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  payment: PaymentText,
  amount: AmountOut,
  currency: CurrencyCode,
  status: RefundStatusField,
  channel: Type.String({ examples: ["cm.mtn"] }),
  reason: Nullable(Description),
  metadata: Metadata,
  sandbox: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  completed_at: Type.Optional(Timestamp),
  failure_code: Type.Optional(FailureCodeField),
  failure_reason: Type.Optional(Type.String()),
};
const EXAMPLE = {
  ...{ id: "ref_01jqk3v8q1e9fa4x2m7c5t0r6w", payment: "pay_01jqk3v8q1e9fa4x2m7c5t0r6w", amount: 1500 },
  ...{ currency: "XAF", status: "pending", channel: "cm.mtn", reason: "One item was sold out" },
  ...{ metadata: { order: "A-1042" }, sandbox: true },
  ...{ created_at: "2026-03-02T08:30:00.123456Z", updated_at: "2026-03-02T08:30:00.123456Z" },
};

/** A refund as lists, the response to its creation and its events show it. */
export const Refund = Type.Object(
  { ...refundFields, approval: Type.Optional(Approval) },
  { title: "Refund", examples: [EXAMPLE] },
);
export type Refund = Static<typeof Refund>;

/** A refund on its own. */
export const RefundDetails = Type.Object(
  { ...refundFields, approval: Type.Optional(ApprovalDetails) },
  { title: "RefundDetails", examples: [EXAMPLE] },
);
export type RefundDetails = Static<typeof RefundDetails>;

/** The approval states of a refund that needs a second person. A refund cannot be canceled. */
export type RefundApproval = "waiting" | "approved" | "rejected";

/** A row of `refunds`. */
export interface RefundRow extends Scope {
  readonly id: Id<"ref">;
  readonly payment: Id<"pay">;
  readonly amount: bigint;
  readonly currency: string;
  readonly channel: string;
  readonly receiver: string;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly status: RefundStatus;
  /** Null: no approval was needed. */
  readonly approval: RefundApproval | null;
  readonly failure_code: FailureCode | null;
  readonly failure_reason: string | null;
  readonly sequence: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly completed_at: Instant | null;
}
