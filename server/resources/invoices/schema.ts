import {
  answerSchemas,
  bigint,
  COMPUTED,
  createSchemas,
  type FieldTable,
  hidden,
  instant,
  int,
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
  AmountOut,
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
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { Callback, Payment } from "#resources/payments/schema.ts";

export const INVOICE_STATUSES = ["open", "partly_paid", "paid", "overdue", "canceled"] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];
export const InvoiceStatusField = OneOf(INVOICE_STATUSES, { title: "InvoiceStatus" });

/** Three years of monthly instalments. */
export const INSTALMENTS_MAX = 36;
/** A due date is at most this far ahead. */
export const DUE_DAYS_MAX = 1_830;
/** The reminders of one due date: each is a mail to a payer who may not want it. */
export const REMINDERS_MAX = 5;
export const REMINDER_DAYS_BEFORE_MAX = 30;
export const REMINDER_DAYS_AFTER_MAX = 90;

/** The languages of mails to payers. */
export const PAYER_LANGUAGES = ["en", "fr"] as const;
export type PayerLanguage = (typeof PAYER_LANGUAGES)[number];

const CustomerId = Type.String({ minLength: 1, maxLength: ID_TEXT_MAX, examples: ["cus_01jqk3v8q1e9fa4x2m7c5t0r6w"] });

const NewInstalment = Type.Object({ amount: AmountIn, due_at: Moment });

const NewInstalments = Type.Array(NewInstalment, {
  minItems: 1,
  maxItems: INSTALMENTS_MAX,
  description:
    "The parts of the amount, in the order of their due dates. They add up to `amount`. Without them the whole amount is " +
    "due at `due_at`.",
});

export const Instalment = Type.Object(
  {
    amount: AmountOut,
    due_at: Timestamp,
    amount_paid: Type.Unsafe<bigint>({
      type: "integer",
      description: "The paid part of this instalment. Payments fill the instalments in order.",
      examples: [0],
    }),
  },
  { title: "Instalment" },
);
export type Instalment = Static<typeof Instalment>;

const REMINDERS =
  "The days from each due date on which its payer is reminded while that part is unpaid: -3 is three days before, 0 at the due " +
  "date, 7 a week after. A reminder is a mail, if the customer has an address, and the event `invoice.reminder_due`.";
const reminder_day = { minimum: -REMINDER_DAYS_BEFORE_MAX, maximum: REMINDER_DAYS_AFTER_MAX };

const LanguageField = OneOf(PAYER_LANGUAGES, {
  title: "PayerLanguage",
  description: "The language of reminders. Without it they are in French and English.",
});

/** A reminder, in its event. */
export const InvoiceReminder = Type.Object(
  {
    days: Type.Integer({ description: "The days from the due date, one of `reminders`.", examples: [-3] }),
    due_at: Timestamp,
    amount: Type.Unsafe<bigint>({ type: "integer", description: "The sum to pay by that date.", examples: [4000] }),
    phone: Nullable(Type.String({ description: "The customer's number, in E.164.", examples: ["+237677123456"] })),
    text: Type.String({
      description: "A short message for the payer with the page's address, for an SMS or WhatsApp.",
      examples: [
        "Lycée Joss: XAF 4,000 due on 30 April 2026. https://pay.example.cm/pay/invoice/01jqk3v8q1e9fa4x2m7c5",
      ],
    }),
  },
  { title: "InvoiceReminder", description: "In `invoice.reminder_due` only." },
);
export type InvoiceReminder = Static<typeof InvoiceReminder>;

const MINIMUM_PART = "The payer may pay parts of any amount from this one on.";

/**
 * Every field of an invoice, in the order of answers. Its table, requests, answers, events and exports, and its list in
 * the dashboard derive from here.
 */
