// Written by `npm run docs` from docs/reference/openapi.json.

/** How an operation is called: its keys, and the field that marks an answer as its own. */
export interface Operation {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly keys: "public" | "both";
  readonly gives: string | null;
}

/** A body that is sent as it is. */
export interface FileBody {
  readonly type: string;
  readonly bytes: ArrayBuffer;
}

/** Why the request was refused, for programs. `docs/reference/errors.md` explains each reason. */
export const ERROR_REASONS = [
  "malformed_request",
  "request_incomplete",
  "request_timed_out",
  "expectation_unsupported",
  "headers_too_large",
  "host_invalid",
  "path_invalid",
  "path_not_found",
  "method_not_allowed",
  "precondition_failed",
  "media_type_unsupported",
  "encoding_unsupported",
  "charset_unsupported",
  "body_too_large",
  "body_too_deep",
  "body_too_complex",
  "invalid_json",
  "invalid_form",
  "invalid_utf8",
  "invalid_unicode",
  "duplicate_name",
  "key_missing",
  "key_invalid",
  "key_with_scheme",
  "key_is_private",
  "grant_required",
  "grant_invalid",
  "grant_with_scheme",
  "grant_is_public",
  "right_missing",
  "link_right_missing",
  "grant_ip_not_allowed",
  "ip_not_allowed",
  "publishable_key_refused",
  "key_origin_not_allowed",
  "follow_token_missing",
  "linked_merchant_not_found",
  "rate_limited",
  "too_many_wrong_keys",
  "too_many_lists",
  "too_much_data",
  "too_many_lookups",
  "internal_error",
  "service_unavailable",
  "service_busy",
  "provider_unavailable",
  "idempotency_key_invalid",
  "idempotency_key_reused",
  "idempotency_in_progress",
  "invalid_request",
  "validation_failed",
  "possible_duplicate",
  "limit_exceeded",
  "insufficient_funds",
  "part_funds_insufficient",
  "reference_taken",
  "transfer_not_found",
  "schedule_not_found",
  "schedule_ended",
  "schedule_not_active",
  "too_many_schedules",
  "sandbox_only",
  "bulk_transfer_not_cancelable",
  "bulk_transfer_not_found",
  "beneficiary_not_found",
  "payment_not_found",
  "payment_link_not_found",
  "part_not_found",
  "invoice_not_found",
  "refund_not_found",
  "withdrawal_not_found",
  "withdrawal_account_not_found",
  "withdrawal_rule_not_found",
  "customer_not_found",
  "webhook_not_found",
  "delivery_not_found",
  "event_not_found",
  "transfer_not_cancelable",
  "withdrawal_not_cancelable",
  "withdrawal_account_confirmed",
  "too_many_withdrawal_accounts",
  "second_person_required",
  "payment_not_cancelable",
  "invoice_not_cancelable",
  "invoice_payment_under_way",
  "invoice_canceled",
  "invoice_paid",
  "invoice_rest_reserved",
  "invoice_payments_exhausted",
  "payment_not_processable",
  "customer_blocked",
  "nothing_to_release",
  "payment_tries_exhausted",
  "webhook_inactive",
  "delivery_blocked",
  "secret_rotation_in_progress",
  "no_new_secret",
  "cursor_outdated"
] as const;

/** Why the request was refused, for programs. `docs/reference/errors.md` explains each reason. */
export type ErrorReason = (typeof ERROR_REASONS)[number];

/** The values that the reason names. `docs/reference/errors.md` lists the names of each reason. */
export interface ReasonParams {
  /** The smallest accepted number, amount or length. */
  readonly minimum?: number;
  /** The largest accepted number, amount, length or count. */
  readonly maximum?: number;
  /** The largest accepted size, in MiB. */
  readonly maximum_mib?: number;
  /** The accepted values. */
  readonly values?: readonly string[];
  /** The expected JSON type, or the type of the beneficiary. */
  readonly type?: string;
  /** The right that is missing, such as `transfers:write`. */
  readonly right?: string;
  /** The methods that the path has. */
  readonly methods?: readonly string[];
  /** The content encoding of the body, or the encoding of the file. */
  readonly encoding?: string;
  /** The character set of the body. */
  readonly charset?: string;
  /** The known names. */
  readonly known?: readonly string[];
  /** The parameter that excludes this one. */
  readonly other?: string;
  /** The resource that has no such field. */
  readonly resource?: string;
  /** The merchant's time zone, by its IANA name. */
  readonly time_zone?: string;
  /** The allowed ports. */
  readonly ports?: readonly string[];
  /** The reference that exists. */
  readonly reference?: string;
  /** The amount that the order takes from the balance, with its fee. */
  readonly required?: number;
  /** The currency of the amounts, or the refused currency. */
  readonly currency?: string;
  /** The currency to convert from. */
  readonly from?: string;
  /** The currency to convert to. */
  readonly to?: string;
  /** The index of the other entry in the list, from 0. */
  readonly entry?: number;
  /** The channel's id. */
  readonly channel?: string;
  /** The channels to choose from. */
  readonly channels?: readonly string[];
  /** `test` or `live`. */
  readonly environment?: string;
  /** The network of the number, such as `MTN`. */
  readonly network?: string;
  /** The country's two-letter code. */
  readonly country?: string;
  /** The digits of the country's mobile numbers; 0 if Kolo has no channel there. */
  readonly digits?: number;
  /** The first digits of the country's mobile numbers; empty if Kolo has no channel there. */
  readonly first_digits?: readonly string[];
  /** The first digits of the number, or a range of IP addresses. */
  readonly range?: string;
  /** The moment at which the new secret replaces the old one. */
  readonly until?: string;
  /** The id of the limit. */
  readonly limit?: string;
  /** `merchant`, `key`, `person`, `payee` or `payer`. */
  readonly applies_to?: string;
  /** `hour`, `day` or `month`. */
  readonly period?: string;
  /** `amount` or `count`. */
  readonly measure?: string;
  /** The amount or number that the limit still allows. */
  readonly remaining?: number;
  /** The moment at which the limit begins again, or the order is no longer a duplicate. */
  readonly free_at?: string;
  /** The id of the earlier transfer. */
  readonly transfer?: string;
  /** The line of the file, from 1. */
  readonly line?: number;
  /** The line of the heading. */
  readonly heading_line?: number;
  /** The cells of the line. */
  readonly cells?: number;
  /** The cells of the heading. */
  readonly heading_cells?: number;
  /** `inside_cell`, `formula`, `unclosed` or `text_behind`. */
  readonly problem?: string;
  /** The fields that lack a column, or have several. */
  readonly columns?: readonly string[];
  /** The headings of the file. */
  readonly headings?: readonly string[];
  /** The merchant's id. */
  readonly merchant?: string;
}

/** Why a field was refused, for programs. `docs/reference/errors.md` explains each reason. */
export const FIELD_REASONS = [
  "required",
  "invalid_type",
  "invalid_format",
  "invalid_currency_code",
  "invalid_country_code",
  "invalid_email",
  "invalid_value",
  "not_one_of",
  "too_small",
  "too_large",
  "too_short",
  "too_long",
  "too_few",
  "too_many",
  "unknown_parameter",
  "repeated_parameter",
  "misspelled_field",
  "live_key",
  "unsupported_field",
  "invalid_unicode",
  "invalid_form",
  "conflicting_parameter",
  "invalid_day",
  "invalid_moment",
  "scheduled_in_past",
  "scheduled_too_far",
  "time_zone_of_merchant",
  "due_in_past",
  "due_at_of_instalments",
  "instalments_sum",
  "instalments_order",
  "schedule_never_due",
  "days_not_daily",
  "reference_of_schedule",
  "schedule_missing",
  "end_before_start",
  "search_too_broad",
  "cursor_outdated",
  "invalid_url",
  "url_with_password",
  "app_scheme",
  "not_with_publishable_key",
  "callback_of_other_origin",
  "limit_not_stricter",
  "limits_exhausted",
  "limit_currency",
  "limit_holder",
  "payee_blocked",
  "otp_required",
  "payer_blocked",
  "block_party",
  "already_blocked",
  "blocks_exhausted",
  "reference_invalid",
  "reference_reserved",
  "reference_taken",
  "possible_duplicate",
  "reference_repeated",
  "unknown_beneficiary",
  "unknown_customer",
  "unknown_withdrawal_account",
  "withdrawal_account_unconfirmed",
  "withdrawal_account_cooling",
  "unknown_payment",
  "immutable_field",
  "unknown_currency",
  "unknown_country",
  "no_exchange_rate",
  "bulk_currency_mismatch",
  "invoice_part_too_large",
  "logo_kind",
  "logo_too_large",
  "link_amount_too_large",
  "link_limit_below_payments",
  "invoice_part_not_allowed",
  "amount_below_minimum",
  "amount_above_maximum",
  "unknown_channel",
  "channel_not_connected",
  "channel_currency_mismatch",
  "channel_not_collecting",
  "channel_country_mismatch",
  "channel_without_phone",
  "channel_paused",
  "no_collecting_channel",
  "no_channel_in_country",
  "locked_currency_mismatch",
  "unknown_network",
  "unreachable_network",
  "invalid_phone",
  "phone_of_other_country",
  "invalid_mobile_number",
  "unknown_mobile_range",
  "recipient_required",
  "recipient_ambiguous",
  "contact_required",
  "payer_required",
  "required_for_type",
  "required_by_channel",
  "beneficiary_type_mismatch",
  "beneficiary_currency_mismatch",
  "payment_not_complete",
  "payment_fully_refunded",
  "payment_reversed",
  "nothing_to_refund",
  "refund_too_large",
  "part_size_required",
  "fixed_part_of_open_amount",
  "split_exceeds_payment",
  "part_merchant_not_linked",
  "part_environment_not_linked",
  "unknown_part",
  "part_not_held",
  "payment_not_split",
  "too_many_webhooks",
  "host_not_public",
  "port_not_allowed",
  "file_too_large",
  "file_too_complex",
  "file_too_large_unpacked",
  "file_encrypted",
  "file_unreadable",
  "file_encoding_mixed",
  "file_character_invalid",
  "file_quotes_invalid",
  "file_too_many_lines",
  "file_too_many_rows",
  "file_too_many_columns",
  "file_row_too_long",
  "file_row_too_wide",
  "file_columns_missing",
  "file_column_unsupported",
  "file_columns_repeated"
] as const;

/** Why a field was refused, for programs. `docs/reference/errors.md` explains each reason. */
export type FieldReason = (typeof FIELD_REASONS)[number];

export const PAYMENT_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed",
  "canceled",
  "expired"
] as const;

export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/** The bearer of the payment's fee. `platform`: the merchant that creates the payment, by default. `linked`: the linked merchants. `all`: everyone. Several bear it in proportion to their parts. If their parts do not suffice, the others bear the rest. */
export const FEE_BEARERS = [
  "platform",
  "linked",
  "all"
] as const;

/** The bearer of the payment's fee. `platform`: the merchant that creates the payment, by default. `linked`: the linked merchants. `all`: everyone. Several bear it in proportion to their parts. If their parts do not suffice, the others bear the rest. */
export type FeeBearer = (typeof FEE_BEARERS)[number];

/** The bearer of refunds. `parts`: every part, in proportion, with the platform's own. `platform`: the platform alone. */
export const REFUND_BEARERS = [
  "parts",
  "platform"
] as const;

/** The bearer of refunds. `parts`: every part, in proportion, with the platform's own. `platform`: the platform alone. */
export type RefundBearer = (typeof REFUND_BEARERS)[number];

export interface Split {
  readonly fee_bearer: FeeBearer;
  readonly refund_bearer: RefundBearer;
  readonly parts: readonly {
    readonly id: string;
    readonly merchant: string;
    /** The part in hundredths of a percent of the payment: 8500 is 85 %. */
    readonly basis_points: number | null;
    /** In the currency's smallest unit, before the fee. */
    readonly amount: number;
    readonly hold: boolean;
    readonly description: string | null;
  }[];
}

/** Why it failed. `docs/reference/failures.md` has the meaning of each code. */
export const FAILURE_CODES = [
  "insufficient_funds",
  "insufficient_balance",
  "provider_account_empty",
  "recipient_not_found",
  "recipient_not_allowed",
  "recipient_limit_reached",
  "name_mismatch",
  "name_unavailable",
  "payer_not_found",
  "payer_not_allowed",
  "limit_reached",
  "amount_out_of_range",
  "rejected_by_payer",
  "expired",
  "canceled",
  "provider_configuration",
  "provider_error",
  "provider_unavailable",
  "refused_by_screening",
  "rejected_by_approver",
  "resolved_as_failed"
] as const;

/** Why it failed. `docs/reference/failures.md` has the meaning of each code. */
export type FailureCode = (typeof FAILURE_CODES)[number];

export interface Payment {
  readonly id: string;
  /** The merchant's own reference, unique for ever within the environment. */
  readonly reference: string;
  /** The merchant's own reference, unique for ever within the environment. */
  readonly merchant_reference: string | null;
  /** The merchant's own reference, unique for ever within the environment. */
  readonly trxref: string | null;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** In the currency's smallest unit. */
  readonly amount_total: number;
  /** In the currency's smallest unit. */
  readonly converted_amount: number;
  /** In the currency's smallest unit. */
  readonly fee: number;
  /** In the currency's smallest unit. */
  readonly amount_refunded: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: PaymentStatus;
  readonly customer: string;
  readonly channel: string | null;
  /** The number of the phone that confirms the payment. */
  readonly phone: string | null;
  readonly description: string | null;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback: string | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly split?: Split;
  /** The invoice of which it pays a part. */
  readonly invoice?: string;
  /** The provider's page where the payer pays: redirect the payer to it. Present as soon as the provider has returned it, while the payment is `processing`. */
  readonly action_url?: string;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly processing_at?: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly expires_at?: string;
  readonly failure_code?: FailureCode | null;
  readonly failure_reason?: string;
}

/** If sent, it must be the link's split. */
export interface NewSplit {
  readonly parts: readonly {
    /** The id of a linked merchant. */
    readonly merchant: string;
    /** The part in hundredths of a percent of the payment: 8500 is 85 %. */
    readonly basis_points?: number | undefined;
    /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
    readonly amount?: number | undefined;
    /** True holds the part until you release it. By default the merchant receives it when the payer has paid. */
    readonly hold?: boolean | undefined;
    readonly description?: string | undefined;
  }[];
  readonly fee_bearer?: FeeBearer | undefined;
  readonly refund_bearer?: RefundBearer | undefined;
}

