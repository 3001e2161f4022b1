import { type FailureCode, FailureCodeField } from "#kernel/failure-codes.ts";
import {
  answerSchemas,
  bigint,
  COMPUTED,
  createSchemas,
  detailSchemas,
  type Field,
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
  BankCode,
  CountryCode,
  CurrencyCode,
  Description,
  Email,
  ID_TEXT_MAX,
  Metadata,
  Moment,
  NAME_MAX,
  Name,
  NewAccountNumber,
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
import { Approval, ApprovalDetails, type ApprovalState } from "#resources/approvals/schema.ts";
import { AllowDuplicate } from "#resources/duplicate-guard/schema.ts";

/** The time at which the money of a scheduled order is held: its creation, or its due time. */
export const RESERVE_FUNDS = ["now", "at_due"] as const;
export type ReserveFunds = (typeof RESERVE_FUNDS)[number];

/** The due time of a scheduled order, and the time at which its money is held. */
export interface TransferTiming {
  readonly scheduled_at: Instant;
  readonly reserve_funds: ReserveFunds;
}

/**
 * How far ahead an order may be scheduled, in days: a leap year, so that the same day of next year is always allowed.
 */
export const SCHEDULED_DAYS_MAX = 366;

/** The timing fields of a request body. */
export const timingFields = {
  scheduled_at: Type.Optional({
    ...Moment,
    description: `The due time: nothing is sent before it. At most ${SCHEDULED_DAYS_MAX} days ahead. RFC 3339, with the offset from UTC.`,
  }),
  reserve_funds: Type.Optional(
    OneOf(RESERVE_FUNDS, {
      description:
        "With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is " +
        "too small then, the order fails with `insufficient_balance`.",
    }),
  ),
};

/** The values of `timingFields` in a request body. */
export interface TimingFields {
  readonly scheduled_at?: string;
  readonly reserve_funds?: ReserveFunds;
}

/** The timing fields of a response; absent if the order was sent at once. */
export const timingOutFields = {
  scheduled_at: Type.Optional({ ...Timestamp, description: "The due time of a scheduled order." }),
  reserve_funds: Type.Optional(OneOf(RESERVE_FUNDS)),
};

export const TRANSFER_STATUSES = ["pending", "processing", "complete", "failed", "canceled"] as const;
export type TransferStatus = (typeof TRANSFER_STATUSES)[number];
export const TransferStatusField = OneOf(TRANSFER_STATUSES, { title: "TransferStatus" });

// Longer than any id, so that a malformed id gets the same 422 as an unknown id (interface.md 7).
export const ChannelText = Type.String({ minLength: 1, maxLength: ID_TEXT_MAX, examples: ["cm.mobile"] });
const BeneficiaryId = Type.String({
  minLength: 1,
  maxLength: ID_TEXT_MAX,
  examples: ["ben_01jqk3v8q1e9fa4x2m7c5t0r6w"],
});

/** The data of a recipient who is not a stored beneficiary (`interface.md` 4.2). */
const BeneficiaryData = Type.Object(
  {
    name: Name,
    phone: PhoneText,
    email: Type.Optional(Email),
    account_number: Type.Optional(NewAccountNumber),
    bank_code: Type.Optional(BankCode),
    country: Type.Optional(CountryCode),
  },
  { title: "BeneficiaryData" },
);

/** The deprecated form of `beneficiary`: an object instead of an id. Only the phone number is required. */
const LegacyBeneficiary = Type.Object({
  ...Type.Partial(BeneficiaryData).properties,
  phone: PhoneText,
});

/** A beneficiary's id, or the deprecated object. */
const RecipientIn = Type.Optional(Type.Union([BeneficiaryId, LegacyBeneficiary]));
/** The body's fields for the recipient; a request uses one of them. */
export const RECIPIENT_FIELDS = ["beneficiary", "beneficiary_data", "recipient"] as const;

/** The account holder's name that the network must report before money is sent to the number. */
const ExpectedName = Type.String({
  minLength: 1,
  maxLength: NAME_MAX,
  "x-pasted": "line",
  description:
    "The expected account holder. The transfer fails if the network does not confirm this name for the number.",
  examples: ["Jane Mballa"],
});

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

/** A recipient as the order contained it. A later change of the beneficiary does not change it. */
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

/**
 * A column of an uploaded payee file: its position and its accepted headings, without accents, spaces and punctuation.
 */
interface FileColumn {
  readonly position: number;
  readonly headings: readonly string[];
}

interface TransferField {
  /** The field's column in an uploaded payee file; null if it has none. */
  readonly file: FileColumn | null;
}

const fileColumn = (position: number, ...headings: readonly string[]): FileColumn => ({ position, headings });

/** A field that Kolo sets; a request cannot. */
const OWN = { ...COMPUTED, file: null } as const;
/** A field of requests that payee files, forms and lists omit. */
const SENT = { ...UNLISTED, file: null, form: null } as const;
/** A field of the recipient: a column of payee files, but not a field of the transfer. */
const RECIPIENT = { ...COMPUTED, column: null, answer: null, list: null } as const;

/**
 * Every field of a transfer, in the order of API responses. The table's columns, requests, responses, events, payee
 * files, exports, and the dashboard's lists and form derive from it.
 */
export const TRANSFER_FIELDS = {
  id: {
    ...{ ...OWN, column: text<Id<"trf">>(), export: 1, list: null, details: Type.String() },
    answer: Type.String({ examples: ["trf_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  reference: {
    ...{ column: text(), create: Type.Optional(NewReference), answer: Reference, export: 2, list: shown(4), form: 2 },
    file: fileColumn(5, "reference", "ref", "id"),
  },
  amount: {
    ...{ column: bigint(), create: AmountIn, answer: AmountOut, export: 4, list: shown(1), form: null },
    file: fileColumn(1, "amount", "sum", "montant", "somme"),
  },
  amount_total: { ...OWN, column: bigint(), answer: AmountOut, export: 6, list: hidden(2) },
  fee: { ...OWN, column: bigint(), answer: AmountOut, export: 5, list: hidden(1) },
  converted_amount: { ...OWN, ...UNLISTED, column: null, answer: null, details: AmountOut },
  currency: {
    ...{ column: text(), create: CurrencyCode, answer: CurrencyCode, export: 7, list: null, form: null },
    // A file has the currency of its bulk. Without this column, Kolo would pay "500 EUR" as 500 XAF.
    file: fileColumn(12, "currency", "devise", "monnaie"),
  },
  status: { ...OWN, column: text<TransferStatus>(), answer: TransferStatusField, export: 3, list: shown(2) },
  business: { ...OWN, ...UNLISTED, column: null, answer: null, details: Business },
  beneficiary: {
    ...{ column: text<Id<"ben">>(), create: RecipientIn, answer: BeneficiaryId, details: PaidBeneficiary },
    ...{ file: fileColumn(7, "beneficiary", "beneficiaryid", "beneficiaire"), export: 9, list: shown(3), form: null },
  },
  beneficiary_data: { ...SENT, column: null, create: Type.Optional(BeneficiaryData), answer: null },
  recipient: { ...SENT, column: null, create: RecipientIn, answer: null },
  receiver: { ...OWN, ...UNLISTED, column: text(), answer: null, details: OrderedReceiver },
  name: {
    ...{ ...RECIPIENT, export: 10 },
    file: fileColumn(
      ...([2, "name", "fullname", "recipient"] as const),
      ...["nom", "nomcomplet", "noms", "nomsetprenoms", "nometprenom"],
    ),
  },
  phone: {
    ...{ ...RECIPIENT, export: 11 },
    file: fileColumn(
      ...([3, "phone", "phonenumber", "mobile", "number", "msisdn"] as const),
      ...["telephone", "tel", "numero", "numerodetelephone"],
    ),
  },
  email: { ...RECIPIENT, export: null, file: fileColumn(8, "email", "mail", "courriel") },
  account_number: {
    ...{ ...RECIPIENT, export: 12 },
    file: fileColumn(9, "accountnumber", "account", "iban", "compte", "numerodecompte"),
  },
  bank_code: { ...RECIPIENT, export: 13, file: fileColumn(10, "bankcode", "bank", "banque", "codebanque") },
  country: { ...RECIPIENT, export: null, file: fileColumn(11, "country", "pays") },
  channel: {
    ...{ column: text(), create: ChannelText, answer: ChannelText, export: 8, list: shown(5), form: null },
    file: fileColumn(4, "channel", "operator", "canal", "operateur"),
  },
  description: {
    ...{ column: optionalText(), create: Type.Optional(Description), answer: Nullable(Description) },
    ...{ export: 14, list: shown(6), form: 1 },
    file: fileColumn(6, "description", "reason", "note", "motif", "libelle"),
  },
  metadata: { ...SENT, column: json(), create: Type.Optional(Metadata), answer: Metadata },
  scheduled_at: {
    ...{ ...SENT, column: instant<Instant | null>(), create: timingFields.scheduled_at },
    answer: timingOutFields.scheduled_at,
  },
  reserve_funds: {
    ...{ ...SENT, column: null, create: timingFields.reserve_funds, answer: timingOutFields.reserve_funds },
  },
  /**
   * Only for an order with `reserve_funds: at_due`: `awaited` before its due time, then `held`, or `none` if its money
   * was never held. Null for every other order: its money is held from its creation.
   */
  funds_state: { ...OWN, ...UNLISTED, column: text<"awaited" | "held" | "none" | null>(), answer: null },
  allow_duplicate: { ...SENT, column: null, create: Type.Optional(AllowDuplicate), answer: null },
  expect_name: { ...SENT, column: null, create: Type.Optional(ExpectedName), answer: null },
  bulk: { ...OWN, column: text<Id<"btr"> | null>(), answer: null, export: 15, list: null },
  bulk_transfer: {
    ...{ ...OWN, ...UNLISTED, column: null },
    answer: Type.Optional(Type.String({ examples: ["btr_01jqk3v8q1e9fa4x2m7c5t0r6w"] })),
  },
  bulk_description: { ...OWN, column: null, answer: null, export: 16, list: null },
  /** The state of the approval by a second person; null if none was needed. */
  approval: {
    ...{ ...OWN, ...UNLISTED, column: text<ApprovalState | null>() },
    ...{ answer: Type.Optional(Approval), details: Type.Optional(ApprovalDetails) },
  },
  sandbox: { ...OWN, ...UNLISTED, column: null, answer: Type.Boolean() },
  initiated_at: { ...OWN, ...UNLISTED, column: null, answer: null, details: Timestamp },
  created_at: { ...OWN, column: instant(), answer: Timestamp, export: 19, list: shown(7) },
  updated_at: { ...OWN, ...UNLISTED, column: instant(), answer: Timestamp },
  completed_at: {
    ...{ ...OWN, column: instant<Instant | null>(), answer: Type.Optional(Timestamp), export: 20, list: hidden(3) },
  },
  failure_code: {
    ...{ ...OWN, column: text<FailureCode | null>(), answer: Type.Optional(FailureCodeField), export: 17, list: null },
  },
  failure_reason: {
    ...{ ...OWN, column: text<string | null>(), export: 18, list: hidden(4), details: Type.Optional(Type.String()) },
    answer: Type.Optional(Type.String({ examples: ["The recipient's number has no account"] })),
  },
  sequence: { ...OWN, ...UNLISTED, column: int(), answer: null },
} satisfies Readonly<Record<string, Field & TransferField>>;

/** The optional text fields. `transferTexts` copies them from request to order, from order to row, and to responses. */
export type TransferTexts = OptionalTexts<typeof TRANSFER_FIELDS>;
export const transferTexts = optionalTexts(TRANSFER_FIELDS);

/** The body of POST /transfers. */
export const NewTransfer = Type.Object(
  createSchemas(TRANSFER_FIELDS, ["amount", "currency", "channel", ...RECIPIENT_FIELDS, "description"]),
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
export const Transfer = Type.Object(answerSchemas(TRANSFER_FIELDS), {
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
});
export type Transfer = Static<typeof Transfer>;

/** The response for a single transfer: shape B, with the fields of shape A that it lacks. */
export const TransferDetails = Type.Object(detailSchemas(TRANSFER_FIELDS), {
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
});
export type TransferDetails = Static<typeof TransferDetails>;

/** A row of `transfers`. */
export type TransferRow = RowOf<typeof TRANSFER_FIELDS>;
