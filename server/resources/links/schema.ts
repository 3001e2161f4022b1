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
  optionalInt,
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

/** The most payments that a link with a limit may take: each new payment counts the earlier ones. */
export const MAX_PAYMENTS_MAX = 100_000;

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
  max_payments: {
    ...{ column: optionalInt(), export: 8, list: hidden(3), form: 5 },
    create: Type.Optional(
      Type.Integer({
        ...{ minimum: 1, maximum: MAX_PAYMENTS_MAX, examples: [30] },
        description: "The number of payments after which the link takes no more.",
      }),
    ),
    answer: Nullable(
      Type.Integer({ description: "The number of payments after which the link takes no more; null without a limit." }),
    ),
  },
  max_amount_collected: {
    ...{ column: bigint<bigint | null>(), export: 9, list: hidden(4), form: 6 },
    create: Type.Optional({ ...AmountIn, description: "The sum that the link's payments together never exceed." }),
    answer: Nullable(
      Type.Integer({ description: "The sum that the link's payments together never exceed; null without a limit." }),
    ),
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

/** A limit of an update. An absent field changes nothing, so removing the limit needs a value of its own. */
const removable = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum, description }));

/** The body of PUT /payment-links/{id}: the fields to change. */
export const PaymentLinkUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    amount: removable(Number.MAX_SAFE_INTEGER, "In the currency's smallest unit; 0 lets the payer choose the amount."),
    callback: Type.Optional(Callback),
    metadata: Type.Optional(Metadata),
    max_payments: removable(MAX_PAYMENTS_MAX, "0 removes the limit."),
    max_amount_collected: removable(Number.MAX_SAFE_INTEGER, "0 removes the limit."),
    active: Type.Optional(Type.Boolean({ description: "False deactivates the link, true activates it again." })),
    currency: Type.Optional({ ...CurrencyCode, description: "If sent, it must be the link's currency." }),
    split: Type.Optional({ ...NewSplit, description: "If sent, it must be the link's split." }),
  },
  { title: "PaymentLinkUpdate", examples: [{ name: "Membership 2028", max_payments: 30 }] },
);
export type PaymentLinkUpdate = Static<typeof PaymentLinkUpdate>;

const LINK_EXAMPLE = {
  id: "lnk_01jqk3v8q1e9fa4x2m7c5t0r6w",
  url: "https://pay.example.cm/pay/link/lnk_01jqk3v8q1e9fa4x2m7c5t0r6w",
  ...{ name: "School fees, second term", description: "Class of 2026", amount: 10_000, currency: "XAF" },
  ...{ callback: "https://school.example.cm/thanks", max_payments: 60, max_amount_collected: null },
  ...{ metadata: { term: "2" }, active: true, sandbox: true },
  ...{ created_at: "2026-03-01T12:00:00.123456Z", updated_at: "2026-03-01T12:00:00.123456Z" },
};

/** A payment link as the API shows it. */
export const PaymentLink = Type.Object(answerSchemas(PAYMENT_LINK_FIELDS), {
  title: "PaymentLink",
  examples: [LINK_EXAMPLE],
});
export type PaymentLink = Static<typeof PaymentLink>;

const Sum = Type.Integer({ minimum: 0 });

/** The payments of a link, in numbers. */
export const PaymentLinkTotals = Type.Object(
  {
    payments: { ...Sum, description: "The payments that payers have started on the link's page, of every status." },
    payments_complete: { ...Sum, description: "Those that were paid, refunded ones among them." },
    payments_open: { ...Sum, description: "Those that are pending or processing." },
    amount_collected: { ...Sum, description: "The sum of the paid ones, before fees and refunds." },
    amount_open: { ...Sum, description: "The sum of the open ones." },
    amount_refunded: { ...Sum, description: "The sum of their refunds." },
  },
  { title: "PaymentLinkTotals" },
);
export type PaymentLinkTotals = Static<typeof PaymentLinkTotals>;

/** A payment link with its totals, as the API shows a single one. */
export const PaymentLinkDetails = Type.Object(
  { ...PaymentLink.properties, totals: PaymentLinkTotals },
  {
    title: "PaymentLinkDetails",
    examples: [
      {
        ...LINK_EXAMPLE,
        totals: {
          ...{ payments: 25, payments_complete: 22, payments_open: 1 },
          ...{ amount_collected: 220_000, amount_open: 10_000, amount_refunded: 10_000 },
        },
      },
    ],
  },
);
export type PaymentLinkDetails = Static<typeof PaymentLinkDetails>;

/** A row of `payment_links`. */
export type PaymentLinkRow = RowOf<typeof PAYMENT_LINK_FIELDS>;