export interface NewPayment {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly email?: string | undefined;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string | undefined;
  readonly customer?: string | {
    readonly name?: string | undefined;
    readonly email?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone?: string | undefined;
  } | undefined;
  readonly name?: string | undefined;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string | undefined;
  readonly description?: string | undefined;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback?: string | undefined;
  readonly locked_channel?: string | undefined;
  /** Two-letter ISO 3166 code. */
  readonly locked_country?: string | undefined;
  /** Three-letter ISO 4217 code. */
  readonly locked_currency?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly split?: NewSplit | undefined;
  /** The moment from which the payment can no longer be paid, within 30 days. Without it, the platform operator's setting applies, three hours by default. */
  readonly expires_at?: string | undefined;
}

export interface ProcessPayment {
  readonly channel: string;
  readonly data?: {
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly account_number?: string | undefined;
    /** Two-letter ISO 3166 code. */
    readonly country?: string | undefined;
    /** The one-time code that the payer got from the network, for a number that needs one. */
    readonly otp?: string | undefined;
    /** If sent, it must be the payment's amount. */
    readonly amount?: number | undefined;
    /** If sent, it must be the payment's currency. */
    readonly currency?: string | undefined;
  } | undefined;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string | undefined;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly account_number?: string | undefined;
  /** Two-letter ISO 3166 code. */
  readonly country?: string | undefined;
  /** The one-time code that the payer got from the network, for a number that needs one. */
  readonly otp?: string | undefined;
  /** If sent, it must be the payment's amount. */
  readonly amount?: number | undefined;
  /** If sent, it must be the payment's currency. */
  readonly currency?: string | undefined;
  readonly client_ip?: string | undefined;
}

export interface SplitTerms {
  readonly fee_bearer: FeeBearer;
  readonly refund_bearer: RefundBearer;
  readonly parts: readonly {
    readonly merchant: string;
    /** The part in hundredths of a percent of the payment: 8500 is 85 %. */
    readonly basis_points: number | null;
    /** In the currency's smallest unit. */
    readonly amount: number | null;
    readonly hold: boolean;
    readonly description: string | null;
  }[];
}

export interface PaymentLink {
  readonly id: string;
  /** The address of the payment page. Anybody who opens it can pay. */
  readonly url: string;
  readonly name: string;
  readonly description: string | null;
  /** In the currency's smallest unit; null if the payer chooses the amount. */
  readonly amount: number | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback: string | null;
  /** The number of payments after which the link takes no more; null without a limit. */
  readonly max_payments: number | null;
  /** The sum that the link's payments together never exceed; null without a limit. */
  readonly max_amount_collected: number | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly split?: SplitTerms;
  readonly active: boolean;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface NewPaymentLink {
  readonly name: string;
  readonly description?: string | undefined;
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount?: number | undefined;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback?: string | undefined;
  /** The number of payments after which the link takes no more. */
  readonly max_payments?: number | undefined;
  /** The sum that the link's payments together never exceed. */
  readonly max_amount_collected?: number | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly split?: NewSplit | undefined;
}

export interface PaymentLinkTotals {
  /** The payments that payers have started on the link's page, of every status. */
  readonly payments: number;
  /** Those that were paid, refunded ones among them. */
  readonly payments_complete: number;
  /** Those that are pending or processing. */
  readonly payments_open: number;
  /** The sum of the paid ones, before fees and refunds. */
  readonly amount_collected: number;
  /** The sum of the open ones. */
  readonly amount_open: number;
  /** The sum of their refunds. */
  readonly amount_refunded: number;
}

export interface PaymentLinkDetails {
  readonly id: string;
  /** The address of the payment page. Anybody who opens it can pay. */
  readonly url: string;
  readonly name: string;
  readonly description: string | null;
  /** In the currency's smallest unit; null if the payer chooses the amount. */
  readonly amount: number | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback: string | null;
  /** The number of payments after which the link takes no more; null without a limit. */
  readonly max_payments: number | null;
  /** The sum that the link's payments together never exceed; null without a limit. */
  readonly max_amount_collected: number | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly split?: SplitTerms;
  readonly active: boolean;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  readonly totals: PaymentLinkTotals;
}

export interface PaymentLinkUpdate {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** In the currency's smallest unit; 0 lets the payer choose the amount. */
  readonly amount?: number | undefined;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** 0 removes the limit. */
  readonly max_payments?: number | undefined;
  /** 0 removes the limit. */
  readonly max_amount_collected?: number | undefined;
  /** False deactivates the link, true activates it again. */
  readonly active?: boolean | undefined;
  /** If sent, it must be the link's currency. */
  readonly currency?: string | undefined;
  readonly split?: NewSplit | undefined;
}

export const INVOICE_STATUSES = [
  "open",
  "partly_paid",
  "paid",
  "overdue",
  "canceled"
] as const;

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export interface Instalment {
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly due_at: string;
  /** The paid part of this instalment. Payments fill the instalments in order. */
  readonly amount_paid: number;
}

/** The language of reminders. Without it they are in French and English. */
export const PAYER_LANGUAGES = [
  "en",
  "fr"
] as const;

/** The language of reminders. Without it they are in French and English. */
export type PayerLanguage = (typeof PAYER_LANGUAGES)[number];

/** In `invoice.reminder_due` only. */
export interface InvoiceReminder {
  /** The days from the due date, one of `reminders`. */
  readonly days: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly due_at: string;
  /** The sum to pay by that date. */
  readonly amount: number;
  /** The customer's number, in E.164. */
  readonly phone: string | null;
  /** A short message for the payer with the page's address, for an SMS or WhatsApp. */
  readonly text: string;
}

export interface Invoice {
  readonly id: string;
  /** The merchant's own reference, unique for ever within the environment. */
  readonly reference: string;
  /** The address of the invoice's page. Send it to the payer: whoever has it sees the invoice and can pay. Absent in events. */
  readonly url?: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** The sum of its complete payments, less what was refunded. */
  readonly amount_paid: number;
  /** The sum of its payments under way. Nobody else can pay this part meanwhile. */
  readonly amount_reserved: number;
  /** The part of the amount whose due date passed before it was paid. */
  readonly amount_overdue: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: InvoiceStatus;
  readonly customer: string;
  readonly description: string | null;
  /** When the whole amount is due: the due date of the last instalment. */
  readonly due_at: string;
  readonly instalments: readonly Instalment[];
  /** The payer may pay parts of any amount from this one on. Null: the payer pays whole instalments, or all that is left. */
  readonly minimum_part: number | null;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback: string | null;
  /** The days from each due date on which its payer is reminded while that part is unpaid: -3 is three days before, 0 at the due date, 7 a week after. A reminder is a mail, if the customer has an address, and the event `invoice.reminder_due`. */
  readonly reminders: readonly number[];
  readonly language: PayerLanguage | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly paid_at?: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly canceled_at?: string;
  /** The time of the next reminder. It is left out if the part is paid by then. */
  readonly next_reminder_at?: string;
  readonly reminder?: InvoiceReminder;
}

export interface NewInvoice {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** RFC 3339, with the offset from UTC. */
  readonly due_at?: string | undefined;
  /** The parts of the amount, in the order of their due dates. They add up to `amount`. Without them the whole amount is due at `due_at`. */
  readonly instalments?: readonly {
    /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
    readonly amount: number;
    /** RFC 3339, with the offset from UTC. */
    readonly due_at: string;
  }[] | undefined;
  /** The payer may pay parts of any amount from this one on. */
  readonly minimum_part?: number | undefined;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string | undefined;
  readonly customer?: string | {
    readonly name?: string | undefined;
    readonly email?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone?: string | undefined;
  } | undefined;
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string | undefined;
  readonly description?: string | undefined;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback?: string | undefined;
  /** The days from each due date on which its payer is reminded while that part is unpaid: -3 is three days before, 0 at the due date, 7 a week after. A reminder is a mail, if the customer has an address, and the event `invoice.reminder_due`. Absent: none. */
  readonly reminders?: readonly number[] | undefined;
  readonly language?: PayerLanguage | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface NewInvoicePayment {
  /** The part to pay. Absent: the part that is due next, or the nearest payable one. */
  readonly amount?: number | undefined;
}

export const REFUND_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed"
] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Present if a second person must approve the order, or had to. Nothing is sent while it is `waiting`. */
export interface Approval {
  readonly state: "waiting" | "approved" | "rejected" | "canceled";
}

export interface Refund {
  readonly id: string;
  readonly payment: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: RefundStatus;
  readonly channel: string;
  readonly reason: string | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  /** The part of a complete refund that the payer did not receive after all. It is back on the balance, and can be refunded again. */
  readonly amount_corrected?: number;
  readonly failure_code?: FailureCode | null;
  readonly failure_reason?: string;
  readonly approval?: Approval;
  readonly refund_bearer?: RefundBearer;
}

export interface NewRefund {
  readonly payment: string;
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount?: number | undefined;
  readonly reason?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  readonly refund_bearer?: RefundBearer | undefined;
}

/** The account holder and the possible duplicates, as shown to the person who created the order. */
export interface SeenByMaker {
  readonly holder: {
    /** Whether the number has an account at the network. */
    readonly found: boolean;
    readonly active: boolean | null;
    /** The account holder's name, as the network returned it. */
    readonly name: string | null;
    readonly match: "matches" | "similar" | "differs" | null;
  } | null;
  /** Transfers of the same amount to the same number or account in the 24 hours before. */
  readonly duplicates: readonly string[];
  /** For a bulk: the number of entries that repeat another entry. */
  readonly repeats: number;
}

export interface ApprovalDetails {
  readonly state: "waiting" | "approved" | "rejected" | "canceled";
  /** The person who requested it; null for an API key. */
  readonly requested_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly requested_at: string;
  readonly decided_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly seen: SeenByMaker | null;
}

export interface RefundDetails {
  readonly id: string;
  readonly payment: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: RefundStatus;
  readonly channel: string;
  readonly reason: string | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  /** The part of a complete refund that the payer did not receive after all. It is back on the balance, and can be refunded again. */
  readonly amount_corrected?: number;
  readonly failure_code?: FailureCode | null;
  readonly failure_reason?: string;
  readonly approval?: ApprovalDetails;
  readonly refund_bearer?: RefundBearer;
}

/** `pending`: the payer has not paid. `held`: paid, and held until the platform releases it. `settled`: its merchant has it. */
export const PART_STATUSES = [
  "pending",
  "held",
  "settled"
] as const;

/** `pending`: the payer has not paid. `held`: paid, and held until the platform releases it. `settled`: its merchant has it. */
export type PartStatus = (typeof PART_STATUSES)[number];

export interface PaymentPart {
  readonly id: string;
  readonly payment: string;
  /** The merchant that the payer has paid. */
  readonly platform: string;
  readonly platform_name: string;
  /** The merchant that receives the part. One part is the platform's own: the rest of the payment. */
  readonly merchant: string;
  readonly merchant_name: string;
  /** The part in hundredths of a percent of the payment: 8500 is 85 %. */
  readonly basis_points: number | null;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Its share of the payment's fee, once it is paid. */
  readonly fee: number;
  /** `amount` without `fee`. */
  readonly amount_net: number;
  /** Its share of refunds, out of `amount_net`. */
  readonly amount_refunded: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly hold: boolean;
  readonly status: PartStatus;
  readonly description: string | null;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly settled_at?: string;
}

export interface Release {
  /** The ids of the parts to release; without it all held parts. */
  readonly parts?: readonly string[] | undefined;
}

export interface NewLookup {
  readonly channel: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string;
  readonly name?: string | undefined;
}

export interface Lookup {
  /** The channel that the number belongs to. */
  readonly channel: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string;
  /** Whether the number has an account at the network. */
  readonly found: boolean;
  /** Whether the account can receive money; null if the network does not report it. */
  readonly active: boolean | null;
  /** The account holder's name; null if the network does not report it. */
  readonly name: string | null;
  /** How well your `name` matches the account holder's; null if either is missing. */
  readonly match: "matches" | "similar" | "differs" | null;
}

export const TRANSFER_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed",
  "canceled"
] as const;

export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export interface Transfer {
  readonly id: string;
  /** The merchant's own reference, unique for ever within the environment. */
  readonly reference: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** In the currency's smallest unit. */
  readonly amount_total: number;
  /** In the currency's smallest unit. */
  readonly fee: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: TransferStatus;
  readonly beneficiary: string;
  readonly channel: string;
  readonly description: string | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The due time of a scheduled order. */
  readonly scheduled_at?: string;
  readonly reserve_funds?: "now" | "at_due";
  readonly bulk_transfer?: string;
  readonly approval?: Approval;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  readonly failure_code?: FailureCode | null;
  readonly failure_reason?: string;
}

export interface BeneficiaryData {
  readonly name: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string;
  readonly email?: string | undefined;
  readonly account_number?: string | undefined;
  readonly bank_code?: string | undefined;
  /** Two-letter ISO 3166 code. */
  readonly country?: string | undefined;
}

export interface NewTransfer {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly channel: string;
  readonly beneficiary?: string | {
    readonly name?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly account_number?: string | undefined;
    readonly bank_code?: string | undefined;
    /** Two-letter ISO 3166 code. */
    readonly country?: string | undefined;
  } | undefined;
  readonly beneficiary_data?: BeneficiaryData | undefined;
  readonly recipient?: string | {
    readonly name?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly account_number?: string | undefined;
    readonly bank_code?: string | undefined;
    /** Two-letter ISO 3166 code. */
    readonly country?: string | undefined;
  } | undefined;
  readonly description?: string | undefined;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC. */
  readonly scheduled_at?: string | undefined;
  /** With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`. */
  readonly reserve_funds?: "now" | "at_due" | undefined;
  /** `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default. */
  readonly allow_duplicate?: boolean | undefined;
  /** The expected account holder. The transfer fails if the network does not confirm this name for the number. */
  readonly expect_name?: string | undefined;
}

export interface OrderedReceiver {
  readonly name: string | null;
  /** The number or account of the recipient. */
  readonly number: string;
  readonly bank_code: string | null;
}

