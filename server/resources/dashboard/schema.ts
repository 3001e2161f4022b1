import { AmountOut, CurrencyCode, Day, Nullable, OneOf, type Static, Timestamp, Type } from "#kernel/fields.ts";
import { KEY_RIGHTS } from "#kernel/rights.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";
import {
  APPROVAL_STATES,
  type ApprovalState,
  MakerWarnings,
  type StoredWarnings,
} from "#resources/approvals/schema.ts";
import { Branding, BrandingUpdate } from "#resources/branding/schema.ts";
import { NotificationChoice, NotificationSetting } from "#resources/notifications/schema.ts";
import { LoggedRequest, requestFields } from "#resources/request-log/schema.ts";
import { Invitation, Member, NewInvitation, Profile, RoleField } from "#resources/users/schema.ts";

export {
  Branding,
  BrandingUpdate,
  Invitation,
  LoggedRequest,
  Member,
  NewInvitation,
  NotificationChoice,
  NotificationSetting,
  Profile,
  RoleField,
  requestFields,
};

const RightNames = Type.Array(Type.String());

/** A merchant as its members see it. */
export const Business = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    currency: CurrencyCode,
    country: Type.String(),
    /** The time zone in which the merchant's days begin. */
    time_zone: Type.String(),
    role: RoleField,
    /** The rights of the member's role, regardless of second factor and step-up. */
    rights: Type.Object({ test: RightNames, live: RightNames }),
  },
  { title: "Business" },
);

/** The data that the page loads when it starts. */
export const Me = Type.Object(
  {
    profile: Profile,
    session: Type.Object({ has_second_factor: Type.Boolean(), expires_at: Timestamp }),
    businesses: Type.Array(Business),
    is_operator: Type.Boolean({
      description: "Whether the person is a platform operator. The role takes effect only with a second factor.",
    }),
    address: Type.String({ description: "The IP address of this request." }),
    api_url: Type.String(),
  },
  { title: "Me" },
);
export type Me = Static<typeof Me>;

/** The time zone in which the merchant's days begin; null: the zone of its country. */
export const NewTimeZone = Type.Object({ time_zone: Nullable(Type.String({ maxLength: 64 })) });

export const ChannelTotals = Type.Object(
  {
    channel: Nullable(Type.String()),
    currency: CurrencyCode,
    count: Type.Integer(),
    complete: Type.Integer(),
    failed: Type.Integer(),
    waiting: Type.Integer(),
    amount_complete: AmountOut,
  },
  { title: "ChannelTotals" },
);
export type ChannelTotals = Static<typeof ChannelTotals>;

const DayTotals = Type.Object(
  {
    day: Day,
    complete: Type.Integer(),
    amount_complete: AmountOut,
  },
  { title: "DayTotals" },
);
export type DayTotals = Static<typeof DayTotals>;

/**
 * The totals of the last 24 hours, including their whole first minute, and of the days before, in the merchant's own
 * currency and time zone.
 */
export const Overview = Type.Object(
  {
    since: Timestamp,
    currency: CurrencyCode,
    time_zone: Type.String(),
    payments: Type.Array(ChannelTotals),
    transfers: Type.Array(ChannelTotals),
    payment_days: Type.Array(DayTotals),
    transfer_days: Type.Array(DayTotals),
  },
  { title: "Overview" },
);
export type Overview = Static<typeof Overview>;

/** A merchant's fee on a channel; `*` stands for every channel without a row of its own. */
export const FeeView = Type.Object(
  {
    kind: OneOf(["collect", "transfer"]),
    channel: Type.String(),
    percent_bp: Type.Integer({ description: "The percentage in basis points: 150 is 1.5 %." }),
    fixed: AmountOut,
    minimum: AmountOut,
    maximum: Nullable(Type.Integer()),
  },
  { title: "Fee" },
);
export type FeeView = Static<typeof FeeView>;

/** An order that waits for a second person. */
export const WaitingOrder = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(["transfer", "bulk_transfer", "refund", "withdrawal"]),
    name: Nullable(Type.String()),
    number: Nullable(Type.String({ description: "The number or account to pay; null for a bulk." })),
    bank_code: Nullable(Type.String()),
    amount: AmountOut,
    currency: CurrencyCode,
    transfers: Type.Integer(),
    channel: Nullable(Type.String({ description: "The channel; null for a bulk." })),
    seen: Nullable(MakerWarnings),
    requested_by: Nullable(Type.String()),
    requested_at: Timestamp,
    is_own: Type.Boolean({ description: "Whether the reader requested it, and therefore cannot approve it." }),
  },
  { title: "WaitingOrder" },
);
export type { ApprovalState, StoredWarnings };
export type WaitingOrder = Static<typeof WaitingOrder>;

/** An order that needs or needed a second person, with the decision. */
export const OrderToApprove = Type.Object(
  {
    ...WaitingOrder.properties,
    state: OneOf(APPROVAL_STATES),
    decided_by: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
    reason: Nullable(Type.String()),
  },
  { title: "OrderToApprove" },
);
export type OrderToApprove = Static<typeof OrderToApprove>;

const KeyRightField = OneOf(KEY_RIGHTS, { title: "KeyRight" });

