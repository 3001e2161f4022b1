import type { Right } from "./place.ts";
import type { Texts } from "./texts.ts";

/** A list, as data: what it shows, how it is narrowed, and what teaches whoever finds it empty. */
export interface List {
  readonly page: keyof Texts["pages"];
  /** Its path in the service. */
  readonly path: string;
  readonly key: "items" | "payments" | "data";
  /** Under what a record alone is answered. Null: there are no records to open. */
  readonly record: string | null;
  readonly record_path: string;
  readonly columns: readonly (keyof Texts["columns"] | "total_amount")[];
  /** Shown on a telephone too; the others from wider windows on. */
  readonly first: readonly string[];
  readonly statuses: readonly (keyof Texts["statuses"])[];
  readonly has_search: boolean;
  readonly has_dates: boolean;
  /** What a page of ours offers first. */
  readonly start: { readonly page: string; readonly right: Right; readonly label: "send" | "upload" } | null;
  readonly curl: string;
}

const TRANSFER_STATUSES = ["pending", "processing", "complete", "failed", "canceled"] as const;
const usual = { key: "items", has_search: false, has_dates: false, statuses: [], start: null } as const;
const BOTH = '-H "Authorization: $KOLO_PUBLIC_KEY" -H "X-Grant: $KOLO_PRIVATE_KEY"';

function curl(path: string, ...fields: readonly string[]): string {
  return [`curl "$KOLO_URL${path}" ${BOTH}`, ...fields.map((field) => `  -d ${field}`)].join(" \\\n");
}

export const LISTS: readonly List[] = [
  {
    ...usual,
    ...{ page: "payments", path: "/payments", record_path: "/payments", record: "transaction" },
    columns: ["amount", "status", "reference", "phone", "channel", "description", "created_at"],
    first: ["amount", "status", "created_at"],
    statuses: [...TRANSFER_STATUSES, "expired"],
    has_search: true,
    has_dates: true,
    curl: curl("/payments", "amount=5000", "currency=XAF", "phone=677123456", 'description="Order 1042"'),
  },
  {
    ...usual,
    ...{ page: "payment-links", path: "/payment-links", record_path: "/payment-links", record: "payment_link" },
    columns: ["name", "amount", "active", "created_at"],
    first: ["name", "amount"],
    curl: curl("/payment-links", 'name="Membership 2027"', "amount=10000", "currency=XAF"),
  },
  {
    ...usual,
    ...{ page: "refunds", path: "/refunds", record_path: "/refunds", record: "refund" },
    columns: ["amount", "status", "payment", "reason", "channel", "created_at"],
    first: ["amount", "status", "created_at"],
    statuses: ["pending", "processing", "complete", "failed"],
    curl: curl("/refunds", "payment=order-1042", "amount=1500", 'reason="One item was sold out"'),
  },
  {
    ...usual,
    ...{ page: "transfers", path: "/transfers", record_path: "/transfers", record: "transfer" },
    columns: ["amount", "status", "reference", "channel", "description", "created_at"],
    first: ["amount", "status", "created_at"],
    statuses: TRANSFER_STATUSES,
    has_search: true,
    has_dates: true,
    start: { page: "/transfers/new", right: "pay", label: "send" },
    curl: curl(
      "/transfers",
      "amount=5000 -d currency=XAF -d channel=cm.mobile",
      '"beneficiary_data[name]=Jane Mballa"',
      '"beneficiary_data[phone]=677123456"',
    ),
  },
  {
    ...usual,
    ...{ page: "bulk", path: "/bulk-transfers", record_path: "/transfers/bulk", record: "bulk_transfer" },
    columns: ["total_amount", "total_transfers", "description", "created_at"],
    first: ["total_amount", "total_transfers", "created_at"],
    start: { page: "/bulk/new", right: "pay", label: "upload" },
    curl: `curl "$KOLO_URL/transfers/bulk?currency=XAF&channel=cm.mobile" ${BOTH} \\\n  -H "Content-Type: text/csv" --data-binary @salaries.csv`,
  },
  {
    ...usual,
    ...{ page: "beneficiaries", path: "/beneficiaries", record_path: "/beneficiaries", record: "beneficiary" },
    columns: ["name", "phone", "email", "type", "created_at"],
    first: ["name", "phone"],
    has_search: true,
    curl: curl(
      "/beneficiaries",
      'name="Jane Mballa" -d phone=677123456',
      "country=CM -d currency=XAF -d type=mobile_money",
    ),
  },
  {
    ...usual,
    ...{ page: "customers", path: "/customers", record_path: "/customers", record: "customer" },
    columns: ["name", "email", "phone", "created_at"],
    first: ["name", "phone"],
    has_search: true,
    curl: curl("/customers", 'name="Ama Owusu"', "email=ama@example.cm", "phone=677123456"),
  },
  {
    ...usual,
    ...{ page: "balance", path: "/balance/history", record_path: "", record: null },
    columns: ["created_at", "kind", "subject", "amount", "balance"],
    first: ["kind", "amount", "balance"],
    curl: curl("/balance"),
  },
  {
    ...usual,
    ...{ page: "webhooks", path: "/webhooks", record_path: "/webhooks", record: "data" },
    key: "data",
    columns: ["url", "active", "events", "description", "created_at"],
    first: ["url", "active"],
    curl: curl("/webhooks", "url=https://shop.example.cm/hooks/kolo", '"events[]=transfer.complete"'),
  },
  {
    ...usual,
    ...{ page: "events", path: "/events", record_path: "/events", record: "event" },
    columns: ["event", "resource", "created_at"],
    first: ["event", "created_at"],
    has_dates: true,
    curl: curl("/events"),
  },
];
