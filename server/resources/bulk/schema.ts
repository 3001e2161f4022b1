import {
  AmountIn,
  AmountOut,
  CurrencyCode,
  Description,
  Metadata,
  Nullable,
  Reference,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";
import { Approval, ApprovalDetails } from "#resources/approvals/schema.ts";
import {
  ChannelText,
  ExpectedName,
  OrderedReceiver,
  recipientFields,
  TRANSFER_STATUSES,
  TransferStatusField,
} from "#resources/transfers/schema.ts";

/** interface-decisions 18. */
export const ENTRIES_MAX = 10_000;

const Entry = Type.Object(
  {
    amount: AmountIn,
    channel: ChannelText,
    ...recipientFields,
    reference: Type.Optional(Reference),
    description: Type.Optional(Description),
    metadata: Type.Optional(Metadata),
    expect_name: Type.Optional(ExpectedName),
  },
  { title: "NewBulkTransferEntry" },
);
export type Entry = Static<typeof Entry>;

/** The body of POST /transfers/bulk (`interface.md` 4.2). */
export const NewBulk = Type.Object(
  {
    currency: CurrencyCode,
    description: Type.Optional(Description),
    transfers: Type.Array(Entry, { minItems: 1, maxItems: ENTRIES_MAX }),
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

/** How many of a bulk's transfers stand where. */
const Progress = Type.Object(Object.fromEntries(TRANSFER_STATUSES.map((status) => [status, Type.Integer()])), {
  title: "BulkProgress",
  examples: [{ pending: 0, processing: 12, complete: 9_987, failed: 1, canceled: 0 }],
});

const head = {
  id: Type.String({ examples: ["btr_01jqk3v8q1e9fa4x2m7c5t0r6w"] }),
  description: Nullable(Description),
  currency: CurrencyCode,
  total_amount: AmountOut,
  total_fee: AmountOut,
  total_transfers: Type.Integer(),
  sandbox: Type.Boolean(),
  created_at: Timestamp,
};

/** A bulk transfer in lists: without its transfers. */
export const Bulk = Type.Object(
  { ...head, approval: Type.Optional(Approval), progress: Progress },
  { title: "BulkTransfer" },
);
export type Bulk = Static<typeof Bulk>;

/** As the answer to its creation shows it. */
export const CreatedBulk = Type.Object(
  {
    ...head,
    approval: Type.Optional(Approval),
    transfers: Type.Array(
      Type.Object({ id: Type.String(), reference: Reference, amount: AmountOut, status: TransferStatusField }),
    ),
  },
  { title: "CreatedBulkTransfer" },
);
export type CreatedBulk = Static<typeof CreatedBulk>;

/** On its own: with what became of each transfer. */
export const BulkDetails = Type.Object(
  {
    ...head,
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
        failure_reason: Type.Optional(Type.String()),
      }),
    ),
  },
  { title: "BulkTransferDetails" },
);
export type BulkDetails = Static<typeof BulkDetails>;

/** What would happen if a bulk were sent now. */
export const BulkCheck = Type.Object(
  {
    currency: CurrencyCode,
    total_amount: AmountOut,
    total_fee: AmountOut,
    total_transfers: Type.Integer(),
    available: AmountOut,
    needs_approval: Type.Boolean({ description: "Whether a second person must agree before any of it goes out." }),
    is_enough: Type.Boolean({ description: "Whether the balance covers the amounts and fees of what can be sent." }),
    errors: Type.Record(Type.String(), Type.Array(Type.String()), {
      description: "What is wrong, by entry: nothing of a bulk is accepted while there is any.",
    }),
    duplicates: Type.Array(
      Type.Object({
        entry: Type.Integer({ description: "Its place in the list, from 0." }),
        transfer: Type.String({
          description: "A transfer of the last 24 hours to the same number or account, of the same amount.",
        }),
      }),
    ),
  },
  { title: "BulkTransferCheck" },
);
export type BulkCheck = Static<typeof BulkCheck>;

/** A bulk transfer as it is kept. */
export interface BulkRow extends Scope {
  readonly id: Id<"btr">;
  readonly description: string | null;
  readonly currency: string;
  readonly total_amount: bigint;
  readonly total_fee: bigint;
  readonly total_transfers: number;
  readonly created_at: Instant;
}