export interface TransferDetails {
  readonly id: string;
  /** The merchant's own reference, unique for ever within the environment. */
  readonly reference: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** In the currency's smallest unit. */
  readonly amount_total: number;
  /** In the currency's smallest unit. */
  readonly fee: number;
  /** In the currency's smallest unit. */
  readonly converted_amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: TransferStatus;
  readonly business: {
    readonly id: string;
    /** Two-letter ISO 3166 code. */
    readonly country: string;
    readonly email: string;
    readonly phone: string | null;
    readonly poster: string | null;
    readonly name: string;
  };
  readonly beneficiary: {
    readonly id: string;
    readonly phone: string | null;
    readonly name: string | null;
    readonly email: string | null;
    /** Two-letter ISO 3166 code. */
    readonly country: string;
    readonly channel: {
      readonly name: string;
      readonly type: string;
      readonly id: string;
    };
    readonly receiver: {
      /** The number or account of the recipient. */
      readonly number: string;
    };
  };
  readonly receiver: OrderedReceiver;
  readonly channel: string;
  readonly description: string | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The due time of a scheduled order. */
  readonly scheduled_at?: string;
  readonly reserve_funds?: "now" | "at_due";
  readonly bulk_transfer?: string;
  readonly approval?: ApprovalDetails;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly initiated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  readonly failure_code?: FailureCode | null;
  readonly failure_reason?: string;
}

export interface TimelineStep {
  /** ISO 8601 in UTC, with microseconds. */
  readonly at: string;
  /** `event`: the status changed; `attempt`: an attempt at a provider began or ended; `provider`: a request to the provider and its answer; `notice`: a callback from the provider; `entry`: a ledger entry; `review`: a manual review case was opened or decided; `approval`: an approval was requested or decided; `delivery`: an event was delivered to a webhook; `statement`: the order was compared with the provider's statement; `progress`: transfers of a bulk ended. */
  readonly kind: "event" | "attempt" | "provider" | "notice" | "entry" | "review" | "approval" | "delivery" | "statement" | "progress";
  /** What happened, for programs. Of an `event` its type; of an `entry` its kind; of an `attempt` `created`, `sent` or its end; of `provider` `submit`, `ask` or `check`; of a `notice` `received`; of a `review` `opened` or `resolved`; of an `approval` `requested` or the decision; of a `delivery` `scheduled`, `delivered` or `exhausted`; of a `statement` `found` or `differs`; of `progress` `accepted`, a status or `ended`. */
  readonly code: string;
  /** The same for people, in a few words. */
  readonly what: string;
  /** The details of the step. Requests and answers are shown without secrets and with masked numbers. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface Timeline {
  /** The id of the transfer, payment, refund or bulk transfer. */
  readonly id: string;
  /** The status. A bulk is `processing` until all of its transfers have ended. */
  readonly status: string;
  /** The result of comparing the order with the provider's statement. It is independent of the status. Each transfer of a bulk has its own. */
  readonly reconciliation?: "unreconciled" | "reconciled" | "exception";
  /** All steps; of a longer timeline the first and the newest. */
  readonly steps: readonly TimelineStep[];
}

export interface NewBulkTransferEntry {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  readonly channel: string;
  readonly beneficiary?: string | {
    readonly name?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly account_number?: string | undefined;
    readonly bank_code?: string | undefined;
    /** Two-letter ISO 3166 code. */
    readonly country?: string | undefined;
  } | undefined;
  readonly beneficiary_data?: BeneficiaryData | undefined;
  readonly recipient?: string | {
    readonly name?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly account_number?: string | undefined;
    readonly bank_code?: string | undefined;
    /** Two-letter ISO 3166 code. */
    readonly country?: string | undefined;
  } | undefined;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string | undefined;
  readonly description?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The expected account holder. The transfer fails if the network does not confirm this name for the number. */
  readonly expect_name?: string | undefined;
}

export interface NewBulkTransfer {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly description?: string | undefined;
  /** The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC. */
  readonly scheduled_at?: string | undefined;
  /** With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`. */
  readonly reserve_funds?: "now" | "at_due" | undefined;
  /** `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default. */
  readonly allow_duplicate?: boolean | undefined;
  readonly transfers: readonly NewBulkTransferEntry[];
}

export interface CreatedBulkTransfer {
  readonly id: string;
  readonly description: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  /** In the currency's smallest unit. */
  readonly total_fee: number;
  readonly total_transfers: number;
  /** The due time of a scheduled order. */
  readonly scheduled_at?: string;
  readonly reserve_funds?: "now" | "at_due";
  /** The schedule whose run created it. */
  readonly schedule?: string;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly approval?: Approval;
  readonly transfers: readonly {
    readonly id: string;
    /** The merchant's own reference, unique for ever within the environment. */
    readonly reference: string;
    /** In the currency's smallest unit. */
    readonly amount: number;
    readonly status: TransferStatus;
  }[];
}

export interface BulkTransferCheck {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  /** In the currency's smallest unit. */
  readonly total_fee: number;
  readonly total_transfers: number;
  /** In the currency's smallest unit. */
  readonly available: number;
  /** Whether a second person must approve the bulk before anything is sent. */
  readonly needs_approval: boolean;
  /** Whether the balance covers the amounts and fees of the valid entries. */
  readonly is_enough: boolean;
  /** The errors by field, such as `transfers.3.amount`. A bulk with any error is refused as a whole. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The same for programs: for each field, the reasons in the order of `errors`. */
  readonly field_reasons: Readonly<Record<string, readonly {
    readonly reason: FieldReason;
    readonly params: ReasonParams;
  }[]>>;
  readonly duplicates: readonly {
    /** The index in the list, from 0. */
    readonly entry: number;
    /** A transfer of the same amount to the same number or account in the last 24 hours. */
    readonly transfer: string;
  }[];
  /** Entries that pay the same amount to the same recipient as an earlier entry. */
  readonly repeats: readonly {
    /** The index in the list, from 0. */
    readonly entry: number;
    /** The index of the first entry with the same amount and the same number or account. */
    readonly first: number;
  }[];
}

export interface BulkTransferFile {
  readonly columns: readonly {
    readonly heading: string;
    /** The field that the column holds; null if it is not recognised. */
    readonly field: string | null;
  }[];
  /** The entries of the bulk, in order. Empty rows are skipped. */
  readonly rows: readonly {
    /** The line of the file on which the row begins; the heading is usually on line 1. */
    readonly line: number;
    /** The text of each cell, as a spreadsheet shows it. Empty cells at the end are omitted. */
    readonly cells: readonly string[];
  }[];
}

export interface BulkProgress {
  readonly pending: number;
  readonly processing: number;
  readonly complete: number;
  readonly failed: number;
  readonly canceled: number;
}

export interface BulkTransferDetails {
  readonly id: string;
  readonly description: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  /** In the currency's smallest unit. */
  readonly total_fee: number;
  readonly total_transfers: number;
  /** The due time of a scheduled order. */
  readonly scheduled_at?: string;
  readonly reserve_funds?: "now" | "at_due";
  /** The schedule whose run created it. */
  readonly schedule?: string;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly approval?: ApprovalDetails;
  readonly progress: BulkProgress;
  readonly transfers: readonly {
    readonly id: string;
    /** The merchant's own reference, unique for ever within the environment. */
    readonly reference: string;
    /** In the currency's smallest unit. */
    readonly amount: number;
    /** In the currency's smallest unit. */
    readonly fee: number;
    readonly status: TransferStatus;
    readonly beneficiary: string;
    readonly receiver: OrderedReceiver;
    readonly channel: string;
    /** ISO 8601 in UTC, with microseconds. */
    readonly completed_at?: string;
    readonly failure_code?: FailureCode | null;
    readonly failure_reason?: string;
  }[];
}

export interface BulkTransfer {
  readonly id: string;
  readonly description: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  /** In the currency's smallest unit. */
  readonly total_fee: number;
  readonly total_transfers: number;
  /** The due time of a scheduled order. */
  readonly scheduled_at?: string;
  readonly reserve_funds?: "now" | "at_due";
  /** The schedule whose run created it. */
  readonly schedule?: string;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly approval?: Approval;
  readonly progress: BulkProgress;
}

export const SCHEDULE_FREQUENCYS = [
  "daily",
  "weekly",
  "monthly"
] as const;

export type ScheduleFrequency = (typeof SCHEDULE_FREQUENCYS)[number];

/** The rule for a Saturday, a Sunday or a day of `PUT /holidays`. `none` (the default): it is paid on that day. `before` and `after`: on the next working day in that direction. Days that move to one day are one run. */
export const HOLIDAY_RULES = [
  "none",
  "before",
  "after"
] as const;

/** The rule for a Saturday, a Sunday or a day of `PUT /holidays`. `none` (the default): it is paid on that day. `before` and `after`: on the next working day in that direction. Days that move to one day are one run. */
export type HolidayRule = (typeof HOLIDAY_RULES)[number];

export const SCHEDULE_STATUSES = [
  "active",
  "paused",
  "ended"
] as const;

export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number];

/** `insufficient_balance`: the balance did not cover the sum. `transfers_refused`: the list cannot be paid any more, for the reason in `failure_reason`. */
export const SCHEDULE_RUN_FAILURES = [
  "insufficient_balance",
  "transfers_refused"
] as const;

/** `insufficient_balance`: the balance did not cover the sum. `transfers_refused`: the list cannot be paid any more, for the reason in `failure_reason`. */
export type ScheduleRunFailure = (typeof SCHEDULE_RUN_FAILURES)[number];

export interface ScheduleRun {
  /** ISO 8601 in UTC, with microseconds. */
  readonly due_at: string;
  /** `created`: the bulk transfer was created. Its transfers succeed or fail on their own. */
  readonly status: "created" | "failed";
  readonly bulk_transfer?: string;
  readonly failure_code?: ScheduleRunFailure;
  readonly failure_reason?: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
}

