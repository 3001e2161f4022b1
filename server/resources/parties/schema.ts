import {
  AmountOut,
  CurrencyCode,
  IdText,
  NOT_BLANK,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";

/** The number of newest payments or transfers that totals and numbers cover: more would take too long for a page. */
export const RECORDS_TOTALED_MAX = 10_000;
/** The most phone numbers of one party in an answer, the last used first. */
export const NUMBERS_SHOWN_MAX = 20;
/** The most other parties with one of these numbers in an answer. */
export const SAME_NUMBER_MAX = 10;
/** The number of records on a page of a party's activity. */
export const ACTIVITY_PAGE_SIZE = 20;
export const NOTE_MAX = 2_000;
/** The most parties that may be merged into one: every read of its records looks up each of their ids. */
export const MERGED_MAX = 50;

export const PARTY_KINDS = ["customer", "beneficiary"] as const;
export type PartyKind = (typeof PARTY_KINDS)[number];

const Kind = OneOf(PARTY_KINDS, { title: "PartyKind" });

const PartyTotal = Type.Object(
  {
    currency: CurrencyCode,
    count: Type.Integer({ description: "The number of complete payments or transfers." }),
    amount: { ...AmountOut, description: "The sum that the customer paid or the beneficiary received." },
    amount_refunded: { ...AmountOut, description: "The part of it that was refunded." },
  },
  { title: "PartyTotal" },
);
export type PartyTotal = Static<typeof PartyTotal>;

const PartyNumber = Type.Object(
  {
    number: Type.String({ description: "In E.164." }),
    last_used_at: Nullable({ ...Timestamp, description: "Null: stored, but not used in a payment or transfer." }),
  },
  { title: "PartyNumber" },
);
export type PartyNumber = Static<typeof PartyNumber>;

const PartyNote = Type.Object(
  { text: Type.String(), written_by: Type.String({ description: "The name of a person." }), written_at: Timestamp },
  { title: "PartyNote" },
);
export type PartyNote = Static<typeof PartyNote>;

const NamedParty = Type.Object({ id: Type.String(), kind: Kind, name: Type.String() }, { title: "NamedParty" });
export type NamedParty = Static<typeof NamedParty>;

const MergedParty = Type.Object({ id: Type.String(), name: Nullable(Type.String()) }, { title: "MergedParty" });
export type MergedParty = Static<typeof MergedParty>;

/** A customer or beneficiary: what it paid or received, and what is known about it. */
export const PartyProfile = Type.Object(
  {
    id: Type.String(),
    kind: Kind,
    name: Nullable(Type.String()),
    phone: Nullable(Type.String({ description: "The stored number, in E.164." })),
    totals: Type.Array(PartyTotal),
    is_total_complete: Type.Boolean({
      description: `False: the totals and numbers cover the newest ${RECORDS_TOTALED_MAX} payments or transfers only.`,
    }),
    last_seen_at: Nullable({ ...Timestamp, description: "When the newest payment, invoice or transfer was created." }),
    numbers: Type.Array(PartyNumber, { maxItems: NUMBERS_SHOWN_MAX }),
    emails: Type.Array(Type.String(), {
      maxItems: MERGED_MAX + 1,
      description: "Its own, then those of the parties that were merged into it.",
    }),
    same_number: Type.Array(NamedParty, {
      maxItems: SAME_NUMBER_MAX,
      description: "Other customers and listed beneficiaries with one of these numbers.",
    }),
    merged: Type.Array(MergedParty, { maxItems: MERGED_MAX, description: "The parties that were merged into it." }),
    note: Nullable(PartyNote),
  },
  { title: "PartyProfile" },
);
export type PartyProfile = Static<typeof PartyProfile>;

export const ACTIVITY_KINDS = ["payment", "refund", "invoice", "transfer"] as const;

const ActivityLink = Type.Object({ id: Type.String(), name: Type.String() });

/** A record of a party. */
export const PartyActivity = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(ACTIVITY_KINDS, { title: "PartyActivityKind" }),
    created_at: Timestamp,
    amount: AmountOut,
    currency: CurrencyCode,
    status: Type.String(),
    reference: Nullable(Type.String({ description: "The merchant's reference; null without one." })),
    description: Nullable(Type.String()),
    failure_code: Nullable(Type.String()),
    failure_reason: Nullable(Type.String()),
    link: Nullable({ ...ActivityLink, description: "The payment link of the payment." }),
  },
  { title: "PartyActivity" },
);
export type PartyActivity = Static<typeof PartyActivity>;

export const ActivityQuery = Type.Object({
  before: Type.Optional(
    Type.String({
      pattern: "^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26}$",
      maxLength: 30,
      description: "The id of a record: the answer has the records before it.",
    }),
  ),
});

/** The party to merge into the one of the path. */
export const PartyToMerge = Type.Object({
  merge: { ...IdText, description: "The id of the party that becomes an alias." },
});
export type PartyToMerge = Static<typeof PartyToMerge>;

/** The merchant's note about a party. Without a text, the note is removed. */
export const NewPartyNote = Type.Object({
  text: Type.Optional(Type.String({ maxLength: NOTE_MAX, pattern: NOT_BLANK, "x-pasted": "text" })),
});
export type NewPartyNote = Static<typeof NewPartyNote>;