export const INVOICE_FIELDS = {
  id: {
    ...{ ...COMPUTED, column: text<Id<"ivc">>(), export: 1, list: null },
    answer: Type.String({ examples: ["ivc_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  reference: {
    ...{
      column: text(),
      create: Type.Optional(NewReference),
      answer: Reference,
      export: 2,
      list: shown(5),
      form: null,
    },
  },
  url: {
    ...{ ...COMPUTED, ...UNLISTED, column: null },
    answer: Type.Optional(
      Type.String({
        description:
          "The address of the invoice's page. Send it to the payer: whoever has it sees the invoice and can pay. Absent in " +
          "events.",
        examples: ["https://pay.example.cm/pay/invoice/01jqk3v8q1e9fa4x2m7c5t0r6wabcdefghijklmnopqrstuv"],
      }),
    ),
  },
  amount: { column: bigint(), create: AmountIn, answer: AmountOut, export: 4, list: shown(1), form: null },
  amount_paid: {
    ...{ ...COMPUTED, column: bigint(), export: 5, list: shown(2) },
    answer: Type.Unsafe<bigint>({
      type: "integer",
      description: "The sum of its complete payments, less what was refunded.",
      examples: [4000],
    }),
  },
  amount_reserved: {
    ...{ ...COMPUTED, column: bigint(), export: null, list: hidden(2) },
    answer: Type.Unsafe<bigint>({
      type: "integer",
      description: "The sum of its payments under way. Nobody else can pay this part meanwhile.",
      examples: [0],
    }),
  },
  amount_overdue: {
    ...{ ...COMPUTED, column: bigint(), export: 6, list: hidden(3) },
    answer: Type.Unsafe<bigint>({
      type: "integer",
      description: "The part of the amount whose due date passed before it was paid.",
      examples: [0],
    }),
  },
  currency: { column: text(), create: CurrencyCode, answer: CurrencyCode, export: 7, list: null, form: null },
  status: { ...COMPUTED, column: text<InvoiceStatus>(), answer: InvoiceStatusField, export: 3, list: shown(3) },
  customer: {
    ...{ column: text<Id<"cus">>(), answer: CustomerId, export: 8, list: shown(4), form: null },
    create: Type.Optional(
      Type.Union([
        CustomerId,
        Type.Object({ name: Type.Optional(Name), email: Type.Optional(Email), phone: Type.Optional(PhoneText) }),
      ]),
    ),
  },
  customer_name: { ...COMPUTED, column: null, answer: null, export: 9, list: null },
  name: { ...UNLISTED, column: null, create: Type.Optional(Name), answer: null, form: null },
  email: { ...UNLISTED, column: null, create: Type.Optional(Email), answer: null, form: null },
  phone: { ...UNLISTED, column: null, create: Type.Optional(PhoneText), answer: null, form: null },
  description: {
    ...{ column: optionalText(), create: Type.Optional(Description), answer: Nullable(Description) },
    ...{ export: 10, list: hidden(4), form: null },
  },
  due_at: {
    ...{ column: instant(), create: Type.Optional(Moment), export: 11, list: shown(7), form: null },
    answer: Type.String({
      format: "date-time",
      maxLength: 40,
      description: "When the whole amount is due: the due date of the last instalment.",
      examples: ["2026-06-30T22:59:59.000000Z"],
    }),
  },
  instalments: {
    ...{ ...UNLISTED, column: null, create: Type.Optional(NewInstalments), form: null },
    answer: Type.Array(Instalment),
  },
  /** Null if the payer pays whole instalments only. */
  minimum_part: {
    ...{ ...UNLISTED, column: bigint<bigint | null>(), form: null },
    create: Type.Optional(Type.Integer({ ...AmountIn, description: MINIMUM_PART })),
    answer: Nullable(
      Type.Integer({
        description: `${MINIMUM_PART} Null: the payer pays whole instalments, or all that is left.`,
        examples: [1000],
      }),
    ),
  },
  callback: {
    ...{ ...UNLISTED, column: optionalText(), create: Type.Optional(Callback), answer: Nullable(Callback), form: null },
  },
  /** Ascending, each day once. */
  reminders: {
    ...{ ...UNLISTED, column: json<readonly number[]>(), form: null },
    create: Type.Optional(
      Type.Array(Type.Integer(reminder_day), {
        ...{ maxItems: REMINDERS_MAX, description: `${REMINDERS} Absent: none.`, examples: [[-3, 0, 7]] },
      }),
    ),
    answer: Type.Array(Type.Integer(), { description: REMINDERS, examples: [[-3, 0, 7]] }),
  },
  language: {
    ...{ ...UNLISTED, column: text<PayerLanguage | null>(), form: null },
    ...{ create: Type.Optional(LanguageField), answer: Nullable(LanguageField) },
  },
  metadata: { ...UNLISTED, column: json(), create: Type.Optional(Metadata), answer: Metadata, form: null },
  sandbox: { ...COMPUTED, ...UNLISTED, column: null, answer: Type.Boolean() },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: 12, list: shown(8) },
  updated_at: { ...COMPUTED, ...UNLISTED, column: instant(), answer: Timestamp },
  paid_at: {
    ...{
      ...COMPUTED,
      column: instant<Instant | null>(),
      answer: Type.Optional(Timestamp),
      export: 13,
      list: hidden(1),
    },
  },
  canceled_at: {
    ...{ ...COMPUTED, ...UNLISTED, column: instant<Instant | null>(), answer: Type.Optional(Timestamp) },
  },
  /** The next due date that has not been compared with the payments. Null after the last one. */
  next_due_at: { ...COMPUTED, ...UNLISTED, column: instant<Instant | null>(), answer: null },
  next_reminder_at: {
    ...{ ...COMPUTED, ...UNLISTED, column: instant<Instant | null>() },
    answer: Type.Optional(
      Type.String({
        format: "date-time",
        description: "The time of the next reminder. It is left out if the part is paid by then.",
        examples: ["2026-06-27T22:59:59.000000Z"],
      }),
    ),
  },
  reminder: { ...COMPUTED, ...UNLISTED, column: null, answer: Type.Optional(InvoiceReminder) },
  sequence: { ...COMPUTED, ...UNLISTED, column: int(), answer: null },
} satisfies FieldTable;

export const invoiceTexts = optionalTexts(INVOICE_FIELDS);

/** The body of POST /invoices. */
export const NewInvoice = Type.Object(
  createSchemas(INVOICE_FIELDS, ["amount", "currency", "due_at", "instalments", "minimum_part"]),
  {
    title: "NewInvoice",
    examples: [
      {
        ...{ amount: 10_000, currency: "XAF", phone: "+237677123456", reference: "school-fees-2026-17" },
        ...{ description: "School fees", reminders: [-3, 0, 7], language: "fr" },
        instalments: [
          { amount: 4000, due_at: "2026-04-30T23:59:59+01:00" },
          { amount: 6000, due_at: "2026-06-30T23:59:59+01:00" },
        ],
      },
    ],
  },
);
export type NewInvoice = Static<typeof NewInvoice>;

/** An invoice as the API and its events show it. */
export const Invoice = Type.Object(answerSchemas(INVOICE_FIELDS), {
  title: "Invoice",
  examples: [
    {
      ...{ id: "ivc_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "school-fees-2026-17" },
      url: "https://pay.example.cm/pay/invoice/01jqk3v8q1e9fa4x2m7c5t0r6wabcdefghijklmnopqrstuv",
      ...{ amount: 10_000, amount_paid: 4000, amount_reserved: 0, amount_overdue: 0, currency: "XAF" },
      ...{ status: "partly_paid", customer: "cus_01jqk3v8q1e9fa4x2m7c5t0r6w", description: "School fees" },
      due_at: "2026-06-30T22:59:59.000000Z",
      instalments: [
        { amount: 4000, due_at: "2026-04-30T22:59:59.000000Z", amount_paid: 4000 },
        { amount: 6000, due_at: "2026-06-30T22:59:59.000000Z", amount_paid: 0 },
      ],
      ...{ minimum_part: null, callback: null, reminders: [-3, 0, 7], language: "fr", metadata: {}, sandbox: true },
      ...{ created_at: "2026-03-01T12:00:00.123456Z", updated_at: "2026-04-12T09:30:00.123456Z" },
    },
  ],
});
export type Invoice = Static<typeof Invoice>;

/** The body of POST /invoices/{reference}/payments. */
export const NewInvoicePayment = Type.Object(
  {
    amount: Type.Optional(
      Type.Integer({
        ...AmountIn,
        description: "The part to pay. Absent: the part that is due next, or the nearest payable one.",
      }),
    ),
  },
  { title: "NewInvoicePayment", examples: [{ amount: 4000 }] },
);
export type NewInvoicePayment = Static<typeof NewInvoicePayment>;

/** The fields of the answer to POST /invoices/{reference}/payments. */
export const StartedPayment = {
  transaction: Payment,
  authorization_url: Type.String({
    description: "The hosted page where the payer pays this part.",
    examples: ["https://pay.example.cm/pay/01jqk3v8q1e9fa4x2m7c5t0r6wabcdefghijklmnopqrstuv"],
  }),
};

/** A row of `invoices`. */
export type InvoiceRow = RowOf<typeof INVOICE_FIELDS>;

/** A row of `invoice_instalments`. */
export interface InstalmentRow extends Scope {
  readonly invoice: string;
  /** From 0, in the order of the due dates. */
  readonly position: number;
  readonly amount: bigint;
  readonly due_at: Instant;
}
