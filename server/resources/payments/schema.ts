import { type FailureCode, FailureCodeField } from "#kernel/failure-codes.ts";
import {
  answerSchemas,
  bigint,
  boolean,
  COMPUTED,
  createSchemas,
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
  CountryCode,
  CurrencyCode,
  Description,
  Email,
  ID_TEXT_MAX,
  Metadata,
  Moment,
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
import type { Instant } from "#kernel/time.ts";
import { NewSplit, Split } from "#resources/splits/schema.ts";

export const PAYMENT_STATUSES = ["pending", "processing", "complete", "failed", "canceled", "expired"] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];
export const PaymentStatusField = OneOf(PAYMENT_STATUSES, { title: "PaymentStatus" });

/** The maximum of days between the creation of a payment and its `expires_at`. */
export const EXPIRY_DAYS_MAX = 30;

const URL_MAX = 2_000;
const ADDRESS_MAX = 45;

// Longer than every id, so that a malformed id gets 422 like an id that does not exist (interface.md 7).
const ChannelText = Type.String({ minLength: 1, maxLength: ID_TEXT_MAX, examples: ["cm.mtn"] });
const CustomerId = Type.String({ minLength: 1, maxLength: ID_TEXT_MAX, examples: ["cus_01jqk3v8q1e9fa4x2m7c5t0r6w"] });

export const Callback = Type.String({
  minLength: 1,
  maxLength: URL_MAX,
  description:
    "The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.",
  examples: ["https://shop.example.cm/thanks"],
});

const LOCK = { ...UNLISTED, column: text<string | null>(), answer: null, form: null } as const;

/**
 * Every field of a payment, in the order of answers. Its table, requests, answers, events, exports, and its lists and
 * form in the dashboard derive from here.
 */
