import { type FailureCode, FailureCodeField } from "#kernel/failure-codes.ts";
import {
  answerSchemas,
  bigint,
  COMPUTED,
  createSchemas,
  detailSchemas,
  type FieldTable,
  hidden,
  instant,
  int,
  json,
  type OptionalTexts,
  optionalText,
  optionalTexts,
  type RowOf,
  shown,
  text,
  UNLISTED,
} from "#kernel/field-table.ts";
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
import type { Instant } from "#kernel/time.ts";
import { Approval, ApprovalDetails } from "#resources/approvals/schema.ts";
import { type RefundBearer, RefundBearerField } from "#resources/splits/schema.ts";

export const REFUND_STATUSES = ["pending", "processing", "complete", "failed"] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];
export const RefundStatusField = OneOf(REFUND_STATUSES, { title: "RefundStatus" });

const PaymentText = Type.String({ minLength: 1, maxLength: 190, examples: ["pay_01jqk3v8q1e9fa4x2m7c5t0r6w"] });

/** The states of a refund's approval. There is no `canceled`, because a refund cannot be canceled. */
export type RefundApproval = "waiting" | "approved" | "rejected";

/**
 * Every field of a refund, in the order of API responses. The table's columns, requests, responses, events, exports,
 * and the dashboard's list derive from it.
 */
export const REFUND_FIELDS = {
  id: {
    ...{ ...COMPUTED, column: text<Id<"ref">>(), export: 1, list: null },
    answer: Type.String({ examples: ["ref_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  payment: {
    column: text<Id<"pay">>(),
    create: PaymentText,
    answer: PaymentText,
    export: 2,
    list: shown(3),
    form: null,
  },
  payment_reference: { ...COMPUTED, column: null, answer: null, export: 3, list: null },
  customer_name: { ...COMPUTED, column: null, answer: null, export: 4, list: null },
  amount: {
    ...{ column: bigint(), create: Type.Optional(AmountIn), answer: AmountOut, export: 6, list: shown(1), form: null },
  },
  currency: { ...COMPUTED, column: text(), answer: CurrencyCode, export: 7, list: null },
  status: { ...COMPUTED, column: text<RefundStatus>(), answer: RefundStatusField, export: 5, list: shown(2) },
  channel: {
    ...{ ...COMPUTED, column: text(), answer: Type.String({ examples: ["cm.mtn"] }), export: 8, list: shown(5) },
  },
  receiver: { ...COMPUTED, ...UNLISTED, column: text(), answer: null },
  reason: {
    ...{ column: optionalText(), create: Type.Optional(Description), answer: Nullable(Description) },
    ...{ export: 9, list: shown(4), form: null },
  },
  metadata: { ...UNLISTED, column: json(), create: Type.Optional(Metadata), answer: Metadata, form: null },
  sandbox: { ...COMPUTED, ...UNLISTED, column: null, answer: Type.Boolean() },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: 12, list: shown(6) },
  updated_at: { ...COMPUTED, ...UNLISTED, column: instant(), answer: Timestamp },
  completed_at: {
    ...{
      ...COMPUTED,
      column: instant<Instant | null>(),
      answer: Type.Optional(Timestamp),
      export: 13,
      list: hidden(1),
    },
  },
  /** The part of a complete refund that the payer did not receive, as booked by corrections. */
  amount_corrected: {
    ...{ ...COMPUTED, ...UNLISTED, column: bigint() },
    answer: Type.Optional(
      Type.Unsafe<bigint>({
        type: "integer",
        description:
          "The part of a complete refund that the payer did not receive after all. It is back on the balance, and can be refunded again.",
      }),
    ),
  },
  failure_code: {
    ...{ ...COMPUTED, column: text<FailureCode | null>(), answer: Type.Optional(FailureCodeField) },
    ...{ export: 10, list: null },
  },
  failure_reason: {
    ...{
      ...COMPUTED,
      column: text<string | null>(),
      answer: Type.Optional(Type.String()),
      export: 11,
      list: hidden(2),
    },
  },
  /** The state of the approval by a second person; null if none was needed. */
  approval: {
    ...{ ...COMPUTED, ...UNLISTED, column: text<RefundApproval | null>() },
    ...{ answer: Type.Optional(Approval), details: Type.Optional(ApprovalDetails) },
  },
  refund_bearer: {
    ...{ ...UNLISTED, column: text<RefundBearer | null>(), form: null },
    ...{ create: Type.Optional(RefundBearerField), answer: Type.Optional(RefundBearerField) },
  },
  sequence: { ...COMPUTED, ...UNLISTED, column: int(), answer: null },
} satisfies FieldTable;

export type RefundTexts = OptionalTexts<typeof REFUND_FIELDS>;
export const refundTexts = optionalTexts(REFUND_FIELDS);

/** The body of POST /refunds (interface-decisions 25). */
export const NewRefund = Type.Object(createSchemas(REFUND_FIELDS, []), {
  title: "NewRefund",
  examples: [{ payment: "order-1042", amount: 1500, reason: "One item was sold out" }],
});
export type NewRefund = Static<typeof NewRefund>;

const EXAMPLE = {
  ...{ id: "ref_01jqk3v8q1e9fa4x2m7c5t0r6w", payment: "pay_01jqk3v8q1e9fa4x2m7c5t0r6w", amount: 1500 },
  ...{ currency: "XAF", status: "pending", channel: "cm.mtn", reason: "One item was sold out" },
  ...{ metadata: { order: "A-1042" }, sandbox: true },
  ...{ created_at: "2026-03-02T08:30:00.123456Z", updated_at: "2026-03-02T08:30:00.123456Z" },
};

/** A refund in lists, in the response to its creation and in events. */
export const Refund = Type.Object(answerSchemas(REFUND_FIELDS), { title: "Refund", examples: [EXAMPLE] });
export type Refund = Static<typeof Refund>;

/** The response for a single refund. */
export const RefundDetails = Type.Object(detailSchemas(REFUND_FIELDS), { title: "RefundDetails", examples: [EXAMPLE] });
export type RefundDetails = Static<typeof RefundDetails>;

/** A row of `refunds`. */
export type RefundRow = RowOf<typeof REFUND_FIELDS>;
