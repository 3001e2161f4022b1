import { FailureCodeField } from "#kernel/failure-codes.ts";
import { FieldReasons } from "#kernel/field-reasons.ts";
import {
  answerSchemas,
  bigint,
  COMPUTED,
  createSchemas,
  type FieldTable,
  instant,
  int,
  optionalText,
  optionalTexts,
  type RowOf,
  shown,
  text,
  UNLISTED,
} from "#kernel/field-table.ts";
import {
  AmountOut,
  CurrencyCode,
  Description,
  Nullable,
  Reference,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Instant } from "#kernel/time.ts";
import { Approval, ApprovalDetails } from "#resources/approvals/schema.ts";
import { AllowDuplicate } from "#resources/duplicate-guard/schema.ts";
import {
  ChannelText,
  OrderedReceiver,
  RECIPIENT_FIELDS,
  type ReserveFunds,
  TRANSFER_FIELDS,
  TRANSFER_STATUSES,
  TransferStatusField,
  timingFields,
  timingOutFields,
} from "#resources/transfers/schema.ts";
import { COLUMNS_MAX, LINES_MAX, ROW_CHARACTERS_MAX } from "#spreadsheets/limits.ts";

export { AllowDuplicate } from "#resources/duplicate-guard/schema.ts";
export { type TimingFields, timingFields } from "#resources/transfers/schema.ts";

/** The maximum number of entries in a bulk (interface-decisions 18). */
export const ENTRIES_MAX = 10_000;

const {
  currency: _currency,
  scheduled_at: _scheduled_at,
  reserve_funds: _reserve_funds,
  allow_duplicate: _allow_duplicate,
  ...entryFields
} = createSchemas(TRANSFER_FIELDS, ["amount", "channel", ...RECIPIENT_FIELDS]);
export const BulkEntry = Type.Object(entryFields, { title: "NewBulkTransferEntry" });
export type BulkEntry = Static<typeof BulkEntry>;

/** The number of a bulk's transfers per status. */
const Progress = Type.Object(Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, Type.Integer()])), {
  title: "BulkProgress",
  examples: [{ pending: 0, processing: 12, complete: 9_987, failed: 1, canceled: 0 }],
});