/** A key without its secret. */
export const KeyView = Type.Object(
  {
    id: Type.String(),
    kind: OneOf(["public", "private", "publishable"]),
    name: Type.String(),
    hint: Type.String({ description: "The last four characters of the key." }),
    created_at: Timestamp,
    expires_at: Nullable(Timestamp),
    revoked_at: Nullable(Timestamp),
    last_used_at: Nullable(Timestamp),
    rights: Nullable(Type.Array(KeyRightField, { description: "The rights of a private key; null means all rights." })),
    addresses: Nullable(
      Type.Array(Type.String(), { description: "The IP addresses that may use the key; null means any address." }),
    ),
    origins: Nullable(
      Type.Array(Type.String(), {
        description: "The origins and app schemes of a publishable key; null for other keys.",
      }),
    ),
  },
  { title: "Key" },
);
export type KeyView = Static<typeof KeyView>;

const KEY_NAME_MAX = 80;
const RANGE_MAX = 50;
const RIGHT_MAX = 60;
const ORIGIN_MAX = 300;
// Higher than every rule's limit, so that a longer list gets the rule's own error message.
const RESTRICTION_ITEMS_MAX = 200;
const restrictionFields = {
  rights: Type.Optional(Type.Array(Type.String({ maxLength: RIGHT_MAX }), { maxItems: RESTRICTION_ITEMS_MAX })),
  addresses: Type.Optional(Type.Array(Type.String({ maxLength: RANGE_MAX }), { maxItems: RESTRICTION_ITEMS_MAX })),
  origins: Type.Optional(Type.Array(Type.String({ maxLength: ORIGIN_MAX }), { maxItems: RESTRICTION_ITEMS_MAX })),
};
export const NewKeys = Type.Object(
  {
    kind: OneOf(["both", "public", "private", "publishable"]),
    name: Type.String({ minLength: 1, maxLength: KEY_NAME_MAX, "x-pasted": "line" }),
    expires_on: Type.Optional(Day),
    ...restrictionFields,
  },
  { title: "NewKeys" },
);
export type NewKeys = Static<typeof NewKeys>;

/** The new restrictions of a key; an absent field means unrestricted, and for a publishable key no origin. */
export const KeyChanges = Type.Object(restrictionFields);
export type KeyChanges = Static<typeof KeyChanges>;

/**
 * Whether every operation requires the private key. Otherwise the public key may run the interface's public operations.
 */
export const KeyRule = Type.Object({ is_grant_required: Type.Boolean() });

export const CreatedKeys = Type.Object({
  public_key: Type.Optional(Type.String()),
  private_key: Type.Optional(Type.String()),
  publishable_key: Type.Optional(Type.String()),
});
export type CreatedKeys = Static<typeof CreatedKeys>;

const NOTE_MAX = 200;
export const AddressView = Type.Object(
  {
    range: Type.String(),
    note: Nullable(Type.String()),
    created_at: Timestamp,
  },
  { title: "AllowedAddress" },
);
export const NewAddress = Type.Object({
  range: Type.String({ minLength: 1, maxLength: RANGE_MAX }),
  note: Type.Optional(Type.String({ maxLength: NOTE_MAX, "x-pasted": "text" })),
});
export const AddressToRemove = Type.Object({ range: Type.String({ minLength: 1, maxLength: RANGE_MAX }) });

/** Another business that this one may act for (`out`), or that may act for this one (`in`), with X-Sync. */
export const MerchantLinkView = Type.Object(
  {
    direction: OneOf(["out", "in"]),
    id: Type.String(),
    name: Type.String(),
    rights: Type.Array(KeyRightField),
    environments: Type.Array(OneOf(ENVIRONMENTS)),
    created_at: Timestamp,
    last_request_at: Nullable(Timestamp),
  },
  { title: "MerchantLink" },
);
const MERCHANT_ID_MAX = 40;
/** The business that may act for this one after the link is created. */
export const NewMerchantLink = Type.Object({
  merchant: Type.String({ minLength: 1, maxLength: MERCHANT_ID_MAX }),
  /** The other business's rights; by default, read rights. */
  rights: Type.Optional(Type.Array(KeyRightField, { minItems: 1, maxItems: KEY_RIGHTS.length })),
  environments: Type.Optional(Type.Array(OneOf(ENVIRONMENTS), { minItems: 1, maxItems: ENVIRONMENTS.length })),
});
export const MerchantLinkToRemove = Type.Object({ direction: OneOf(["out", "in"]) });

/** A privileged action, as the audit log shows it. */
export const AuditEntryView = Type.Object(
  {
    id: Type.String(),
    number: AmountOut,
    environment: Nullable(OneOf(ENVIRONMENTS)),
    actor: Type.String(),
    action: Type.String(),
    subject: Nullable(Type.String()),
    before: Type.Unsafe<unknown>({}),
    after: Type.Unsafe<unknown>({}),
    created_at: Timestamp,
  },
  { title: "AuditEntry" },
);
export type AuditEntryView = Static<typeof AuditEntryView>;

// Ids of 30 characters, each with a comma, for every row of the longest list (interface 4.1).
const IDS_TEXT_MAX = 100 * 31;
/** The ids whose names the page needs, separated by commas. */
export const IdsToName = Type.Object({ ids: Type.Optional(Type.String({ maxLength: IDS_TEXT_MAX })) });
export const NamedRecord = Type.Object({ id: Type.String(), name: Type.String() }, { title: "NamedRecord" });
