import {
  BENEFICIARY_TYPES,
  EVENT_TYPES,
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  TRANSFER_STATUSES,
  WITHDRAWAL_STATUSES,
} from "#app/api-types.ts";
import { LIST_COLUMNS } from "#app/fields.ts";
import type { Right } from "#app/merchant-context.ts";
import type { ListRead, RecordRead } from "#app/records.ts";
import type { useFormMessages } from "#i18n/form-messages.ts";
import type { Messages } from "#i18n/messages.ts";

/** The definition of a list: its columns, filters and empty state. */
export interface ListDefinition {
  readonly page: keyof Messages["pages"];
  /** The API operation that returns the list. */
  readonly read: ListRead;
  /** The id in the operation's path; "" without one. */
  readonly read_id: string;
  /** The API operation that returns one record; null if the list has no record pages. */
  readonly record_read: RecordRead | null;
  /** The name of the record's type in the messages. */
  readonly record: keyof Messages["records"] | null;
  /** The path of the page that a row opens, without the row's id; null if rows have no page. */
  readonly opens: string | null;
  readonly columns: readonly ColumnName[];
  /** Optional columns, hidden by default. */
  readonly others: readonly ColumnName[];
  /** The columns that a phone shows. Wider windows show more of `columns`. */
  readonly first: readonly string[];
  /** The fields that identify a row on a phone: the first one with a value appears below the first column. */
  readonly identified_by: readonly ColumnName[];
  /** For phones: the field to show below each column, because it has no column of its own there. */
  readonly below: Readonly<Partial<Record<ColumnName, ColumnName>>>;
  readonly choices: readonly FilterChoice[];
  /** The kind of fields that the search covers; null if the list has no search. */
  readonly search: "orders" | "people" | null;
  readonly has_dates: boolean;
  /** The main action of the page, such as creating a record; null if it has none. */
  readonly start: {
    readonly page: string;
    readonly right: Right;
    readonly label: keyof ReturnType<typeof useFormMessages>["starts"];
  } | null;
  readonly curl: string;
  /** The file name of the export; null if the list has no export. */
  readonly export_name: string | null;
  /** Query parameters of the export, in addition to the filters. */
  readonly export_query: Readonly<Record<string, string>>;
}

export type ColumnName = keyof Messages["columns"];

export interface FilterChoice {
  readonly name: keyof Messages["filters"];
  readonly values: readonly string[];
}

const LIST_DEFAULTS = {
  read_id: "",
  record_read: null,
  record: null,
  search: null,
  has_dates: false,
  choices: [],
  start: null,
  others: [],
  identified_by: [],
  below: {},
  export_name: null,
  export_query: {},
} as const;
const KEY_HEADERS = '-H "Authorization: $KOLO_PUBLIC_KEY" -H "X-Grant: $KOLO_PRIVATE_KEY"';

/** A request as a curl command for a terminal. */
export function curl(path: string, ...fields: readonly string[]): string {
  return [`curl "$KOLO_URL${path}" ${KEY_HEADERS}`, ...fields.map((field) => `  -d ${field}`)].join(" \\\n");
}

