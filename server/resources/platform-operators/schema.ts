import { FailureCodeField } from "#kernel/failure-codes.ts";
import {
  AmountIn,
  AmountOut,
  CountryCode,
  CurrencyCode,
  Nullable,
  OneOf,
  type Static,
  Timestamp,
  Type,
} from "#kernel/fields.ts";
import { ENVIRONMENTS } from "#kernel/scope.ts";
import { PAUSE_CODES } from "#providers/health/health.ts";
import { ADJUSTMENT_ACCOUNTS, CORRECTION_STATES, DOCUMENT_MAX } from "#resources/corrections/schema.ts";
import { AuditEntryView, ChannelTotals } from "#resources/dashboard/schema.ts";
import { EXCEPTION_RESOLUTIONS, EXCEPTIONS } from "#resources/reconciliation/schema.ts";
import { RESOLUTIONS } from "#resources/review/schema.ts";
import { Timeline } from "#resources/timelines/schema.ts";
import { Member } from "#resources/users/schema.ts";
import { WebhookDetails } from "#resources/webhooks/schema.ts";

const SEARCH_MAX = 200;
const PAGE_MAX = 100_000;
const REASON_MAX = 500;

const EnvironmentField = OneOf(ENVIRONMENTS, { "x-message": `Use one of: ${ENVIRONMENTS.join(", ")}` });
export const EnvironmentQuery = Type.Object({ environment: Type.Optional(EnvironmentField) });
export const MerchantsQuery = Type.Object({
  ...EnvironmentQuery.properties,
  search: Type.Optional(Type.String({ maxLength: SEARCH_MAX, "x-pasted": "line" })),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: PAGE_MAX })),
});

const OperatorBalanceView = Type.Object({ currency: CurrencyCode, available: AmountOut, reserved: AmountOut });
/**
 * The movements of the last 24 hours in one direction: their number, and the complete volume in the merchant's own
 * currency.
 */
const MovementTotals = Type.Object(
  {
    count: Type.Integer(),
    complete: Type.Integer(),
    failed: Type.Integer(),
    volume: AmountOut,
  },
  { title: "MovementTotals" },
);
export type MovementTotals = Static<typeof MovementTotals>;

/** A merchant in the list of all merchants. The figures are of one environment. */
export const MerchantView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    country: Type.String(),
    currency: CurrencyCode,
    created_at: Timestamp,
    environments: Type.Array(Type.String(), { description: "The environments in which the merchant has a valid key." }),
    balances: Type.Array(OperatorBalanceView),
    came_in: MovementTotals,
    went_out: MovementTotals,
    reviews_open: Type.Integer(),
    withdrawals_waiting: Type.Integer({ description: "The number of withdrawals to pay through a bank." }),
    webhooks_failing: Type.Integer(),
  },
  { title: "MerchantSummary" },
);
export type MerchantView = Static<typeof MerchantView>;

const WebhookSummary = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    active: Type.Boolean(),
    disabled_reason: WebhookDetails.properties.disabled_reason,
    health: WebhookDetails.properties.health,
  },
  { title: "WebhookSummary" },
);

export const ReviewView = Type.Object(
  {
    id: Type.String(),
    merchant: Type.String(),
    merchant_name: Type.String(),
    environment: EnvironmentField,
    kind: Type.String(),
    provider_answer: Type.String(),
    failure_code: FailureCodeField,
    attempt: Type.String(),
    subject: Type.String(),
    order_kind: OneOf(["transfer", "collect", "refund", "withdrawal"]),
    channel: Type.String(),
    provider: Type.String(),
    amount: AmountOut,
    currency: CurrencyCode,
    state: OneOf(["open", "resolved"]),
    proposed: Nullable(Type.String()),
    proposed_by: Nullable(Type.String({ description: "The person's name, or the user of the command line." })),
    is_own: Type.Boolean({ description: "Whether the reader proposed it, and therefore cannot be the second person." }),
    resolution: Nullable(Type.String()),
    resolved_by: Nullable(Type.String()),
    note: Nullable(Type.String()),
    opened_at: Timestamp,
    resolved_at: Nullable(Timestamp),
  },
  { title: "Review" },
);
export type ReviewView = Static<typeof ReviewView>;

/** An entry of an audit log, with the name of its actor. */
export const AuditEntryWithActor = Type.Object(
  { ...AuditEntryView.properties, actor_name: Type.String() },
  { title: "AuditEntryWithActor" },
);
export type AuditEntryWithActor = Static<typeof AuditEntryWithActor>;

