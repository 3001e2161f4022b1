import {
  answerSchemas,
  bigint,
  boolean,
  COMPUTED,
  createSchemas,
  type FieldTable,
  hidden,
  instant,
  json,
  optionalText,
  optionalTexts,
  type RowOf,
  shown,
  text,
  UNLISTED,
} from "#kernel/field-table.ts";
import {
  AmountIn,
  CurrencyCode,
  Description,
  Metadata,
  Name,
  Nullable,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { Callback } from "#resources/payments/schema.ts";
import { NewSplit, SplitTerms } from "#resources/splits/schema.ts";

/** Null if the payer chooses the amount. */
export const OptionalAmount = Nullable(
  Type.Integer({
    description: "In the currency's smallest unit; null if the payer chooses the amount.",
    examples: [10_000],
  }),
);

/**
 * Every field of a payment link, in the order of answers. Its table, requests, answers and exports, and its list and
 * form in the dashboard derive from here.
 */
export const PAYMENT_LINK_FIELDS = {
  id: {
    ...{ ...COMPUTED, column: text<Id<"lnk">>(), export: 1, list: null },
    answer: Type.String({ examples: ["lnk_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  url: {
    ...{ ...COMPUTED, column: null, export: null, list: hidden(2) },
    answer: Type.String({
      description: "The address of the payment page. Anybody who opens it can pay.",
      examples: ["https://pay.example.cm/pay/link/lnk_01jqk3v8q1e9fa4x2m7c5t0r6w"],
    }),
  },
  name: { column: text(), create: Name, answer: Name, export: 2, list: shown(1), form: 1 },
  description: {
    ...{ column: optionalText(), create: Type.Optional(Description), answer: Nullable(Description) },
    ...{ export: 3, list: hidden(1), form: 3 },
  },
  /** Null if the payer chooses the amount. */
  amount: {
    ...{ column: bigint<bigint | null>(), create: Type.Optional(AmountIn), answer: OptionalAmount },
    ...{ export: 4, list: shown(2), form: 2 },
  },
  currency: { column: text(), create: CurrencyCode, answer: CurrencyCode, export: 5, list: null, form: null },
  callback: {
    ...{ ...UNLISTED, column: optionalText(), create: Type.Optional(Callback), answer: Nullable(Callback), form: 4 },
  },
  metadata: { ...UNLISTED, column: json(), create: Type.Optional(Metadata), answer: Metadata, form: null },
  split: {
    ...{ ...UNLISTED, column: json<SplitTerms | null>(), form: null },
    ...{ create: Type.Optional(NewSplit), answer: Type.Optional(SplitTerms) },
  },
  active: { ...COMPUTED, column: boolean(), answer: Type.Boolean(), export: 6, list: shown(3) },
  sandbox: { ...COMPUTED, ...UNLISTED, column: null, answer: Type.Boolean() },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: 7, list: shown(4) },
  updated_at: { ...COMPUTED, ...UNLISTED, column: instant(), answer: Timestamp },
} satisfies FieldTable;

export const paymentLinkTexts = optionalTexts(PAYMENT_LINK_FIELDS);

/** The body of POST /payment-links. */
export const NewPaymentLink = Type.Object(createSchemas(PAYMENT_LINK_FIELDS, []), {
  title: "NewPaymentLink",
  examples: [{ name: "Membership 2027", amount: 10_000, currency: "XAF" }],
});
export type NewPaymentLink = Static<typeof NewPaymentLink>;

/** A payment link as the API shows it. */
export const PaymentLink = Type.Object(answerSchemas(PAYMENT_LINK_FIELDS), {
  title: "PaymentLink",
  examples: [
    {
      id: "lnk_01jqk3v8q1e9fa4x2m7c5t0r6w",
      url: "https://pay.example.cm/pay/link/lnk_01jqk3v8q1e9fa4x2m7c5t0r6w",
      ...{ name: "School fees, second term", description: "Class of 2026", amount: 10_000, currency: "XAF" },
      ...{ callback: "https://school.example.cm/thanks", metadata: { term: "2" }, active: true, sandbox: true },
      ...{ created_at: "2026-03-01T12:00:00.123456Z", updated_at: "2026-03-01T12:00:00.123456Z" },
    },
  ],
});
export type PaymentLink = Static<typeof PaymentLink>;

/** A row of `payment_links`. */
export type PaymentLinkRow = RowOf<typeof PAYMENT_LINK_FIELDS>;