export const PAYMENT_FIELDS = {
  id: {
    ...{ ...COMPUTED, column: text<Id<"pay">>(), export: 1, list: null },
    answer: Type.String({ examples: ["pay_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  reference: {
    ...{ column: text(), create: Type.Optional(NewReference), answer: Reference, export: 2, list: shown(4), form: 6 },
  },
  merchant_reference: {
    ...{ ...COMPUTED, column: text<string | null>(), answer: Nullable(Reference), export: 3, list: null },
  },
  trxref: { ...COMPUTED, ...UNLISTED, column: null, answer: Nullable(Reference) },
  amount: { column: bigint(), create: AmountIn, answer: AmountOut, export: 5, list: shown(1), form: 1 },
  amount_total: { ...COMPUTED, ...UNLISTED, column: null, answer: AmountOut },
  converted_amount: { ...COMPUTED, ...UNLISTED, column: null, answer: AmountOut },
  fee: { ...COMPUTED, column: bigint(), answer: AmountOut, export: 6, list: hidden(2) },
  amount_refunded: { ...COMPUTED, column: bigint(), answer: AmountOut, export: 7, list: hidden(3) },
  amount_refunding: { ...COMPUTED, ...UNLISTED, column: bigint(), answer: null },
  currency: { column: text(), create: CurrencyCode, answer: CurrencyCode, export: 8, list: null, form: null },
  status: { ...COMPUTED, column: text<PaymentStatus>(), answer: PaymentStatusField, export: 4, list: shown(2) },
  customer: {
    ...{ column: text<Id<"cus">>(), answer: CustomerId, export: 11, list: shown(3), form: null },
    create: Type.Optional(
      Type.Union([
        CustomerId,
        Type.Object({ name: Type.Optional(Name), email: Type.Optional(Email), phone: Type.Optional(PhoneText) }),
      ]),
    ),
  },
  customer_name: { ...COMPUTED, column: null, answer: null, export: 12, list: null },
  name: { ...UNLISTED, column: null, create: Type.Optional(Name), answer: null, form: 4 },
  email: { ...UNLISTED, column: null, create: Type.Optional(Email), answer: null, form: 3 },
  /**
   * The number in the creation request, in E.164. The field `phone` is the number that received the request to confirm.
   */
  payer_phone: { ...COMPUTED, ...UNLISTED, column: text<string | null>(), answer: null },
  channel: {
    ...{ ...COMPUTED, column: text<string | null>(), answer: Nullable(ChannelText), export: 9, list: shown(5) },
  },
  phone: {
    ...{ column: text<string | null>(), create: Type.Optional(PhoneText), export: 10, list: hidden(1), form: 2 },
    answer: Nullable(Type.String({ description: "The number of the phone that confirms the payment." })),
  },
  description: {
    ...{ column: optionalText(), create: Type.Optional(Description), answer: Nullable(Description) },
    ...{ export: 13, list: shown(6), form: 5 },
  },
  callback: {
    ...{ ...UNLISTED, column: optionalText(), create: Type.Optional(Callback), answer: Nullable(Callback), form: null },
  },
  locked_channel: { ...LOCK, create: Type.Optional(ChannelText) },
  locked_country: { ...LOCK, create: Type.Optional(CountryCode) },
  locked_currency: { ...LOCK, create: Type.Optional(CurrencyCode) },
  metadata: { ...UNLISTED, column: json(), create: Type.Optional(Metadata), answer: Metadata, form: null },
  split: {
    ...{ ...UNLISTED, column: json<Split | null>(), create: Type.Optional(NewSplit), answer: Type.Optional(Split) },
    form: null,
  },
  link: { ...COMPUTED, ...UNLISTED, column: text<Id<"lnk"> | null>(), answer: null },
  /** The publishable key that created it: its payer may be anybody. */
  publishable_key: { ...COMPUTED, ...UNLISTED, column: text<Id<"key"> | null>(), answer: null },
  invoice: {
    ...{ ...COMPUTED, ...UNLISTED, column: text<Id<"ivc"> | null>() },
    answer: Type.Optional(Type.String({ description: "The invoice of which it pays a part." })),
  },
  action_url: {
    ...{ ...COMPUTED, ...UNLISTED, column: text<string | null>() },
    answer: Type.Optional(
      Type.String({
        description:
          "The provider's page where the payer pays: redirect the payer to it. Present as soon as the provider has returned it, " +
          "while the payment is `processing`.",
      }),
    ),
  },
  sandbox: { ...COMPUTED, ...UNLISTED, column: null, answer: Type.Boolean() },
  is_hosted_try: { ...COMPUTED, ...UNLISTED, column: boolean(), answer: null },
  tries: { ...COMPUTED, ...UNLISTED, column: int(), answer: null },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: 16, list: shown(7) },
  updated_at: { ...COMPUTED, ...UNLISTED, column: instant(), answer: Timestamp },
  processing_at: { ...COMPUTED, ...UNLISTED, column: instant<Instant | null>(), answer: Type.Optional(Timestamp) },
  completed_at: {
    ...{
      ...COMPUTED,
      column: instant<Instant | null>(),
      answer: Type.Optional(Timestamp),
      export: 17,
      list: hidden(4),
    },
  },
  expires_at: {
    ...{ ...UNLISTED, column: instant(), answer: Type.Optional(Timestamp), form: null },
    create: Type.Optional({
      ...Moment,
      description:
        `The moment from which the payment can no longer be paid, within ${EXPIRY_DAYS_MAX} days. Without it, the platform ` +
        "operator's setting applies, three hours by default.",
    }),
  },
  failure_code: {
    ...{ ...COMPUTED, column: text<FailureCode | null>(), answer: Type.Optional(FailureCodeField) },
    ...{ export: 14, list: null },
  },
  failure_reason: {
    ...{
      ...COMPUTED,
      column: text<string | null>(),
      answer: Type.Optional(Type.String()),
      export: 15,
      list: hidden(5),
    },
  },
  sequence: { ...COMPUTED, ...UNLISTED, column: int(), answer: null },
} satisfies FieldTable;

/** The optional texts of a payment, copied from the request to the order, then to the row, and then to answers. */
export type PaymentTexts = OptionalTexts<typeof PAYMENT_FIELDS>;
export const paymentTexts = optionalTexts(PAYMENT_FIELDS);

/** The body of POST /payments (interface-decisions 20). */
export const NewPayment = Type.Object(
  createSchemas(PAYMENT_FIELDS, ["amount", "currency", "email", "phone", "customer", "name"]),
  {
    title: "NewPayment",
    examples: [
      { amount: 5000, currency: "XAF", phone: "+237677123456", reference: "order-1042", description: "Order 1042" },
    ],
  },
);
export type NewPayment = Static<typeof NewPayment>;

/** The form of a one-time code. */
export const Otp = Type.String({
  minLength: 3,
  maxLength: 12,
  pattern: "^[A-Za-z0-9]+$",
  description: "The one-time code that the payer got from the network, for a number that needs one.",
  examples: ["482913"],
});

const ProcessData = Type.Object({
  phone: Type.Optional(PhoneText),
  account_number: Type.Optional(PhoneText),
  country: Type.Optional(CountryCode),
  otp: Type.Optional(Otp),
  amount: Type.Optional({ ...AmountIn, description: "If sent, it must be the payment's amount." }),
  currency: Type.Optional({ ...CurrencyCode, description: "If sent, it must be the payment's currency." }),
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
export const Payment = Type.Object(answerSchemas(PAYMENT_FIELDS), {
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
});
export type Payment = Static<typeof Payment>;

/**
 * The fields of a payment that a publishable key sees. The customer's id would tell whether the merchant knows the payer;
 * the fee, the shares of a split and the metadata are the merchant's own.
 */
const FOLLOWED_FIELDS = [
  ...(["id", "reference", "merchant_reference", "trxref", "amount", "amount_total", "converted_amount"] as const),
  ...([
    "amount_refunded",
    "currency",
    "status",
    "channel",
    "description",
    "callback",
    "action_url",
    "sandbox",
  ] as const),
  ...(["created_at", "updated_at", "processing_at", "completed_at", "expires_at"] as const),
  ...(["failure_code", "failure_reason"] as const),
];
export const FollowedPayment = Type.Pick(Payment, FOLLOWED_FIELDS, { title: "FollowedPayment" });

/** A row of `payments`. */
export type PaymentRow = RowOf<typeof PAYMENT_FIELDS>;