/** One merchant on its own page. */
export const MerchantDetails = Type.Object(
  {
    ...MerchantView.properties,
    phone: Nullable(Type.String()),
    rate_limit: Nullable(Type.Integer()),
    payments: Type.Array(ChannelTotals),
    transfers: Type.Array(ChannelTotals),
    people: Type.Array(Member),
    webhooks: Type.Array(WebhookSummary),
    reviews: Type.Array(ReviewView),
    audit_log: Type.Array(AuditEntryWithActor),
  },
  { title: "MerchantDetails" },
);
export type MerchantDetails = Static<typeof MerchantDetails>;

const AttemptView = Type.Object(
  {
    id: Type.String(),
    state: Type.String(),
    receiver: Type.String(),
    provider_reference: Nullable(Type.String({ description: "The reference that Kolo sent to the provider." })),
    provider_id: Nullable(Type.String({ description: "The provider's own id." })),
    account: Nullable(Type.String()),
    created_at: Timestamp,
    sent_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
  },
  { title: "ReviewedAttempt" },
);

/** One case with its attempt, timeline and allowed decisions. */
export const ReviewCase = Type.Object(
  {
    ...ReviewView.properties,
    allowed: Type.Array(OneOf(RESOLUTIONS)),
    needs_two: Type.Boolean(),
    available: AmountOut,
    tried: AttemptView,
    timeline: Timeline,
  },
  { title: "ReviewCase" },
);
export type ReviewCase = Static<typeof ReviewCase>;

const ReasonField = Type.String({ minLength: 1, maxLength: REASON_MAX, "x-message": "Say why", "x-pasted": "text" });
export const ReviewDecision = Type.Object({
  as: OneOf(RESOLUTIONS, { "x-message": `Choose one of: ${RESOLUTIONS.join(", ")}` }),
  reason: ReasonField,
});
export const ExceptionDecision = Type.Object({
  as: OneOf(EXCEPTION_RESOLUTIONS, { "x-message": `Choose one of: ${EXCEPTION_RESOLUTIONS.join(", ")}` }),
  reason: ReasonField,
  merchant: Type.Optional(Type.String({ maxLength: 40 })),
});
/** An entry of a merchant's ledger. */
export const EntryView = Type.Object(
  {
    id: Type.String(),
    kind: Type.String(),
    subject: Type.String(),
    debit: Type.String(),
    credit: Type.String(),
    amount: AmountOut,
    currency: CurrencyCode,
    is_reversible: Type.Boolean(),
    created_at: Timestamp,
  },
  { title: "LedgerEntry" },
);
export type EntryView = Static<typeof EntryView>;
export const EntriesQuery = Type.Object({
  ...EnvironmentQuery.properties,
  before: Type.Optional(Type.Integer({ minimum: 1 })),
});

const correctionFields = {
  environment: EnvironmentField,
  reason: ReasonField,
  document: Type.String({
    minLength: 1,
    maxLength: DOCUMENT_MAX,
    "x-message": "Enter the reference of the document",
    "x-pasted": "line",
  }),
  as_debt: Type.Optional(Type.Boolean()),
};
export const Reversal = Type.Object(correctionFields);
export const AdjustmentOrder = Type.Object({
  ...correctionFields,
  currency: CurrencyCode,
  direction: OneOf(["in", "out"], { "x-message": "Choose one of: in, out" }),
  amount: AmountIn,
  account: OneOf(ADJUSTMENT_ACCOUNTS, { "x-message": `Choose one of: ${ADJUSTMENT_ACCOUNTS.join(", ")}` }),
});
export const CorrectionsQuery = Type.Object({ all: Type.Optional(Type.Boolean()) });

/** A correction of a merchant's books. */
export const CorrectionView = Type.Object(
  {
    id: Type.String(),
    merchant: Type.String(),
    merchant_name: Type.String(),
    environment: EnvironmentField,
    kind: OneOf(["reverse", "adjust", "fund", "sweep"]),
    entry: Nullable(Type.String()),
    debit: Type.String(),
    credit: Type.String(),
    amount: AmountOut,
    currency: CurrencyCode,
    as_debt: Type.Boolean(),
    advanced: AmountOut,
    reason: Type.String(),
    document: Type.String(),
    state: OneOf(CORRECTION_STATES),
    requested_by: Type.String({ description: "The person's name, or the user of the command line." }),
    is_own: Type.Boolean({ description: "Whether the reader proposed it, and therefore cannot be the second person." }),
    requested_at: Timestamp,
    decided_by: Nullable(Type.String()),
    decided_at: Nullable(Timestamp),
    rejection: Nullable(Type.String()),
  },
  { title: "OperatorCorrection" },
);
export type CorrectionView = Static<typeof CorrectionView>;

