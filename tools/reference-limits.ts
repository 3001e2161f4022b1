import * as sdk from "../sdk/src/limits.ts";
import { DELIVERIES_PER_MERCHANT_MAX } from "../server/app/app.ts";
import { DELIVERIES_IN_FLIGHT_MAX } from "../server/app/workers.ts";
import { STATEMENT_TIMEOUT_MS } from "../server/db/driver/database-connections.ts";
import { SEARCH_BOUNDS } from "../server/db/search/search.ts";
import { REFERENCE_BEGINNING_MIN } from "../server/db/search/search-query.ts";
import { PUBLISHABLE_READS, PUBLISHABLE_WRITES } from "../server/http/browser-access.ts";
import { IDEMPOTENCY_RETENTION_DAYS, PUBLISHABLE_IDEMPOTENCY_KEY_MIN } from "../server/http/idempotency.ts";
import { ERRORS_LIMIT_BYTES, FIELDS_REPORTED_MAX } from "../server/http/input-parser.ts";
import {
  BODY_BUDGET,
  CONCURRENT_LISTS_MAX,
  LIST_REPLY_BUDGET,
  WAITING_BODIES_MAX,
  WAITING_LISTS_MAX,
  WAITING_SEARCHES_MAX,
} from "../server/http/merchant-limits.ts";
import {
  PAGE_MAX_BYTES,
  PAGE_SIZE_DEFAULT,
  PAGE_SIZE_MAX,
  RECORD_MAX_BYTES,
  SEARCH_MAX,
} from "../server/http/pagination.ts";
import { BULK_VALUES, NESTING_MAX, RECORD_VALUES } from "../server/http/parse-body.ts";
import { FORM_FIELDS_MAX } from "../server/http/parse-form.ts";
import {
  ANONYMOUS_BODY_LIMIT_BYTES,
  ANONYMOUS_BYTES_PER_MINUTE,
  BODY_LIMIT_BYTES,
  CONNECTIONS_PER_ADDRESS_MAX,
  USER_BODY_LIMIT_BYTES,
} from "../server/http/request-limits.ts";
import {
  LOGGED_MAX,
  LOGGED_PER_KEY_MAX,
  PUBLISHABLE_LOGGED_PER_KEY_MAX,
  REFUSED_PER_KEY_MAX,
} from "../server/http/request-log.ts";
import { HEADERS_LIMIT_BYTES, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from "../server/http/server.ts";
import { LOOKUPS_WHEN_BLOCKED, WRONG_KEYS_MAX } from "../server/http/wrong-key-limiter.ts";
import { HEARTBEAT_TIMEOUT_MS } from "../server/jobs/worker.ts";
import { DESCRIPTION_MAX, NAME_MAX, REFERENCE_MAX } from "../server/kernel/fields.ts";
import { METADATA } from "../server/kernel/metadata.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../server/kernel/time.ts";
import { IN_FLIGHT_MAX, MERCHANT_IN_FLIGHT_MAX } from "../server/providers/engine/provider-capacity.ts";
import { CALL_TIMEOUT_MS, RESPONSE_LIMIT_BYTES } from "../server/providers/io/http-client.ts";
import { PROVIDER_TEXT_MAX } from "../server/providers/io/sanitize.ts";
import { BALANCE_AFTER_TOP_UP_MAX } from "../server/resources/balance/add-funds.ts";
import { LOGO_MAX_BYTES, LOGO_MAX_PIXELS } from "../server/resources/branding/schema.ts";
import { BULK_FIELDS_NAMED_MAX } from "../server/resources/bulk/bodies.ts";
import { BULK_BODY_BYTES } from "../server/resources/bulk/routes.ts";
import { LIMITED_LINK_PAYMENT_EXPIRES_MS } from "../server/resources/checkout/link-payment.ts";
import {
  INVOICE_PAYMENTS_PER_MINUTE,
  LINK_READS_PER_SECOND,
  PHONE_PROMPT_LIMIT,
} from "../server/resources/checkout/routes.ts";
import { ATTEMPTS_SHOWN_MAX } from "../server/resources/deliveries/schema.ts";
import { EXPORTS_MAX, EXPORTS_PER_MERCHANT_MAX, EXPORTS_PER_PERSON_MAX } from "../server/resources/exports/export.ts";
import { INVOICE_PAYMENT_EXPIRES_MS, PAYMENTS_PER_INVOICE_MAX } from "../server/resources/invoices/pay.ts";
import { REMINDER_MAIL_EXPIRES_MS } from "../server/resources/invoices/remind.ts";
import {
  DUE_DAYS_MAX,
  INSTALMENTS_MAX,
  REMINDER_DAYS_AFTER_MAX,
  REMINDER_DAYS_BEFORE_MAX,
  REMINDERS_MAX,
} from "../server/resources/invoices/schema.ts";
import { KEY_ADDRESSES_MAX, KEY_ORIGINS_MAX } from "../server/resources/keys/restrict.ts";
import { MAX_PAYMENTS_MAX } from "../server/resources/links/schema.ts";
import {
  STREAMS_MAX,
  STREAMS_PER_MERCHANT_MAX,
  STREAMS_PER_SESSION_MAX,
} from "../server/resources/live-updates/routes.ts";
import { KIND_RULES, NAMED_MAX } from "../server/resources/notifications/rules.ts";
import {
  ACTIVITY_PAGE_SIZE,
  MERGED_MAX,
  NOTE_MAX,
  NUMBERS_SHOWN_MAX,
  RECORDS_TOTALED_MAX,
  SAME_NUMBER_MAX,
} from "../server/resources/parties/schema.ts";
import { EXPIRY_DAYS_MAX } from "../server/resources/payments/schema.ts";
import { REVIEWS_LISTED_MAX } from "../server/resources/platform-operators/reviews.ts";
import { BANK_TASKS_LISTED_MAX } from "../server/resources/platform-operators/withdrawals.ts";
import { REQUEST_LOG_ROWS_MAX, REQUEST_RETENTION_DAYS } from "../server/resources/request-log/retention.ts";
import { DAYS_AHEAD_MAX, HOLIDAYS_MAX, RUNS_MAX, SCHEDULES_MAX } from "../server/resources/schedules/schema.ts";
import { PART_DESCRIPTIONS_MAX, PARTS_MAX } from "../server/resources/splits/schema.ts";
import { STATEMENT_DAYS_MAX } from "../server/resources/statements/rules.ts";
import { STEPS_MAX } from "../server/resources/timelines/schema.ts";
import { SCHEDULED_DAYS_MAX } from "../server/resources/transfers/schema.ts";
import {
  INVITATIONS_OPEN_MAX,
  INVITATIONS_PER_ADDRESS_PER_DAY,
  INVITATIONS_PER_MERCHANT_PER_DAY,
} from "../server/resources/users/invite.ts";
import { DEADLINE_MS } from "../server/resources/webhooks/delivery/claims.ts";
import { EVENT_MAX_BYTES, RESPONSE_STORED_BYTES } from "../server/resources/webhooks/delivery/deliver.ts";
import { DELIVERY_RETENTION_MIN_DAYS } from "../server/resources/webhooks/delivery/retention.ts";
import { ATTEMPT_DELAYS_MS, RETRY_AFTER_MAX_MS, SLOW_DOWN_MS } from "../server/resources/webhooks/delivery/schedule.ts";
import {
  CIRCUIT_ATTEMPTS,
  CIRCUIT_FAILED_PERCENT,
  CIRCUIT_OPEN_MAX_MS,
  CIRCUIT_OPEN_MS,
  CIRCUIT_WINDOW_MS,
  DISABLE_AFTER_MS,
  DISABLE_EVENTS,
  OVERLAP_HOURS,
  OVERLAP_HOURS_MAX,
  WARN_AFTER_MS,
  WEBHOOKS_MAX,
} from "../server/resources/webhooks/rules.ts";
import { KEEP_ALIVE_MS } from "../server/resources/webhooks/transport/connection-pool.ts";
import { CONNECT_TIMEOUT_MS } from "../server/resources/webhooks/transport/connector.ts";
import { AFTER_SUCCESS_MS, RESPONSE_READ_BYTES } from "../server/resources/webhooks/transport/http-post.ts";
import * as sheets from "../server/spreadsheets/limits.ts";
import { signInLimits } from "./sign-in-limits.ts";

const seconds = (ms: number): string => `${ms / 1_000} s`;
const minutes = (ms: number): string => `${ms / MINUTE_MS} minutes`;
const kib = (bytes: number): string => `${bytes / 1_024} KiB`;
const mib = (bytes: number): string => `${bytes / 1_024 ** 2} MiB`;

/** Returns the rows of docs/reference/limits.md, in the page's order. */
export function limitRows(): readonly (readonly [string, string])[] {
  return unformattedRows().map(([subject, limit]) => [withSeparators(subject), withSeparators(limit)]);
}

/** Separates the thousands of every number: 1000 becomes 1,000. */
function withSeparators(text: string): string {
  return text.replaceAll(/\d{4,}/g, (digits) => BigInt(digits).toLocaleString("en"));
}

function unformattedRows(): readonly (readonly [string, string])[] {
  return [
    ...limitsOfRequests(),
    ...limitsOfBodies(),
    [
      "Invalid fields that one answer names",
      `${FIELDS_REPORTED_MAX}, with ${kib(ERRORS_LIMIT_BYTES)} of errors; for a bulk ${BULK_FIELDS_NAMED_MAX}; \`message\` gives the number of the others`,
    ],
    ["Items per page", `${PAGE_SIZE_DEFAULT}, at most ${PAGE_SIZE_MAX}`],
    ["Characters of `search`", String(SEARCH_MAX)],
    [
      "Characters of a provider's reference that find its record",
      `all, or at least the first ${REFERENCE_BEGINNING_MIN}`,
    ],
    ["Timeout of a search", seconds(SEARCH_BOUNDS.timeout_ms)],
    [
      `Newest items that a search covers if more than ${SEARCH_BOUNDS.matches_max} items of the list match`,
      `${SEARCH_BOUNDS.scan_max}; the number of matches is estimated from the newest ${SEARCH_BOUNDS.sample}`,
    ],
    ...limitsOfRecords(),
    ["Characters of a name", String(NAME_MAX)],
    ["Characters of a description", String(DESCRIPTION_MAX)],
    ["Characters of a reference", String(REFERENCE_MAX)],
    ["Largest amount in JSON", String(Number.MAX_SAFE_INTEGER)],
    ["Days of a statement", String(STATEMENT_DAYS_MAX)],
    ["Largest balance after a top-up, in the smallest unit", String(BALANCE_AFTER_TOP_UP_MAX)],
    ["Amount of a transfer on `cm.*` channels", "1 to 1,000,000 XAF"],
    ["Requests per second and key", "1,000 (`KOLO_RATE_LIMIT`, or the merchant's own)"],
    ["Wrong keys, public and private, per minute and IP address (IPv6: per /64)", String(WRONG_KEYS_MAX)],
    ["Keys of an IP address that are looked up above that limit", `${LOOKUPS_WHEN_BLOCKED} per second and process`],
    ["Views of payment link pages per second and IP address (IPv6: per /64)", String(LINK_READS_PER_SECOND)],
    [
      "Confirmation requests to one telephone from hosted pages, in live",
      `${PHONE_PROMPT_LIMIT.max} in ${PHONE_PROMPT_LIMIT.window_ms / MINUTE_MS} minutes, per process`,
    ],
    ["Retention of the answer to an `Idempotency-Key`", `${IDEMPOTENCY_RETENTION_DAYS} days`],
    ["Timeout of one database statement", seconds(STATEMENT_TIMEOUT_MS)],
    ["Concurrent orders at a provider, per process", `${IN_FLIGHT_MAX}; of one merchant ${MERCHANT_IN_FLIGHT_MAX}`],
    ["Timeout of a call to a provider", seconds(CALL_TIMEOUT_MS)],
    ["Size of a provider's answer", kib(RESPONSE_LIMIT_BYTES)],
    ["Text of a provider's answer that is stored", `${PROVIDER_TEXT_MAX} characters`],
    ...limitsOfKeys(),
    ...limitsOfFiles(),
    ...limitsOfDeliveries(),
    ...limitsOfOperatorPages(),
    [
      "Retention of the request log",
      `${REQUEST_RETENTION_DAYS} days, ${REQUEST_LOG_ROWS_MAX} requests per merchant and environment`,
    ],
    ["Logged refusals of callers that have only the public key", `${REFUSED_PER_KEY_MAX} per minute, key and process`],
    [
      "Logged requests per second",
      `${LOGGED_PER_KEY_MAX} per key, ${LOGGED_MAX} per process; failed requests have priority`,
    ],
    [
      "Invitations",
      `${INVITATIONS_OPEN_MAX} open per merchant; in 24 hours ${INVITATIONS_PER_MERCHANT_PER_DAY} per merchant, and ${INVITATIONS_PER_ADDRESS_PER_DAY} to one e-mail address`,
    ],
    ...signInLimits(),
    [
      "Concurrent exports",
      `${EXPORTS_PER_PERSON_MAX} per person, ${EXPORTS_PER_MERCHANT_MAX} per merchant, ${EXPORTS_MAX} per process`,
    ],
    [
      "Open streams of live updates",
      `${STREAMS_PER_SESSION_MAX} per session, ${STREAMS_PER_MERCHANT_MAX} per merchant, ${STREAMS_MAX} per process`,
    ],
    ["Time for which two secrets sign after a rotation", `${OVERLAP_HOURS} h, 0 to ${OVERLAP_HOURS_MAX} h`],
    ["Heartbeat timeout of a worker", seconds(HEARTBEAT_TIMEOUT_MS)],
    ...limitsOfSdk(),
  ];
}

/** Returns the limits of API keys, and of requests with a publishable key. */
function limitsOfKeys(): readonly (readonly [string, string])[] {
  return [
    ["IP addresses and ranges of one private key", String(KEY_ADDRESSES_MAX)],
    ["Origins and app schemes of one publishable key", String(KEY_ORIGINS_MAX)],
    [
      "Requests with one publishable key from one IP address (IPv6: per /64)",
      `${PUBLISHABLE_WRITES.max} payments per minute and ${PUBLISHABLE_READS.max} reads per second, per process`,
    ],
    ["Characters of an `Idempotency-Key` with a publishable key", `at least ${PUBLISHABLE_IDEMPOTENCY_KEY_MIN}`],
    ["Logged requests of a publishable key", `${PUBLISHABLE_LOGGED_PER_KEY_MAX} per minute, key and process`],
  ];
}

/** Returns the limits of the values in a body. */
function limitsOfBodies(): readonly (readonly [string, string])[] {
  return [
    ["Levels of nesting in a body", String(NESTING_MAX)],
    [
      "Values in a JSON body",
      `${RECORD_VALUES.values_max}, of which ${RECORD_VALUES.names_max} with a name; of a bulk or schedule ${BULK_VALUES.values_max}`,
    ],
    ["Fields in a form", String(FORM_FIELDS_MAX)],
  ];
}

/** Returns the limits of the lists on the platform operators' pages. */
function limitsOfOperatorPages(): readonly (readonly [string, string])[] {
  return [
    ["Review cases on the platform operators' pages", String(REVIEWS_LISTED_MAX)],
    ["Withdrawals to pay on the platform operators' pages", String(BANK_TASKS_LISTED_MAX)],
  ];
}

/** Returns the limits of uploaded files, for every entry point. */
function limitsOfFiles(): readonly (readonly [string, string])[] {
  return [
    [
      "An uploaded file, CSV or workbook",
      `${mib(sheets.FILE_LIMIT_BYTES)} (over HTTP, the limit of the body), ${sheets.LINES_MAX} lines, ${sheets.COLUMNS_MAX} columns, ` +
        `${sheets.CELLS_MAX} cells; ${sheets.ROW_CHARACTERS_MAX} characters in a row, ${sheets.CHARACTERS_MAX} in total`,
    ],
    [
      "A workbook",
      `${sheets.ARCHIVE_FILES_MAX} parts; the parts that Kolo reads unpack to at most ${mib(sheets.UNPACKED_LIMIT_BYTES)}`,
    ],
  ];
}

/** Returns the limits checked before a body is read, and the limits per merchant. */
function limitsOfRequests(): readonly (readonly [string, string])[] {
  return [
    ["Body of a request", kib(BODY_LIMIT_BYTES)],
    ["`scheduled_at`", `${SCHEDULED_DAYS_MAX} days ahead`],
    ["`expires_at` of a payment", `${EXPIRY_DAYS_MAX} days ahead`],
    [
      "Schedules per merchant and environment",
      `${SCHEDULES_MAX}; of one: ${RUNS_MAX} runs (\`runs_max\`), ${DAYS_AHEAD_MAX} days ahead (\`days_ahead\`), entries and body as a bulk transfer`,
    ],
    [
      "Parts of a payment for linked merchants (`split`)",
      `${PARTS_MAX}; their descriptions have at most ${PART_DESCRIPTIONS_MAX} characters together`,
    ],
    ["Holidays per merchant and environment", String(HOLIDAYS_MAX)],
    ["Body of a bulk transfer", mib(BULK_BODY_BYTES)],
    [
      "Body of an unauthenticated request (sign-in, links, hosted pages)",
      `${kib(ANONYMOUS_BODY_LIMIT_BYTES)}; ${kib(ANONYMOUS_BYTES_PER_MINUTE)} per minute and IP address (IPv6: per /64)`,
    ],
    ["Body of a signed-in person's request to the dashboard's own paths", kib(USER_BODY_LIMIT_BYTES)],
    ["Headers of a request", kib(HEADERS_LIMIT_BYTES)],
    ["Time to send the headers", seconds(HEADERS_TIMEOUT_MS)],
    ["Time to send a request", seconds(REQUEST_TIMEOUT_MS)],
    ["Connections per IP address and process, except from trusted proxies", String(CONNECTIONS_PER_ADDRESS_MAX)],
    [
      "Request bodies larger than 128 KiB (bulks and schedules: 4 KiB), per merchant and process",
      `${mib(BODY_BUDGET.burst_bytes)}, then ${kib(BODY_BUDGET.per_second_bytes)} per second`,
    ],
    [
      "Answers larger than 128 KiB of lists, bulks and schedules, per merchant and process",
      `${mib(LIST_REPLY_BUDGET.burst_bytes)}, then ${kib(LIST_REPLY_BUDGET.per_second_bytes)} per second`,
    ],
    [
      "Bodies of bulks and schedules parsed at a time, per merchant and process",
      `1; ${WAITING_BODIES_MAX} more are queued`,
    ],
    [
      "Concurrent list requests per merchant and process",
      `${CONCURRENT_LISTS_MAX}; ${WAITING_LISTS_MAX} more are queued`,
    ],
    ["Concurrent searches per merchant and process", `1; ${WAITING_SEARCHES_MAX} more are queued`],
  ];
}

function limitsOfRecords(): readonly (readonly [string, string])[] {
  return [
    [
      "Metadata of a record",
      `${kib(METADATA.bytes_max)} as JSON, ${METADATA.names_max} names in an object, ${METADATA.name_max} characters in a name, ` +
        `${METADATA.text_max} in a text, ${METADATA.levels_max} levels deep`,
    ],
    ["Size of a record in an answer or an event", kib(RECORD_MAX_BYTES)],
    ["Size of a page of a list", `${kib(PAGE_MAX_BYTES)}: ${PAGE_SIZE_MAX} of the largest records`],
    ["Instalments of an invoice", String(INSTALMENTS_MAX)],
    ["Time from now to the last due date of an invoice", `${DUE_DAYS_MAX} days`],
    [
      "Reminders of each due date of an invoice",
      `${REMINDERS_MAX}, from ${REMINDER_DAYS_BEFORE_MAX} days before to ${REMINDER_DAYS_AFTER_MAX} days after`,
    ],
    [
      "Mails to a person about events of one kind",
      `one every ${minutes(KIND_RULES.approval_waiting.interval_ms)} about approvals, one every ${minutes(KIND_RULES.transfer_failed.interval_ms)} about failed transfers or webhooks; a mail names ${NAMED_MAX} and counts the others`,
    ],
    [
      "Time for which a reminder's mail waits for the mail server",
      `${REMINDER_MAIL_EXPIRES_MS / (60 * MINUTE_MS)} hours`,
    ],
    ["Payments of one invoice, of every status", String(PAYMENTS_PER_INVOICE_MAX)],
    ["Payments that an invoice's page starts", `${INVOICE_PAYMENTS_PER_MINUTE} per minute, invoice and process`],
    ["Logo of the hosted pages", `PNG, JPEG or WebP, ${kib(LOGO_MAX_BYTES)}, ${LOGO_MAX_PIXELS} pixels a side`],
    ["Payments that a payment link may be limited to", String(MAX_PAYMENTS_MAX)],
    ["Time for which a pending payment takes room of a payment link's limit", minutes(LIMITED_LINK_PAYMENT_EXPIRES_MS)],
    ["Time for which a pending payment reserves its part of an invoice", minutes(INVOICE_PAYMENT_EXPIRES_MS)],
    ["Attempts in a delivery", `the newest ${ATTEMPTS_SHOWN_MAX}`],
    ["Characters of the note about a customer or beneficiary", String(NOTE_MAX)],
    ["Customers or beneficiaries that are merged into one", String(MERGED_MAX)],
    [
      "Page of a customer or beneficiary in the dashboard",
      `totals and numbers of the newest ${RECORDS_TOTALED_MAX} payments or transfers, and the refunds of those payments; ${NUMBERS_SHOWN_MAX} numbers, ${SAME_NUMBER_MAX} others with one of them; ${ACTIVITY_PAGE_SIZE} records at a time`,
    ],
    ["Steps in a timeline", `${STEPS_MAX}: the first and the newest`],
  ];
}

function limitsOfDeliveries(): readonly (readonly [string, string])[] {
  return [
    ["Timeout of a delivery attempt, from DNS query to answer", seconds(DEADLINE_MS)],
    ["Attempts per delivery", `${ATTEMPT_DELAYS_MS.length}, over 72 hours`],
    [
      "Retention of finished deliveries and their attempts",
      `90 days (\`KOLO_WEBHOOK_RETENTION_DAYS\`, at least ${DELIVERY_RETENTION_MIN_DAYS})`,
    ],
    ["Timeout of a connection to a receiver, TLS included", seconds(CONNECT_TIMEOUT_MS)],
    ["Timeout of the rest of a receiver's answer after a 2xx", seconds(AFTER_SUCCESS_MS)],
    ["Size of a receiver's answer", `${kib(RESPONSE_READ_BYTES)} read, ${kib(RESPONSE_STORED_BYTES)} stored`],
    ["Idle timeout of a connection to a receiver", seconds(KEEP_ALIVE_MS)],
    ["Body of a delivered event", kib(EVENT_MAX_BYTES)],
    ["Webhooks per merchant and environment", String(WEBHOOKS_MAX)],
    ["Concurrent requests to one webhook", "4 (`KOLO_WEBHOOK_CONCURRENCY`, or the webhook's `concurrency` if lower)"],
    [
      "Requests per second to one webhook",
      "50, bursts of 100 (`KOLO_WEBHOOK_RATE`, or the webhook's `rate_limit` if lower)",
    ],
    ["Concurrent requests to one merchant's webhooks", String(DELIVERIES_PER_MERCHANT_MAX)],
    ["Concurrent requests to all webhooks, per process", String(DELIVERIES_IN_FLIGHT_MAX)],
    ["`Retry-After`", `up to twice the scheduled delay, at most ${RETRY_AFTER_MAX_MS / HOUR_MS} h`],
    ["Minimum delay after 429 or a timeout", seconds(SLOW_DOWN_MS)],
    [
      "A webhook is paused",
      `if ${CIRCUIT_FAILED_PERCENT} % of at least ${CIRCUIT_ATTEMPTS} attempts in ${minutes(CIRCUIT_WINDOW_MS)} failed: for ${seconds(CIRCUIT_OPEN_MS)}, doubled each time up to ${minutes(CIRCUIT_OPEN_MAX_MS)}`,
    ],
    ["`webhook.failing` is sent", `after ${WARN_AFTER_MS / HOUR_MS} h without a success`],
    [
      "A webhook is switched off",
      `after ${DISABLE_AFTER_MS / DAY_MS} days without a success and ${DISABLE_EVENTS} events, or at once after a 410`,
    ],
  ];
}

/** Returns the SDK's default options. */
function limitsOfSdk(): readonly (readonly [string, string])[] {
  return [
    [
      "Timeout of one attempt by the SDK",
      `${seconds(sdk.TIMEOUT_MS)} (\`timeout_ms\`); for a bulk ${seconds(sdk.BULK_TIMEOUT_MS)}`,
    ],
    [
      "The SDK retries a call",
      `for ${seconds(sdk.PATIENCE_MS)} (\`patience_ms\`); a bulk for ${minutes(sdk.BULK_PATIENCE_MS)}`,
    ],
    ["Size of an answer to the SDK", `${mib(sdk.ANSWER_LIMIT_BYTES)} (\`answer_limit_bytes\`)`],
    ["Items that the SDK's `toArray` collects", `1 to ${sdk.TO_ARRAY_LIMIT_MAX}`],
    ["The SDK waits for a final status", `${minutes(sdk.WAIT_MS)} (\`wait_ms\`)`],
  ];
}
