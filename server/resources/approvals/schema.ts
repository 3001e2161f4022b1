import { AmountOut, CurrencyCode, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** The states of an order that needs a second person. `canceled`: the order was canceled before any decision. */
export const APPROVAL_STATES = ["waiting", "approved", "rejected", "canceled"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
const State = OneOf(APPROVAL_STATES);

export const REASON_MAX = 300;

/** An order's approval in lists and events. */
export const Approval = Type.Object(
  { state: State },
  {
    title: "Approval",
    description: "Present if a second person must approve the order, or had to. Nothing is sent while it is `waiting`.",
  },
);

const accountHolderFields = {
  found: Type.Boolean({ description: "Whether the number has an account at the network." }),
  active: Nullable(Type.Boolean()),
  name: Nullable(Type.String({ description: "The account holder's name, as the network returned it." })),
};
const duplicateFields = {
  duplicates: Type.Array(Type.String(), {
    description: "Transfers of the same amount to the same number or account in the 24 hours before.",
  }),
  repeats: Type.Integer({ description: "For a bulk: the number of entries that repeat another entry." }),
};

/** The lookup result and the possible duplicates that an order's maker saw, as stored with the approval. */
const StoredWarnings = Type.Object({ holder: Nullable(Type.Object(accountHolderFields)), ...duplicateFields });
export type StoredWarnings = Static<typeof StoredWarnings>;

/** The stored warnings as the approver sees them, with the result of the name comparison. */
export const MakerWarnings = Type.Object(
  {
    holder: Nullable(
      Type.Object({ ...accountHolderFields, match: Nullable(OneOf(["matches", "similar", "differs"])) }),
    ),
    ...duplicateFields,
  },
  {
    title: "SeenByMaker",
    description: "The account holder and the possible duplicates, as shown to the person who created the order.",
  },
);
export type MakerWarnings = Static<typeof MakerWarnings>;

/** The approval with its people and times, for a transfer, a refund or a bulk shown on its own. */
export const ApprovalDetails = Type.Object(
  {
    state: State,
    requested_by: Nullable(Type.String({ description: "The person who requested it; null for an API key." })),
    requested_at: Timestamp,
    decided_by: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
    reason: Nullable(Type.String({ maxLength: REASON_MAX })),
    seen: Nullable(MakerWarnings),
  },
  {
    title: "ApprovalDetails",
    examples: [
      {
        ...{ state: "waiting", requested_by: "Ama Nkeng", requested_at: "2026-03-31T09:00:00.123456Z" },
        ...{ decided_by: null, decided_at: null, reason: null },
        seen: {
          holder: { found: true, active: true, name: "Paul Essono", match: "differs" },
          ...{ duplicates: ["trf_01jqk3v8q1e9fa4x2m7c5t0r6w"], repeats: 0 },
        },
      },
    ],
  },
);
export type ApprovalDetails = Static<typeof ApprovalDetails>;

/** A merchant's approval rule, as the dashboard reads it. */
export const ApprovalRuleView = Type.Object(
  {
    currency: CurrencyCode,
    /** Absent when the rule has no amount. */
    amount_above: Type.Optional(AmountOut),
    every_bulk: Type.Boolean(),
    /** The reader's own total of the last 24 hours, which counts towards the amount. */
    sent: AmountOut,
  },
  { title: "ApprovalRule" },
);
export type ApprovalRuleView = Static<typeof ApprovalRuleView>;

export const NewApprovalRule = Type.Object({
  amount_above: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, "x-message": "Enter a whole amount, 0 or more" }),
  ),
  every_bulk: Type.Boolean(),
});
export type NewApprovalRule = Static<typeof NewApprovalRule>;

export const Rejection = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: REASON_MAX, "x-pasted": "text" }),
});

/** A row of `approval_rules`. */
export interface ApprovalRuleRow extends Scope {
  readonly currency: string;
  readonly amount_above: bigint | null;
  readonly every_bulk: boolean;
  readonly updated_at: Instant;
}

/** A row of `approvals`: an order that needs or needed a second person. */
export interface ApprovalRow extends Scope {
  readonly subject: string;
  readonly state: ApprovalState;
  readonly requested_by: Id<"per"> | null;
  readonly requested_by_name: string | null;
  readonly requested_at: Instant;
  readonly decided_by: Id<"per"> | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Instant | null;
  readonly reason: string | null;
  readonly seen: StoredWarnings | null;
}

/** The person who creates an order, or all API keys of a merchant together. A maker's orders share one total. */
export interface Maker extends Scope {
  readonly maker: string;
}

/** An order that counts towards the amount of its merchant's rule. */
export interface SentOrder extends Maker {
  readonly subject: string;
  readonly amount: bigint;
  readonly amount_above: bigint;
}