export const PauseReason = Type.Object({ reason: ReasonField });

const ChannelHealthView = Type.Object(
  {
    channel: Type.String({ description: "`float`: the balance from which outgoing orders are paid." }),
    status: OneOf(["operational", "degraded", "paused"]),
    success_rate: Nullable(Type.Number()),
    paused_until: Nullable(Timestamp),
    reason: Nullable(Type.String()),
    reason_code: Nullable(OneOf(PAUSE_CODES)),
  },
  { title: "ChannelHealth" },
);
const ProviderBalanceView = Type.Object(
  {
    currency: CurrencyCode,
    provider_balance: AmountOut,
    book_balance: AmountOut,
    checked_at: Timestamp,
  },
  { title: "ProviderBalance" },
);

/** A provider account, with the health of its channels and its last queried balance. */
export const ProviderAccountView = Type.Object(
  {
    id: Type.String(),
    provider: Type.String(),
    environment: EnvironmentField,
    merchant: Nullable(Type.String()),
    merchant_name: Nullable(Type.String()),
    name: Type.String({ description: "Unique among the owner's accounts." }),
    market: CountryCode,
    collects: Type.Boolean(),
    pays_out: Type.Boolean({ description: "Whether it carries transfers, withdrawals and refunds." }),
    identity: Type.String(),
    updated_at: Timestamp,
    updated_by: Type.String(),
    channels: Type.Array(ChannelHealthView),
    held: Type.Array(ProviderBalanceView),
    drifts_open: Type.Integer({
      description: "The number of unexplained differences between the account and the books.",
    }),
  },
  { title: "ProviderAccount" },
);
export type ProviderAccountView = Static<typeof ProviderAccountView>;

export const StatementView = Type.Object(
  {
    id: Type.String(),
    provider: Type.String(),
    environment: EnvironmentField,
    merchant: Nullable(Type.String()),
    merchant_name: Nullable(Type.String()),
    name: Type.String(),
    currency: CurrencyCode,
    begins_at: Timestamp,
    time_zone: Type.String(),
    ends_at: Timestamp,
    lines: Type.Integer(),
    exceptions: Type.Integer(),
    exceptions_open: Type.Integer(),
    imported_at: Timestamp,
    imported_by: Type.String(),
  },
  { title: "Statement" },
);
export type StatementView = Static<typeof StatementView>;

/** A statement line that differs from the ledger. */
export const ExceptionView = Type.Object(
  {
    id: Type.String(),
    statement: Type.String(),
    line: Nullable(Type.Integer()),
    exception: OneOf(EXCEPTIONS),
    currency: CurrencyCode,
    statement_amount: Nullable(
      Type.Integer({ description: "The amount on the provider's statement; null if it has no such line." }),
    ),
    booked: AmountOut,
    provider_id: Nullable(Type.String()),
    external_id: Nullable(Type.String()),
    party: Nullable(Type.String()),
    happened_at: Nullable(Timestamp),
    merchant: Nullable(Type.String()),
    merchant_name: Nullable(Type.String()),
    attempt: Nullable(Type.String()),
    resolution: Nullable(Type.String()),
    note: Nullable(Type.String()),
    resolved_by: Nullable(Type.String()),
    resolved_at: Nullable(Timestamp),
  },
  { title: "StatementException" },
);
export type ExceptionView = Static<typeof ExceptionView>;

/** A provider account whose balance differs from the ledger. Positive: the provider has more. */
export const DriftView = Type.Object(
  {
    id: Type.String(),
    account: Type.String(),
    provider: Type.String(),
    currency: CurrencyCode,
    drift: AmountOut,
    since: Timestamp,
    found_at: Timestamp,
  },
  { title: "Drift" },
);
export type DriftView = Static<typeof DriftView>;

/** Sums of one statement. Positive: money in. */
export const ReportView = Type.Object(
  {
    statement_total: AmountOut,
    ledger_total: AmountOut,
    theirs_only: AmountOut,
    ours_only: AmountOut,
    amount_differs: AmountOut,
    status_differs: AmountOut,
    booked_outside: AmountOut,
    corrected: AmountOut,
    unexplained: AmountOut,
    fees: AmountOut,
    charges_booked: AmountOut,
    matched: Type.Integer(),
    open: Type.Integer(),
  },
  { title: "StatementReport" },
);

export const OperatorPerson = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    has_second_factor: Type.Boolean(),
    granted_at: Timestamp,
    granted_by: Type.String(),
  },
  { title: "OperatorPerson" },
);