export interface Schedule {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  readonly total_transfers: number;
  readonly frequency: ScheduleFrequency;
  readonly days: readonly number[];
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  readonly holiday_rule: HolidayRule;
  readonly starts_on: string;
  readonly ends_on: string | null;
  /** The schedule ends after this many due times. */
  readonly runs_max: number | null;
  /** The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time. */
  readonly days_ahead: number;
  /** With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`). */
  readonly reserve_funds: "now" | "at_due";
  readonly status: ScheduleStatus;
  readonly active: boolean;
  /** The number of due times that have had their run. */
  readonly runs_count: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly next_due_at: string | null;
  readonly last_run: ScheduleRun | null;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface NewScheduledTransfer {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  readonly channel: string;
  readonly beneficiary?: string | {
    readonly name?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly account_number?: string | undefined;
    readonly bank_code?: string | undefined;
    /** Two-letter ISO 3166 code. */
    readonly country?: string | undefined;
  } | undefined;
  readonly beneficiary_data?: BeneficiaryData | undefined;
  readonly recipient?: string | {
    readonly name?: string | undefined;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string | undefined;
    readonly account_number?: string | undefined;
    readonly bank_code?: string | undefined;
    /** Two-letter ISO 3166 code. */
    readonly country?: string | undefined;
  } | undefined;
  readonly description?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The expected account holder. The transfer fails if the network does not confirm this name for the number. */
  readonly expect_name?: string | undefined;
}

export interface NewSchedule {
  readonly name: string;
  readonly description?: string | undefined;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly frequency: ScheduleFrequency;
  /** The first day, in the merchant's time zone; today by default. */
  readonly starts_on?: string | undefined;
  /** `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`. */
  readonly days?: readonly number[] | undefined;
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  readonly holiday_rule?: HolidayRule | undefined;
  /** The last day, included. */
  readonly ends_on?: string | undefined;
  /** The schedule ends after this many due times. */
  readonly runs_max?: number | undefined;
  /** If sent, it must be the merchant's time zone, in which Kolo reads the times. */
  readonly time_zone?: string | undefined;
  /** The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time. */
  readonly days_ahead?: number | undefined;
  /** With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`). */
  readonly reserve_funds?: "now" | "at_due" | undefined;
  readonly transfers: readonly NewScheduledTransfer[];
}

export interface NewSchedulePreview {
  readonly frequency: ScheduleFrequency;
  /** The first day, in the merchant's time zone; today by default. */
  readonly starts_on?: string | undefined;
  /** `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`. */
  readonly days?: readonly number[] | undefined;
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  readonly holiday_rule?: HolidayRule | undefined;
  /** The last day, included. */
  readonly ends_on?: string | undefined;
  /** The schedule ends after this many due times. */
  readonly runs_max?: number | undefined;
  /** If sent, it must be the merchant's time zone, in which Kolo reads the times. */
  readonly time_zone?: string | undefined;
  /** 12 by default. */
  readonly count?: number | undefined;
}

export interface SchedulePreview {
  readonly time_zone: string;
  /** The next due times, in order. */
  readonly due_times: readonly string[];
}

export interface ScheduledTransfer {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly channel: string;
  readonly beneficiary: string;
  readonly description?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly expect_name?: string;
}

export interface ScheduleDetails {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly total_amount: number;
  readonly total_transfers: number;
  readonly frequency: ScheduleFrequency;
  readonly days: readonly number[];
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  readonly holiday_rule: HolidayRule;
  readonly starts_on: string;
  readonly ends_on: string | null;
  /** The schedule ends after this many due times. */
  readonly runs_max: number | null;
  readonly time_zone: string;
  /** The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time. */
  readonly days_ahead: number;
  /** With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`). */
  readonly reserve_funds: "now" | "at_due";
  readonly status: ScheduleStatus;
  readonly active: boolean;
  /** The number of due times that have had their run. */
  readonly runs_count: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly next_due_at: string | null;
  readonly last_run: ScheduleRun | null;
  /** The next due times, in order. */
  readonly next_due_times: readonly string[];
  readonly transfers: readonly ScheduledTransfer[];
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface ScheduleUpdate {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string | undefined;
  readonly frequency?: ScheduleFrequency | undefined;
  /** The first day, in the merchant's time zone; today by default. */
  readonly starts_on?: string | undefined;
  /** `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`. */
  readonly days?: readonly number[] | undefined;
  /** The time of day in the merchant's time zone. */
  readonly time?: string | undefined;
  readonly holiday_rule?: HolidayRule | undefined;
  /** The last day, included. */
  readonly ends_on?: string | undefined;
  /** The schedule ends after this many due times. */
  readonly runs_max?: number | undefined;
  /** If sent, it must be the merchant's time zone, in which Kolo reads the times. */
  readonly time_zone?: string | undefined;
  /** The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time. */
  readonly days_ahead?: number | undefined;
  /** With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`). */
  readonly reserve_funds?: "now" | "at_due" | undefined;
  readonly transfers?: readonly NewScheduledTransfer[] | undefined;
  /** `false` pauses the schedule: due times pass without a run. */
  readonly active?: boolean | undefined;
}

export interface Holidays {
  /** Calendar days, sorted. */
  readonly days: readonly string[];
}

/** How the beneficiary is paid. It cannot be changed after creation. */
export const BENEFICIARY_TYPES = [
  "mobile_money",
  "bank_account",
  "cash_pickup"
] as const;

/** How the beneficiary is paid. It cannot be changed after creation. */
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

export interface BeneficiaryItem {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string | null;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
}

export interface NewBeneficiary {
  readonly name: string;
  readonly email?: string | undefined;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string | undefined;
  readonly account_number?: string | undefined;
  readonly bank_code?: string | undefined;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface Beneficiary {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string | null;
  readonly account_number: string | null;
  readonly bank_code: string | null;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface BeneficiaryChanges {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string | undefined;
  readonly account_number?: string | undefined;
  readonly bank_code?: string | undefined;
  /** Two-letter ISO 3166 code. */
  readonly country?: string | undefined;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string | undefined;
  readonly type?: BeneficiaryType | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface CustomerItem {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
}

export interface NewCustomer {
  readonly name: string;
  readonly email?: string | undefined;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface Customer {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** When the customer was blocked: a blocked customer cannot pay. */
  readonly blocked_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface CustomerChanges {
  readonly name?: string | undefined;
  readonly email?: string | undefined;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface Balance {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly available: number;
  /** In the currency's smallest unit. */
  readonly pending: number;
  /** In the currency's smallest unit. */
  readonly reserved: number;
  /** In the currency's smallest unit. */
  readonly total: number;
  /** The amount that the merchant owes after a correction. Kolo repays it from `available` within a minute. */
  readonly debt?: number;
  /** The amount held for linked merchants until its release: their parts of split payments. It is not in `total`. */
  readonly escrow?: number;
  readonly environment: "test" | "live";
}

export interface BalanceEntry {
  readonly id: string;
  /** `hold`: money held for a transfer or refund; `release`: a hold released; `collect`: a payment received; `collect_fee`: the fee of a payment; `fund`: a top-up; `correct`: a correction of a review or statement; `reverse`: an entry taken back; `adjust`: an adjustment; `advance`: an amount that the merchant owes from now on; `repay`: a debt repaid; `escrow_in`: a part of a split payment held until its release; `escrow_out`: such a part released or refunded; `part_in`: a part of a split payment received; `part_out`: a part paid to another merchant. */
  readonly kind: "hold" | "settle" | "settle_fee" | "release" | "fund" | "collect" | "collect_fee" | "correct" | "reverse" | "adjust" | "advance" | "repay" | "escrow_in" | "escrow_out" | "part_in" | "part_out";
  readonly direction: "in" | "out";
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** The available balance after this entry. */
  readonly balance: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The id of the transfer, payment, refund, top-up, correction, part or movement of a part. */
  readonly subject: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
}

export interface BalanceStatementLine {
  /** `payments`: payments received; `payment_fees`: their fees; `refunds`: refunds paid out; `transfers`: transfers paid out; `transfer_fees`: their fees; `withdrawals`: withdrawals paid out; `top_ups`: top-ups and test funds; `parts_received`, `parts_paid`: parts of split payments between merchants; `parts_held`: parts held until their release; `corrections`: corrections, adjustments and reversals; `debts`: amounts that the merchant owes after a correction, and their repayment. */
  readonly line: "payments" | "payment_fees" | "refunds" | "transfers" | "transfer_fees" | "withdrawals" | "top_ups" | "parts_received" | "parts_paid" | "parts_held" | "corrections" | "debts";
  /** The number of movements. */
  readonly count: number;
  /** The sum of the movements that increase the balance. */
  readonly amount_in: number;
  /** The sum of the movements that decrease the balance. */
  readonly amount_out: number;
}

export interface BalanceStatementChannel {
  /** Null for movements over no channel, such as corrections and withdrawals to a bank. */
  readonly channel: string | null;
  /** The number of movements. */
  readonly count: number;
  /** The sum of the movements that increase the balance. */
  readonly amount_in: number;
  /** The sum of the movements that decrease the balance. */
  readonly amount_out: number;
  /** The fees in `amount_out`. */
  readonly fees: number;
  readonly lines: readonly BalanceStatementLine[];
}

export interface BalanceStatement {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly environment: "test" | "live";
  /** The merchant's name. */
  readonly business: string;
  readonly period: "day" | "week" | "month" | "range";
  readonly date_start: string;
  /** The last day, included. */
  readonly date_end: string;
  /** The merchant's time zone, by its IANA name. */
  readonly time_zone: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly begins_at: string;
  /** The first instant after the period. */
  readonly ends_at: string;
  /** Whether the period is over. A final statement never changes. */
  readonly is_final: boolean;
  /** `available` + `reserved` when the period begins. */
  readonly opening_balance: number;
  /** The part of the balance that is reserved for orders in progress, when the period begins. */
  readonly opening_reserved: number;
  /** `available` + `reserved`: `opening_balance` + `amount_in` - `amount_out`, when the period ends. */
  readonly closing_balance: number;
  /** The part of the balance that is reserved for orders in progress, when the period ends. */
  readonly closing_reserved: number;
  /** The number of movements. */
  readonly count: number;
  /** The sum of the movements that increase the balance. */
  readonly amount_in: number;
  /** The sum of the movements that decrease the balance. */
  readonly amount_out: number;
  /** The fees in `amount_out`. */
  readonly fees: number;
  /** The lines that have movements. */
  readonly lines: readonly BalanceStatementLine[];
  /** The same movements by channel. */
  readonly channels: readonly BalanceStatementChannel[];
  /** The instant of this answer. */
  readonly created_at: string;
}

export interface Limit {
  readonly id: string;
  /** `platform`: only the platform operator can change it. */
  readonly set_by: "platform" | "merchant";
  /** Whose orders count together: the merchant's, those of one key, of one person, to one payee, or the payments of one payer. */
  readonly applies_to: "merchant" | "key" | "person" | "payee" | "payer";
  /** By the clock of the merchant's time zone. */
  readonly period: "hour" | "day" | "month";
  /** `amount`: the sum. `count`: the number of orders. */
  readonly measure: "amount" | "count";
  /** The key or person. Absent: each of them has the limit. */
  readonly holder?: string;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
  /** In the currency's smallest unit. */
  readonly maximum: number;
  /** What this hour, day or month has used. Only for a limit of the merchant, or of one key or person. */
  readonly used?: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly free_at: string;
}

export interface Correction {
  readonly id: string;
  /** The change of the spendable balance; `none`: no change. */
  readonly direction: "in" | "out" | "none";
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** In the currency's smallest unit. */
  readonly debt: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The number of the reversed entry. */
  readonly entry: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly kind: "reversal" | "adjustment";
  readonly reason: string;
  /** The reference of the document that the correction is based on. */
  readonly document: string;
}

export const WITHDRAWAL_FREQUENCYS = [
  "daily",
  "weekly"
] as const;

export type WithdrawalFrequency = (typeof WITHDRAWAL_FREQUENCYS)[number];

/** `balance_too_small`: the balance did not exceed `balance_above` and `balance_left`. `account_unusable`: the account was removed or blocked, or its cooling time had not ended. `limit_exceeded`: the withdrawal would have exceeded a limit. */
export const WITHDRAWAL_SKIP_CODES = [
  "balance_too_small",
  "account_unusable",
  "limit_exceeded"
] as const;

/** `balance_too_small`: the balance did not exceed `balance_above` and `balance_left`. `account_unusable`: the account was removed or blocked, or its cooling time had not ended. `limit_exceeded`: the withdrawal would have exceeded a limit. */
export type WithdrawalSkipCode = (typeof WITHDRAWAL_SKIP_CODES)[number];

export interface WithdrawalRuleRun {
  /** ISO 8601 in UTC, with microseconds. */
  readonly due_at: string;
  readonly withdrawal: string | null;
  readonly skip_code: WithdrawalSkipCode | null;
  readonly skip_reason: string | null;
  /** The available balance at the due time. */
  readonly available: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
}

export interface WithdrawalRule {
  readonly id: string;
  readonly account: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly frequency: WithdrawalFrequency;
  readonly days: readonly number[];
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  /** The merchant's time zone, in which days and times count. */
  readonly time_zone: string;
  /** A withdrawal is made only if the available balance is above this amount. 0: always. */
  readonly balance_above: number;
  /** The amount that stays on the available balance. 0: everything is withdrawn. */
  readonly balance_left: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly next_due_at: string | null;
  readonly last_run: WithdrawalRuleRun | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface NewWithdrawalRule {
  /** A confirmed withdrawal account. The rule has its currency. */
  readonly account: string;
  readonly frequency: WithdrawalFrequency;
  /** Of `weekly`: days of the week, 1 (Monday) to 7. Omit it for `daily`. */
  readonly days?: readonly number[] | undefined;
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  /** If sent, it must be the merchant's time zone, in which Kolo reads the times. */
  readonly time_zone?: string | undefined;
  /** A withdrawal is made only if the available balance is above this amount. 0: always. */
  readonly balance_above?: number | undefined;
  /** The amount that stays on the available balance. 0: everything is withdrawn. */
  readonly balance_left?: number | undefined;
}

export const WITHDRAWAL_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed",
  "canceled"
] as const;

export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export interface Withdrawal {
  readonly id: string;
  /** The merchant's own reference, unique for ever within the environment. */
  readonly reference: string;
  readonly account: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: WithdrawalStatus;
  /** The channel that carries it. Null: the platform operator pays it through a bank. */
  readonly channel: string | null;
  /** The withdrawal rule that made it. */
  readonly rule?: string;
  readonly description: string | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The bank's reference of the payment. */
  readonly bank_reference?: string;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  readonly failure_code?: FailureCode | null;
  readonly failure_reason?: string;
  readonly approval?: Approval;
}

export interface NewWithdrawal {
  readonly account: string;
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string | undefined;
  readonly description?: string | undefined;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

export interface WithdrawalDetails {
  readonly id: string;
  /** The merchant's own reference, unique for ever within the environment. */
  readonly reference: string;
  readonly account: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: WithdrawalStatus;
  /** The channel that carries it. Null: the platform operator pays it through a bank. */
  readonly channel: string | null;
  /** The withdrawal rule that made it. */
  readonly rule?: string;
  readonly description: string | null;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** The bank's reference of the payment. */
  readonly bank_reference?: string;
  readonly sandbox: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly completed_at?: string;
  readonly failure_code?: FailureCode | null;
  readonly failure_reason?: string;
  readonly approval?: ApprovalDetails;
}

export const WITHDRAWAL_ACCOUNT_TYPES = [
  "mobile_money",
  "bank_account"
] as const;

export type WithdrawalAccountType = (typeof WITHDRAWAL_ACCOUNT_TYPES)[number];

/** `pending` until it is confirmed, in live by two people. */
export const WITHDRAWAL_ACCOUNT_STATES = [
  "pending",
  "active",
  "removed"
] as const;

/** `pending` until it is confirmed, in live by two people. */
export type WithdrawalAccountState = (typeof WITHDRAWAL_ACCOUNT_STATES)[number];

export interface WithdrawalAccount {
  readonly id: string;
  readonly type: WithdrawalAccountType;
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The number or account; all but the last digits are hidden. */
  readonly number: string;
  readonly bank_code: string | null;
  readonly state: WithdrawalAccountState;
  /** In live: the id of the person who confirmed it first. Somebody else must confirm it, too. */
  readonly first_confirmed_by: string | null;
  /** Withdrawals to it are allowed from this time on. Null until it is confirmed. */
  readonly usable_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface NewWithdrawalAccount {
  readonly type: WithdrawalAccountType;
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string | undefined;
  readonly account_number?: string | undefined;
  readonly bank_code?: string | undefined;
}

export interface Channel {
  readonly id: string;
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  /** Of an active channel: those that its provider accounts carry. Of any other: those it could carry. */
  readonly kinds: readonly ("collect" | "transfer")[];
  readonly operator: string | null;
  /** In the currency's smallest unit. */
  readonly minimum: number;
  /** In the currency's smallest unit. */
  readonly maximum: number;
  /** Whether the channel can be used in the key's environment, because a provider account is connected. */
  readonly active: boolean;
  /** While a channel is paused, new transfers wait and new payments are refused. */
  readonly health: {
    readonly status: "operational" | "degraded" | "paused";
    /** The share of requests to the network that succeeded in the last five minutes, 0 to 1. */
    readonly success_rate: number | null;
    /** ISO 8601 in UTC, with microseconds. */
    readonly paused_until: string | null;
    readonly reason: string | null;
    /** The same for programs. */
    readonly reason_code: "too_many_failures" | "probe_failed" | "float_too_low" | "closed_by_provider" | "stopped_by_operator" | null;
  };
}

export interface Country {
  /** Two-letter ISO 3166 code. */
  readonly code: string;
  readonly name: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly calling_code: string;
  /** The channels of this country that the merchant can use in the key's environment. */
  readonly channels: readonly string[];
}

export interface Currency {
  /** Three-letter ISO 4217 code. */
  readonly code: string;
  readonly name: string;
  /** The number of digits after the decimal point: 0 for XAF, 2 for EUR. */
  readonly digits: number;
}

export interface Bank {
  /** The value for `bank_code`. */
  readonly code: string;
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
}

export const EVENT_TYPES = [
  "payment.created",
  "payment.processing",
  "payment.complete",
  "payment.failed",
  "payment.canceled",
  "payment.expired",
  "payment.released",
  "payment_part.held",
  "payment_part.received",
  "payment_part.refunded",
  "payment_part.returned",
  "invoice.created",
  "invoice.partly_paid",
  "invoice.paid",
  "invoice.overdue",
  "invoice.reminder_due",
  "invoice.reopened",
  "invoice.canceled",
  "transfer.created",
  "transfer.processing",
  "transfer.complete",
  "transfer.failed",
  "transfer.canceled",
  "customer.created",
  "customer.updated",
  "customer.deleted",
  "beneficiary.created",
  "beneficiary.updated",
  "beneficiary.deleted",
  "refund.created",
  "refund.complete",
  "refund.failed",
  "refund.corrected",
  "withdrawal.created",
  "withdrawal.processing",
  "withdrawal.complete",
  "withdrawal.failed",
  "withdrawal.canceled",
  "withdrawal_rule.skipped",
  "balance.corrected",
  "schedule.created",
  "schedule.updated",
  "schedule.run",
  "schedule.run_failed",
  "schedule.ended",
  "schedule.deleted",
  "webhook.test",
  "webhook.failing",
  "webhook.disabled"
] as const;

export type EventType = (typeof EVENT_TYPES)[number];

export interface Webhook {
  readonly id: string;
  /** The http or https URL that receives the events. */
  readonly url: string;
  /** The event types that the webhook receives. */
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly active: boolean;
  /** Whether the events of one resource are sent one after another. */
  readonly in_order: boolean;
  /** Your limit of requests per second; null if you have set none. */
  readonly rate_limit: number | null;
  /** Your limit of concurrent requests; null if you have set none. */
  readonly concurrency: number | null;
  /** During a rotation: the time at which the new secret replaces the old one. */
  readonly next_secret_from: string | null;
  /** Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly disabled_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
}

export interface NewWebhook {
  /** The http or https URL that receives the events. */
  readonly url: string;
  /** The event types that the webhook receives. */
  readonly events: readonly EventType[];
  readonly description?: string | undefined;
  readonly active?: boolean | undefined;
  /** Sends the events of one resource one after another, each after the delivery of the one before has ended. A failing delivery delays the later ones. */
  readonly in_order?: boolean | undefined;
  /** The most requests per second, if lower than the platform's limit; 0 means the platform's limit. */
  readonly rate_limit?: number | undefined;
  /** The most concurrent requests, if lower than the platform's limit; 0 means the platform's limit. */
  readonly concurrency?: number | undefined;
}

export interface WebhookWithSecret {
  readonly id: string;
  /** The http or https URL that receives the events. */
  readonly url: string;
  /** The event types that the webhook receives. */
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly active: boolean;
  /** Whether the events of one resource are sent one after another. */
  readonly in_order: boolean;
  /** Your limit of requests per second; null if you have set none. */
  readonly rate_limit: number | null;
  /** Your limit of concurrent requests; null if you have set none. */
  readonly concurrency: number | null;
  /** During a rotation: the time at which the new secret replaces the old one. */
  readonly next_secret_from: string | null;
  /** Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly disabled_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  /** The secret that signs every delivery. It is not shown again. */
  readonly secret: string;
}

export interface WebhookDetails {
  readonly id: string;
  /** The http or https URL that receives the events. */
  readonly url: string;
  /** The event types that the webhook receives. */
  readonly events: readonly EventType[];
  readonly description: string | null;
  readonly active: boolean;
  /** Whether the events of one resource are sent one after another. */
  readonly in_order: boolean;
  /** Your limit of requests per second; null if you have set none. */
  readonly rate_limit: number | null;
  /** Your limit of concurrent requests; null if you have set none. */
  readonly concurrency: number | null;
  /** During a rotation: the time at which the new secret replaces the old one. */
  readonly next_secret_from: string | null;
  /** Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly disabled_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  readonly health: {
    /** `failing`: the last attempt failed. `paused`: too many attempts failed, and Kolo sends nothing for a while. */
    readonly state: "well" | "failing" | "paused";
    /** ISO 8601 in UTC, with microseconds. */
    readonly failing_since: string | null;
    /** ISO 8601 in UTC, with microseconds. */
    readonly paused_until: string | null;
  };
}

export interface WebhookChanges {
  /** The http or https URL that receives the events. */
  readonly url?: string | undefined;
  /** The event types that the webhook receives. */
  readonly events?: readonly EventType[] | undefined;
  readonly description?: string | undefined;
  readonly active?: boolean | undefined;
  /** Sends the events of one resource one after another, each after the delivery of the one before has ended. A failing delivery delays the later ones. */
  readonly in_order?: boolean | undefined;
  /** The most requests per second, if lower than the platform's limit; 0 means the platform's limit. */
  readonly rate_limit?: number | undefined;
  /** The most concurrent requests, if lower than the platform's limit; 0 means the platform's limit. */
  readonly concurrency?: number | undefined;
}

export interface Rotation {
  /** The number of hours for which both secrets sign. */
  readonly overlap_hours?: number | undefined;
}

/** `pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed. */
export const DELIVERY_STATES = [
  "pending",
  "held",
  "delivered",
  "exhausted"
] as const;

/** `pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed. */
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface Delivery {
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  readonly type: EventType;
  /** The id of the resource of the event. */
  readonly resource: string;
  /** The number of the event among the events of its resource: 1, 2, 3. */
  readonly sequence: number;
  /** The event's position in the feed. */
  readonly position: number;
  /** Why the delivery was created: a subscription, a replay or a test. */
  readonly origin: "event" | "replay" | "test";
  readonly state: DeliveryState;
  readonly attempts: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly last_attempt_at: string | null;
  /** `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all. */
  readonly last_outcome: string | null;
  /** The time of the next attempt; null if the delivery has ended, is held or waits for the one before it. */
  readonly next_attempt_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly ended_at: string | null;
}

export interface DeliveryAttempt {
  readonly number: number;
  /** `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all. */
  readonly outcome: string;
  /** The HTTP status of the answer; null if there was no answer. */
  readonly status: number | null;
  /** Whether the schedule or a person started the attempt. */
  readonly trigger: "schedule" | "manual";
  /** The IP address it was sent to. */
  readonly address: string | null;
  /** Milliseconds until the host name was resolved. */
  readonly resolved_ms: number | null;
  /** Milliseconds until the connection was open, TLS included; null if one was reused. */
  readonly connected_ms: number | null;
  /** Milliseconds until the headers of the answer arrived. */
  readonly answered_ms: number | null;
  /** Milliseconds until the attempt ended. */
  readonly duration_ms: number;
  /** The first part of the answer's body. */
  readonly response: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly attempted_at: string;
}

export interface DeliveryDetails {
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  readonly type: EventType;
  /** The id of the resource of the event. */
  readonly resource: string;
  /** The number of the event among the events of its resource: 1, 2, 3. */
  readonly sequence: number;
  /** The event's position in the feed. */
  readonly position: number;
  /** Why the delivery was created: a subscription, a replay or a test. */
  readonly origin: "event" | "replay" | "test";
  readonly state: DeliveryState;
  readonly attempts: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly last_attempt_at: string | null;
  /** `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all. */
  readonly last_outcome: string | null;
  /** The time of the next attempt; null if the delivery has ended, is held or waits for the one before it. */
  readonly next_attempt_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly ended_at: string | null;
  /** The body that is sent, the same with every attempt. */
  readonly body: string;
  /** The newest 50 attempts, the oldest first. */
  readonly attempted: readonly DeliveryAttempt[];
}

export interface Replay {
  /** Replay events from this time on; at most 30 days ago, which is the default. */
  readonly from?: string | undefined;
  /** Replay events before this time; now by default. */
  readonly to?: string | undefined;
  /** Replay only these types; by default all types the webhook receives. */
  readonly types?: readonly EventType[] | undefined;
  /** `undelivered`: events whose delivery is exhausted, and events the webhook has never received. `all`: delivered events too. */
  readonly which?: "undelivered" | "all" | undefined;
}

export interface Replayed {
  /** The number of deliveries created or reopened. */
  readonly queued: number;
  /** If there were more than 10,000 events: the `from` of the next request. Null: there are no more events. */
  readonly next_from: string | null;
}

export interface Event {
  readonly id: string;
  readonly type: EventType;
  /** The same as `type`. */
  readonly event: EventType;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** The number of the event among the events of its resource: 1, 2, 3. */
  readonly sequence: number;
  /** The resource as the API showed it at the time of the event. */
  readonly data: Readonly<Record<string, unknown>>;
  /** The id of the resource. */
  readonly resource: string;
  /** The position in the feed of the merchant and environment: 1, 2, 3, in commit order and without gaps. Null until the position is assigned, shortly after the event. */
  readonly position: number | null;
  /** The value of `after` that continues the feed after this event. Null until the position is assigned. */
  readonly cursor: string | null;
}

export interface ListPaymentsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
  readonly search?: string | undefined;
  readonly status?: PaymentStatus | undefined;
  /** Channels, separated by commas; or repeat `channels[]`. */
  readonly channels?: string | undefined;
  /** The id of a customer. */
  readonly customer?: string | undefined;
  /** The id of a payment link. */
  readonly payment_link?: string | undefined;
  /** The id of an invoice. */
  readonly invoice?: string | undefined;
  /** The payer's number, in any format: the one given with the payment, or the one it was paid from. */
  readonly phone?: string | undefined;
  /** The first day, in the merchant's time zone. */
  readonly date_start?: string | undefined;
  /** The last day, included, in the merchant's time zone. */
  readonly date_end?: string | undefined;
}

export interface ListPaymentLinksQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** Part of the name, or the id. Case, accents, spaces and apostrophes are ignored. The search covers the newest 50,000 rows. */
  readonly search?: string | undefined;
  readonly active?: boolean | undefined;
}

export interface ListInvoicesQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  readonly status?: InvoiceStatus | undefined;
  /** The id of a customer. */
  readonly customer?: string | undefined;
  /** The first day, in the merchant's time zone. */
  readonly date_start?: string | undefined;
  /** The last day, included, in the merchant's time zone. */
  readonly date_end?: string | undefined;
}

export interface ListRefundsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
  readonly search?: string | undefined;
  /** The id of a payment. */
  readonly payment?: string | undefined;
  readonly status?: RefundStatus | undefined;
}

export interface ListReceivedPartsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

export interface ListTransfersQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
  readonly search?: string | undefined;
  readonly status?: TransferStatus | undefined;
  /** Channels, separated by commas; or repeat `channels[]`. */
  readonly channels?: string | undefined;
  /** The id of a bulk transfer. */
  readonly bulk_transfer?: string | undefined;
  /** Only transfers that wait for a second approval. */
  readonly approval?: "waiting" | undefined;
  /** The first day, in the merchant's time zone. */
  readonly date_start?: string | undefined;
  /** The last day, included, in the merchant's time zone. */
  readonly date_end?: string | undefined;
  /** The first day of the due time, in the merchant's time zone. */
  readonly scheduled_start?: string | undefined;
  /** The last day of the due time, included, in the merchant's time zone. */
  readonly scheduled_end?: string | undefined;
}

export interface RetrieveTransferQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string | undefined;
}

export interface CreateBulkTransferQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string | undefined;
  readonly description?: string | undefined;
  /** The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC. */
  readonly scheduled_at?: string | undefined;
  /** With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`. */
  readonly reserve_funds?: "now" | "at_due" | undefined;
  /** `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default. */
  readonly allow_duplicate?: boolean | undefined;
  /** The channel of rows that have none. */
  readonly channel?: string | undefined;
}

export interface CheckBulkTransferQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string | undefined;
  readonly description?: string | undefined;
  /** The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC. */
  readonly scheduled_at?: string | undefined;
  /** With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`. */
  readonly reserve_funds?: "now" | "at_due" | undefined;
  /** `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default. */
  readonly allow_duplicate?: boolean | undefined;
  /** The channel of rows that have none. */
  readonly channel?: string | undefined;
}

export interface RetrieveBulkTransferQuery {
  /** The number of transfers to return, from the first; all by default. */
  readonly transfers?: number | undefined;
}

export interface ListBulkTransfersQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** Part of the name, or the id. Case, accents, spaces and apostrophes are ignored. The search covers the newest 50,000 rows. */
  readonly search?: string | undefined;
  /** The id of a schedule: its runs. */
  readonly schedule?: string | undefined;
  /** The first day of the due time, in the merchant's time zone. */
  readonly scheduled_start?: string | undefined;
  /** The last day of the due time, included, in the merchant's time zone. */
  readonly scheduled_end?: string | undefined;
}

