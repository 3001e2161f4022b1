import { type FailureCode, FailureCodeField } from "#kernel/failure-codes.ts";
import {
  AccountNumber,
  AmountIn,
  AmountOut,
  BankCode,
  CountryCode,
  CurrencyCode,
  Description,
  Email,
  ID_TEXT_MAX,
  Metadata,
  NAME_MAX,
  Name,
  Nullable,
  OneOf,
  PhoneText,
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

export const TRANSFER_STATUSES = ["pending", "processing", "complete", "failed", "canceled"] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];
export const TransferStatusField = OneOf(TRANSFER_STATUSES, { title: "TransferStatus" });

// Longer than every id: a text that is no id is 422 like an id that does not exist (interface.md 7).
export const ChannelText = Type.String({ minLength: 1, maxLength: ID_TEXT_MAX, examples: ["cm.mobile"] });
const BeneficiaryId = Type.String({
  minLength: 1,
  maxLength: ID_TEXT_MAX,
  examples: ["ben_01jqk3v8q1e9fa4x2m7c5t0r6w"],
});

/** A recipient who is not stored (`interface.md` 4.2). */
const BeneficiaryData = Type.Object(
  {
    name: Name,
    phone: PhoneText,
    email: Type.Optional(Email),
    account_number: Type.Optional(AccountNumber),
    bank_code: Type.Optional(BankCode),
    country: Type.Optional(CountryCode),
  },
  { title: "BeneficiaryData" },
);

/** The older form: an object in place of the id, which needs only a number. */
const LegacyBeneficiary = Type.Object({
  ...Type.Partial(BeneficiaryData).properties,
  phone: PhoneText,
});

/** The body's fields for the recipient; the caller uses one of them. */
export const recipientFields = {
  beneficiary: Type.Optional(Type.Union([BeneficiaryId, LegacyBeneficiary])),
  beneficiary_data: Type.Optional(BeneficiaryData),
  recipient: Type.Optional(Type.Union([BeneficiaryId, LegacyBeneficiary])),
};

/** The name that the network must report for the number before money is sent to it. */
export const ExpectedName = Type.String({
  minLength: 1,
  maxLength: NAME_MAX,
  "x-pasted": "line",
  description:
    "The expected account holder. The transfer fails if the network does not confirm this name for the number.",
  examples: ["Jane Mballa"],
});

/** The body of POST /transfers. */
export const NewTransfer = Type.Object(
  {
    amount: AmountIn,
    currency: CurrencyCode,
    channel: ChannelText,
    ...recipientFields,
    description: Type.Optional(Description),
    reference: Type.Optional(NewReference),
    metadata: Type.Optional(Metadata),
    expect_name: Type.Optional(ExpectedName),
  },
  {
    title: "NewTransfer",
    examples: [
      {
        ...{ amount: 5000, currency: "XAF", channel: "cm.mobile", reference: "salary-2026-03-0042" },
        beneficiary_data: { name: "Jane Mballa", phone: "+237677123456" },
      },
    ],
  },
);
export type NewTransfer = Static<typeof NewTransfer>;

/**
 * A transfer in lists, in the response to its creation and in events: shape A of `interface.md` 2.3, with additional
 * fields.
 */