export const LISTS: readonly ListDefinition[] = [
  {
    ...LIST_DEFAULTS,
    ...{
      page: "payments",
      read: "GET /{environment}/payments",
      record_read: "GET /{environment}/payments/{reference}",
      record: "transaction",
    },
    ...LIST_COLUMNS.payments,
    first: ["amount", "status", "created_at"],
    identified_by: ["customer", "reference"],
    search: "orders",
    has_dates: true,
    choices: [
      { name: "status", values: PAYMENT_STATUSES },
      { name: "channels", values: ["collect"] },
    ],
    start: { page: "/payments/new", right: "charge", label: "payment" },
    ...{ opens: "/payments", export_name: "payments" },
    curl: curl("/payments", "amount=5000", "currency=XAF", "phone=677123456", 'description="Order 1042"'),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "payment-links",
      read: "GET /{environment}/payment-links",
      record_read: "GET /{environment}/payment-links/{id}",
      record: "payment_link",
    },
    ...LIST_COLUMNS["payment-links"],
    first: ["name", "amount"],
    choices: [{ name: "active", values: ["true", "false"] }],
    start: { page: "/payment-links/new", right: "charge", label: "link" },
    ...{ opens: "/payment-links", export_name: "payment-links" },
    curl: curl("/payment-links", 'name="Membership 2027"', "amount=10000", "currency=XAF"),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "invoices",
      read: "GET /{environment}/invoices",
      record_read: "GET /{environment}/invoices/{reference}",
      record: "invoice",
    },
    ...LIST_COLUMNS.invoices,
    first: ["amount", "status"],
    below: { status: "due_at" },
    identified_by: ["customer", "reference"],
    has_dates: true,
    choices: [{ name: "status", values: INVOICE_STATUSES }],
    start: { page: "/invoices/new", right: "charge", label: "invoice" },
    ...{ opens: "/invoices", export_name: "invoices" },
    curl: curl("/invoices", "amount=10000", "currency=XAF", "phone=677123456", "due_at=2030-06-30T23:59:59Z"),
  },
  {
    ...LIST_DEFAULTS,
    ...{ page: "received-parts", read: "GET /{environment}/received-parts" },
    columns: ["amount_net", "status", "platform_name", "description", "created_at"],
    others: ["amount", "fee", "amount_refunded", "settled_at", "id"],
    first: ["amount_net", "status"],
    below: { status: "created_at" },
    identified_by: ["platform_name"],
    opens: null,
    curl: curl("/received-parts"),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "refunds",
      read: "GET /{environment}/refunds",
      record_read: "GET /{environment}/refunds/{id}",
      record: "refund",
    },
    ...LIST_COLUMNS.refunds,
    first: ["amount", "status", "created_at"],
    identified_by: ["reason", "payment"],
    search: "orders",
    choices: [{ name: "status", values: REFUND_STATUSES }],
    ...{ opens: "/refunds", export_name: "refunds" },
    curl: curl("/refunds", "payment=order-1042", "amount=1500", 'reason="One item was sold out"'),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "transfers",
      read: "GET /{environment}/transfers",
      record_read: "GET /{environment}/transfers/{reference}",
      record: "transfer",
    },
    ...LIST_COLUMNS.transfers,
    first: ["amount", "status", "created_at"],
    identified_by: ["beneficiary", "reference"],
    search: "orders",
    has_dates: true,
    start: { page: "/transfers/new", right: "pay", label: "send" },
    choices: [
      { name: "status", values: TRANSFER_STATUSES },
      { name: "channels", values: ["transfer"] },
    ],
    ...{ opens: "/transfers", export_name: "transfers" },
    curl: curl(
      "/transfers",
      "amount=5000 -d currency=XAF -d channel=cm.mobile",
      '"beneficiary_data[name]=Jane Mballa"',
      '"beneficiary_data[phone]=677123456"',
    ),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "bulk",
      read: "GET /{environment}/bulk-transfers",
      record_read: "GET /{environment}/transfers/bulk/{id}",
      record: "bulk_transfer",
    },
    ...LIST_COLUMNS.bulk,
    first: ["total_amount", "total_transfers", "created_at"],
    identified_by: ["description"],
    start: { page: "/bulk/new", right: "pay", label: "upload" },
    ...{ opens: "/bulk", export_name: "bulk-transfers" },
    curl: `curl "$KOLO_URL/transfers/bulk?currency=XAF&channel=cm.mobile" ${KEY_HEADERS} \\\n  -H "Content-Type: text/csv" --data-binary @salaries.csv`,
  },
  {
    ...LIST_DEFAULTS,
    ...{ page: "schedules", read: "GET /{environment}/schedules" },
    columns: ["name", "status", "next_due_at", "total_amount", "total_transfers", "created_at"],
    first: ["name", "total_amount"],
    below: { name: "next_due_at", total_amount: "status" },
    start: { page: "/schedules/new", right: "pay", label: "schedule" },
    choices: [{ name: "status", values: ["active", "paused", "ended"] }],
    opens: "/schedules",
    curl: `curl "$KOLO_URL/schedules" ${KEY_HEADERS} \\\n  -H "Content-Type: application/json" --data @payroll.json`,
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "withdrawals",
      read: "GET /{environment}/withdrawals",
      record_read: "GET /{environment}/withdrawals/{id}",
      record: "withdrawal",
    },
    ...LIST_COLUMNS.withdrawals,
    first: ["amount", "status", "created_at"],
    identified_by: ["account", "reference"],
    has_dates: true,
    start: { page: "/withdrawals/new", right: "pay", label: "withdrawal" },
    choices: [{ name: "status", values: WITHDRAWAL_STATUSES }],
    ...{ opens: "/withdrawals", export_name: "withdrawals" },
    curl: curl("/withdrawals", "account=wac_…", "amount=250000"),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "withdrawal-accounts",
      read: "GET /{environment}/withdrawal-accounts",
      record_read: "GET /{environment}/withdrawal-accounts/{id}",
      record: "withdrawal_account",
    },
    ...LIST_COLUMNS["withdrawal-accounts"],
    first: ["name", "state"],
    identified_by: ["number"],
    start: { page: "/withdrawal-accounts/new", right: "pay", label: "withdrawal_account" },
    opens: "/withdrawal-accounts",
    curl: curl(
      "/withdrawal-accounts",
      'type=mobile_money -d "name=Chez Jeanne"',
      "country=CM -d currency=XAF -d phone=677123456",
    ),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "beneficiaries",
      read: "GET /{environment}/beneficiaries",
      record_read: "GET /{environment}/beneficiaries/{id}",
      record: "beneficiary",
    },
    ...LIST_COLUMNS.beneficiaries,
    first: ["name", "phone"],
    search: "people",
    choices: [{ name: "type", values: BENEFICIARY_TYPES }],
    start: { page: "/beneficiaries/new", right: "pay", label: "beneficiary" },
    ...{ opens: "/beneficiaries", export_name: "beneficiaries" },
    curl: curl(
      "/beneficiaries",
      'name="Jane Mballa" -d phone=677123456',
      "country=CM -d currency=XAF -d type=mobile_money",
    ),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "customers",
      read: "GET /{environment}/customers",
      record_read: "GET /{environment}/customers/{id}",
      record: "customer",
    },
    ...LIST_COLUMNS.customers,
    first: ["name", "phone"],
    search: "people",
    start: { page: "/customers/new", right: "charge", label: "customer" },
    ...{ opens: "/customers", export_name: "customers" },
    curl: curl("/customers", 'name="Ama Owusu"', "email=ama@example.cm", "phone=677123456"),
  },
  {
    ...LIST_DEFAULTS,
    ...{ page: "balance", read: "GET /{environment}/balance/history" },
    columns: ["created_at", "kind", "subject", "amount", "balance"],
    first: ["kind", "amount"],
    below: { kind: "created_at", amount: "balance" },
    ...{ opens: null, export_name: "balance" },
    curl: curl("/balance"),
  },
  {
    ...LIST_DEFAULTS,
    ...{ page: "corrections", read: "GET /{environment}/corrections" },
    columns: ["created_at", "kind", "reason", "document", "amount"],
    others: ["entry", "debt", "id"],
    first: ["kind", "amount"],
    below: { kind: "reason", amount: "created_at" },
    opens: null,
    curl: curl("/corrections"),
  },
  {
    ...LIST_DEFAULTS,
    ...{ page: "webhooks", read: "GET /{environment}/webhooks", record_read: "GET /{environment}/webhooks/{id}" },
    columns: ["url", "active", "events", "description", "created_at"],
    first: ["url", "active"],
    start: { page: "/webhooks/new", right: "develop", label: "webhook" },
    others: ["disabled_reason", "updated_at"],
    ...{ opens: "/webhooks", export_name: "webhooks" },
    curl: curl("/webhooks", "url=https://shop.example.cm/hooks/kolo", '"events[]=transfer.complete"'),
  },
  {
    ...LIST_DEFAULTS,
    ...{
      page: "events",
      read: "GET /{environment}/events",
      record_read: "GET /{environment}/events/{id}",
      record: "event",
    },
    columns: ["event", "resource", "created_at"],
    first: ["event", "created_at"],
    has_dates: true,
    choices: [{ name: "type", values: EVENT_TYPES }],
    others: ["id", "sequence"],
    ...{ opens: "/events", export_name: "events" },
    curl: curl("/events"),
  },
];

/** The deliveries of one webhook. */
export function deliveryList(webhook: string): ListDefinition {
  return {
    ...LIST_DEFAULTS,
    ...{ page: "webhooks", read: "GET /{environment}/webhooks/{id}/deliveries", read_id: webhook },
    columns: ["event_type", "state", "attempts", "last_outcome", "resource", "created_at"],
    others: ["origin", "last_attempt_at", "next_attempt_at", "ended_at", "event"],
    first: ["event_type", "state"],
    choices: [
      { name: "state", values: ["pending", "held", "delivered", "exhausted"] },
      { name: "type", values: EVENT_TYPES },
    ],
    has_dates: true,
    ...{
      opens: `/webhooks/${webhook}/deliveries`,
      curl: "",
      export_name: "deliveries",
      export_query: { webhook },
    },
  };
}