const EXAMPLE = {
  ...{ id: "btr_01jqk3v8q1e9fa4x2m7c5t0r6w", description: "Salaries, March", currency: "XAF" },
  ...{ total_amount: 137_500, total_fee: 500, total_transfers: 2, sandbox: true },
  created_at: "2026-03-31T09:00:00.123456Z",
};
const FIRST = { id: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w", reference: "salary-2026-03-0042", amount: 75_000 };
const SECOND = { id: "trf_01jqk3v8q1e9fa4x2m7c5t0r6x", reference: "salary-2026-03-0043", amount: 62_500 };
const HALF_WAY = { pending: 0, processing: 1, complete: 1, failed: 0, canceled: 0 };

/**
 * Every field of a bulk transfer, in the order of answers, besides its transfers. Its table, answers and exports, and
 * its list in the dashboard derive from here.
 */
export const BULK_FIELDS = {
  id: {
    ...{ ...COMPUTED, column: text<Id<"btr">>(), export: 1, list: null },
    answer: Type.String({ examples: ["btr_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  },
  description: {
    ...{ column: optionalText(), create: Type.Optional(Description), answer: Nullable(Description) },
    ...{ export: 2, list: shown(3), form: null },
  },
  currency: { column: text(), create: CurrencyCode, answer: CurrencyCode, export: 6, list: null, form: null },
  total_amount: { ...COMPUTED, column: bigint(), answer: AmountOut, export: 4, list: shown(1) },
  total_fee: { ...COMPUTED, column: bigint(), answer: AmountOut, export: 5, list: null },
  total_transfers: { ...COMPUTED, column: int(), answer: Type.Integer(), export: 3, list: shown(2) },
  scheduled_at: {
    ...{ ...UNLISTED, form: null, column: instant<Instant | null>() },
    ...{ create: timingFields.scheduled_at, answer: timingOutFields.scheduled_at },
  },
  reserve_funds: {
    ...{ ...UNLISTED, form: null, column: text<ReserveFunds | null>() },
    ...{ create: timingFields.reserve_funds, answer: timingOutFields.reserve_funds },
  },
  schedule: {
    ...{ ...COMPUTED, ...UNLISTED, column: text<Id<"sch"> | null>() },
    answer: Type.Optional(
      Type.String({ description: "The schedule whose run created it.", examples: ["sch_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
    ),
  },
  sandbox: { ...COMPUTED, ...UNLISTED, column: null, answer: Type.Boolean() },
  created_at: { ...COMPUTED, column: instant(), answer: Timestamp, export: 7, list: shown(4) },
} satisfies FieldTable;
const bulkFields = answerSchemas(BULK_FIELDS);

export const bulkTexts = optionalTexts(BULK_FIELDS);

/** The body of POST /transfers/bulk (`interface.md` 4.2). */
export const NewBulk = Type.Object(
  {
    ...createSchemas(BULK_FIELDS, ["currency"]),
    allow_duplicate: Type.Optional(AllowDuplicate),
    transfers: Type.Array(BulkEntry, { minItems: 1, maxItems: ENTRIES_MAX }),
  },
  {
    title: "NewBulkTransfer",
    examples: [
      {
        currency: "XAF",
        description: "Salaries, March",
        transfers: [
          {
            ...{ amount: 75_000, channel: "cm.mobile", reference: "salary-2026-03-0042" },
            beneficiary_data: { name: "Jane Mballa", phone: "+237677123456" },
          },
        ],
      },
    ],
  },
);
export type NewBulk = Static<typeof NewBulk>;

/** A bulk transfer in lists: without its transfers. */
export const Bulk = Type.Object(
  { ...bulkFields, approval: Type.Optional(Approval), progress: Progress },
  {
    title: "BulkTransfer",
    examples: [{ ...EXAMPLE, progress: HALF_WAY }],
  },
);
export type Bulk = Static<typeof Bulk>;

/** A bulk transfer in the response to its creation. */
export const CreatedBulk = Type.Object(
  {
    ...bulkFields,
    approval: Type.Optional(Approval),
    transfers: Type.Array(
      Type.Object({ id: Type.String(), reference: Reference, amount: AmountOut, status: TransferStatusField }),
    ),
  },
  {
    title: "CreatedBulkTransfer",
    examples: [
      {
        ...EXAMPLE,
        transfers: [
          { ...FIRST, status: "pending" },
          { ...SECOND, status: "pending" },
        ],
      },
    ],
  },
);
export type CreatedBulk = Static<typeof CreatedBulk>;

/** A single bulk transfer, with the outcome of each of its transfers. */
export const BulkDetails = Type.Object(
  {
    ...bulkFields,
    approval: Type.Optional(ApprovalDetails),
    progress: Progress,
    transfers: Type.Array(
      Type.Object({
        id: Type.String(),
        reference: Reference,
        amount: AmountOut,
        fee: AmountOut,
        status: TransferStatusField,
        beneficiary: Type.String(),
        receiver: OrderedReceiver,
        channel: ChannelText,
        completed_at: Type.Optional(Timestamp),
        failure_code: Type.Optional(FailureCodeField),
        failure_reason: Type.Optional(Type.String()),
      }),
    ),
  },
  {
    title: "BulkTransferDetails",
    examples: [
      {
        ...EXAMPLE,
        progress: HALF_WAY,
        transfers: [
          {
            ...{ ...FIRST, fee: 250, status: "complete", beneficiary: "ben_01jqk3v8q1e9fa4x2m7c5t0r6w" },
            receiver: { name: "Jane Mballa", number: "+237677123456", bank_code: null },
            ...{ channel: "cm.mobile", completed_at: "2026-03-31T09:00:02.654321Z" },
          },
          {
            ...{ ...SECOND, fee: 250, status: "processing", beneficiary: "ben_01jqk3v8q1e9fa4x2m7c5t0r6x" },
            receiver: { name: "Paul Essono", number: "+237699000111", bank_code: null },
            ...{ channel: "cm.mobile" },
          },
        ],
      },
    ],
  },
);
export type BulkDetails = Static<typeof BulkDetails>;

/** The result of checking a bulk without sending it. */
export const BulkCheck = Type.Object(
  {
    currency: CurrencyCode,
    total_amount: AmountOut,
    total_fee: AmountOut,
    total_transfers: Type.Integer(),
    available: AmountOut,
    needs_approval: Type.Boolean({
      description: "Whether a second person must approve the bulk before anything is sent.",
    }),
    is_enough: Type.Boolean({ description: "Whether the balance covers the amounts and fees of the valid entries." }),
    errors: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: "The errors by field, such as `transfers.3.amount`. A bulk with any error is refused as a whole.",
    }),
    field_reasons: FieldReasons,
    duplicates: Type.Array(
      Type.Object({
        entry: Type.Integer({ description: "The index in the list, from 0." }),
        transfer: Type.String({
          description: "A transfer of the same amount to the same number or account in the last 24 hours.",
        }),
      }),
    ),
    repeats: Type.Array(
      Type.Object({
        entry: Type.Integer({ description: "The index in the list, from 0." }),
        first: Type.Integer({
          description: "The index of the first entry with the same amount and the same number or account.",
        }),
      }),
      { description: "Entries that pay the same amount to the same recipient as an earlier entry." },
    ),
  },
  {
    title: "BulkTransferCheck",
    examples: [
      {
        ...{ currency: "XAF", total_amount: 137_500, total_fee: 500, total_transfers: 2, available: 2_500_000 },
        ...{ needs_approval: false, is_enough: true },
        errors: {
          "transfers.2.beneficiary_data.phone": ["Enter a mobile number of Cameroon: 9 digits that begin with 6"],
        },
        field_reasons: {
          "transfers.2.beneficiary_data.phone": [{ reason: "invalid_mobile_number", params: { country: "CM" } }],
        },
        duplicates: [{ entry: 1, transfer: "trf_01jqk3v8q1e9fa4x2m7c5t0r6w" }],
        repeats: [{ entry: 3, first: 0 }],
      },
    ],
  },
);
export type BulkCheck = Static<typeof BulkCheck>;

/** The content of a payment file, as the service parsed it. */
export const BulkFile = Type.Object(
  {
    columns: Type.Array(
      Type.Object({
        heading: Type.String({ maxLength: ROW_CHARACTERS_MAX }),
        field: Nullable(
          Type.String({ maxLength: 40, description: "The field that the column holds; null if it is not recognised." }),
        ),
      }),
      { maxItems: COLUMNS_MAX },
    ),
    rows: Type.Array(
      Type.Object({
        line: Type.Integer({
          minimum: 1,
          maximum: LINES_MAX,
          description: "The line of the file on which the row begins; the heading is usually on line 1.",
        }),
        cells: Type.Array(Type.String({ maxLength: ROW_CHARACTERS_MAX }), {
          maxItems: COLUMNS_MAX,
          description: "The text of each cell, as a spreadsheet shows it. Empty cells at the end are omitted.",
        }),
      }),
      {
        maxItems: ENTRIES_MAX,
        description: "The entries of the bulk, in order. Empty rows are skipped.",
      },
    ),
  },
  {
    title: "BulkTransferFile",
    examples: [
      {
        columns: [
          { heading: "Téléphone", field: "phone" },
          { heading: "Nom", field: "name" },
          { heading: "Montant", field: "amount" },
        ],
        rows: [{ line: 2, cells: ["677123456", "Jane Mballa", "75 000"] }],
      },
    ],
  },
);
export type BulkFile = Static<typeof BulkFile>;

/** A row of `bulk_transfers`. */
export type BulkRow = RowOf<typeof BULK_FIELDS>;
