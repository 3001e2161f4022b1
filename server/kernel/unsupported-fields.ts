import { type FieldErrors, fieldError } from "./errors.ts";
import { asRecord } from "./fields.ts";

/**
 * Fields that in other payment APIs change when, where, by whom or how much money moves, and that Kolo does not
 * support. Ignoring such a field would move money against the request, so Kolo refuses it by name (interface-decisions
 * 49). Descriptive fields (`invoice_number`, `tags` …) are ignored. `docs/reference/errors.md` lists these fields.
 */
const SCHEDULING = [
  ...[
    "scheduled_at",
    "scheduled_for",
    "scheduled_date",
    "schedule",
    "schedule_at",
    "schedule_date",
    "send_at",
    "send_on",
  ],
  ...[
    "send_date",
    "execute_at",
    "execution_date",
    "process_at",
    "payout_date",
    "transfer_date",
    "value_date",
    "due_date",
  ],
  ...["due_at", "start_date", "start_at", "delay", "not_before"],
];
const RECURRING = [
  ...[
    "recurring",
    "recurrence",
    "frequency",
    "interval",
    "repeat",
    "plan",
    "payment_plan",
    "subscription",
    "installments",
  ],
  "setup_future_usage",
];
const SPLITTING = [
  ...["split", "splits", "split_code", "split_payment", "subaccount", "subaccounts", "sub_account", "transfer_data"],
  ...[
    "application_fee",
    "application_fee_amount",
    "platform_fee",
    "transaction_charge",
    "on_behalf_of",
    "transfer_group",
  ],
  ...["bearer", "fee_bearer", "charge_bearer", "fees_bearer", "merchant_bears_cost", "pass_fee", "pass_charge"],
];
const CONVERSION = [
  ...[
    "source_currency",
    "destination_currency",
    "target_currency",
    "debit_currency",
    "credit_currency",
    "payout_currency",
  ],
  ...[
    "settlement_currency",
    "presentment_currency",
    "receive_currency",
    "exchange_rate",
    "fx_rate",
    "convert_to",
    "quote_id",
  ],
  ...["source_amount", "destination_amount", "target_amount", "receive_amount", "settlement_amount"],
];
const DELAYED_CAPTURE = [
  "capture",
  "auto_capture",
  "capture_method",
  "capture_mode",
  "manual_capture",
  "preauthorize",
  "authorize_only",
];
const DRY_RUN = ["dry_run", "simulate", "validate_only", "preview", "draft", "hold", "on_hold", "requires_approval"];
const FUNDING_SOURCE = [
  "source",
  "source_account",
  "from_account",
  "debit_account",
  "funding_source",
  "source_wallet",
  "source_of_funds",
];
const OTHER_AMOUNTS = [
  ...[
    "discount",
    "coupon",
    "promo_code",
    "tip",
    "tip_amount",
    "surcharge",
    "partial",
    "partial_payment",
    "allow_partial",
  ],
  ...["minimum_amount", "min_amount", "maximum_amount", "max_amount"],
];
const REFUND_DESTINATION = [
  ...["phone", "channel", "beneficiary", "beneficiary_data", "recipient", "destination", "account_number", "bank_code"],
  ...["refund_to", "refund_method", "instant", "refund_application_fee", "reverse_transfer"],
];

const ALL_RESOURCES = [...SCHEDULING, ...RECURRING, ...SPLITTING, ...CONVERSION, ...DELAYED_CAPTURE, ...DRY_RUN];

const OF_TRANSFERS = [...ALL_RESOURCES, ...FUNDING_SOURCE, ...OTHER_AMOUNTS];

export const UNSUPPORTED_FIELDS = {
  transfers: OF_TRANSFERS.filter((name) => name !== "scheduled_at"),
  "single entries of a bulk": [...OF_TRANSFERS, "reserve_funds"],
  payments: [...ALL_RESOURCES, ...OTHER_AMOUNTS],
  "payment links": [
    ...[
      ...ALL_RESOURCES,
      ...OTHER_AMOUNTS,
      "expires_at",
      "expiry_date",
      "usage_limit",
      "max_uses",
      "max_payments",
      "single_use",
    ],
    "quantity",
  ],
  refunds: [...ALL_RESOURCES, ...FUNDING_SOURCE, ...REFUND_DESTINATION, "currency", "reference"],
} as const;

/** Values with which an unsupported field requests only Kolo's usual behaviour: Kolo ignores the field then. */
const DEFAULT_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  capture: [true, "true", 1, "1"],
  auto_capture: [true, "true", 1, "1"],
  capture_method: ["automatic", "auto"],
  capture_mode: ["automatic", "auto"],
};

/** Fields that request a feature by the value `false`. In all other fields `false` requests nothing. */
const ENABLED_BY_FALSE: ReadonlySet<string> = new Set(["capture", "auto_capture"]);

/**
 * Returns the errors for the unsupported fields of a body, by name. `path` is the path of the body within the request.
 */
export function unsupportedFieldErrors(
  resource: keyof typeof UNSUPPORTED_FIELDS,
  body: unknown,
  path = "",
): FieldErrors {
  const fields = Object.entries(asRecord(body)).filter(([name, value]) => isUnsupported(resource, name, value));
  return Object.fromEntries(
    fields.map(([name]) => [
      `${path}${name}`,
      [fieldError("unsupported_field", `Kolo does not support this for ${resource}: leave it out`, { resource })],
    ]),
  );
}

const unsupported_names = new Map(
  Object.entries(UNSUPPORTED_FIELDS).map(([resource, field_names]) => [resource, new Set<string>(field_names)]),
);

function isUnsupported(resource: string, name: string, value: unknown): boolean {
  return unsupported_names.get(resource)?.has(name) === true && requestsFeature(name, value);
}

/** An empty field, as in a form left blank, requests nothing. */
function requestsFeature(name: string, value: unknown): boolean {
  if (DEFAULT_VALUES[name]?.includes(value)) return false;
  if (value === false || value === "false" || value === 0 || value === "0") return ENABLED_BY_FALSE.has(name);
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && String(value).trim() !== "";
}
