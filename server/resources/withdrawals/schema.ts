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
  optionalText,
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
  Reference,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { NewReference } from "#kernel/references.ts";
import type { Instant } from "#kernel/time.ts";
import { Approval, ApprovalDetails, type ApprovalState } from "#resources/approvals/schema.ts";

export const WITHDRAWAL_STATUSES = ["pending", "processing", "complete", "failed", "canceled"] as const;
export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];
export const WithdrawalStatusField = OneOf(WITHDRAWAL_STATUSES, { title: "WithdrawalStatus" });

/** The `provider` of withdrawals that the platform operator pays through a bank. */
export const BANK = "bank";

export const BANK_REFERENCE_MAX = 190;

const AccountId = Type.String({ minLength: 1, maxLength: 190, examples: ["wac_01jqk3v8q1e9fa4x2m7c5t0r6w"] });

/**
 * Every field of a withdrawal, in the order of API responses. The table's columns, requests, responses, events, exports,
 * and the dashboard's list derive from it.
 */
export const WITHDRAWAL_FIELDS = {
  id: {
    ...{ ...COMPUTED, column: text<Id<"wdr">>(), export: 1, list: null },
    answer: Type.String({ examples: ["wdr_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  reference: {
    ...{
      column: text(),
      create: Type.Optional(NewReference),
      answer: Reference,
      export: 2,
      list: shown(4),
      form: null,
    },
  },
  account: { column: text(), create: AccountId, answer: AccountId, export: 3, list: shown(3), form: null },
  /** The name and the masked number of the account. */
  name: { ...COMPUTED, column: null, answer: null, export: 4, list: null },
  number: { ...COMPUTED, column: null, answer: null, export: 5, list: null },
  amount: { column: bigint(), create: AmountIn, answer: AmountOut, export: 7, list: shown(1), form: null },
  currency: { ...COMPUTED, column: text(), answer: CurrencyCode, export: 8, list: null },
  status: { ...COMPUTED, column: text<WithdrawalStatus>(), answer: WithdrawalStatusField, export: 6, list: shown(2) },
  /** Null if the platform operator pays the withdrawal through a bank. */
  channel: {
    ...{ ...COMPUTED, column: text<string | null>(), export: 9, list: hidden(1) },
    answer: Nullable(
      Type.String({ description: "The channel that carries it. Null: the platform operator pays it through a bank." }),
    ),
  },
  provider: { ...COMPUTED, ...UNLISTED, column: text(), answer: null },
  receiver: { ...COMPUTED, ...UNLISTED, column: text(), answer: null },
  rule: {
    ...{ ...COMPUTED, ...UNLISTED, column: text<string | null>() },
    answer: Type.Optional(Type.String({ description: "The withdrawal rule that made it." })),
  },
  description: {
    ...{ column: optionalText(), create: Type.Optional(Description), answer: Nullable(Description) },
    ...{ export: 10, list: shown(5), form: null },
  },
  metadata: { ...UNLISTED, column: json(), create: Type.Optional(Metadata), answer: Metadata, form: null },
  bank_reference: {
    ...{ ...COMPUTED, column: text<string | null>(), export: 11, list: hidden(2) },
    answer: Type.Optional(Type.String({ description: "The bank's reference of the payment." })),
  },
  sandbox: { ...COMPUTED, ...UNLISTED, column: null, answer: Type.Boolean() },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: 14, list: shown(6) },
  updated_at: { ...COMPUTED, ...UNLISTED, column: instant(), answer: Timestamp },
  completed_at: {
    ...{
      ...COMPUTED,
      column: instant<Instant | null>(),
      answer: Type.Optional(Timestamp),
      export: 15,
      list: hidden(3),
    },
  },
  failure_code: {
    ...{ ...COMPUTED, column: text<FailureCode | null>(), answer: Type.Optional(FailureCodeField) },
    ...{ export: 12, list: null },
  },
  failure_reason: {
    ...{
      ...COMPUTED,
      column: text<string | null>(),
      answer: Type.Optional(Type.String()),
      export: 13,
      list: hidden(4),
    },
  },
  approval: {
    ...{ ...COMPUTED, ...UNLISTED, column: text<ApprovalState | null>() },
    ...{ answer: Type.Optional(Approval), details: Type.Optional(ApprovalDetails) },
  },
  /** The first of two decisions. `proposed_text` is the bank's reference, or the reason for the failure. */
  proposed: { ...COMPUTED, ...UNLISTED, column: text<"complete" | "failed" | null>(), answer: null },
  proposed_text: { ...COMPUTED, ...UNLISTED, column: text<string | null>(), answer: null },
  proposed_by: { ...COMPUTED, ...UNLISTED, column: text<string | null>(), answer: null },
  sequence: { ...COMPUTED, ...UNLISTED, column: int(), answer: null },
} satisfies FieldTable;

export const NewWithdrawal = Type.Object(createSchemas(WITHDRAWAL_FIELDS, ["account", "amount"]), {
  title: "NewWithdrawal",
  examples: [{ account: "wac_01jqk3v8q1e9fa4x2m7c5t0r6w", amount: 250_000, reference: "takings-2026-03-31" }],
});
export type NewWithdrawal = Static<typeof NewWithdrawal>;

const EXAMPLE = {
  ...{ id: "wdr_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "takings-2026-03-31" },
  ...{ account: "wac_01jqk3v8q1e9fa4x2m7c5t0r6w", amount: 250_000, currency: "XAF", status: "pending" },
  ...{ channel: "cm.bank", description: null, metadata: {}, sandbox: true },
  ...{ created_at: "2026-03-31T18:00:00.123456Z", updated_at: "2026-03-31T18:00:00.123456Z" },
};

/** A withdrawal in lists, in the response to its creation and in events. */
export const Withdrawal = Type.Object(answerSchemas(WITHDRAWAL_FIELDS), { title: "Withdrawal", examples: [EXAMPLE] });
export type Withdrawal = Static<typeof Withdrawal>;

/** The response for a single withdrawal. */
export const WithdrawalDetails = Type.Object(detailSchemas(WITHDRAWAL_FIELDS), {
  title: "WithdrawalDetails",
  examples: [EXAMPLE],
});
export type WithdrawalDetails = Static<typeof WithdrawalDetails>;

/** A row of `withdrawals`. */
export type WithdrawalRow = RowOf<typeof WITHDRAWAL_FIELDS>;
