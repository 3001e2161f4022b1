import { AmountOut, CurrencyCode, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Scope } from "#kernel/scope.ts";
import type { Instant } from "#kernel/time.ts";

/** Where an order stands that needs a second person. `canceled`: taken back before anybody decided. */
export const APPROVAL_STATES = ["waiting", "approved", "rejected", "canceled"] as const;
export type ApprovalState = (typeof APPROVAL_STATES)[number];
const State = OneOf(APPROVAL_STATES);

export const REASON_MAX = 300;

/** What lists and events say of it. */
export const Approval = Type.Object(
  { state: State },
  {
    title: "Approval",
    description: "Present when a second person must agree, or had to. While it is `waiting` nothing is sent.",
  },
);

const found = {
  found: Type.Boolean({ description: "Whether the number has an account at the operator." }),
  active: Nullable(Type.Boolean()),
  name: Nullable(Type.String({ description: "Whose number it is, as the operator said." })),
};
const like = {
  duplicates: Type.Array(Type.String(), {
    description: "Transfers of the 24 hours before to the same number or account, of the same amount.",
  }),
  repeats: Type.Integer({ description: "Of a bulk: entries that are like another entry of it." }),
};

/** What an order's maker saw when they made it, as it is kept. */
const Seen = Type.Object({ holder: Nullable(Type.Object(found)), ...like });
export type Seen = Static<typeof Seen>;

/** The same as it is shown to the second person. */
export const SeenByMaker = Type.Object(
  {
    holder: Nullable(Type.Object({ ...found, match: Nullable(OneOf(["matches", "similar", "differs"])) })),
    ...like,
  },
  {
    title: "SeenByMaker",
    description: "What whoever asked had seen: whose number it is, and what looks like the same payment.",
  },
);
export type SeenByMaker = Static<typeof SeenByMaker>;

/** The same with who and when, where a transfer, a refund or a bulk is shown on its own. */
export const ApprovalDetails = Type.Object(
  {
    state: State,
    asked_by: Nullable(Type.String({ description: "Who asked for it; null for a key of the API." })),
    asked_at: Timestamp,
    decided_by: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
    reason: Nullable(Type.String({ maxLength: REASON_MAX })),
    seen: Nullable(SeenByMaker),
  },
  {
    title: "ApprovalDetails",
    examples: [
      {
        ...{ state: "waiting", asked_by: "Ama Nkeng", asked_at: "2026-03-31T09:00:00.123456Z" },
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

/** A merchant's rule, as its people see and set it. */
export const RuleField = Type.Object({
  currency: CurrencyCode,
  /** Absent where an amount alone asks nobody. */
  amount_above: Type.Optional(AmountOut),
  every_bulk: Type.Boolean(),
  /** What the reader has sent in the last 24 hours: it counts towards the amount. */
  sent: AmountOut,
});
export type RuleField = Static<typeof RuleField>;

export const NewRule = Type.Object({
  amount_above: Type.Optional(
    Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, "x-message": "Enter a whole amount, 0 or more" }),
  ),
  every_bulk: Type.Boolean(),
});
export type NewRule = Static<typeof NewRule>;

export const Rejection = Type.Object({
  reason: Type.String({ minLength: 1, maxLength: REASON_MAX, "x-pasted": "text" }),
});

/** A merchant's rule as it is kept. */
export interface RuleRow extends Scope {
  readonly currency: string;
  readonly amount_above: bigint | null;
  readonly every_bulk: boolean;
  readonly updated_at: Instant;
}

/** Which rule a merchant has there: by when it was set, or null for none. */
export interface RuleKey extends Scope {
  readonly updated_at: Instant | null;
}

/** An order that needed a second person, as it is kept. */
export interface ApprovalRow extends Scope {
  readonly subject: string;
  readonly state: ApprovalState;
  readonly asked_by: Id<"per"> | null;
  readonly asked_by_name: string | null;
  readonly asked_at: Instant;
  readonly decided_by: Id<"per"> | null;
  readonly decided_by_name: string | null;
  readonly decided_at: Instant | null;
  readonly reason: string | null;
  readonly seen: Seen | null;
}

/** Whose orders are added up: a person's, or those of all keys of a merchant. */
export interface Maker extends Scope {
  readonly maker: string;
}

/** An order that goes out under a rule with an amount. */
export interface SentOrder extends Maker {
  readonly subject: string;
  readonly amount: bigint;
  readonly amount_above: bigint;
}