export interface ListSchedulesQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  readonly status?: ScheduleStatus | undefined;
}

export interface RetrieveScheduleQuery {
  /** The number of due times to return; 5 by default. */
  readonly due_times?: number | undefined;
  /** The number of transfers to return, from the first; all by default. */
  readonly transfers?: number | undefined;
}

export interface ListScheduleRunsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

export interface ListBeneficiariesQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** Part of a searched field. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
  readonly search?: string | undefined;
  /** Two-letter ISO 3166 code. */
  readonly country?: string | undefined;
  /** How the beneficiary is paid. It cannot be changed after creation. */
  readonly type?: BeneficiaryType | undefined;
}

export interface ListCustomersQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** Part of a searched field. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
  readonly search?: string | undefined;
}

export interface ListCustomerPaymentsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  readonly status?: PaymentStatus | undefined;
}

export interface RetrieveBalanceQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string | undefined;
}

export interface ListBalanceHistoryQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string | undefined;
}

export interface RetrieveBalanceStatementQuery {
  /** Three-letter ISO 4217 code. */
  readonly currency?: string | undefined;
  /** By default `month`. A week begins on Monday. */
  readonly period?: "day" | "week" | "month" | undefined;
  /** A day of the period, in the merchant's time zone; by default today. */
  readonly date?: string | undefined;
  /** The first day of a range of up to 366 days, in the merchant's time zone. It needs `date_end`. */
  readonly date_start?: string | undefined;
  /** The last day of the range, included. */
  readonly date_end?: string | undefined;
}

export interface ListCorrectionsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

export interface ListWithdrawalRuleRunsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

export interface ListWithdrawalsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  readonly status?: WithdrawalStatus | undefined;
  readonly account?: string | undefined;
  /** The first day, in the merchant's time zone. */
  readonly date_start?: string | undefined;
  /** The last day, included, in the merchant's time zone. */
  readonly date_end?: string | undefined;
}

export interface ListWithdrawalAccountsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

export interface ListChannelsQuery {
  /** Two-letter ISO 3166 code. */
  readonly country?: string | undefined;
}

export interface ListBanksQuery {
  /** Two-letter ISO 3166 code. */
  readonly country?: string | undefined;
}

export interface ListWebhooksQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
}

export interface ListWebhookDeliveriesQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** `pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed. */
  readonly state?: DeliveryState | undefined;
  readonly type?: EventType | undefined;
  /** The id of the resource of the events. */
  readonly resource?: string | undefined;
  /** The first day, in the merchant's time zone. */
  readonly date_start?: string | undefined;
  /** The last day, included, in the merchant's time zone. */
  readonly date_end?: string | undefined;
}

export interface ListEventsQuery {
  /** Items per page. */
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** A position in the feed: a `cursor`, or `0` for its beginning. */
  readonly after?: string | undefined;
  readonly type?: EventType | undefined;
  /** The id of the resource of the events. */
  readonly resource?: string | undefined;
  /** The first day, in the merchant's time zone. */
  readonly date_start?: string | undefined;
  /** The last day, included, in the merchant's time zone. */
  readonly date_end?: string | undefined;
}

/** The input and the answer of each operation. */
export interface Operations {
  /** List payments: `GET /payments`. Newest first. `search` covers the reference, the amount, the payer's name, e-mail and numbers, the payment's id and the provider's reference. A restricted private key needs the right `payments:read`. */
  readonly listPayments: {
    readonly query?: ListPaymentsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      /** The merchant's time zone, which `date_start` and `date_end` refer to; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Payment[];
    };
  };
  /** Create a payment: `POST /payments`. Redirect the payer to `authorization_url`, or request the money yourself with `POST /payments/{reference}`. Kolo finds the payer among your customers, or creates a customer. A `split` requires the private key. A publishable key may send neither `reference` nor the id of a `customer`, and only a `callback` of its origins; its answer has no `customer`, `phone`, `fee` and `metadata`. A restricted private key needs the right `payments:write`. */
  readonly createPayment: {
    readonly body: NewPayment;
    readonly answer: {
      readonly transaction: Payment;
      /** Lets a browser or an app with a publishable key follow this payment, and no other: send it in `X-Follow-Token`. */
      readonly follow_token: string;
      /** The hosted page where the payer pays. */
      readonly authorization_url: string;
    };
  };
  /** Retrieve a payment: `GET /payments/{reference}`. A publishable key sends the payment's `follow_token` in `X-Follow-Token`. Its answer has no `customer`, `phone`, `fee` and `metadata`. A restricted private key needs the right `payments:read`. */
  readonly retrievePayment: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      readonly transaction: Payment;
    };
  };
  /** Process a payment: `POST /payments/{reference}`. Asks the payer to confirm on the phone. Without a number, Kolo uses the one given with the payment, else the customer's. Some networks need a one-time code (`otp`): without it the answer is 422 with the reason `otp_required`, and nothing is sent. Others ask the payer on a page of theirs (`action_url`). A restricted private key needs the right `payments:write`. */
  readonly processPayment: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly body: ProcessPayment;
    readonly answer: {
      readonly transaction: Payment;
      /** The payer's next action. `confirm`: confirm on the phone. `redirect`: open the page in the payment's `action_url`, which follows within seconds: retrieve the payment until it has one. `otp`: none, because the one-time code confirms the payment. */
      readonly action: "confirm" | "redirect" | "otp";
    };
  };
  /** Cancel a payment: `DELETE /payments/{reference}`. Allowed only while the payment is `pending`. A restricted private key needs the right `payments:write`. */
  readonly cancelPayment: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {};
  };
  /** Retrieve a payment's page: `GET /payments/{reference}/page`. Returns the address of the hosted page again, to send it to the payer once more. Needs the right to write, because the address also allows canceling the payment. A restricted private key needs the right `payments:write`. */
  readonly retrievePaymentPage: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      /** The hosted page where the payer pays; null once the payment has ended. */
      readonly authorization_url: string | null;
    };
  };
  /** List payment links: `GET /payment-links`. Newest first. `search` covers the name and the id. A restricted private key needs the right `payment_links:read`. */
  readonly listPaymentLinks: {
    readonly query?: ListPaymentLinksQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly PaymentLink[];
    };
  };
  /** Create a payment link: `POST /payment-links`. Creates a page on which anybody can pay, any number of times. Without `amount` the payer chooses the amount. `max_payments` and `max_amount_collected` close the page by themselves: payments at the same time never pass them. A restricted private key needs the right `payment_links:write`. */
  readonly createPaymentLink: {
    readonly body: NewPaymentLink;
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  /** Retrieve a payment link: `GET /payment-links/{id}`. With the totals of its payments; `GET /payments?payment_link=` lists them. A restricted private key needs the right `payment_links:read`. */
  readonly retrievePaymentLink: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly payment_link: PaymentLinkDetails;
    };
  };
  /** Update a payment link: `PUT /payment-links/{id}`. Changes the fields that are sent. Payments that were started keep their amount. `active: true` activates a link again. A new limit may not be below what the link's payments already come to. A restricted private key needs the right `payment_links:write`. */
  readonly updatePaymentLink: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: PaymentLinkUpdate;
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  /** Deactivate a payment link: `DELETE /payment-links/{id}`. No new payment can be started through the link. Payments that were started can still be paid. A restricted private key needs the right `payment_links:write`. */
  readonly deactivatePaymentLink: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  /** List invoices: `GET /invoices`. Newest first. A restricted private key needs the right `invoices:read`. */
  readonly listInvoices: {
    readonly query?: ListInvoicesQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      /** The merchant's time zone, which `date_start` and `date_end` refer to; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Invoice[];
    };
  };
  /** Create an invoice: `POST /invoices`. Creates a page on which a payer pays one sum, at once or in parts. `due_at` makes one part of the whole; `instalments` set the parts and their due dates; with `minimum_part` the payer may pay any part from that amount on. Each part is an ordinary payment. A restricted private key needs the right `invoices:write`. */
  readonly createInvoice: {
    readonly body: NewInvoice;
    readonly answer: {
      readonly invoice: Invoice;
    };
  };
  /** Retrieve an invoice: `GET /invoices/{reference}`. `GET /payments?invoice=` lists its payments. A restricted private key needs the right `invoices:read`. */
  readonly retrieveInvoice: {
    readonly params: {
      /** The id or the reference of the invoice. */
      readonly reference: string;
    };
    readonly answer: {
      readonly invoice: Invoice;
    };
  };
  /** Cancel an invoice: `DELETE /invoices/{reference}`. Nothing more can be paid; pending payments are canceled. What was paid stays paid. Refused once it is paid in full, and while a payer is confirming a payment. A restricted private key needs the right `invoices:write`. */
  readonly cancelInvoice: {
    readonly params: {
      /** The id or the reference of the invoice. */
      readonly reference: string;
    };
    readonly answer: {};
  };
  /** Pay an invoice: `POST /invoices/{reference}/payments`. Creates a payment of a part, as the invoice's page does. The part is reserved until the payment ends. Redirect the payer to `authorization_url`, or request the money with `POST /payments/{reference}`. A restricted private key needs the right `invoices:write`. */
  readonly payInvoice: {
    readonly params: {
      /** The id or the reference of the invoice. */
      readonly reference: string;
    };
    readonly body?: NewInvoicePayment;
    readonly answer: {
      readonly transaction: Payment;
      /** The hosted page where the payer pays this part. */
      readonly authorization_url: string;
    };
  };
  /** List refunds: `GET /refunds`. Newest first. `search` covers the payment's id and reference, the amount, the payer's name, e-mail and numbers, the refund's id and the provider's reference. A restricted private key needs the right `refunds:read`. */
  readonly listRefunds: {
    readonly query?: ListRefundsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly Refund[];
    };
  };
  /** Create a refund: `POST /refunds`. Returns money from your balance to the number that paid: `amount`, or all that has not been refunded. A payment may be refunded in parts. If the merchant requires a second approval, the refund stays `pending`, with `approval`, until a second person approves it in the dashboard. Of a split payment, each part bears its share, unless `refund_bearer` says otherwise. A restricted private key needs the right `refunds:write`. */
  readonly createRefund: {
    readonly body: NewRefund;
    readonly answer: {
      readonly refund: Refund;
    };
  };
  /** Retrieve a refund: `GET /refunds/{id}`. A restricted private key needs the right `refunds:read`. */
  readonly retrieveRefund: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly refund: RefundDetails;
    };
  };
  /** List a payment's parts: `GET /payments/{reference}/parts`. The first one is your own: the rest of the payment. The parts add up to the payment. A restricted private key needs the right `payments:read`. */
  readonly listPaymentParts: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      readonly items: readonly PaymentPart[];
    };
  };
  /** Release a payment: `POST /payments/{reference}/release`. Pays held parts to their merchants: those in `parts`, or all. The share that refunds took from a part is not paid. A release cannot be undone; a later refund takes its shares from the merchants' balances. A restricted private key needs the right `releases:write`. */
  readonly releasePayment: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly body?: Release;
    readonly answer: {
      readonly transaction: Payment;
      readonly parts: readonly PaymentPart[];
    };
  };
  /** List received parts: `GET /received-parts`. Your parts of other merchants' payments, the newest first. The payer's data stay with the other merchant. A restricted private key needs the right `payments:read`. */
  readonly listReceivedParts: {
    readonly query?: ListReceivedPartsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly PaymentPart[];
    };
  };
  /** Retrieve a received part: `GET /received-parts/{id}`. A restricted private key needs the right `payments:read`. */
  readonly retrieveReceivedPart: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly part: PaymentPart;
    };
  };
  /** Look up an account: `POST /transfers/lookup`. Asks the number's network for the account holder's name and whether the account can receive money. If you send `name`, the answer says how well it matches. A transfer with `expect_name` is checked in the same way before it is sent. A restricted private key needs the right `transfers:write`. */
  readonly lookUpAccount: {
    readonly body: NewLookup;
    readonly answer: {
      readonly lookup: Lookup;
    };
  };
  /** List transfers: `GET /transfers`. Newest first. `search` covers the reference, the amount, the beneficiary's id, name and phone, the transfer's id and the provider's reference. A restricted private key needs the right `transfers:read`. */
  readonly listTransfers: {
    readonly query?: ListTransfersQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      /** The merchant's time zone, which `date_start` and `date_end` refer to; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Transfer[];
    };
  };
  /** Create a transfer: `POST /transfers`. Holds the amount and the fee at once. The transfer is `pending` and is sent a moment later. Send `beneficiary` (an id) or `beneficiary_data`. If the merchant requires a second approval, the transfer stays `pending`, with `approval`, until a second person approves it in the dashboard. With `scheduled_at` it stays `pending` until that moment, and can be canceled until then. `reserve_funds` says when its money is held. A restricted private key needs the right `transfers:write`. */
  readonly createTransfer: {
    readonly body: NewTransfer;
    readonly answer: {
      readonly transfer: Transfer;
    };
  };
  /** Retrieve a transfer: `GET /transfers/{reference}`. A restricted private key needs the right `transfers:read`. */
  readonly retrieveTransfer: {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly query?: RetrieveTransferQuery;
    readonly answer: {
      readonly transfer: TransferDetails;
    };
  };
  /** Cancel a transfer: `DELETE /transfers/{reference}`. Allowed only while the transfer is `pending`. A restricted private key needs the right `transfers:write`. */
  readonly cancelTransfer: {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly answer: {};
  };
  /** Retrieve a transfer's timeline: `GET /transfers/{reference}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `transfers:read`. */
  readonly retrieveTransferTimeline: {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Retrieve a payment's timeline: `GET /payments/{reference}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `payments:read`. */
  readonly retrievePaymentTimeline: {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Retrieve a refund's timeline: `GET /refunds/{id}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `refunds:read`. */
  readonly retrieveRefundTimeline: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Explain a withdrawal: `GET /withdrawals/{id}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `withdrawals:read`. */
  readonly explainWithdrawal: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Retrieve a bulk transfer's timeline: `GET /transfers/bulk/{id}/timeline`. The times of acceptance and approval, and the number of transfers that ended, by time and status. Each transfer has its own timeline. A restricted private key needs the right `transfers:read`. */
  readonly retrieveBulkTransferTimeline: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  /** Create a bulk transfer: `POST /transfers/bulk`. Accepts all of the transfers and holds their sum, or accepts none. If the merchant requires a second approval, no transfer is sent before a second person approves the bulk. With `scheduled_at` nothing is sent before that moment; the approval may be given ahead. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`. */
  readonly createBulkTransfer: {
    readonly query?: CreateBulkTransferQuery;
    readonly body?: NewBulkTransfer;
    readonly file?: FileBody;
    readonly answer: {
      readonly bulk_transfer: CreatedBulkTransfer;
    };
  };
  /** Check a bulk transfer: `POST /transfers/bulk/check`. Returns the sums, fees, errors and possible duplicates of the bulk, without creating it. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`. */
  readonly checkBulkTransfer: {
    readonly query?: CheckBulkTransferQuery;
    readonly body?: NewBulkTransfer;
    readonly file?: FileBody;
    readonly answer: {
      readonly bulk_check: BulkTransferCheck;
    };
  };
  /** Read a bulk transfer's file: `POST /transfers/bulk/read`. Parses a file of people to pay, without creating anything. The answer has the rows, the line on which each row begins, and the field of each column. The row at index 3 becomes the entry `transfers.3`. A damaged file gets 400 with the line in `errors.file`. Send CSV as `text/csv`, or a workbook (.xlsx) as its own type. A restricted private key needs the right `transfers:write`. */
  readonly readBulkTransferFile: {
    readonly body?: BulkTransferFile;
    readonly file?: FileBody;
    readonly answer: {
      readonly bulk_file: BulkTransferFile;
    };
  };
  /** Retrieve a bulk transfer: `GET /transfers/bulk/{id}`. Returns the bulk with its transfers, and the number of transfers in each status. A restricted private key needs the right `transfers:read`. */
  readonly retrieveBulkTransfer: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: RetrieveBulkTransferQuery;
    readonly answer: {
      readonly bulk_transfer: BulkTransferDetails;
    };
  };
  /** Cancel a bulk transfer: `DELETE /transfers/bulk/{id}`. Cancels those of its transfers that are `pending`, and releases their money. Refused once none of them is `pending`. A restricted private key needs the right `transfers:write`. */
  readonly cancelBulkTransfer: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** List bulk transfers: `GET /bulk-transfers`. Newest first, without their transfers: `GET /transfers?bulk_transfer=` lists those. `search` covers the description and the id. A restricted private key needs the right `transfers:read`. */
  readonly listBulkTransfers: {
    readonly query?: ListBulkTransfersQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      /** The merchant's time zone, which `date_start` and `date_end` refer to; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly BulkTransfer[];
    };
  };
  /** List schedules: `GET /schedules`. Newest first, without their transfers. A restricted private key needs the right `transfers:read`. */
  readonly listSchedules: {
    readonly query?: ListSchedulesQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly Schedule[];
    };
  };
  /** Create a schedule: `POST /schedules`. Stores a list of transfers that is paid repeatedly: each run creates one bulk transfer, with `schedule` and `scheduled_at`. Days and times are those of the merchant's time zone. If the merchant requires a second approval, each run waits for its own; `days_ahead` creates the bulk transfers early enough. An entry has no `reference`. A restricted private key needs the right `transfers:write`. */
  readonly createSchedule: {
    readonly body: NewSchedule;
    readonly answer: {
      readonly schedule: Schedule;
    };
  };
  /** Preview a schedule: `POST /schedules/preview`. Returns the due times that a schedule with this timing would have. Changes nothing. A restricted private key needs the right `transfers:write`. */
  readonly previewSchedule: {
    readonly body: NewSchedulePreview;
    readonly answer: {
      readonly preview: SchedulePreview;
    };
  };
  /** Retrieve a schedule: `GET /schedules/{id}`. Returns the schedule with its next due times and its transfers. A restricted private key needs the right `transfers:read`. */
  readonly retrieveSchedule: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: RetrieveScheduleQuery;
    readonly answer: {
      readonly schedule: ScheduleDetails;
    };
  };
  /** Update a schedule: `PUT /schedules/{id}`. Changes the fields that are sent; `transfers` replaces the whole list. `active: false` pauses the schedule: due times pass without a run. Bulk transfers that exist already are unaffected. A restricted private key needs the right `transfers:write`. */
  readonly updateSchedule: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: ScheduleUpdate;
    readonly answer: {
      readonly schedule: Schedule;
    };
  };
  /** Delete a schedule: `DELETE /schedules/{id}`. It has no further runs. Its bulk transfers remain: cancel them separately. A restricted private key needs the right `transfers:write`. */
  readonly deleteSchedule: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** List a schedule's runs: `GET /schedules/{id}/runs`. The latest due time first. Each due time has one run, which created a bulk transfer or failed. A restricted private key needs the right `transfers:read`. */
  readonly listScheduleRuns: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: ListScheduleRunsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly ScheduleRun[];
    };
  };
  /** Run a schedule: `POST /schedules/{id}/run`. Makes the next run due now, in the sandbox only. The schedule then continues with the following run. A restricted private key needs the right `transfers:write`. */
  readonly runSchedule: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly schedule: Schedule;
    };
  };
  /** List holidays: `GET /holidays`. The days on which schedules with a `holiday_rule` do not pay, besides Saturdays and Sundays. A restricted private key needs the right `transfers:read`. */
  readonly listHolidays: {
    readonly answer: {
      readonly holidays: Holidays;
    };
  };
  /** Set holidays: `PUT /holidays`. Replaces the whole list, and computes the due times of active schedules anew. A restricted private key needs the right `transfers:write`. */
  readonly setHolidays: {
    readonly body: Holidays;
    readonly answer: {
      readonly holidays: Holidays;
    };
  };
  /** List beneficiaries: `GET /beneficiaries`. Newest first. `search` covers name, e-mail and phone. A restricted private key needs the right `beneficiaries:read`. */
  readonly listBeneficiaries: {
    readonly query?: ListBeneficiariesQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly BeneficiaryItem[];
    };
  };
  /** Create a beneficiary: `POST /beneficiaries`. A restricted private key needs the right `beneficiaries:write`. */
  readonly createBeneficiary: {
    readonly body: NewBeneficiary;
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  /** Retrieve a beneficiary: `GET /beneficiaries/{id}`. The id of a beneficiary that was merged into another one retrieves the other. A restricted private key needs the right `beneficiaries:read`. */
  readonly retrieveBeneficiary: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  /** Update a beneficiary: `PUT /beneficiaries/{id}`. `country`, `currency` and `type` cannot be changed; their current values are accepted. A restricted private key needs the right `beneficiaries:write`. */
  readonly updateBeneficiary: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: BeneficiaryChanges;
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  /** Delete a beneficiary: `DELETE /beneficiaries/{id}`. Deletes only the record. Its transfers remain. A restricted private key needs the right `beneficiaries:write`. */
  readonly deleteBeneficiary: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** List customers: `GET /customers`. Newest first. `search` covers name, e-mail and phone. A restricted private key needs the right `customers:read`. */
  readonly listCustomers: {
    readonly query?: ListCustomersQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly CustomerItem[];
    };
  };
  /** Create a customer: `POST /customers`. A restricted private key needs the right `customers:write`. */
  readonly createCustomer: {
    readonly body: NewCustomer;
    readonly answer: {
      readonly customer: Customer;
    };
  };
  /** Retrieve a customer: `GET /customers/{id}`. The id of a customer that was merged into another one retrieves the other. A restricted private key needs the right `customers:read`. */
  readonly retrieveCustomer: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly customer: Customer;
    };
  };
  /** Update a customer: `PUT /customers/{id}`. A restricted private key needs the right `customers:write`. */
  readonly updateCustomer: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: CustomerChanges;
    readonly answer: {
      readonly customer: Customer;
    };
  };
  /** Delete a customer: `DELETE /customers/{id}`. Deletes only the record. Its payments remain. A restricted private key needs the right `customers:write`. */
  readonly deleteCustomer: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** Block a customer: `PUT /customers/{id}/block`. A blocked customer cannot pay: new payments for its id, e-mail or phone are refused, and open ones cannot be paid. A payment that waits for the phone continues. Deleting the customer ends the block. A restricted private key needs the right `customers:write`. */
  readonly blockCustomer: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly customer: Customer;
    };
  };
  /** Unblock a customer: `PUT /customers/{id}/unblock`. A restricted private key needs the right `customers:write`. */
  readonly unblockCustomer: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly customer: Customer;
    };
  };
  /** List a customer's payments: `GET /customers/{id}/payments`. Newest first. A restricted private key needs the right `payments:read`. */
  readonly listCustomerPayments: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: ListCustomerPaymentsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly payments: readonly Payment[];
    };
  };
  /** Retrieve the balance: `GET /balance`. `available` can be spent. `reserved` is held for transfers and refunds that have not ended. `total` is the sum of both. `balance` is in the requested currency, or in the merchant's own. `balances` lists every currency. A restricted private key needs the right `balance:read`. */
  readonly retrieveBalance: {
    readonly query?: RetrieveBalanceQuery;
    readonly answer: {
      readonly balance: Balance;
      readonly balances: readonly Balance[];
    };
  };
  /** List the balance's history: `GET /balance/history`. Newest first, each entry with the balance after it. A restricted private key needs the right `balance:read`. */
  readonly listBalanceHistory: {
    readonly query?: ListBalanceHistoryQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly BalanceEntry[];
    };
  };
  /** Retrieve a balance statement: `GET /balance/statement`. The balance at the start and the end of a day, week, month or range of days, and the sums of the movements by line and by channel. An order counts when it completes: until then its amount is reserved, and belongs to the balance. The closing balance of a period is the opening balance of the next. A restricted private key needs the right `balance:read`. */
  readonly retrieveBalanceStatement: {
    readonly query?: RetrieveBalanceStatementQuery;
    readonly answer: {
      readonly statement: BalanceStatement;
    };
  };
  /** List the limits: `GET /limits`. The limits on the sum and the number of orders per hour, day and month. `used` is what counts already, and `free_at` the end of the current hour, day or month. `duplicate_guard` is null when it is off. An order that would exceed a limit is refused with `limit_exceeded`. A restricted private key needs the right `balance:read`. */
  readonly listLimits: {
    readonly answer: {
      readonly limits: readonly Limit[];
      readonly duplicate_guard: {
        /** The time within which a transfer of the same amount to the same payee is refused. */
        readonly minutes: number;
      } | null;
    };
  };
  /** List corrections: `GET /corrections`. The corrections that the platform operator booked on your balance, newest first. A restricted private key needs the right `balance:read`. */
  readonly listCorrections: {
    readonly query?: ListCorrectionsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly Correction[];
    };
  };
  /** List withdrawal rules: `GET /withdrawal-rules`. At most one per currency, each with its last run. A restricted private key needs the right `withdrawals:read`. */
  readonly listWithdrawalRules: {
    readonly answer: {
      readonly withdrawal_rules: readonly WithdrawalRule[];
    };
  };
  /** Set a withdrawal rule: `PUT /withdrawal-rules`. Withdraws the available balance to a confirmed account every day or on days of the week, in the merchant's time zone. It replaces the rule in the account's currency, if there is one. Each due time has exactly one run: a withdrawal, or the reason why there is none. A restricted private key needs the right `withdrawals:write`. */
  readonly setWithdrawalRule: {
    readonly body: NewWithdrawalRule;
    readonly answer: {
      readonly withdrawal_rule: WithdrawalRule;
    };
  };
  /** Remove a withdrawal rule: `DELETE /withdrawal-rules/{id}`. Withdrawals that it has made continue. A restricted private key needs the right `withdrawals:write`. */
  readonly removeWithdrawalRule: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** List withdrawal rule runs: `GET /withdrawal-rules/{id}/runs`. One per due time, the latest first. A restricted private key needs the right `withdrawals:read`. */
  readonly listWithdrawalRuleRuns: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: ListWithdrawalRuleRunsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly WithdrawalRuleRun[];
    };
  };
  /** Run a withdrawal rule: `POST /withdrawal-rules/{id}/run`. In test only: the next run is due now. A restricted private key needs the right `withdrawals:write`. */
  readonly runWithdrawalRule: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal_rule: WithdrawalRule;
    };
  };
  /** List withdrawals: `GET /withdrawals`. Newest first. A restricted private key needs the right `withdrawals:read`. */
  readonly listWithdrawals: {
    readonly query?: ListWithdrawalsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      /** The merchant's time zone, which `date_start` and `date_end` refer to; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Withdrawal[];
    };
  };
  /** Create a withdrawal: `POST /withdrawals`. Takes money from your balance to a confirmed account of yours, in that account's currency. The amount is held at once; a withdrawal is free. If no channel reaches the account or takes the amount, the platform operator pays it through a bank. If the merchant requires a second approval, it stays `pending`, with `approval`, until then. A restricted private key needs the right `withdrawals:write`. */
  readonly createWithdrawal: {
    readonly body: NewWithdrawal;
    readonly answer: {
      readonly withdrawal: Withdrawal;
    };
  };
  /** Retrieve a withdrawal: `GET /withdrawals/{id}`. By its id or your reference. A restricted private key needs the right `withdrawals:read`. */
  readonly retrieveWithdrawal: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal: WithdrawalDetails;
    };
  };
  /** Cancel a withdrawal: `DELETE /withdrawals/{id}`. Allowed only while the withdrawal is `pending`. A restricted private key needs the right `withdrawals:write`. */
  readonly cancelWithdrawal: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** List withdrawal accounts: `GET /withdrawal-accounts`. Newest first, without removed ones. A restricted private key needs the right `withdrawals:read`. */
  readonly listWithdrawalAccounts: {
    readonly query?: ListWithdrawalAccountsQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly WithdrawalAccount[];
    };
  };
  /** Create a withdrawal account: `POST /withdrawal-accounts`. A bank account or a wallet of your own. Money goes to it once it is confirmed, and in live after a cooling time. A person who registers it in the dashboard is the first of the two who confirm it in live. A restricted private key needs the right `withdrawals:write`. */
  readonly createWithdrawalAccount: {
    readonly body: NewWithdrawalAccount;
    readonly answer: {
      readonly withdrawal_account: WithdrawalAccount;
    };
  };
  /** Retrieve a withdrawal account: `GET /withdrawal-accounts/{id}`. A restricted private key needs the right `withdrawals:read`. */
  readonly retrieveWithdrawalAccount: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal_account: WithdrawalAccount;
    };
  };
  /** Delete a withdrawal account: `DELETE /withdrawal-accounts/{id}`. Existing withdrawals to it continue. A restricted private key needs the right `withdrawals:write`. */
  readonly deleteWithdrawalAccount: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** Confirm a withdrawal account: `POST /withdrawal-accounts/{id}/confirm`. In live two people must confirm it in the dashboard. In test a key can confirm it. A restricted private key needs the right `withdrawals:write`. */
  readonly confirmWithdrawalAccount: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal_account: WithdrawalAccount;
    };
  };
  /** List channels: `GET /channels`. The channels of a country, or of all countries. With a test key the sandbox carries each of them. With a live key `active` says which ones a provider account of this merchant, or of the platform operator, carries. Platform operators may add and change channels: treat `id` as an open set. For older clients `enabled` repeats `active`. */
  readonly listChannels: {
    readonly query?: ListChannelsQuery;
    readonly answer: {
      readonly data: readonly Channel[];
    };
  };
  /** List countries: `GET /countries`. The countries that Kolo knows, each with its currency, its calling code and the channels that this merchant can use in the key's environment. */
  readonly listCountries: {
    readonly answer: {
      readonly data: readonly Country[];
    };
  };
  /** List currencies: `GET /currencies`. The currencies that Kolo knows, each with the number of its decimal digits. */
  readonly listCurrencies: {
    readonly answer: {
      readonly data: readonly Currency[];
    };
  };
  /** List banks: `GET /banks`. The banks of a country, or of all countries, each with the value for `bank_code`. */
  readonly listBanks: {
    readonly query?: ListBanksQuery;
    readonly answer: {
      readonly data: readonly Bank[];
    };
  };
  /** List webhooks: `GET /webhooks`. For older clients `items` repeats `data`. A restricted private key needs the right `webhooks:read`. */
  readonly listWebhooks: {
    readonly query?: ListWebhooksQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly data: readonly Webhook[];
    };
  };
  /** Create a webhook: `POST /webhooks`. The answer has the `secret` that signs the deliveries. It is not shown again. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:write`. */
  readonly createWebhook: {
    readonly body: NewWebhook;
    readonly answer: {
      readonly data: WebhookWithSecret;
    };
  };
  /** Retrieve a webhook: `GET /webhooks/{id}`. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:read`. */
  readonly retrieveWebhook: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: WebhookDetails;
    };
  };
  /** Update a webhook: `PUT /webhooks/{id}`. While a webhook is off (`active: false`), its deliveries are held. Switching it on sends them. For older clients `webhook` repeats `data`. A restricted private key needs the right `webhooks:write`. */
  readonly updateWebhook: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: WebhookChanges;
    readonly answer: {
      readonly data: Webhook;
    };
  };
  /** Delete a webhook: `DELETE /webhooks/{id}`. A restricted private key needs the right `webhooks:write`. */
  readonly deleteWebhook: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  /** Rotate a webhook's secret: `POST /webhooks/{id}/rotate`. The answer has the new `secret`. During the overlap every delivery is signed with both secrets: `webhook-signature` has two signatures, `X-Service-Signature` the one of the old secret and `X-Service-Signature-Next` the one of the new secret. After the overlap, or on confirmation, only the new secret signs. With `overlap_hours: 0` it does so at once. A restricted private key needs the right `webhooks:write`. */
  readonly rotateWebhookSecret: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Rotation;
    readonly answer: {
      readonly data: WebhookWithSecret;
    };
  };
  /** Confirm a webhook's secret: `POST /webhooks/{id}/rotate/confirm`. Confirms that your receiver has the new secret. The old one signs no more. A restricted private key needs the right `webhooks:write`. */
  readonly confirmWebhookSecret: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: Webhook;
    };
  };
  /** Cancel a webhook's secret: `POST /webhooks/{id}/rotate/cancel`. Allowed only during the overlap. The old secret remains, and the new one signs no more. A restricted private key needs the right `webhooks:write`. */
  readonly cancelWebhookSecret: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: Webhook;
    };
  };
  /** List a webhook's deliveries: `GET /webhooks/{id}/deliveries`. Newest first. A restricted private key needs the right `webhooks:read`. */
  readonly listWebhookDeliveries: {
    readonly params: {
      readonly id: string;
    };
    readonly query?: ListWebhookDeliveriesQuery;
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      /** The merchant's time zone, which `date_start` and `date_end` refer to; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Delivery[];
    };
  };
  /** Retrieve a delivery: `GET /webhooks/{id}/deliveries/{delivery}`. Returns the delivery with its body and its attempts: time, address, outcome and duration of each. A restricted private key needs the right `webhooks:read`. */
  readonly retrieveDelivery: {
    readonly params: {
      readonly id: string;
      readonly delivery: string;
    };
    readonly answer: {
      readonly delivery: DeliveryDetails;
    };
  };
  /** Retry a delivery: `POST /webhooks/{id}/deliveries/{delivery}/retry`. Sends the delivery at once, whether it is pending, exhausted or delivered. A restricted private key needs the right `webhooks:write`. */
  readonly retryDelivery: {
    readonly params: {
      readonly id: string;
      readonly delivery: string;
    };
    readonly answer: {
      readonly delivery: Delivery;
    };
  };
  /** Replay a webhook's events: `POST /webhooks/{id}/replay`. Sends the events of a period again: of all types the webhook receives, or of some. One request covers up to 10,000 events. A restricted private key needs the right `webhooks:write`. */
  readonly replayWebhookEvents: {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Replay;
    readonly answer: {
      readonly replay: Replayed;
    };
  };
  /** Test a webhook: `POST /webhooks/{id}/test`. Sends a `webhook.test` event to this webhook only, whatever its subscriptions. A restricted private key needs the right `webhooks:write`. */
  readonly testWebhook: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly delivery: Delivery;
    };
  };
  /** List events: `GET /events`. Newest first, in pages. With `after` it is a feed: the events after that position, oldest first, in commit order and without gaps. Start at 0 and continue from each answer's `cursor` to receive every event. A cursor from before a database restore, or from beyond the end of the feed, gets 409: start again at 0 and skip the events you have, by `id`. A restricted private key needs the right `events:read`. */
  readonly listEvents: {
    readonly query?: ListEventsQuery;
    readonly answer: {
      /** The number of items that match the filter; with `after`, the number of all events. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items in this answer. */
      readonly selected: number;
      /** The merchant's time zone, which `date_start` and `date_end` refer to; absent without them. */
      readonly time_zone?: string;
      readonly items: readonly Event[];
      /** Send it as `after` to get the next events. Without `after` it is the current end of the feed. */
      readonly cursor: string;
      readonly has_more: boolean;
    };
  };
  /** Retrieve an event: `GET /events/{id}`. A restricted private key needs the right `events:read`. */
  readonly retrieveEvent: {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly event: Event;
    };
  };
}

