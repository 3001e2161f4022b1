import { EVENT_TYPES } from "#events/events.ts";
import { OneOf, type Static, Type } from "#kernel/fields.ts";
import type { Instant } from "#kernel/time.ts";
import { BENEFICIARY_TYPES } from "#resources/beneficiaries/schema.ts";
import { DELIVERY_STATES } from "#resources/deliveries/schema.ts";
import { INVOICE_STATUSES } from "#resources/invoices/schema.ts";
import { PAYMENT_STATUSES } from "#resources/payments/schema.ts";
import { REFUND_STATUSES } from "#resources/refunds/schema.ts";
import { StatementQuery } from "#resources/statements/schema.ts";
import { TRANSFER_STATUSES } from "#resources/transfers/schema.ts";
import { WITHDRAWAL_STATUSES } from "#resources/withdrawals/schema.ts";
import { EXPORT_LANGUAGES } from "./headings.ts";

/** The lists that can be exported, by their names in the dashboard. */
export const EXPORTABLE_LISTS = [
  "payments",
  "payment-links",
  "invoices",
  "refunds",
  "transfers",
  "bulk-transfers",
  "withdrawals",
  "beneficiaries",
  "customers",
  "balance",
  "webhooks",
  "events",
  "deliveries",
] as const;
export type ExportableList = (typeof EXPORTABLE_LISTS)[number];

const TEXT_MAX = 400;

/** The filters of an export, named as in the list's API. `LIST_FILTERS` has the filters of each list. */
export const ExportQuery = Type.Object({
  search: Type.Optional(Type.String({ maxLength: 200, "x-pasted": "line" })),
  status: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  channels: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  active: Type.Optional(Type.Boolean()),
  type: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  currency: Type.Optional(Type.String({ maxLength: 3 })),
  state: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  webhook: Type.Optional(
    Type.String({ maxLength: 40, description: "The webhook of the deliveries; required for their export." }),
  ),
  resource: Type.Optional(Type.String({ maxLength: 40 })),
  bulk_transfer: Type.Optional(Type.String({ maxLength: 40 })),
  account: Type.Optional(Type.String({ maxLength: 40 })),
  date_start: Type.Optional(Type.String({ maxLength: 10 })),
  date_end: Type.Optional(Type.String({ maxLength: 10 })),
  separator: Type.Optional(
    OneOf(["comma", "semicolon"], {
      description: "The column separator of the CSV file. French spreadsheets expect a semicolon.",
    }),
  ),
  language: Type.Optional(
    OneOf(EXPORT_LANGUAGES, { description: "The language of the headings; by default the browser's." }),
  ),
});
export type ExportQuery = Static<typeof ExportQuery>;

/** The period of a statement, and the format of its file. */
export const StatementFileQuery = Type.Object({
  ...StatementQuery.properties,
  separator: ExportQuery.properties.separator,
  language: ExportQuery.properties.language,
});

const DATE_FILTERS = ["date_start", "date_end"] as const;
/** The filters of each list. Any other filter is refused: ignoring it would export rows that were not requested. */
export const LIST_FILTERS: Readonly<Record<ExportableList, readonly (keyof ExportQuery)[]>> = {
  payments: ["search", "status", "channels", ...DATE_FILTERS],
  "payment-links": ["active"],
  invoices: ["status", ...DATE_FILTERS],
  refunds: ["search", "status"],
  transfers: ["search", "status", "channels", "bulk_transfer", ...DATE_FILTERS],
  "bulk-transfers": [],
  withdrawals: ["status", "account", ...DATE_FILTERS],
  beneficiaries: ["search", "type"],
  customers: ["search"],
  balance: ["currency"],
  webhooks: [],
  events: ["type", ...DATE_FILTERS],
  deliveries: ["webhook", "state", "type", "resource", ...DATE_FILTERS],
};

/** The allowed values of filters with a fixed set. */
export const FILTER_VALUES: Readonly<
  Partial<Record<ExportableList, { readonly [Name in "status" | "type" | "state"]?: readonly string[] }>>
> = {
  payments: { status: PAYMENT_STATUSES },
  invoices: { status: INVOICE_STATUSES },
  refunds: { status: REFUND_STATUSES },
  transfers: { status: TRANSFER_STATUSES },
  withdrawals: { status: WITHDRAWAL_STATUSES },
  beneficiaries: { type: BENEFICIARY_TYPES },
  events: { type: EVENT_TYPES },
  deliveries: { type: EVENT_TYPES, state: DELIVERY_STATES },
};

/** The filters after parsing. */
export interface ExportFilter {
  readonly search: string | null;
  readonly status: string | null;
  readonly channels: readonly string[] | null;
  readonly active: boolean | null;
  readonly type: string | null;
  /** The currency of a balance; null is the merchant's own. */
  readonly currency: string | null;
  /** The state of a delivery. */
  readonly state: string | null;
  readonly webhook: string | null;
  readonly resource: string | null;
  /** The bulk whose transfers are exported. */
  readonly bulk: string | null;
  /** The account that received the withdrawals. */
  readonly account: string | null;
  readonly from: Instant | null;
  readonly until: Instant | null;
}

/** A row of a file: its cells by column, and the `cursor` after which the next page begins. */
export type ExportRow = Readonly<Record<string, unknown>> & { readonly cursor: string };
