import { FailureCodeField } from "#kernel/failure-codes.ts";
import {
  AmountIn,
  AmountOut,
  CountryCode,
  CurrencyCode,
  Email,
  Name,
  Nullable,
  OneOf,
  PhoneText,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import { BrandShown } from "#resources/branding/schema.ts";
import { Instalment, InvoiceStatusField } from "#resources/invoices/schema.ts";
import { LINK_STATES } from "#resources/links/rules.ts";
import { OptionalAmount } from "#resources/links/schema.ts";
import { Otp, PaymentStatusField } from "#resources/payments/schema.ts";

/** The outcomes of the sandbox numbers that the page offers. */
export const SANDBOX_OUTCOMES = [
  ...(["success", "insufficient_funds", "failure", "no_answer", "refused", "slow", "redirect", "otp"] as const),
];

const PayChannel = Type.Object({
  id: Type.String(),
  name: Type.String(),
  operator: Nullable(Type.String()),
  country: CountryCode,
  calling_code: Type.String(),
  minimum: AmountOut,
  maximum: AmountOut,
  /** The code that the payer dials to find the request. */
  ussd: Nullable(Type.String()),
  /** Instructions to the payer, to read before the code; null for the page's general text. */
  instruction: Nullable(Type.Object({ en: Type.String(), fr: Type.String() })),
  routes: Type.Array(Type.String()),
});

/** The form of a country's mobile numbers, without calling code and trunk zero. */
const NumberForm = Type.Object({ digits: Type.Integer(), first_digits: Type.Array(Type.String()) });

/** The merchant of a page. */
const Business = Type.Object({ name: Type.String(), ...BrandShown.properties });

/** All data of a payment that its page receives. It has no key, no id of the payer and no data of other records. */
export const Checkout = Type.Object({
  status: PaymentStatusField,
  amount: AmountOut,
  currency: CurrencyCode,
  description: Nullable(Type.String()),
  reference: Type.String(),
  trxref: Nullable(Type.String()),
  business: Business,
  sandbox: Type.Boolean(),
  channel: Nullable(Type.String()),
  /** The masked number. */
  phone: Nullable(Type.String()),
  payer_phone: Nullable(Type.String()),
  failure_reason: Nullable(Type.String()),
  failure_code: FailureCodeField,
  tries_left: Type.Integer(),
  expires_at: Timestamp,
  processing_at: Nullable(Timestamp),
  /** The provider's page where the payer pays. */
  action_url: Nullable(Type.String()),
  /** The expiry of the request on the phone; null without a request, and for a network without a known limit. */
  prompt_expires_at: Nullable(Timestamp),
  callback: Nullable(Type.String()),
  /** The path of the page of its invoice. */
  invoice_path: Nullable(Type.String()),
  channels: Type.Array(PayChannel),
  prefixes: Type.Record(Type.String(), Type.Array(Type.Object({ prefix: Type.String(), operator: Type.String() }))),
  /** By country. */
  mobile_numbers: Type.Record(Type.String(), NumberForm),
  network_names: Type.Record(Type.String(), Type.String()),
  sandbox_numbers: Type.Array(Type.Object({ phone: Type.String(), outcome: OneOf(SANDBOX_OUTCOMES) })),
  now: Timestamp,
});
export type Checkout = Static<typeof Checkout>;

/** The page's request to pay. */
export const PaymentChoice = Type.Object({
  channel: Type.String({ minLength: 1, maxLength: 40 }),
  phone: PhoneText,
  otp: Type.Optional(Otp),
});
export type PaymentChoice = Static<typeof PaymentChoice>;

/** All data of a payment link that its page receives. */
export const LinkPage = Type.Object({
  name: Name,
  description: Nullable(Type.String()),
  amount: OptionalAmount,
  currency: CurrencyCode,
  /** The country assumed for a number without a calling code. */
  country: CountryCode,
  calling_code: Type.String(),
  mobile_numbers: Nullable(NumberForm),
  business: Business,
  sandbox: Type.Boolean(),
  active: Type.Boolean(),
  state: OneOf(LINK_STATES),
  minimum: AmountOut,
  maximum: AmountOut,
});
export type LinkPage = Static<typeof LinkPage>;

/** The request of a link's page to create a payment. */
export const NewLinkPayment = Type.Object({
  amount: Type.Optional(AmountIn),
  name: Type.Optional(Name),
  email: Type.Optional(Email),
  phone: Type.Optional(PhoneText),
});
export type NewLinkPayment = Static<typeof NewLinkPayment>;

/** An amount of which nothing may be paid yet. */
const Sum = Type.Unsafe<bigint>({ type: "integer", minimum: 0 });

/** All data of an invoice that its page receives. It has no data of the customer, who is not the only possible payer. */
export const InvoicePage = Type.Object({
  status: InvoiceStatusField,
  amount: AmountOut,
  amount_paid: Sum,
  amount_overdue: Sum,
  currency: CurrencyCode,
  description: Nullable(Type.String()),
  reference: Type.String(),
  instalments: Type.Array(Instalment),
  /** The part that is due next; null if nothing is left to pay. */
  next: OptionalAmount,
  /** The exact amounts that may be paid, ascending. */
  amounts: Type.Array(AmountOut),
  /** Any amount in it may be paid, too. */
  range: Nullable(Type.Object({ minimum: AmountOut, maximum: AmountOut })),
  open_payments: Type.Array(
    Type.Object({ url: Type.String(), amount: AmountOut, status: OneOf(["pending", "processing"]) }),
  ),
  business: Business,
  /** The time zone of the due dates. */
  time_zone: Type.String(),
  sandbox: Type.Boolean(),
  callback: Nullable(Type.String()),
  now: Timestamp,
});
export type InvoicePage = Static<typeof InvoicePage>;

/** The request of an invoice's page to create a payment. */
export const NewPagePayment = Type.Object({ amount: Type.Optional(AmountIn) });
export type NewPagePayment = Static<typeof NewPagePayment>;
