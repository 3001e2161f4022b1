import { type FailureCode, FailureCodeField } from "#kernel/failure-codes.ts";
import {
  AmountIn,
  AmountOut,
  CountryCode,
  CurrencyCode,
  Description,
  Email,
  ID_TEXT_MAX,
  Metadata,
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

export const PAYMENT_STATUSES = ["pending", "processing", "complete", "failed", "canceled", "expired"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const PaymentStatusField = OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" });

const URL_MAX = 2_000;
const ADDRESS_MAX = 45;

// Longer than every id: a text that is no id is 422 like an id that does not exist (interface.md 7).
const ChannelText = Type.String({ minLength: 1, maxLength: ID_TEXT_MAX, examples: ["cm.mtn"] });
const CustomerId = Type.String({ minLength: 1, maxLength: ID_TEXT_MAX, examples: ["cus_01jqk3v8q1e9fa4x2m7c5t0r6w"] });

export const Callback = Type.String({
  minLength: 1,
  maxLength: URL_MAX,
  description:
    "The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.",
  examples: ["https://shop.example.cm/thanks"],
});

/** The body of POST /payments (interface-decisions 20). */
export const NewPayment = Type.Object(
  {
    amount: AmountIn,
    currency: CurrencyCode,
    email: Type.Optional(Email),
    phone: Type.Optional(PhoneText),
    customer: Type.Optional(
      Type.Union([
        CustomerId,
        Type.Object({ name: Type.Optional(Name), email: Type.Optional(Email), phone: Type.Optional(PhoneText) }),
      ]),
    ),
    name: Type.Optional(Name),
    reference: Type.Optional(NewReference),
    description: Type.Optional(Description),
    callback: Type.Optional(Callback),
    locked_channel: Type.Optional(ChannelText),
    locked_country: Type.Optional(CountryCode),
    locked_currency: Type.Optional(CurrencyCode),
    metadata: Type.Optional(Metadata),
  },
  {
    title: "NewPayment",
    examples: [
      { amount: 5000, currency: "XAF", phone: "+237677123456", reference: "order-1042", description: "Order 1042" },
    ],
  },
);
export type NewPayment = Static<typeof NewPayment>;

const ProcessData = Type.Object({
  phone: Type.Optional(PhoneText),
  account_number: Type.Optional(PhoneText),
  country: Type.Optional(CountryCode),
});

/** The body of POST /payments/{reference} (`interface.md` 4.5): `data` nested, or flat. */
export const ProcessPayment = Type.Object(
  {
    channel: ChannelText,
    data: Type.Optional(ProcessData),
    ...ProcessData.properties,
    client_ip: Type.Optional(Type.String({ maxLength: ADDRESS_MAX })),
  },
  { title: "ProcessPayment", examples: [{ channel: "cm.mtn", data: { phone: "+237677123456" } }] },
);
export type ProcessPayment = Static<typeof ProcessPayment>;

/** A payment as the API and its events show it (interface-decisions 21). */
export const Payment = Type.Object(
  {
    id: Type.String({ examples: ["pay_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    reference: Reference,
    merchant_reference: Nullable(Reference),
    trxref: Nullable(Reference),
    amount: AmountOut,
    amount_total: AmountOut,
    converted_amount: AmountOut,
    fee: AmountOut,
    amount_refunded: AmountOut,
    currency: CurrencyCode,
    status: PaymentStatusField,
    customer: CustomerId,
    channel: Nullable(ChannelText),
    phone: Nullable(Type.String({ description: "The number of the phone that confirms the payment." })),
    description: Nullable(Description),
    callback: Nullable(Callback),
    metadata: Metadata,
    sandbox: Type.Boolean(),
    created_at: Timestamp,
    updated_at: Timestamp,
    processing_at: Type.Optional(Timestamp),
    completed_at: Type.Optional(Timestamp),
    expires_at: Type.Optional(Timestamp),
    failure_code: Type.Optional(FailureCodeField),
    failure_reason: Type.Optional(Type.String()),
  },
  {
    title: "Payment",
    examples: [
      {
        ...{ id: "pay_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "order-1042", merchant_reference: "order-1042" },
        ...{ trxref: "order-1042", amount: 5000, amount_total: 5000, converted_amount: 5000, fee: 100 },
        ...{ amount_refunded: 0, currency: "XAF", status: "pending", customer: "cus_01jqk3v8q1e9fa4x2m7c5t0r6w" },
        ...{ channel: null, phone: null, description: "Order 1042", callback: "https://shop.example.cm/thanks" },
        ...{ metadata: { order: "A-1042" }, sandbox: true },
        ...{ created_at: "2026-03-01T12:00:00.123456Z" },
        ...{ updated_at: "2026-03-01T12:00:00.123456Z", expires_at: "2026-03-01T15:00:00.123456Z" },
      },
    ],
  },
);
export type Payment = Static<typeof Payment>;

/** A row of `payments`. */
export interface PaymentRow extends Scope {
  readonly id: Id<"pay">;
  readonly reference: string;
  readonly merchant_reference: string | null;
  readonly amount: bigint;
  readonly fee: bigint;
  readonly currency: string;
  readonly customer: Id<"cus">;
  /** The number in the creation request, in E.164; `phone` is the number that received the request to confirm. */
  readonly payer_phone: string | null;
  readonly channel: string | null;
  readonly phone: string | null;
  readonly description: string | null;
  readonly callback: string | null;
  readonly locked_channel: string | null;
  readonly locked_country: string | null;
  readonly locked_currency: string | null;
  readonly metadata: Readonly<Record<string, unknown>> | null;
  readonly link: Id<"lnk"> | null;
  readonly status: PaymentStatus;
  readonly is_hosted_try: boolean;
  readonly tries: number;
  readonly failure_reason: string | null;
  readonly failure_code: FailureCode | null;
  readonly amount_refunded: bigint;
  readonly amount_refunding: bigint;
  readonly sequence: number;
  readonly created_at: Instant;
  readonly updated_at: Instant;
  readonly processing_at: Instant | null;
  readonly completed_at: Instant | null;
  readonly expires_at: Instant;
}