export const Transfer = Type.Object(
  {
    id: Type.String({ examples: ["trf_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    reference: Reference,
    amount: AmountOut,
    amount_total: AmountOut,
    fee: AmountOut,
    currency: CurrencyCode,
    status: TransferStatusField,
    beneficiary: BeneficiaryId,
    channel: ChannelText,
    description: Nullable(Description),
    metadata: Metadata,
    bulk_transfer: Type.Optional(Type.String({ examples: ["btr_01jqk3v8q1e9fa4x2m7c5t0r6w"] })),
    approval: Type.Optional(Approval),
    sandbox: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: Type.Optional(Timestamp),
    failure_code: Type.Optional(FailureCodeField),
    failure_reason: Type.Optional(Type.String({ examples: ["The recipient's number has no account"] })),
  },
  {
    title: "Transfer",
    examples: [
      {
        ...{ id: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "salary-2026-03-0042" },
        ...{ amount: 75_000, amount_total: 75_250, fee: 250, currency: "XAF", status: "pending" },
        ...{ beneficiary: "ben_01jqk3v8q1e9fa4x2m7c5t0r6w", channel: "cm.mobile", description: "Salary, March" },
        ...{ metadata: { employee: "42" }, sandbox: true },
        ...{ created_at: "2026-03-31T09:00:00.123456Z", updated_at: "2026-03-31T09:00:00.123456Z" },
      },
    ],
  },
);
export type Transfer = Static<typeof Transfer>;

const Business = Type.Object({
  id: Type.String(),
  country: CountryCode,
  email: Type.String(),
  phone: Nullable(Type.String()),
  poster: Nullable(Type.String()),
  name: Type.String(),
});

const PaidBeneficiary = Type.Object({
  id: BeneficiaryId,
  phone: Nullable(Type.String()),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  country: CountryCode,
  channel: Type.Object({
    name: Type.String(),
    type: Type.String({ examples: ["mobile"] }),
    id: ChannelText,
  }),
  receiver: Type.Object({ number: Type.String({ description: "The number or account of the recipient." }) }),
});

/** The recipient of an order at the time of the order: later changes to the beneficiary have no effect. */
export const OrderedReceiver = Type.Object(
  {
    name: Nullable(Type.String()),
    number: Type.String({ description: "The number or account of the recipient." }),
    bank_code: Nullable(BankCode),
  },
  {
    title: "OrderedReceiver",
    examples: [{ name: "Jane Mballa", number: "+237677123456", bank_code: null }],
  },
);
export type OrderedReceiver = Static<typeof OrderedReceiver>;

/** A transfer on its own: shape B, with the fields of shape A that it lacks. */
export const TransferDetails = Type.Object(
  {
    id: Type.String(),
    reference: Reference,
    amount: AmountOut,
    amount_total: AmountOut,
    fee: AmountOut,
    converted_amount: AmountOut,
    currency: CurrencyCode,
    status: TransferStatusField,
    business: Business,
    beneficiary: PaidBeneficiary,
    receiver: OrderedReceiver,
    channel: ChannelText,
    description: Nullable(Description),
    metadata: Metadata,
    bulk_transfer: Type.Optional(Type.String({ examples: ["btr_01jqk3v8q1e9fa4x2m7c5t0r6w"] })),
    approval: Type.Optional(ApprovalDetails),
    sandbox: Type.Boolean(),
    initiated_at: Timestamp,
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: Type.Optional(Timestamp),
    failure_code: Type.Optional(FailureCodeField),
    failure_reason: Type.Optional(Type.String()),
  },
  {
    title: "TransferDetails",
    examples: [
      {
        ...{ id: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "salary-2026-03-0042" },
        ...{ amount: 75_000, amount_total: 75_250, fee: 250, converted_amount: 75_000, currency: "XAF" },
        status: "complete",
        business: {
          ...{ id: "mer_01jqk3v8q1e9fa4x2m7c5t0r6w", country: "CM", email: "shop@example.cm" },
          ...{ phone: "+237677000000", poster: null, name: "Boulangerie du Marché" },
        },
        beneficiary: {
          ...{ id: "ben_01jqk3v8q1e9fa4x2m7c5t0r6w", phone: "+237677123456", name: "Jane Mballa" },
          ...{ email: "jane@example.cm", country: "CM" },
          channel: { name: "Mobile money in Cameroon", type: "mobile", id: "cm.mobile" },
          receiver: { number: "+237677123456" },
        },
        receiver: { name: "Jane Mballa", number: "+237677123456", bank_code: null },
        ...{ channel: "cm.mobile", description: "Salary, March", metadata: { employee: "42" }, sandbox: true },
        ...{ initiated_at: "2026-03-31T09:00:00.123456Z", created_at: "2026-03-31T09:00:00.123456Z" },
        ...{ updated_at: "2026-03-31T09:00:02.654321Z", completed_at: "2026-03-31T09:00:02.654321Z" },
      },
    ],
  },
);
export type TransferDetails = Static<typeof TransferDetails>;

/** A row of `transfers`. */
export interface TransferRow extends Scope {
  readonly id: Id<"trf">;
  readonly reference: string;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly amount_total: bigint;
  readonly currency: string;
  readonly channel: string;
  readonly beneficiary: Id<"ben">;
  readonly receiver: string;
  readonly description: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly bulk: Id<"btr"> | null;
  readonly status: TransferStatus;
  /** The state of the second person's approval; null: none was needed. */
  readonly approval: ApprovalState | null;
  readonly failure_code: FailureCode | null;
  readonly failure_reason: string | null;
  readonly sequence: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly completed_at: Instant | null;
}