/** The method, path and keys of each operation. */
export const OPERATIONS: { readonly [Name in keyof Operations]: Operation } = {
  listPayments: { method: "GET", path: "/payments", keys: "public", gives: "items" },
  createPayment: { method: "POST", path: "/payments", keys: "public", gives: "transaction" },
  retrievePayment: { method: "GET", path: "/payments/{reference}", keys: "public", gives: "transaction" },
  processPayment: { method: "POST", path: "/payments/{reference}", keys: "public", gives: "transaction" },
  cancelPayment: { method: "DELETE", path: "/payments/{reference}", keys: "public", gives: null },
  retrievePaymentPage: { method: "GET", path: "/payments/{reference}/page", keys: "public", gives: "authorization_url" },
  listPaymentLinks: { method: "GET", path: "/payment-links", keys: "both", gives: "items" },
  createPaymentLink: { method: "POST", path: "/payment-links", keys: "both", gives: "payment_link" },
  retrievePaymentLink: { method: "GET", path: "/payment-links/{id}", keys: "both", gives: "payment_link" },
  updatePaymentLink: { method: "PUT", path: "/payment-links/{id}", keys: "both", gives: "payment_link" },
  deactivatePaymentLink: { method: "DELETE", path: "/payment-links/{id}", keys: "both", gives: "payment_link" },
  listInvoices: { method: "GET", path: "/invoices", keys: "both", gives: "items" },
  createInvoice: { method: "POST", path: "/invoices", keys: "both", gives: "invoice" },
  retrieveInvoice: { method: "GET", path: "/invoices/{reference}", keys: "both", gives: "invoice" },
  cancelInvoice: { method: "DELETE", path: "/invoices/{reference}", keys: "both", gives: null },
  payInvoice: { method: "POST", path: "/invoices/{reference}/payments", keys: "both", gives: "transaction" },
  listRefunds: { method: "GET", path: "/refunds", keys: "both", gives: "items" },
  createRefund: { method: "POST", path: "/refunds", keys: "both", gives: "refund" },
  retrieveRefund: { method: "GET", path: "/refunds/{id}", keys: "both", gives: "refund" },
  listPaymentParts: { method: "GET", path: "/payments/{reference}/parts", keys: "both", gives: "items" },
  releasePayment: { method: "POST", path: "/payments/{reference}/release", keys: "both", gives: "transaction" },
  listReceivedParts: { method: "GET", path: "/received-parts", keys: "both", gives: "items" },
  retrieveReceivedPart: { method: "GET", path: "/received-parts/{id}", keys: "both", gives: "part" },
  lookUpAccount: { method: "POST", path: "/transfers/lookup", keys: "both", gives: "lookup" },
  listTransfers: { method: "GET", path: "/transfers", keys: "both", gives: "items" },
  createTransfer: { method: "POST", path: "/transfers", keys: "both", gives: "transfer" },
  retrieveTransfer: { method: "GET", path: "/transfers/{reference}", keys: "both", gives: "transfer" },
  cancelTransfer: { method: "DELETE", path: "/transfers/{reference}", keys: "both", gives: null },
  retrieveTransferTimeline: { method: "GET", path: "/transfers/{reference}/timeline", keys: "both", gives: "timeline" },
  retrievePaymentTimeline: { method: "GET", path: "/payments/{reference}/timeline", keys: "both", gives: "timeline" },
  retrieveRefundTimeline: { method: "GET", path: "/refunds/{id}/timeline", keys: "both", gives: "timeline" },
  explainWithdrawal: { method: "GET", path: "/withdrawals/{id}/timeline", keys: "both", gives: "timeline" },
  retrieveBulkTransferTimeline: { method: "GET", path: "/transfers/bulk/{id}/timeline", keys: "both", gives: "timeline" },
  createBulkTransfer: { method: "POST", path: "/transfers/bulk", keys: "both", gives: "bulk_transfer" },
  checkBulkTransfer: { method: "POST", path: "/transfers/bulk/check", keys: "both", gives: "bulk_check" },
  readBulkTransferFile: { method: "POST", path: "/transfers/bulk/read", keys: "both", gives: "bulk_file" },
  retrieveBulkTransfer: { method: "GET", path: "/transfers/bulk/{id}", keys: "both", gives: "bulk_transfer" },
  cancelBulkTransfer: { method: "DELETE", path: "/transfers/bulk/{id}", keys: "both", gives: null },
  listBulkTransfers: { method: "GET", path: "/bulk-transfers", keys: "both", gives: "items" },
  listSchedules: { method: "GET", path: "/schedules", keys: "both", gives: "items" },
  createSchedule: { method: "POST", path: "/schedules", keys: "both", gives: "schedule" },
  previewSchedule: { method: "POST", path: "/schedules/preview", keys: "both", gives: "preview" },
  retrieveSchedule: { method: "GET", path: "/schedules/{id}", keys: "both", gives: "schedule" },
  updateSchedule: { method: "PUT", path: "/schedules/{id}", keys: "both", gives: "schedule" },
  deleteSchedule: { method: "DELETE", path: "/schedules/{id}", keys: "both", gives: null },
  listScheduleRuns: { method: "GET", path: "/schedules/{id}/runs", keys: "both", gives: "items" },
  runSchedule: { method: "POST", path: "/schedules/{id}/run", keys: "both", gives: "schedule" },
  listHolidays: { method: "GET", path: "/holidays", keys: "both", gives: "holidays" },
  setHolidays: { method: "PUT", path: "/holidays", keys: "both", gives: "holidays" },
  listBeneficiaries: { method: "GET", path: "/beneficiaries", keys: "both", gives: "items" },
  createBeneficiary: { method: "POST", path: "/beneficiaries", keys: "both", gives: "beneficiary" },
  retrieveBeneficiary: { method: "GET", path: "/beneficiaries/{id}", keys: "both", gives: "beneficiary" },
  updateBeneficiary: { method: "PUT", path: "/beneficiaries/{id}", keys: "both", gives: "beneficiary" },
  deleteBeneficiary: { method: "DELETE", path: "/beneficiaries/{id}", keys: "both", gives: null },
  listCustomers: { method: "GET", path: "/customers", keys: "public", gives: "items" },
  createCustomer: { method: "POST", path: "/customers", keys: "public", gives: "customer" },
  retrieveCustomer: { method: "GET", path: "/customers/{id}", keys: "public", gives: "customer" },
  updateCustomer: { method: "PUT", path: "/customers/{id}", keys: "public", gives: "customer" },
  deleteCustomer: { method: "DELETE", path: "/customers/{id}", keys: "public", gives: null },
  blockCustomer: { method: "PUT", path: "/customers/{id}/block", keys: "public", gives: "customer" },
  unblockCustomer: { method: "PUT", path: "/customers/{id}/unblock", keys: "public", gives: "customer" },
  listCustomerPayments: { method: "GET", path: "/customers/{id}/payments", keys: "public", gives: "payments" },
  retrieveBalance: { method: "GET", path: "/balance", keys: "both", gives: "balance" },
  listBalanceHistory: { method: "GET", path: "/balance/history", keys: "both", gives: "items" },
  retrieveBalanceStatement: { method: "GET", path: "/balance/statement", keys: "both", gives: "statement" },
  listLimits: { method: "GET", path: "/limits", keys: "both", gives: "limits" },
  listCorrections: { method: "GET", path: "/corrections", keys: "both", gives: "items" },
  listWithdrawalRules: { method: "GET", path: "/withdrawal-rules", keys: "both", gives: "withdrawal_rules" },
  setWithdrawalRule: { method: "PUT", path: "/withdrawal-rules", keys: "both", gives: "withdrawal_rule" },
  removeWithdrawalRule: { method: "DELETE", path: "/withdrawal-rules/{id}", keys: "both", gives: null },
  listWithdrawalRuleRuns: { method: "GET", path: "/withdrawal-rules/{id}/runs", keys: "both", gives: "items" },
  runWithdrawalRule: { method: "POST", path: "/withdrawal-rules/{id}/run", keys: "both", gives: "withdrawal_rule" },
  listWithdrawals: { method: "GET", path: "/withdrawals", keys: "both", gives: "items" },
  createWithdrawal: { method: "POST", path: "/withdrawals", keys: "both", gives: "withdrawal" },
  retrieveWithdrawal: { method: "GET", path: "/withdrawals/{id}", keys: "both", gives: "withdrawal" },
  cancelWithdrawal: { method: "DELETE", path: "/withdrawals/{id}", keys: "both", gives: null },
  listWithdrawalAccounts: { method: "GET", path: "/withdrawal-accounts", keys: "both", gives: "items" },
  createWithdrawalAccount: { method: "POST", path: "/withdrawal-accounts", keys: "both", gives: "withdrawal_account" },
  retrieveWithdrawalAccount: { method: "GET", path: "/withdrawal-accounts/{id}", keys: "both", gives: "withdrawal_account" },
  deleteWithdrawalAccount: { method: "DELETE", path: "/withdrawal-accounts/{id}", keys: "both", gives: null },
  confirmWithdrawalAccount: { method: "POST", path: "/withdrawal-accounts/{id}/confirm", keys: "both", gives: "withdrawal_account" },
  listChannels: { method: "GET", path: "/channels", keys: "public", gives: "data" },
  listCountries: { method: "GET", path: "/countries", keys: "public", gives: "data" },
  listCurrencies: { method: "GET", path: "/currencies", keys: "public", gives: "data" },
  listBanks: { method: "GET", path: "/banks", keys: "public", gives: "data" },
  listWebhooks: { method: "GET", path: "/webhooks", keys: "both", gives: "data" },
  createWebhook: { method: "POST", path: "/webhooks", keys: "both", gives: "data" },
  retrieveWebhook: { method: "GET", path: "/webhooks/{id}", keys: "both", gives: "data" },
  updateWebhook: { method: "PUT", path: "/webhooks/{id}", keys: "both", gives: "data" },
  deleteWebhook: { method: "DELETE", path: "/webhooks/{id}", keys: "both", gives: null },
  rotateWebhookSecret: { method: "POST", path: "/webhooks/{id}/rotate", keys: "both", gives: "data" },
  confirmWebhookSecret: { method: "POST", path: "/webhooks/{id}/rotate/confirm", keys: "both", gives: "data" },
  cancelWebhookSecret: { method: "POST", path: "/webhooks/{id}/rotate/cancel", keys: "both", gives: "data" },
  listWebhookDeliveries: { method: "GET", path: "/webhooks/{id}/deliveries", keys: "both", gives: "items" },
  retrieveDelivery: { method: "GET", path: "/webhooks/{id}/deliveries/{delivery}", keys: "both", gives: "delivery" },
  retryDelivery: { method: "POST", path: "/webhooks/{id}/deliveries/{delivery}/retry", keys: "both", gives: "delivery" },
  replayWebhookEvents: { method: "POST", path: "/webhooks/{id}/replay", keys: "both", gives: "replay" },
  testWebhook: { method: "POST", path: "/webhooks/{id}/test", keys: "both", gives: "delivery" },
  listEvents: { method: "GET", path: "/events", keys: "both", gives: "items" },
  retrieveEvent: { method: "GET", path: "/events/{id}", keys: "both", gives: "event" },
};
