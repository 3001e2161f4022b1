import { type FieldError, type FieldErrors, fieldError } from "./errors.ts";
import { asRecord } from "./fields.ts";
import type { Environment } from "./scope.ts";

/**
 * Fields that in other payment APIs change when, where, by whom or how much money moves, and that Kolo does not
 * support. Ignoring such a field would move money against the request, so Kolo refuses it by name (interface-decisions
 * 49). Descriptive fields (`invoice_number`, `tags` …) are ignored. `docs/reference/errors.md` lists these fields. A name
 * counts in any spelling: `sendAt` is `send_at`.
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
  ...["due_at", "start_date", "start_at", "delay", "not_before", "scheduled_time", "schedule_time", "scheduled_on"],
  ...["send_time", "execution_time", "process_on", "pay_at", "pay_on", "payment_date", "transfer_at", "release_at"],
  ...["release_date", "effective_at", "effective_date", "run_at", "start_time"],
];
const EXPIRY = [
  ...["expires_at", "expires_in", "expires_after", "expiry", "expiry_date", "expiration", "expiration_date"],
  ...["valid_until", "valid_for", "cancel_at", "cancel_after", "ttl"],
];
/** Kolo reads the header `Idempotency-Key` alone. With an ignored key in the body, a retry would pay twice. */
const IDEMPOTENCY = [
  ...["idempotency_key", "idempotency_id", "idempotency_token", "idempotent_key", "client_token", "deduplication_id"],
  "deduplication_key",
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
const DRY_RUN = [
  ...["dry_run", "simulate", "validate_only", "preview", "draft", "hold", "on_hold", "requires_approval"],
  ...["test_run", "check_only", "verify_only", "confirm", "auto_confirm", "execute"],
];
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
const RECIPIENT = [
  ...["beneficiary_id", "recipient_id", "destination", "destination_account", "payee", "payee_id", "wallet"],
  "wallet_id",
];
/** Kolo holds the parts of a split, by their own field `hold`, and nothing else. */
const ESCROW = [
  ...["escrow", "is_escrow", "in_escrow", "escrow_until", "escrow_days", "hold_funds", "hold_until", "hold_for"],
  ...["hold_days", "release_on", "release_after", "release_in", "auto_release", "settlement_delay", "settlement_date"],
];
/** The amount that a rule leaves, or needs, under the names of others: ignored, it would withdraw everything. */
const BALANCE_LEFT = [
  ...["keep", "keep_amount", "keep_balance", "leave", "leave_balance", "reserve", "reserve_amount", "retain", "buffer"],
  ...["minimum", "maximum", "minimum_balance", "min_balance", "threshold", "trigger_amount", "percentage", "percent"],
];
const PAYMENT_CHANNELS = [
  ...["channels", "locked_channels", "allowed_channels", "payment_methods", "payment_method_types"],
  "payment_options",
];
const REFUND_DESTINATION = [
  ...["phone", "channel", "beneficiary", "beneficiary_data", "recipient", "destination", "account_number", "bank_code"],
  ...["refund_to", "refund_method", "instant", "refund_application_fee", "reverse_transfer"],
];

const REFUND_AMOUNTS = ["refund_amount", "amount_to_refund", "partial_amount", "value", "total", "sum"];
const CALENDAR = [
  ...["cron", "rrule", "end_date", "end_at", "ends_at", "occurrences", "max_runs", "day_of_month"],
  ...["day_of_week", "weekday", "weekdays"],
];

const ALL_RESOURCES = [
  ...[...SCHEDULING, ...RECURRING, ...SPLITTING, ...CONVERSION, ...DELAYED_CAPTURE, ...DRY_RUN, ...IDEMPOTENCY],
  ...ESCROW,
];

const OF_PAYMENTS = ALL_RESOURCES.filter((name) => name !== "split");
const OF_TRANSFERS = [...ALL_RESOURCES, ...EXPIRY, ...FUNDING_SOURCE, ...OTHER_AMOUNTS, ...RECIPIENT];
const OF_LINKS = [
  ...[...OF_PAYMENTS, ...EXPIRY, ...OTHER_AMOUNTS, ...PAYMENT_CHANNELS],
  ...["usage_limit", "max_uses", "single_use", "quantity", "locked_channel", "locked_country", "locked_currency"],
];
const OF_CALENDARS = [
  ...[...ALL_RESOURCES.filter((name) => name !== "frequency"), ...CALENDAR, ...FUNDING_SOURCE, ...OTHER_AMOUNTS],
];

export const UNSUPPORTED_FIELDS = {
  transfers: OF_TRANSFERS.filter((name) => name !== "scheduled_at"),
  "single entries of a bulk": [...OF_TRANSFERS, "reserve_funds"],
  payments: [...OF_PAYMENTS, ...EXPIRY, ...OTHER_AMOUNTS, ...PAYMENT_CHANNELS].filter((name) => name !== "expires_at"),
  "payment links": [...OF_LINKS, "active"],
  "changes of payment links": OF_LINKS,
  // Due dates, instalments and the smallest part are fields of an invoice under one name each.
  invoices: [...ALL_RESOURCES, ...EXPIRY, ...OTHER_AMOUNTS, ...PAYMENT_CHANNELS].filter((name) => name !== "due_at"),
  refunds: [
    ...[...ALL_RESOURCES, ...EXPIRY, ...FUNDING_SOURCE, ...REFUND_DESTINATION, ...REFUND_AMOUNTS],
    ...["currency", "reference"],
  ],
  withdrawals: [...[...OF_TRANSFERS, ...REFUND_DESTINATION], ...["account_id", "withdrawal_account", "currency"]],
  "parts of a payment": [
    ...[...SCHEDULING, ...EXPIRY, ...ESCROW, "held", "is_held", "on_hold", "percentage", "percent"],
    ...["share", "currency", "fee", "fee_bearer", "refund_bearer"],
  ],
  releases: [
    ...[...SCHEDULING, ...DRY_RUN, ...IDEMPOTENCY, "part", "part_id", "part_ids", "amount", "percentage", "merchant"],
    ...["merchants", "recipient", "recipients", "currency", "partial"],
  ],
  "withdrawal rules": [...OF_CALENDARS, ...BALANCE_LEFT, "amount", "currency", "starts_on", "ends_on", "active"],
  splits: [...SCHEDULING, ...ESCROW, "hold", "held", "currency", "bearer", "charge_bearer", "type"],
  schedules: [...OF_CALENDARS, "active"],
  "changes of schedules": OF_CALENDARS,
} as const;

/**
 * Kolo's own optional fields that decide when, where or how much money moves. In another spelling, such as
 * `scheduledAt`, they would be ignored.
 */
const OPTIONAL_FIELDS: Readonly<Partial<Record<UnsupportedFieldsOf, readonly string[]>>> = {
  transfers: ["scheduled_at", "reserve_funds", "expect_name", "allow_duplicate"],
  "single entries of a bulk": ["expect_name"],
  payments: ["locked_channel", "locked_country", "locked_currency", "expires_at", "split"],
  "payment links": ["amount", "split", "max_payments", "max_amount_collected"],
  "changes of payment links": ["amount", "split", "max_payments", "max_amount_collected", "active"],
  invoices: ["due_at", "instalments", "minimum_part"],
  refunds: ["amount", "refund_bearer"],
  splits: ["fee_bearer", "refund_bearer"],
  "parts of a payment": ["hold", "amount", "basis_points"],
  releases: ["parts"],
  "withdrawal rules": ["balance_above", "balance_left", "days", "time_zone"],
  schedules: ["starts_on", "ends_on", "runs_max", "holiday_rule", "days_ahead", "reserve_funds", "days", "time_zone"],
  "changes of schedules": [
    ...["ends_on", "runs_max", "holiday_rule", "days_ahead", "reserve_funds", "active", "days", "time_zone"],
  ],
};

/** Values with which an unsupported field requests only Kolo's usual behaviour: Kolo ignores the field then. */
const DEFAULT_VALUES: Readonly<Record<string, readonly unknown[]>> = {
  capture: [true, "true", 1, "1"],
  auto_capture: [true, "true", 1, "1"],
  capture_method: ["automatic", "auto"],
  capture_mode: ["automatic", "auto"],
  confirm: [true, "true", 1, "1"],
  auto_confirm: [true, "true", 1, "1"],
  execute: [true, "true", 1, "1"],
  active: [true, "true", 1, "1"],
};

/** Fields that request a feature by the value `false`. In all other fields `false` requests nothing. */
const ENABLED_BY_FALSE: ReadonlySet<string> = new Set([
  ...["capture", "auto_capture", "confirm", "auto_confirm", "execute", "active"],
]);

/** The environment is that of the key. With a live key, these values would move real money in what looks like a test. */
const TEST_VALUES: readonly { readonly names: readonly string[]; readonly values: readonly string[] }[] = [
  {
    names: ["test", "testmode", "istest", "sandbox", "issandbox", "sandboxmode"],
    values: ["true", "1", "yes", "on"],
  },
  { names: ["live", "livemode", "islive"], values: ["false", "0", "no", "off"] },
  { names: ["environment", "env", "mode"], values: ["test", "sandbox", "staging", "development"] },
];
const TEST_FIELDS = new Map(TEST_VALUES.flatMap(({ names, values }) => names.map((name) => [name, values])));

// Longer than every name in the lists, with a sign between any two letters.
const NAME_LENGTH_MAX = 80;

/** A name without its spelling: `sendAt`, `send-at` and `SEND_AT` are `sendat`. */
function withoutSpelling(name: string): string {
  return name.length > NAME_LENGTH_MAX ? "" : name.replace(/[^A-Za-z\d]/g, "").toLowerCase();
}

type UnsupportedFieldsOf = keyof typeof UNSUPPORTED_FIELDS;

/**
 * Returns the errors for the fields of a body that Kolo does not support, in any spelling, and for its own fields in
 * another spelling. `path` is the path of the body within the request.
 */
export function unsupportedFieldErrors(
  resource: UnsupportedFieldsOf,
  body: unknown,
  environment: Environment | null,
  path = "",
): FieldErrors {
  const record = asRecord(body);
  const problems: Record<string, readonly FieldError[]> = {};
  for (const [name, value] of Object.entries(record)) {
    const error = unsupportedFieldError(resource, { name, value, record, environment });
    if (error !== null) problems[`${path}${name}`] = [error];
  }
  return problems;
}

interface SentField {
  readonly name: string;
  readonly value: unknown;
  readonly record: Readonly<Record<string, unknown>>;
  readonly environment: Environment | null;
}

function unsupportedFieldError(
  resource: UnsupportedFieldsOf,
  { name, value, record, environment }: SentField,
): FieldError | null {
  const plain_name = withoutSpelling(name);
  const own_name = optional_names.get(resource)?.get(plain_name);
  if (own_name === name) return null;
  if (own_name !== undefined && !Object.hasOwn(record, own_name)) {
    if (value === undefined || value === null || value === "") return null;
    return fieldError("misspelled_field", `Write this name as ${own_name}`, { known: [own_name] });
  }
  const unsupported_name = unsupported_names.get(resource)?.get(plain_name);
  if (unsupported_name !== undefined && requestsFeature(unsupported_name, value)) {
    return fieldError("unsupported_field", `Kolo does not support this for ${resource}: leave it out`, { resource });
  }
  if (environment === "live" && TEST_FIELDS.get(plain_name)?.includes(String(value).trim().toLowerCase())) {
    return fieldError("live_key", "This is a live key: use a key of the test environment for a test");
  }
  return null;
}

/** The names of each resource, by their text without spelling. */
function namesByText(lists: Readonly<Partial<Record<UnsupportedFieldsOf, readonly string[]>>>) {
  return new Map(
    Object.entries(lists).map(([resource, names]) => [
      resource,
      new Map(names.map((name) => [withoutSpelling(name), name])),
    ]),
  );
}

const unsupported_names = namesByText(UNSUPPORTED_FIELDS);
const optional_names = namesByText(OPTIONAL_FIELDS);

/**
 * Returns the error of a field that is sent empty, as a form left blank or a variable that was never set. Absent, it means
 * everything; empty, it may be a mistake (interface-decisions 50).
 */
export function emptyFieldErrors(name: string, body: unknown): FieldErrors {
  const record = asRecord(body);
  const is_empty = Object.hasOwn(record, name) && (record[name] === "" || record[name] === null);
  return is_empty ? { [name]: [fieldError("required", "This field is empty: fill it in, or leave it out")] } : {};
}

/** Whether the resource has an unsupported field of this name, in any spelling. */
export function isUnsupportedName(resource: UnsupportedFieldsOf, name: string): boolean {
  return unsupported_names.get(resource)?.has(withoutSpelling(name)) === true;
}

/** An empty field, as in a form left blank, requests nothing. */
function requestsFeature(name: string, value: unknown): boolean {
  if (DEFAULT_VALUES[name]?.includes(value)) return false;
  if (value === false || value === "false" || value === 0 || value === "0") return ENABLED_BY_FALSE.has(name);
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && String(value).trim() !== "";
}
