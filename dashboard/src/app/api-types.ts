// Written by `npm run docs` from docs/reference/openapi.json and docs/reference/dashboard-openapi.json.

/** Why the request was refused, for programs. `docs/reference/errors.md` explains each reason. */
export type ErrorReason = "malformed_request" | "request_incomplete" | "request_timed_out" | "expectation_unsupported" | "headers_too_large" | "host_invalid" | "path_invalid" | "path_not_found" | "method_not_allowed" | "precondition_failed" | "media_type_unsupported" | "encoding_unsupported" | "charset_unsupported" | "body_too_large" | "body_too_deep" | "body_too_complex" | "invalid_json" | "invalid_form" | "invalid_utf8" | "invalid_unicode" | "duplicate_name" | "key_missing" | "key_invalid" | "key_with_scheme" | "key_is_private" | "grant_required" | "grant_invalid" | "grant_with_scheme" | "grant_is_public" | "right_missing" | "link_right_missing" | "grant_ip_not_allowed" | "ip_not_allowed" | "publishable_key_refused" | "key_origin_not_allowed" | "follow_token_missing" | "linked_merchant_not_found" | "rate_limited" | "too_many_wrong_keys" | "too_many_lists" | "too_much_data" | "too_many_lookups" | "internal_error" | "service_unavailable" | "service_busy" | "provider_unavailable" | "idempotency_key_invalid" | "idempotency_key_reused" | "idempotency_in_progress" | "invalid_request" | "validation_failed" | "possible_duplicate" | "limit_exceeded" | "insufficient_funds" | "part_funds_insufficient" | "reference_taken" | "transfer_not_found" | "schedule_not_found" | "schedule_ended" | "schedule_not_active" | "too_many_schedules" | "sandbox_only" | "bulk_transfer_not_cancelable" | "bulk_transfer_not_found" | "beneficiary_not_found" | "payment_not_found" | "payment_link_not_found" | "part_not_found" | "invoice_not_found" | "refund_not_found" | "withdrawal_not_found" | "withdrawal_account_not_found" | "withdrawal_rule_not_found" | "customer_not_found" | "webhook_not_found" | "delivery_not_found" | "event_not_found" | "transfer_not_cancelable" | "withdrawal_not_cancelable" | "withdrawal_account_confirmed" | "too_many_withdrawal_accounts" | "second_person_required" | "payment_not_cancelable" | "invoice_not_cancelable" | "invoice_payment_under_way" | "invoice_canceled" | "invoice_paid" | "invoice_rest_reserved" | "invoice_payments_exhausted" | "payment_not_processable" | "customer_blocked" | "nothing_to_release" | "payment_tries_exhausted" | "webhook_inactive" | "delivery_blocked" | "secret_rotation_in_progress" | "no_new_secret" | "cursor_outdated";

/** The values that the reason names. `docs/reference/errors.md` lists the names of each reason. */
export type ReasonParams = {
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
};

/** Why a field was refused, for programs. `docs/reference/errors.md` explains each reason. */
export type FieldReason = "required" | "invalid_type" | "invalid_format" | "invalid_currency_code" | "invalid_country_code" | "invalid_email" | "invalid_value" | "not_one_of" | "too_small" | "too_large" | "too_short" | "too_long" | "too_few" | "too_many" | "unknown_parameter" | "repeated_parameter" | "misspelled_field" | "live_key" | "unsupported_field" | "invalid_unicode" | "invalid_form" | "conflicting_parameter" | "invalid_day" | "invalid_moment" | "scheduled_in_past" | "scheduled_too_far" | "time_zone_of_merchant" | "due_in_past" | "due_at_of_instalments" | "instalments_sum" | "instalments_order" | "schedule_never_due" | "days_not_daily" | "reference_of_schedule" | "schedule_missing" | "end_before_start" | "search_too_broad" | "cursor_outdated" | "invalid_url" | "url_with_password" | "app_scheme" | "not_with_publishable_key" | "callback_of_other_origin" | "limit_not_stricter" | "limits_exhausted" | "limit_currency" | "limit_holder" | "payee_blocked" | "otp_required" | "payer_blocked" | "block_party" | "already_blocked" | "blocks_exhausted" | "reference_invalid" | "reference_reserved" | "reference_taken" | "possible_duplicate" | "reference_repeated" | "unknown_beneficiary" | "unknown_customer" | "unknown_withdrawal_account" | "withdrawal_account_unconfirmed" | "withdrawal_account_cooling" | "unknown_payment" | "immutable_field" | "unknown_currency" | "unknown_country" | "no_exchange_rate" | "bulk_currency_mismatch" | "invoice_part_too_large" | "logo_kind" | "logo_too_large" | "link_amount_too_large" | "link_limit_below_payments" | "invoice_part_not_allowed" | "amount_below_minimum" | "amount_above_maximum" | "unknown_channel" | "channel_not_connected" | "channel_currency_mismatch" | "channel_not_collecting" | "channel_country_mismatch" | "channel_without_phone" | "channel_paused" | "no_collecting_channel" | "no_channel_in_country" | "locked_currency_mismatch" | "unknown_network" | "unreachable_network" | "invalid_phone" | "phone_of_other_country" | "invalid_mobile_number" | "unknown_mobile_range" | "recipient_required" | "recipient_ambiguous" | "contact_required" | "payer_required" | "required_for_type" | "required_by_channel" | "beneficiary_type_mismatch" | "beneficiary_currency_mismatch" | "payment_not_complete" | "payment_fully_refunded" | "payment_reversed" | "nothing_to_refund" | "refund_too_large" | "part_size_required" | "fixed_part_of_open_amount" | "split_exceeds_payment" | "part_merchant_not_linked" | "part_environment_not_linked" | "unknown_part" | "part_not_held" | "payment_not_split" | "too_many_webhooks" | "host_not_public" | "port_not_allowed" | "file_too_large" | "file_too_complex" | "file_too_large_unpacked" | "file_encrypted" | "file_unreadable" | "file_encoding_mixed" | "file_character_invalid" | "file_quotes_invalid" | "file_too_many_lines" | "file_too_many_rows" | "file_too_many_columns" | "file_row_too_long" | "file_row_too_wide" | "file_columns_missing" | "file_column_unsupported" | "file_columns_repeated";

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
export type FeeBearer = "platform" | "linked" | "all";

/** The bearer of refunds. `parts`: every part, in proportion, with the platform's own. `platform`: the platform alone. */
export type RefundBearer = "parts" | "platform";

export type Split = {
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
};

/** Why it failed. `docs/reference/failures.md` has the meaning of each code. */
export type FailureCode = "insufficient_funds" | "insufficient_balance" | "provider_account_empty" | "recipient_not_found" | "recipient_not_allowed" | "recipient_limit_reached" | "name_mismatch" | "name_unavailable" | "payer_not_found" | "payer_not_allowed" | "limit_reached" | "amount_out_of_range" | "rejected_by_payer" | "expired" | "canceled" | "provider_configuration" | "provider_error" | "provider_unavailable" | "refused_by_screening" | "rejected_by_approver" | "resolved_as_failed";

export type Payment = {
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
};

/** If sent, it must be the link's split. */
export type NewSplit = {
  readonly parts: readonly {
    /** The id of a linked merchant. */
    readonly merchant: string;
    /** The part in hundredths of a percent of the payment: 8500 is 85 %. */
    readonly basis_points?: number;
    /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
    readonly amount?: number;
    /** True holds the part until you release it. By default the merchant receives it when the payer has paid. */
    readonly hold?: boolean;
    readonly description?: string;
  }[];
  readonly fee_bearer?: FeeBearer;
  readonly refund_bearer?: RefundBearer;
};

export type NewPayment = {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly email?: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  readonly customer?: string | {
    readonly name?: string;
    readonly email?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone?: string;
  };
  readonly name?: string;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string;
  readonly description?: string;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback?: string;
  readonly locked_channel?: string;
  /** Two-letter ISO 3166 code. */
  readonly locked_country?: string;
  /** Three-letter ISO 4217 code. */
  readonly locked_currency?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly split?: NewSplit;
  /** The moment from which the payment can no longer be paid, within 30 days. Without it, the platform operator's setting applies, three hours by default. */
  readonly expires_at?: string;
};

export type ProcessPayment = {
  readonly channel: string;
  readonly data?: {
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly account_number?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
    /** The one-time code that the payer got from the network, for a number that needs one. */
    readonly otp?: string;
    /** If sent, it must be the payment's amount. */
    readonly amount?: number;
    /** If sent, it must be the payment's currency. */
    readonly currency?: string;
  };
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly account_number?: string;
  /** Two-letter ISO 3166 code. */
  readonly country?: string;
  /** The one-time code that the payer got from the network, for a number that needs one. */
  readonly otp?: string;
  /** If sent, it must be the payment's amount. */
  readonly amount?: number;
  /** If sent, it must be the payment's currency. */
  readonly currency?: string;
  readonly client_ip?: string;
};

export type SplitTerms = {
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
};

export type PaymentLink = {
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
};

export type NewPaymentLink = {
  readonly name: string;
  readonly description?: string;
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount?: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback?: string;
  /** The number of payments after which the link takes no more. */
  readonly max_payments?: number;
  /** The sum that the link's payments together never exceed. */
  readonly max_amount_collected?: number;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly split?: NewSplit;
};

export type PaymentLinkTotals = {
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
};

export type PaymentLinkDetails = {
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
};

export type PaymentLinkUpdate = {
  readonly name?: string;
  readonly description?: string;
  /** In the currency's smallest unit; 0 lets the payer choose the amount. */
  readonly amount?: number;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** 0 removes the limit. */
  readonly max_payments?: number;
  /** 0 removes the limit. */
  readonly max_amount_collected?: number;
  /** False deactivates the link, true activates it again. */
  readonly active?: boolean;
  /** If sent, it must be the link's currency. */
  readonly currency?: string;
  readonly split?: NewSplit;
};

export const INVOICE_STATUSES = [
  "open",
  "partly_paid",
  "paid",
  "overdue",
  "canceled"
] as const;

export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

export type Instalment = {
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly due_at: string;
  /** The paid part of this instalment. Payments fill the instalments in order. */
  readonly amount_paid: number;
};

/** The language of reminders. Without it they are in French and English. */
export type PayerLanguage = "en" | "fr";

/** In `invoice.reminder_due` only. */
export type InvoiceReminder = {
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
};

export type Invoice = {
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
};

export type NewInvoice = {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** RFC 3339, with the offset from UTC. */
  readonly due_at?: string;
  /** The parts of the amount, in the order of their due dates. They add up to `amount`. Without them the whole amount is due at `due_at`. */
  readonly instalments?: readonly {
    /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
    readonly amount: number;
    /** RFC 3339, with the offset from UTC. */
    readonly due_at: string;
  }[];
  /** The payer may pay parts of any amount from this one on. */
  readonly minimum_part?: number;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string;
  readonly customer?: string | {
    readonly name?: string;
    readonly email?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone?: string;
  };
  readonly name?: string;
  readonly email?: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  readonly description?: string;
  /** The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else. */
  readonly callback?: string;
  /** The days from each due date on which its payer is reminded while that part is unpaid: -3 is three days before, 0 at the due date, 7 a week after. A reminder is a mail, if the customer has an address, and the event `invoice.reminder_due`. Absent: none. */
  readonly reminders?: readonly number[];
  readonly language?: PayerLanguage;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type NewInvoicePayment = {
  /** The part to pay. Absent: the part that is due next, or the nearest payable one. */
  readonly amount?: number;
};

export const REFUND_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed"
] as const;

export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** Present if a second person must approve the order, or had to. Nothing is sent while it is `waiting`. */
export type Approval = {
  readonly state: "waiting" | "approved" | "rejected" | "canceled";
};

export type Refund = {
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
};

export type NewRefund = {
  readonly payment: string;
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount?: number;
  readonly reason?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly refund_bearer?: RefundBearer;
};

/** The account holder and the possible duplicates, as shown to the person who created the order. */
export type SeenByMaker = {
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
};

export type ApprovalDetails = {
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
};

export type RefundDetails = {
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
};

/** `pending`: the payer has not paid. `held`: paid, and held until the platform releases it. `settled`: its merchant has it. */
export type PartStatus = "pending" | "held" | "settled";

export type PaymentPart = {
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
};

export type Release = {
  /** The ids of the parts to release; without it all held parts. */
  readonly parts?: readonly string[];
};

export type NewLookup = {
  readonly channel: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string;
  readonly name?: string;
};

export type Lookup = {
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
};

export const TRANSFER_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed",
  "canceled"
] as const;

export type TransferStatus = (typeof TRANSFER_STATUSES)[number];

export type Transfer = {
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
};

export type BeneficiaryData = {
  readonly name: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string;
  readonly email?: string;
  readonly account_number?: string;
  readonly bank_code?: string;
  /** Two-letter ISO 3166 code. */
  readonly country?: string;
};

export type NewTransfer = {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly channel: string;
  readonly beneficiary?: string | {
    readonly name?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  readonly beneficiary_data?: BeneficiaryData;
  readonly recipient?: string | {
    readonly name?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  readonly description?: string;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC. */
  readonly scheduled_at?: string;
  /** With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`. */
  readonly reserve_funds?: "now" | "at_due";
  /** `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default. */
  readonly allow_duplicate?: boolean;
  /** The expected account holder. The transfer fails if the network does not confirm this name for the number. */
  readonly expect_name?: string;
};

export type OrderedReceiver = {
  readonly name: string | null;
  /** The number or account of the recipient. */
  readonly number: string;
  readonly bank_code: string | null;
};

export type TransferDetails = {
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
};

export type TimelineStep = {
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
};

export type Timeline = {
  /** The id of the transfer, payment, refund or bulk transfer. */
  readonly id: string;
  /** The status. A bulk is `processing` until all of its transfers have ended. */
  readonly status: string;
  /** The result of comparing the order with the provider's statement. It is independent of the status. Each transfer of a bulk has its own. */
  readonly reconciliation?: "unreconciled" | "reconciled" | "exception";
  /** All steps; of a longer timeline the first and the newest. */
  readonly steps: readonly TimelineStep[];
};

export type NewBulkTransferEntry = {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  readonly channel: string;
  readonly beneficiary?: string | {
    readonly name?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  readonly beneficiary_data?: BeneficiaryData;
  readonly recipient?: string | {
    readonly name?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string;
  readonly description?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The expected account holder. The transfer fails if the network does not confirm this name for the number. */
  readonly expect_name?: string;
};

export type NewBulkTransfer = {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly description?: string;
  /** The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC. */
  readonly scheduled_at?: string;
  /** With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`. */
  readonly reserve_funds?: "now" | "at_due";
  /** `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default. */
  readonly allow_duplicate?: boolean;
  readonly transfers: readonly NewBulkTransferEntry[];
};

export type CreatedBulkTransfer = {
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
};

export type BulkTransferCheck = {
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
};

export type BulkTransferFile = {
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
};

export type BulkProgress = {
  readonly pending: number;
  readonly processing: number;
  readonly complete: number;
  readonly failed: number;
  readonly canceled: number;
};

export type BulkTransferDetails = {
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
};

export type BulkTransfer = {
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
};

export type ScheduleFrequency = "daily" | "weekly" | "monthly";

/** The rule for a Saturday, a Sunday or a day of `PUT /holidays`. `none` (the default): it is paid on that day. `before` and `after`: on the next working day in that direction. Days that move to one day are one run. */
export type HolidayRule = "none" | "before" | "after";

export type ScheduleStatus = "active" | "paused" | "ended";

/** `insufficient_balance`: the balance did not cover the sum. `transfers_refused`: the list cannot be paid any more, for the reason in `failure_reason`. */
export type ScheduleRunFailure = "insufficient_balance" | "transfers_refused";

export type ScheduleRun = {
  /** ISO 8601 in UTC, with microseconds. */
  readonly due_at: string;
  /** `created`: the bulk transfer was created. Its transfers succeed or fail on their own. */
  readonly status: "created" | "failed";
  readonly bulk_transfer?: string;
  readonly failure_code?: ScheduleRunFailure;
  readonly failure_reason?: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
};

export type Schedule = {
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
};

export type NewScheduledTransfer = {
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  readonly channel: string;
  readonly beneficiary?: string | {
    readonly name?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  readonly beneficiary_data?: BeneficiaryData;
  readonly recipient?: string | {
    readonly name?: string;
    /** Any common format is accepted. It is stored and returned as +237677123456. */
    readonly phone: string;
    readonly email?: string;
    readonly account_number?: string;
    readonly bank_code?: string;
    /** Two-letter ISO 3166 code. */
    readonly country?: string;
  };
  readonly description?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** The expected account holder. The transfer fails if the network does not confirm this name for the number. */
  readonly expect_name?: string;
};

export type NewSchedule = {
  readonly name: string;
  readonly description?: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly frequency: ScheduleFrequency;
  /** The first day, in the merchant's time zone; today by default. */
  readonly starts_on?: string;
  /** `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`. */
  readonly days?: readonly number[];
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  readonly holiday_rule?: HolidayRule;
  /** The last day, included. */
  readonly ends_on?: string;
  /** The schedule ends after this many due times. */
  readonly runs_max?: number;
  /** If sent, it must be the merchant's time zone, in which Kolo reads the times. */
  readonly time_zone?: string;
  /** The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time. */
  readonly days_ahead?: number;
  /** With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`). */
  readonly reserve_funds?: "now" | "at_due";
  readonly transfers: readonly NewScheduledTransfer[];
};

export type NewSchedulePreview = {
  readonly frequency: ScheduleFrequency;
  /** The first day, in the merchant's time zone; today by default. */
  readonly starts_on?: string;
  /** `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`. */
  readonly days?: readonly number[];
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  readonly holiday_rule?: HolidayRule;
  /** The last day, included. */
  readonly ends_on?: string;
  /** The schedule ends after this many due times. */
  readonly runs_max?: number;
  /** If sent, it must be the merchant's time zone, in which Kolo reads the times. */
  readonly time_zone?: string;
  /** 12 by default. */
  readonly count?: number;
};

export type SchedulePreview = {
  readonly time_zone: string;
  /** The next due times, in order. */
  readonly due_times: readonly string[];
};

export type ScheduledTransfer = {
  /** In the currency's smallest unit. */
  readonly amount: number;
  readonly channel: string;
  readonly beneficiary: string;
  readonly description?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly expect_name?: string;
};

export type ScheduleDetails = {
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
};

export type ScheduleUpdate = {
  readonly name?: string;
  readonly description?: string;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
  readonly frequency?: ScheduleFrequency;
  /** The first day, in the merchant's time zone; today by default. */
  readonly starts_on?: string;
  /** `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`. */
  readonly days?: readonly number[];
  /** The time of day in the merchant's time zone. */
  readonly time?: string;
  readonly holiday_rule?: HolidayRule;
  /** The last day, included. */
  readonly ends_on?: string;
  /** The schedule ends after this many due times. */
  readonly runs_max?: number;
  /** If sent, it must be the merchant's time zone, in which Kolo reads the times. */
  readonly time_zone?: string;
  /** The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time. */
  readonly days_ahead?: number;
  /** With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`). */
  readonly reserve_funds?: "now" | "at_due";
  readonly transfers?: readonly NewScheduledTransfer[];
  /** `false` pauses the schedule: due times pass without a run. */
  readonly active?: boolean;
};

export type Holidays = {
  /** Calendar days, sorted. */
  readonly days: readonly string[];
};

/** How the beneficiary is paid. It cannot be changed after creation. */
export const BENEFICIARY_TYPES = [
  "mobile_money",
  "bank_account",
  "cash_pickup"
] as const;

/** How the beneficiary is paid. It cannot be changed after creation. */
export type BeneficiaryType = (typeof BENEFICIARY_TYPES)[number];

export type BeneficiaryItem = {
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
};

export type NewBeneficiary = {
  readonly name: string;
  readonly email?: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  readonly account_number?: string;
  readonly bank_code?: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly type: BeneficiaryType;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type Beneficiary = {
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
};

export type BeneficiaryChanges = {
  readonly name?: string;
  readonly email?: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  readonly account_number?: string;
  readonly bank_code?: string;
  /** Two-letter ISO 3166 code. */
  readonly country?: string;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
  readonly type?: BeneficiaryType;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type CustomerItem = {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
};

export type NewCustomer = {
  readonly name: string;
  readonly email?: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type Customer = {
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
};

export type CustomerChanges = {
  readonly name?: string;
  readonly email?: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type Balance = {
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
};

export type BalanceEntry = {
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
};

export type BalanceStatementLine = {
  /** `payments`: payments received; `payment_fees`: their fees; `refunds`: refunds paid out; `transfers`: transfers paid out; `transfer_fees`: their fees; `withdrawals`: withdrawals paid out; `top_ups`: top-ups and test funds; `parts_received`, `parts_paid`: parts of split payments between merchants; `parts_held`: parts held until their release; `corrections`: corrections, adjustments and reversals; `debts`: amounts that the merchant owes after a correction, and their repayment. */
  readonly line: "payments" | "payment_fees" | "refunds" | "transfers" | "transfer_fees" | "withdrawals" | "top_ups" | "parts_received" | "parts_paid" | "parts_held" | "corrections" | "debts";
  /** The number of movements. */
  readonly count: number;
  /** The sum of the movements that increase the balance. */
  readonly amount_in: number;
  /** The sum of the movements that decrease the balance. */
  readonly amount_out: number;
};

export type BalanceStatementChannel = {
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
};

export type BalanceStatement = {
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
};

export type Limit = {
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
};

export type Correction = {
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
};

export type WithdrawalFrequency = "daily" | "weekly";

/** `balance_too_small`: the balance did not exceed `balance_above` and `balance_left`. `account_unusable`: the account was removed or blocked, or its cooling time had not ended. `limit_exceeded`: the withdrawal would have exceeded a limit. */
export type WithdrawalSkipCode = "balance_too_small" | "account_unusable" | "limit_exceeded";

export type WithdrawalRuleRun = {
  /** ISO 8601 in UTC, with microseconds. */
  readonly due_at: string;
  readonly withdrawal: string | null;
  readonly skip_code: WithdrawalSkipCode | null;
  readonly skip_reason: string | null;
  /** The available balance at the due time. */
  readonly available: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
};

export type WithdrawalRule = {
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
};

export type NewWithdrawalRule = {
  /** A confirmed withdrawal account. The rule has its currency. */
  readonly account: string;
  readonly frequency: WithdrawalFrequency;
  /** Of `weekly`: days of the week, 1 (Monday) to 7. Omit it for `daily`. */
  readonly days?: readonly number[];
  /** The time of day in the merchant's time zone. */
  readonly time: string;
  /** If sent, it must be the merchant's time zone, in which Kolo reads the times. */
  readonly time_zone?: string;
  /** A withdrawal is made only if the available balance is above this amount. 0: always. */
  readonly balance_above?: number;
  /** The amount that stays on the available balance. 0: everything is withdrawn. */
  readonly balance_left?: number;
};

export const WITHDRAWAL_STATUSES = [
  "pending",
  "processing",
  "complete",
  "failed",
  "canceled"
] as const;

export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

export type Withdrawal = {
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
};

export type NewWithdrawal = {
  readonly account: string;
  /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
  readonly amount: number;
  /** Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`). */
  readonly reference?: string;
  readonly description?: string;
  /** Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text. */
  readonly metadata?: Readonly<Record<string, unknown>>;
};

export type WithdrawalDetails = {
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
};

export type WithdrawalAccountType = "mobile_money" | "bank_account";

/** `pending` until it is confirmed, in live by two people. */
export type WithdrawalAccountState = "pending" | "active" | "removed";

export type WithdrawalAccount = {
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
};

export type NewWithdrawalAccount = {
  readonly type: WithdrawalAccountType;
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  readonly account_number?: string;
  readonly bank_code?: string;
};

export type Channel = {
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
};

export type Country = {
  /** Two-letter ISO 3166 code. */
  readonly code: string;
  readonly name: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly calling_code: string;
  /** The channels of this country that the merchant can use in the key's environment. */
  readonly channels: readonly string[];
};

export type Currency = {
  /** Three-letter ISO 4217 code. */
  readonly code: string;
  readonly name: string;
  /** The number of digits after the decimal point: 0 for XAF, 2 for EUR. */
  readonly digits: number;
};

export type Bank = {
  /** The value for `bank_code`. */
  readonly code: string;
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly country: string;
};

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

export type Webhook = {
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
};

export type NewWebhook = {
  /** The http or https URL that receives the events. */
  readonly url: string;
  /** The event types that the webhook receives. */
  readonly events: readonly EventType[];
  readonly description?: string;
  readonly active?: boolean;
  /** Sends the events of one resource one after another, each after the delivery of the one before has ended. A failing delivery delays the later ones. */
  readonly in_order?: boolean;
  /** The most requests per second, if lower than the platform's limit; 0 means the platform's limit. */
  readonly rate_limit?: number;
  /** The most concurrent requests, if lower than the platform's limit; 0 means the platform's limit. */
  readonly concurrency?: number;
};

export type WebhookWithSecret = {
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
};

export type WebhookDetails = {
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
};

export type WebhookChanges = {
  /** The http or https URL that receives the events. */
  readonly url?: string;
  /** The event types that the webhook receives. */
  readonly events?: readonly EventType[];
  readonly description?: string;
  readonly active?: boolean;
  /** Sends the events of one resource one after another, each after the delivery of the one before has ended. A failing delivery delays the later ones. */
  readonly in_order?: boolean;
  /** The most requests per second, if lower than the platform's limit; 0 means the platform's limit. */
  readonly rate_limit?: number;
  /** The most concurrent requests, if lower than the platform's limit; 0 means the platform's limit. */
  readonly concurrency?: number;
};

export type Rotation = {
  /** The number of hours for which both secrets sign. */
  readonly overlap_hours?: number;
};

/** `pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed. */
export type DeliveryState = "pending" | "held" | "delivered" | "exhausted";

export type Delivery = {
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
};

export type DeliveryAttempt = {
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
};

export type DeliveryDetails = {
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
};

export type Replay = {
  /** Replay events from this time on; at most 30 days ago, which is the default. */
  readonly from?: string;
  /** Replay events before this time; now by default. */
  readonly to?: string;
  /** Replay only these types; by default all types the webhook receives. */
  readonly types?: readonly EventType[];
  /** `undelivered`: events whose delivery is exhausted, and events the webhook has never received. `all`: delivered events too. */
  readonly which?: "undelivered" | "all";
};

export type Replayed = {
  /** The number of deliveries created or reopened. */
  readonly queued: number;
  /** If there were more than 10,000 events: the `from` of the next request. Null: there are no more events. */
  readonly next_from: string | null;
};

export type Event = {
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
};

export type Session = {
  readonly id: string;
  readonly is_this: boolean;
  readonly address: string;
  readonly agent: string;
  readonly has_second_factor: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly seen_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly expires_at: string;
};

export type Role = "owner" | "developer" | "finance" | "support" | "viewer";

export type InvitationDetails = {
  readonly email: string;
  readonly role: Role;
  readonly business: string;
  readonly is_known: boolean;
};

export type Passkey = {
  readonly id: string;
  readonly name: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly last_used_at: string | null;
};

export type MovementTotals = {
  readonly count: number;
  readonly complete: number;
  readonly failed: number;
  /** In the currency's smallest unit. */
  readonly volume: number;
};

export type MerchantSummary = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** The environments in which the merchant has a valid key. */
  readonly environments: readonly string[];
  readonly balances: readonly {
    /** Three-letter ISO 4217 code. */
    readonly currency: string;
    /** In the currency's smallest unit. */
    readonly available: number;
    /** In the currency's smallest unit. */
    readonly reserved: number;
  }[];
  readonly came_in: MovementTotals;
  readonly went_out: MovementTotals;
  readonly reviews_open: number;
  /** The number of withdrawals to pay through a bank. */
  readonly withdrawals_waiting: number;
  readonly webhooks_failing: number;
};

export type ChannelTotals = {
  readonly channel: string | null;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly count: number;
  readonly complete: number;
  readonly failed: number;
  readonly waiting: number;
  /** In the currency's smallest unit. */
  readonly amount_complete: number;
};

export type Member = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  readonly has_second_factor: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly since: string;
};

export type WebhookSummary = {
  readonly id: string;
  readonly url: string;
  readonly active: boolean;
  /** Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`). */
  readonly disabled_reason: "gone" | "failing" | null;
  readonly health: {
    /** `failing`: the last attempt failed. `paused`: too many attempts failed, and Kolo sends nothing for a while. */
    readonly state: "well" | "failing" | "paused";
    /** ISO 8601 in UTC, with microseconds. */
    readonly failing_since: string | null;
    /** ISO 8601 in UTC, with microseconds. */
    readonly paused_until: string | null;
  };
};

export type Review = {
  readonly id: string;
  readonly merchant: string;
  readonly merchant_name: string;
  readonly environment: "test" | "live";
  readonly kind: string;
  readonly provider_answer: string;
  readonly failure_code: FailureCode | null;
  readonly attempt: string;
  readonly subject: string;
  readonly order_kind: "transfer" | "collect" | "refund" | "withdrawal";
  readonly channel: string;
  readonly provider: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly state: "open" | "resolved";
  readonly proposed: string | null;
  /** The person's name, or the user of the command line. */
  readonly proposed_by: string | null;
  /** Whether the reader proposed it, and therefore cannot be the second person. */
  readonly is_own: boolean;
  readonly resolution: string | null;
  readonly resolved_by: string | null;
  readonly note: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly opened_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly resolved_at: string | null;
};

export type AuditEntryWithActor = {
  readonly id: string;
  /** In the currency's smallest unit. */
  readonly number: number;
  readonly environment: "test" | "live" | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly actor_name: string;
};

export type MerchantDetails = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** The environments in which the merchant has a valid key. */
  readonly environments: readonly string[];
  readonly balances: readonly {
    /** Three-letter ISO 4217 code. */
    readonly currency: string;
    /** In the currency's smallest unit. */
    readonly available: number;
    /** In the currency's smallest unit. */
    readonly reserved: number;
  }[];
  readonly came_in: MovementTotals;
  readonly went_out: MovementTotals;
  readonly reviews_open: number;
  /** The number of withdrawals to pay through a bank. */
  readonly withdrawals_waiting: number;
  readonly webhooks_failing: number;
  readonly phone: string | null;
  readonly rate_limit: number | null;
  readonly payments: readonly ChannelTotals[];
  readonly transfers: readonly ChannelTotals[];
  readonly people: readonly Member[];
  readonly webhooks: readonly WebhookSummary[];
  readonly reviews: readonly Review[];
  readonly audit_log: readonly AuditEntryWithActor[];
};

export type LedgerEntry = {
  readonly id: string;
  readonly kind: string;
  readonly subject: string;
  readonly debit: string;
  readonly credit: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly is_reversible: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
};

export type OperatorCorrection = {
  readonly id: string;
  readonly merchant: string;
  readonly merchant_name: string;
  readonly environment: "test" | "live";
  readonly kind: "reverse" | "adjust" | "fund" | "sweep";
  readonly entry: string | null;
  readonly debit: string;
  readonly credit: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly as_debt: boolean;
  /** In the currency's smallest unit. */
  readonly advanced: number;
  readonly reason: string;
  readonly document: string;
  readonly state: "proposed" | "booked" | "rejected";
  /** The person's name, or the user of the command line. */
  readonly requested_by: string;
  /** Whether the reader proposed it, and therefore cannot be the second person. */
  readonly is_own: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly requested_at: string;
  readonly decided_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly decided_at: string | null;
  readonly rejection: string | null;
};

export type BankTask = {
  readonly id: string;
  readonly merchant: string;
  readonly merchant_name: string;
  readonly environment: "test" | "live";
  readonly reference: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: WithdrawalStatus;
  readonly description: string | null;
  readonly account: string;
  /** The account's holder. */
  readonly name: string;
  /** Its last digits; in full where one withdrawal is retrieved. */
  readonly number: string;
  readonly bank_code: string | null;
  readonly country: string;
  /** Whether two platform operators must enter the same outcome. */
  readonly needs_two: boolean;
  readonly proposed: "complete" | "failed" | null;
  /** The person's name, or the user of the command line. */
  readonly proposed_by: string | null;
  /** Whether the reader proposed it, and therefore cannot be the second person. */
  readonly is_own: boolean;
  readonly proposed_reason: string | null;
  readonly bank_reference: string | null;
  readonly failure_reason: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
};

export type BankTaskDetails = {
  readonly id: string;
  readonly merchant: string;
  readonly merchant_name: string;
  readonly environment: "test" | "live";
  readonly reference: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: WithdrawalStatus;
  readonly description: string | null;
  readonly account: string;
  /** The account's holder. */
  readonly name: string;
  /** Its last digits; in full where one withdrawal is retrieved. */
  readonly number: string;
  readonly bank_code: string | null;
  readonly country: string;
  /** Whether two platform operators must enter the same outcome. */
  readonly needs_two: boolean;
  readonly proposed: "complete" | "failed" | null;
  /** The person's name, or the user of the command line. */
  readonly proposed_by: string | null;
  /** Whether the reader proposed it, and therefore cannot be the second person. */
  readonly is_own: boolean;
  readonly proposed_reason: string | null;
  readonly bank_reference: string | null;
  readonly failure_reason: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  readonly timeline: Timeline;
};

export type ChannelHealth = {
  /** `float`: the balance from which outgoing orders are paid. */
  readonly channel: string;
  readonly status: "operational" | "degraded" | "paused";
  readonly success_rate: number | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly paused_until: string | null;
  readonly reason: string | null;
  readonly reason_code: "too_many_failures" | "probe_failed" | "float_too_low" | "closed_by_provider" | "stopped_by_operator" | null;
};

export type ProviderBalance = {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly provider_balance: number;
  /** In the currency's smallest unit. */
  readonly book_balance: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly checked_at: string;
};

export type ProviderAccount = {
  readonly id: string;
  readonly provider: string;
  readonly environment: "test" | "live";
  readonly merchant: string | null;
  readonly merchant_name: string | null;
  /** Unique among the owner's accounts. */
  readonly name: string;
  /** Two-letter ISO 3166 code. */
  readonly market: string;
  readonly collects: boolean;
  /** Whether it carries transfers, withdrawals and refunds. */
  readonly pays_out: boolean;
  readonly identity: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly updated_at: string;
  readonly updated_by: string;
  readonly channels: readonly ChannelHealth[];
  readonly held: readonly ProviderBalance[];
  /** The number of unexplained differences between the account and the books. */
  readonly drifts_open: number;
};

export type ReviewedAttempt = {
  readonly id: string;
  readonly state: string;
  readonly receiver: string;
  /** The reference that Kolo sent to the provider. */
  readonly provider_reference: string | null;
  /** The provider's own id. */
  readonly provider_id: string | null;
  readonly account: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly sent_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly ended_at: string | null;
};

export type ReviewCase = {
  readonly id: string;
  readonly merchant: string;
  readonly merchant_name: string;
  readonly environment: "test" | "live";
  readonly kind: string;
  readonly provider_answer: string;
  readonly failure_code: FailureCode | null;
  readonly attempt: string;
  readonly subject: string;
  readonly order_kind: "transfer" | "collect" | "refund" | "withdrawal";
  readonly channel: string;
  readonly provider: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly state: "open" | "resolved";
  readonly proposed: string | null;
  /** The person's name, or the user of the command line. */
  readonly proposed_by: string | null;
  /** Whether the reader proposed it, and therefore cannot be the second person. */
  readonly is_own: boolean;
  readonly resolution: string | null;
  readonly resolved_by: string | null;
  readonly note: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly opened_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly resolved_at: string | null;
  readonly allowed: readonly ("complete" | "failed" | "ask" | "correct" | "absorb" | "ignore" | "release")[];
  readonly needs_two: boolean;
  /** In the currency's smallest unit. */
  readonly available: number;
  readonly tried: ReviewedAttempt;
  readonly timeline: Timeline;
};

export type Statement = {
  readonly id: string;
  readonly provider: string;
  readonly environment: "test" | "live";
  readonly merchant: string | null;
  readonly merchant_name: string | null;
  readonly name: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly begins_at: string;
  readonly time_zone: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly ends_at: string;
  readonly lines: number;
  readonly exceptions: number;
  readonly exceptions_open: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly imported_at: string;
  readonly imported_by: string;
};

export type StatementReport = {
  /** In the currency's smallest unit. */
  readonly statement_total: number;
  /** In the currency's smallest unit. */
  readonly ledger_total: number;
  /** In the currency's smallest unit. */
  readonly theirs_only: number;
  /** In the currency's smallest unit. */
  readonly ours_only: number;
  /** In the currency's smallest unit. */
  readonly amount_differs: number;
  /** In the currency's smallest unit. */
  readonly status_differs: number;
  /** In the currency's smallest unit. */
  readonly booked_outside: number;
  /** In the currency's smallest unit. */
  readonly corrected: number;
  /** In the currency's smallest unit. */
  readonly unexplained: number;
  /** In the currency's smallest unit. */
  readonly fees: number;
  /** In the currency's smallest unit. */
  readonly charges_booked: number;
  readonly matched: number;
  readonly open: number;
};

export type StatementException = {
  readonly id: string;
  readonly statement: string;
  readonly line: number | null;
  readonly exception: "ours_only" | "theirs_only" | "amount" | "status" | "outside";
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The amount on the provider's statement; null if it has no such line. */
  readonly statement_amount: number | null;
  /** In the currency's smallest unit. */
  readonly booked: number;
  readonly provider_id: string | null;
  readonly external_id: string | null;
  readonly party: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly happened_at: string | null;
  readonly merchant: string | null;
  readonly merchant_name: string | null;
  readonly attempt: string | null;
  readonly resolution: string | null;
  readonly note: string | null;
  readonly resolved_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly resolved_at: string | null;
};

export type Drift = {
  readonly id: string;
  readonly account: string;
  readonly provider: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly drift: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly since: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly found_at: string;
};

export type OperatorPerson = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly has_second_factor: boolean;
  /** ISO 8601 in UTC, with microseconds. */
  readonly granted_at: string;
  readonly granted_by: string;
};

export type Profile = {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** Whether the person has an authenticator app or a passkey. */
  readonly has_second_factor: boolean;
  readonly has_app: boolean;
  readonly passkeys: number;
  readonly recovery_codes_left: number;
  /** ISO 8601 in UTC, with microseconds. */
  readonly totp_confirmed_at: string | null;
};

export type Business = {
  readonly id: string;
  readonly name: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly country: string;
  readonly time_zone: string;
  readonly role: Role;
  readonly rights: {
    readonly test: readonly string[];
    readonly live: readonly string[];
  };
};

export type Me = {
  readonly profile: Profile;
  readonly session: {
    readonly has_second_factor: boolean;
    /** ISO 8601 in UTC, with microseconds. */
    readonly expires_at: string;
  };
  readonly businesses: readonly Business[];
  /** Whether the person is a platform operator. The role takes effect only with a second factor. */
  readonly is_operator: boolean;
  /** The IP address of this request. */
  readonly address: string;
  readonly api_url: string;
};

export type DayTotals = {
  readonly day: string;
  readonly complete: number;
  /** In the currency's smallest unit. */
  readonly amount_complete: number;
};

export type Overview = {
  /** ISO 8601 in UTC, with microseconds. */
  readonly since: string;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly time_zone: string;
  readonly payments: readonly ChannelTotals[];
  readonly transfers: readonly ChannelTotals[];
  readonly payment_days: readonly DayTotals[];
  readonly transfer_days: readonly DayTotals[];
};

export type NamedRecord = {
  readonly id: string;
  readonly name: string;
};

export type Fee = {
  readonly kind: "collect" | "transfer";
  readonly channel: string;
  /** The percentage in basis points: 150 is 1.5 %. */
  readonly percent_bp: number;
  /** In the currency's smallest unit. */
  readonly fixed: number;
  /** In the currency's smallest unit. */
  readonly minimum: number;
  readonly maximum: number | null;
};

export const KEY_RIGHTS = [
  "payments:read",
  "payments:write",
  "payment_links:read",
  "payment_links:write",
  "invoices:read",
  "invoices:write",
  "refunds:read",
  "refunds:write",
  "releases:write",
  "customers:read",
  "customers:write",
  "transfers:read",
  "transfers:write",
  "beneficiaries:read",
  "beneficiaries:write",
  "balance:read",
  "withdrawals:read",
  "withdrawals:write",
  "webhooks:read",
  "webhooks:write",
  "events:read"
] as const;

export type KeyRight = (typeof KEY_RIGHTS)[number];

export type Key = {
  readonly id: string;
  readonly kind: "public" | "private" | "publishable";
  readonly name: string;
  /** The last four characters of the key. */
  readonly hint: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly expires_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly revoked_at: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly last_used_at: string | null;
  /** The rights of a private key; null means all rights. */
  readonly rights: readonly KeyRight[] | null;
  /** The IP addresses that may use the key; null means any address. */
  readonly addresses: readonly string[] | null;
  /** The origins and app schemes of a publishable key; null for other keys. */
  readonly origins: readonly string[] | null;
};

export type NewKeys = {
  readonly kind: "both" | "public" | "private" | "publishable";
  readonly name: string;
  readonly expires_on?: string;
  readonly rights?: readonly string[];
  readonly addresses?: readonly string[];
  readonly origins?: readonly string[];
};

export type AllowedAddress = {
  readonly range: string;
  readonly note: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
};

export type PartyKind = "customer" | "beneficiary";

export type PartyTotal = {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** The number of complete payments or transfers. */
  readonly count: number;
  /** The sum that the customer paid or the beneficiary received. */
  readonly amount: number;
  /** The part of it that was refunded. */
  readonly amount_refunded: number;
};

export type PartyNumber = {
  /** In E.164. */
  readonly number: string;
  /** Null: stored, but not used in a payment or transfer. */
  readonly last_used_at: string | null;
};

export type NamedParty = {
  readonly id: string;
  readonly kind: PartyKind;
  readonly name: string;
};

export type MergedParty = {
  readonly id: string;
  readonly name: string | null;
};

export type PartyNote = {
  readonly text: string;
  /** The name of a person. */
  readonly written_by: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly written_at: string;
};

export type PartyProfile = {
  readonly id: string;
  readonly kind: PartyKind;
  readonly name: string | null;
  /** The stored number, in E.164. */
  readonly phone: string | null;
  readonly totals: readonly PartyTotal[];
  /** False: the totals and numbers cover the newest 10000 payments or transfers only. */
  readonly is_total_complete: boolean;
  /** When the newest payment, invoice or transfer was created. */
  readonly last_seen_at: string | null;
  readonly numbers: readonly PartyNumber[];
  /** Its own, then those of the parties that were merged into it. */
  readonly emails: readonly string[];
  /** Other customers and listed beneficiaries with one of these numbers. */
  readonly same_number: readonly NamedParty[];
  /** The parties that were merged into it. */
  readonly merged: readonly MergedParty[];
  readonly note: PartyNote | null;
};

export type PartyActivityKind = "payment" | "refund" | "invoice" | "transfer";

export type PartyActivity = {
  readonly id: string;
  readonly kind: PartyActivityKind;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly status: string;
  /** The merchant's reference; null without one. */
  readonly reference: string | null;
  readonly description: string | null;
  readonly failure_code: string | null;
  readonly failure_reason: string | null;
  /** The payment link of the payment. */
  readonly link: {
    readonly id: string;
    readonly name: string;
  } | null;
};

export type LoggedRequest = {
  /** The `Request-Id` of the answer. */
  readonly id: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  readonly method: string;
  /** The path of the operation, with `{names}` for its parameters. */
  readonly route: string;
  /** The path without its query, with long numbers masked. */
  readonly path: string;
  readonly status: number;
  /** The kind of error. */
  readonly error: string | null;
  readonly message: string | null;
  /** The invalid fields, separated by commas. */
  readonly fields: string | null;
  /** The body of an error, with numbers and keys masked, and with one error per field; null for a success. */
  readonly answer: {} | null;
  readonly duration_ms: number;
  readonly address: string;
  readonly key: string;
  readonly key_name: string | null;
  readonly key_hint: string | null;
  /** The linked merchant of `X-Sync`. */
  readonly acted_for: string | null;
  /** The number of requests of this key, at about this time, that were not logged because there were too many. */
  readonly left_out: number;
};

export type WaitingOrder = {
  readonly id: string;
  readonly kind: "transfer" | "bulk_transfer" | "refund" | "withdrawal";
  readonly name: string | null;
  /** The number or account to pay; null for a bulk. */
  readonly number: string | null;
  readonly bank_code: string | null;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly transfers: number;
  /** The channel; null for a bulk. */
  readonly channel: string | null;
  readonly seen: SeenByMaker | null;
  readonly requested_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly requested_at: string;
  /** Whether the reader requested it, and therefore cannot approve it. */
  readonly is_own: boolean;
};

export type OrderToApprove = {
  readonly id: string;
  readonly kind: "transfer" | "bulk_transfer" | "refund" | "withdrawal";
  readonly name: string | null;
  /** The number or account to pay; null for a bulk. */
  readonly number: string | null;
  readonly bank_code: string | null;
  /** In the currency's smallest unit. */
  readonly amount: number;
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  readonly transfers: number;
  /** The channel; null for a bulk. */
  readonly channel: string | null;
  readonly seen: SeenByMaker | null;
  readonly requested_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly requested_at: string;
  /** Whether the reader requested it, and therefore cannot approve it. */
  readonly is_own: boolean;
  readonly state: "waiting" | "approved" | "rejected" | "canceled";
  readonly decided_by: string | null;
  /** ISO 8601 in UTC, with microseconds. */
  readonly decided_at: string | null;
  readonly reason: string | null;
};

export type NewLimit = {
  /** Whose orders count together: the merchant's, those of one key, of one person, to one payee, or the payments of one payer. */
  readonly applies_to: "merchant" | "key" | "person" | "payee" | "payer";
  /** By the clock of the merchant's time zone. */
  readonly period: "hour" | "day" | "month";
  /** `amount`: the sum. `count`: the number of orders. */
  readonly measure: "amount" | "count";
  readonly holder?: string;
  /** Three-letter ISO 4217 code. */
  readonly currency?: string;
  readonly maximum: number;
};

export type Block = {
  readonly id: string;
  readonly set_by: "platform" | "merchant";
  /** With all but its last digits hidden. */
  readonly number: string;
  readonly reason: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
};

export type NewBlock = {
  /** Any common format is accepted. It is stored and returned as +237677123456. */
  readonly phone?: string;
  readonly account_number?: string;
  readonly bank_code?: string;
  readonly reason: string;
};

export type ApprovalRule = {
  /** Three-letter ISO 4217 code. */
  readonly currency: string;
  /** In the currency's smallest unit. */
  readonly amount_above?: number;
  readonly every_bulk: boolean;
  /** In the currency's smallest unit. */
  readonly sent: number;
};

export type Branding = {
  /** As `#rrggbb`; null for the service's own. */
  readonly color: string | null;
  /** The shades of the colour on the light and the dark page, changed until text on them is readable. */
  readonly shades: {
    readonly light: string;
    readonly dark: string;
  } | null;
  /** The path of the picture. */
  readonly logo: string | null;
};

export type BrandingUpdate = {
  readonly color?: string;
  /** A PNG, JPEG or WebP picture in base64, or `none`. */
  readonly logo?: string;
};

export type NotificationKind = "approval_waiting" | "transfer_failed" | "webhook_failing";

export type NotificationSetting = {
  readonly kind: NotificationKind;
  readonly by_mail: boolean;
  /** Whether the person's role gets these mails by default. */
  readonly by_default: boolean;
};

export type Invitation = {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly expires_at: string;
  /** Whether the link was mailed; absent if it was shown instead. */
  readonly mail?: "waiting" | "sent" | "failed";
};

export type MerchantLink = {
  readonly direction: "out" | "in";
  readonly id: string;
  readonly name: string;
  readonly rights: readonly KeyRight[];
  readonly environments: readonly ("test" | "live")[];
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
  /** ISO 8601 in UTC, with microseconds. */
  readonly last_request_at: string | null;
};

export type AuditEntry = {
  readonly id: string;
  /** In the currency's smallest unit. */
  readonly number: number;
  readonly environment: "test" | "live" | null;
  readonly actor: string;
  readonly action: string;
  readonly subject: string | null;
  readonly before: unknown;
  readonly after: unknown;
  /** ISO 8601 in UTC, with microseconds. */
  readonly created_at: string;
};

export type ChangedResource = "payment" | "payment_part" | "invoice" | "transfer" | "customer" | "beneficiary" | "refund" | "withdrawal" | "withdrawal_rule" | "balance" | "schedule" | "webhook" | "account_number" | "address" | "agent" | "approval_rule" | "block" | "bulk_transfer" | "channel" | "charge" | "charges" | "correction" | "delivery" | "duplicate_guard" | "fee" | "funds" | "holidays" | "invitation" | "key" | "key_rule" | "limit" | "list" | "merchant" | "operator" | "person" | "provider" | "reconciliation" | "review" | "screening" | "withdrawal_account" | "payment_link" | "request" | "statement";

export type LiveUpdate = {
  /** Null if anything may have changed: at the start of the stream, and when there are too many to list. */
  readonly changes: readonly {
    readonly resource: ChangedResource;
    readonly id: string | null;
  }[] | null;
};

/** The input and the answer of each operation, by method and path. `{environment}` and `{merchant}` are those of the page. */
export type Operations = {
  readonly "GET /{environment}/payments": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
      readonly search?: string;
      readonly status?: PaymentStatus;
      /** Channels, separated by commas; or repeat `channels[]`. */
      readonly channels?: string;
      /** The id of a customer. */
      readonly customer?: string;
      /** The id of a payment link. */
      readonly payment_link?: string;
      /** The id of an invoice. */
      readonly invoice?: string;
      /** The payer's number, in any format: the one given with the payment, or the one it was paid from. */
      readonly phone?: string;
      /** The first day, in the merchant's time zone. */
      readonly date_start?: string;
      /** The last day, included, in the merchant's time zone. */
      readonly date_end?: string;
    };
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
  readonly "POST /{environment}/payments": {
    readonly body: NewPayment;
    readonly answer: {
      readonly transaction: Payment;
      /** Lets a browser or an app with a publishable key follow this payment, and no other: send it in `X-Follow-Token`. */
      readonly follow_token: string;
      /** The hosted page where the payer pays. */
      readonly authorization_url: string;
    };
  };
  readonly "GET /{environment}/payments/{reference}": {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      readonly transaction: Payment;
    };
  };
  readonly "POST /{environment}/payments/{reference}": {
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
  readonly "DELETE /{environment}/payments/{reference}": {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/payments/{reference}/page": {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      /** The hosted page where the payer pays; null once the payment has ended. */
      readonly authorization_url: string | null;
    };
  };
  readonly "GET /{environment}/payment-links": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** Part of the name, or the id. Case, accents, spaces and apostrophes are ignored. The search covers the newest 50,000 rows. */
      readonly search?: string;
      readonly active?: boolean;
    };
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
  readonly "POST /{environment}/payment-links": {
    readonly body: NewPaymentLink;
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  readonly "GET /{environment}/payment-links/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly payment_link: PaymentLinkDetails;
    };
  };
  readonly "PUT /{environment}/payment-links/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly body?: PaymentLinkUpdate;
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  readonly "DELETE /{environment}/payment-links/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly payment_link: PaymentLink;
    };
  };
  readonly "GET /{environment}/invoices": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      readonly status?: InvoiceStatus;
      /** The id of a customer. */
      readonly customer?: string;
      /** The first day, in the merchant's time zone. */
      readonly date_start?: string;
      /** The last day, included, in the merchant's time zone. */
      readonly date_end?: string;
    };
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
  readonly "POST /{environment}/invoices": {
    readonly body: NewInvoice;
    readonly answer: {
      readonly invoice: Invoice;
    };
  };
  readonly "GET /{environment}/invoices/{reference}": {
    readonly params: {
      /** The id or the reference of the invoice. */
      readonly reference: string;
    };
    readonly answer: {
      readonly invoice: Invoice;
    };
  };
  readonly "DELETE /{environment}/invoices/{reference}": {
    readonly params: {
      /** The id or the reference of the invoice. */
      readonly reference: string;
    };
    readonly answer: {};
  };
  readonly "POST /{environment}/invoices/{reference}/payments": {
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
  readonly "GET /{environment}/refunds": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
      readonly search?: string;
      /** The id of a payment. */
      readonly payment?: string;
      readonly status?: RefundStatus;
    };
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
  readonly "POST /{environment}/refunds": {
    readonly body: NewRefund;
    readonly answer: {
      readonly refund: Refund;
    };
  };
  readonly "GET /{environment}/refunds/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly refund: RefundDetails;
    };
  };
  readonly "GET /{environment}/payments/{reference}/parts": {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      readonly items: readonly PaymentPart[];
    };
  };
  readonly "POST /{environment}/payments/{reference}/release": {
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
  readonly "GET /{environment}/received-parts": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
    };
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
  readonly "GET /{environment}/received-parts/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly part: PaymentPart;
    };
  };
  readonly "POST /{environment}/transfers/lookup": {
    readonly body: NewLookup;
    readonly answer: {
      readonly lookup: Lookup;
    };
  };
  readonly "GET /{environment}/transfers": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
      readonly search?: string;
      readonly status?: TransferStatus;
      /** Channels, separated by commas; or repeat `channels[]`. */
      readonly channels?: string;
      /** The id of a bulk transfer. */
      readonly bulk_transfer?: string;
      /** Only transfers that wait for a second approval. */
      readonly approval?: "waiting";
      /** The first day, in the merchant's time zone. */
      readonly date_start?: string;
      /** The last day, included, in the merchant's time zone. */
      readonly date_end?: string;
      /** The first day of the due time, in the merchant's time zone. */
      readonly scheduled_start?: string;
      /** The last day of the due time, included, in the merchant's time zone. */
      readonly scheduled_end?: string;
    };
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
  readonly "POST /{environment}/transfers": {
    readonly body: NewTransfer;
    readonly answer: {
      readonly transfer: Transfer;
    };
  };
  readonly "GET /{environment}/transfers/{reference}": {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly query?: {
      /** Three-letter ISO 4217 code. */
      readonly currency?: string;
    };
    readonly answer: {
      readonly transfer: TransferDetails;
    };
  };
  readonly "DELETE /{environment}/transfers/{reference}": {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/transfers/{reference}/timeline": {
    readonly params: {
      /** The id or the reference of the transfer. */
      readonly reference: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  readonly "GET /{environment}/payments/{reference}/timeline": {
    readonly params: {
      /** The id or the reference of the payment. */
      readonly reference: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  readonly "GET /{environment}/refunds/{id}/timeline": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  readonly "GET /{environment}/withdrawals/{id}/timeline": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  readonly "GET /{environment}/transfers/bulk/{id}/timeline": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly timeline: Timeline;
    };
  };
  readonly "POST /{environment}/transfers/bulk": {
    readonly query?: {
      /** Three-letter ISO 4217 code. */
      readonly currency?: string;
      readonly description?: string;
      /** The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC. */
      readonly scheduled_at?: string;
      /** With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`. */
      readonly reserve_funds?: "now" | "at_due";
      /** `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default. */
      readonly allow_duplicate?: boolean;
      /** The channel of rows that have none. */
      readonly channel?: string;
    };
    readonly body: NewBulkTransfer | string | Blob;
    readonly answer: {
      readonly bulk_transfer: CreatedBulkTransfer;
    };
  };
  readonly "POST /{environment}/transfers/bulk/check": {
    readonly query?: {
      /** Three-letter ISO 4217 code. */
      readonly currency?: string;
      readonly description?: string;
      /** The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC. */
      readonly scheduled_at?: string;
      /** With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`. */
      readonly reserve_funds?: "now" | "at_due";
      /** `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default. */
      readonly allow_duplicate?: boolean;
      /** The channel of rows that have none. */
      readonly channel?: string;
    };
    readonly body: NewBulkTransfer | string | Blob;
    readonly answer: {
      readonly bulk_check: BulkTransferCheck;
    };
  };
  readonly "POST /{environment}/transfers/bulk/read": {
    readonly body: BulkTransferFile | string | Blob;
    readonly answer: {
      readonly bulk_file: BulkTransferFile;
    };
  };
  readonly "GET /{environment}/transfers/bulk/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      /** The number of transfers to return, from the first; all by default. */
      readonly transfers?: number;
    };
    readonly answer: {
      readonly bulk_transfer: BulkTransferDetails;
    };
  };
  readonly "DELETE /{environment}/transfers/bulk/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/bulk-transfers": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** Part of the name, or the id. Case, accents, spaces and apostrophes are ignored. The search covers the newest 50,000 rows. */
      readonly search?: string;
      /** The id of a schedule: its runs. */
      readonly schedule?: string;
      /** The first day of the due time, in the merchant's time zone. */
      readonly scheduled_start?: string;
      /** The last day of the due time, included, in the merchant's time zone. */
      readonly scheduled_end?: string;
    };
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
  readonly "GET /{environment}/schedules": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      readonly status?: ScheduleStatus;
    };
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
  readonly "POST /{environment}/schedules": {
    readonly body: NewSchedule;
    readonly answer: {
      readonly schedule: Schedule;
    };
  };
  readonly "POST /{environment}/schedules/preview": {
    readonly body: NewSchedulePreview;
    readonly answer: {
      readonly preview: SchedulePreview;
    };
  };
  readonly "GET /{environment}/schedules/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      /** The number of due times to return; 5 by default. */
      readonly due_times?: number;
      /** The number of transfers to return, from the first; all by default. */
      readonly transfers?: number;
    };
    readonly answer: {
      readonly schedule: ScheduleDetails;
    };
  };
  readonly "PUT /{environment}/schedules/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly body?: ScheduleUpdate;
    readonly answer: {
      readonly schedule: Schedule;
    };
  };
  readonly "DELETE /{environment}/schedules/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/schedules/{id}/runs": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
    };
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
  readonly "POST /{environment}/schedules/{id}/run": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly schedule: Schedule;
    };
  };
  readonly "GET /{environment}/holidays": {
    readonly answer: {
      readonly holidays: Holidays;
    };
  };
  readonly "PUT /{environment}/holidays": {
    readonly body: Holidays;
    readonly answer: {
      readonly holidays: Holidays;
    };
  };
  readonly "GET /{environment}/beneficiaries": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** Part of a searched field. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
      readonly search?: string;
      /** Two-letter ISO 3166 code. */
      readonly country?: string;
      /** How the beneficiary is paid. It cannot be changed after creation. */
      readonly type?: BeneficiaryType;
    };
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
  readonly "POST /{environment}/beneficiaries": {
    readonly body: NewBeneficiary;
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  readonly "GET /{environment}/beneficiaries/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  readonly "PUT /{environment}/beneficiaries/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly body?: BeneficiaryChanges;
    readonly answer: {
      readonly beneficiary: Beneficiary;
    };
  };
  readonly "DELETE /{environment}/beneficiaries/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/customers": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** Part of a searched field. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches. */
      readonly search?: string;
    };
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
  readonly "POST /{environment}/customers": {
    readonly body: NewCustomer;
    readonly answer: {
      readonly customer: Customer;
    };
  };
  readonly "GET /{environment}/customers/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly customer: Customer;
    };
  };
  readonly "PUT /{environment}/customers/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly body?: CustomerChanges;
    readonly answer: {
      readonly customer: Customer;
    };
  };
  readonly "DELETE /{environment}/customers/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "PUT /{environment}/customers/{id}/block": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly customer: Customer;
    };
  };
  readonly "PUT /{environment}/customers/{id}/unblock": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly customer: Customer;
    };
  };
  readonly "GET /{environment}/customers/{id}/payments": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      readonly status?: PaymentStatus;
    };
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
  readonly "GET /{environment}/balance": {
    readonly query?: {
      /** Three-letter ISO 4217 code. */
      readonly currency?: string;
    };
    readonly answer: {
      readonly balance: Balance;
      readonly balances: readonly Balance[];
    };
  };
  readonly "GET /{environment}/balance/history": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** Three-letter ISO 4217 code. */
      readonly currency?: string;
    };
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
  readonly "GET /{environment}/balance/statement": {
    readonly query?: {
      /** Three-letter ISO 4217 code. */
      readonly currency?: string;
      /** By default `month`. A week begins on Monday. */
      readonly period?: "day" | "week" | "month";
      /** A day of the period, in the merchant's time zone; by default today. */
      readonly date?: string;
      /** The first day of a range of up to 366 days, in the merchant's time zone. It needs `date_end`. */
      readonly date_start?: string;
      /** The last day of the range, included. */
      readonly date_end?: string;
    };
    readonly answer: {
      readonly statement: BalanceStatement;
    };
  };
  readonly "GET /{environment}/limits": {
    readonly answer: {
      readonly limits: readonly Limit[];
      readonly duplicate_guard: {
        /** The time within which a transfer of the same amount to the same payee is refused. */
        readonly minutes: number;
      } | null;
    };
  };
  readonly "GET /{environment}/corrections": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
    };
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
  readonly "GET /{environment}/withdrawal-rules": {
    readonly answer: {
      readonly withdrawal_rules: readonly WithdrawalRule[];
    };
  };
  readonly "PUT /{environment}/withdrawal-rules": {
    readonly body: NewWithdrawalRule;
    readonly answer: {
      readonly withdrawal_rule: WithdrawalRule;
    };
  };
  readonly "DELETE /{environment}/withdrawal-rules/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/withdrawal-rules/{id}/runs": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
    };
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
  readonly "POST /{environment}/withdrawal-rules/{id}/run": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal_rule: WithdrawalRule;
    };
  };
  readonly "GET /{environment}/withdrawals": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      readonly status?: WithdrawalStatus;
      readonly account?: string;
      /** The first day, in the merchant's time zone. */
      readonly date_start?: string;
      /** The last day, included, in the merchant's time zone. */
      readonly date_end?: string;
    };
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
  readonly "POST /{environment}/withdrawals": {
    readonly body: NewWithdrawal;
    readonly answer: {
      readonly withdrawal: Withdrawal;
    };
  };
  readonly "GET /{environment}/withdrawals/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal: WithdrawalDetails;
    };
  };
  readonly "DELETE /{environment}/withdrawals/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/withdrawal-accounts": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
    };
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
  readonly "POST /{environment}/withdrawal-accounts": {
    readonly body: NewWithdrawalAccount;
    readonly answer: {
      readonly withdrawal_account: WithdrawalAccount;
    };
  };
  readonly "GET /{environment}/withdrawal-accounts/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal_account: WithdrawalAccount;
    };
  };
  readonly "DELETE /{environment}/withdrawal-accounts/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "POST /{environment}/withdrawal-accounts/{id}/confirm": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal_account: WithdrawalAccount;
    };
  };
  readonly "GET /{environment}/channels": {
    readonly query?: {
      /** Two-letter ISO 3166 code. */
      readonly country?: string;
    };
    readonly answer: {
      readonly data: readonly Channel[];
    };
  };
  readonly "GET /{environment}/countries": {
    readonly answer: {
      readonly data: readonly Country[];
    };
  };
  readonly "GET /{environment}/currencies": {
    readonly answer: {
      readonly data: readonly Currency[];
    };
  };
  readonly "GET /{environment}/banks": {
    readonly query?: {
      /** Two-letter ISO 3166 code. */
      readonly country?: string;
    };
    readonly answer: {
      readonly data: readonly Bank[];
    };
  };
  readonly "GET /{environment}/webhooks": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
    };
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
  readonly "POST /{environment}/webhooks": {
    readonly body: NewWebhook;
    readonly answer: {
      readonly data: WebhookWithSecret;
    };
  };
  readonly "GET /{environment}/webhooks/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: WebhookDetails;
    };
  };
  readonly "PUT /{environment}/webhooks/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly body?: WebhookChanges;
    readonly answer: {
      readonly data: Webhook;
    };
  };
  readonly "DELETE /{environment}/webhooks/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "POST /{environment}/webhooks/{id}/rotate": {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Rotation;
    readonly answer: {
      readonly data: WebhookWithSecret;
    };
  };
  readonly "POST /{environment}/webhooks/{id}/rotate/confirm": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: Webhook;
    };
  };
  readonly "POST /{environment}/webhooks/{id}/rotate/cancel": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly data: Webhook;
    };
  };
  readonly "GET /{environment}/webhooks/{id}/deliveries": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** `pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed. */
      readonly state?: DeliveryState;
      readonly type?: EventType;
      /** The id of the resource of the events. */
      readonly resource?: string;
      /** The first day, in the merchant's time zone. */
      readonly date_start?: string;
      /** The last day, included, in the merchant's time zone. */
      readonly date_end?: string;
    };
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
  readonly "GET /{environment}/webhooks/{id}/deliveries/{delivery}": {
    readonly params: {
      readonly id: string;
      readonly delivery: string;
    };
    readonly answer: {
      readonly delivery: DeliveryDetails;
    };
  };
  readonly "POST /{environment}/webhooks/{id}/deliveries/{delivery}/retry": {
    readonly params: {
      readonly id: string;
      readonly delivery: string;
    };
    readonly answer: {
      readonly delivery: Delivery;
    };
  };
  readonly "POST /{environment}/webhooks/{id}/replay": {
    readonly params: {
      readonly id: string;
    };
    readonly body?: Replay;
    readonly answer: {
      readonly replay: Replayed;
    };
  };
  readonly "POST /{environment}/webhooks/{id}/test": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly delivery: Delivery;
    };
  };
  readonly "GET /{environment}/events": {
    readonly query?: {
      /** Items per page. */
      readonly limit?: number;
      readonly page?: number;
      /** A position in the feed: a `cursor`, or `0` for its beginning. */
      readonly after?: string;
      readonly type?: EventType;
      /** The id of the resource of the events. */
      readonly resource?: string;
      /** The first day, in the merchant's time zone. */
      readonly date_start?: string;
      /** The last day, included, in the merchant's time zone. */
      readonly date_end?: string;
    };
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
  readonly "GET /{environment}/events/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly event: Event;
    };
  };
  readonly "POST /sign-in": {
    readonly body: {
      readonly email: string;
      readonly password: string;
    };
    readonly answer: {
      readonly awaits_code: boolean;
    };
  };
  readonly "POST /sign-in/code": {
    readonly body: {
      readonly code: string;
    };
    readonly answer: {
      readonly awaits_code: boolean;
    };
  };
  readonly "POST /sign-out": {
    readonly answer: {};
  };
  readonly "POST /me/proof": {
    readonly body: {
      readonly code?: string;
      readonly password?: string;
    };
    readonly answer: {};
  };
  readonly "GET /me/sessions": {
    readonly answer: {
      readonly items: readonly Session[];
    };
  };
  readonly "DELETE /me/sessions/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "POST /invitation": {
    readonly body: {
      readonly token: string;
    };
    readonly answer: {
      readonly invitation: InvitationDetails;
    };
  };
  readonly "POST /invitation/new": {
    readonly body: {
      readonly token: string;
      readonly name: string;
      readonly password: string;
    };
    readonly answer: {};
  };
  readonly "POST /invitation/known": {
    readonly body: {
      readonly token: string;
    };
    readonly answer: {};
  };
  readonly "POST /reset": {
    readonly body: {
      readonly token: string;
      readonly password: string;
    };
    readonly answer: {};
  };
  readonly "GET /forgotten-password": {
    readonly answer: {
      readonly is_mailed: boolean;
      readonly minutes: number;
    };
  };
  readonly "POST /forgotten-password": {
    readonly body: {
      readonly email: string;
    };
    readonly answer: {};
  };
  readonly "PUT /me/password": {
    readonly body: {
      readonly current: string;
      readonly password: string;
    };
    readonly answer: {};
  };
  readonly "POST /me/second-factor": {
    readonly answer: {
      readonly secret: string;
      readonly uri: string;
    };
  };
  readonly "DELETE /me/second-factor": {
    readonly answer: {};
  };
  readonly "POST /me/second-factor/confirm": {
    readonly body: {
      readonly code: string;
    };
    readonly answer: {
      readonly recovery_codes: readonly string[];
    };
  };
  readonly "POST /me/second-factor/recovery-codes": {
    readonly answer: {
      readonly recovery_codes: readonly string[];
    };
  };
  readonly "POST /sign-in/passkey/options": {
    readonly answer: {
      readonly options: {
        readonly challenge: string;
        readonly rpId?: string;
        readonly allowCredentials?: readonly {
          readonly id: string;
        }[];
      };
    };
  };
  readonly "POST /sign-in/passkey": {
    readonly body: {
      readonly response: {
        readonly id: string;
        readonly rawId: string;
        readonly type: "public-key";
        readonly response: {
          readonly clientDataJSON: string;
          readonly authenticatorData: string;
          readonly signature: string;
        };
      };
    };
    readonly answer: {};
  };
  readonly "POST /me/proof/passkey/options": {
    readonly answer: {
      readonly options: {
        readonly challenge: string;
        readonly rpId?: string;
        readonly allowCredentials?: readonly {
          readonly id: string;
        }[];
      };
    };
  };
  readonly "POST /me/proof/passkey": {
    readonly body: {
      readonly response: {
        readonly id: string;
        readonly rawId: string;
        readonly type: "public-key";
        readonly response: {
          readonly clientDataJSON: string;
          readonly authenticatorData: string;
          readonly signature: string;
        };
      };
    };
    readonly answer: {};
  };
  readonly "GET /me/passkeys": {
    readonly answer: {
      readonly items: readonly Passkey[];
    };
  };
  readonly "POST /me/passkeys": {
    readonly body: {
      readonly name: string;
      readonly response: {
        readonly id: string;
        readonly rawId: string;
        readonly type: "public-key";
        readonly response: {
          readonly clientDataJSON: string;
          readonly attestationObject: string;
          readonly transports?: readonly string[];
        };
      };
    };
    readonly answer: {
      readonly recovery_codes: readonly string[];
    };
  };
  readonly "POST /me/passkeys/options": {
    readonly answer: {
      readonly options: {
        readonly challenge: string;
        readonly rp: {
          readonly id?: string;
          readonly name: string;
        };
        readonly user: {
          readonly id: string;
          readonly name: string;
          readonly displayName: string;
        };
        readonly pubKeyCredParams: readonly {
          readonly alg: number;
        }[];
        readonly excludeCredentials?: readonly {
          readonly id: string;
        }[];
      };
    };
  };
  readonly "DELETE /me/passkeys/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "GET /operator/merchants": {
    readonly query?: {
      readonly environment?: "test" | "live";
      readonly search?: string;
      readonly page?: number;
    };
    readonly answer: {
      /** The number of items that match the filter. */
      readonly totals: number;
      readonly last_page: number;
      readonly current_page: number;
      /** The number of items on this page. */
      readonly selected: number;
      readonly items: readonly MerchantSummary[];
    };
  };
  readonly "GET /operator/merchants/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      readonly environment?: "test" | "live";
    };
    readonly answer: {
      readonly merchant: MerchantDetails;
    };
  };
  readonly "GET /operator/merchants/{id}/limits": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      readonly environment?: "test" | "live";
    };
    readonly answer: {
      readonly limits: readonly Limit[];
    };
  };
  readonly "PUT /operator/merchants/{id}/limits": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly environment: "test" | "live";
      /** Whose orders count together: the merchant's, those of one key, of one person, to one payee, or the payments of one payer. */
      readonly applies_to: "merchant" | "key" | "person" | "payee" | "payer";
      /** By the clock of the merchant's time zone. */
      readonly period: "hour" | "day" | "month";
      /** `amount`: the sum. `count`: the number of orders. */
      readonly measure: "amount" | "count";
      readonly holder?: string;
      /** Three-letter ISO 4217 code. */
      readonly currency?: string;
      readonly maximum: number;
    };
    readonly answer: {};
  };
  readonly "DELETE /operator/merchants/{id}/limits/{limit}": {
    readonly params: {
      readonly id: string;
      readonly limit: string;
    };
    readonly answer: {};
  };
  readonly "GET /operator/merchants/{id}/entries": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      readonly environment?: "test" | "live";
      readonly before?: number;
    };
    readonly answer: {
      readonly items: readonly LedgerEntry[];
    };
  };
  readonly "POST /operator/merchants/{id}/entries/{entry}/reverse": {
    readonly params: {
      readonly id: string;
      readonly entry: string;
    };
    readonly body: {
      readonly environment: "test" | "live";
      readonly reason: string;
      readonly document: string;
      readonly as_debt?: boolean;
    };
    readonly answer: {
      readonly correction: OperatorCorrection;
    };
  };
  readonly "POST /operator/merchants/{id}/adjustments": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly environment: "test" | "live";
      readonly reason: string;
      readonly document: string;
      readonly as_debt?: boolean;
      /** Three-letter ISO 4217 code. */
      readonly currency: string;
      readonly direction: "in" | "out";
      /** In the currency's smallest unit: 500 in XAF is five hundred francs. */
      readonly amount: number;
      readonly account: "suspense" | "fees" | "funding";
    };
    readonly answer: {
      readonly correction: OperatorCorrection;
    };
  };
  readonly "GET /operator/corrections": {
    readonly query?: {
      readonly all?: boolean;
    };
    readonly answer: {
      readonly items: readonly OperatorCorrection[];
    };
  };
  readonly "POST /operator/corrections/{id}/approve": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly correction: OperatorCorrection;
    };
  };
  readonly "POST /operator/corrections/{id}/reject": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly reason: string;
    };
    readonly answer: {
      readonly correction: OperatorCorrection;
    };
  };
  readonly "GET /operator/withdrawals": {
    readonly query?: {
      readonly ended?: boolean;
    };
    readonly answer: {
      readonly items: readonly BankTask[];
    };
  };
  readonly "GET /operator/withdrawals/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal: BankTaskDetails;
    };
  };
  readonly "POST /operator/withdrawals/{id}/start": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly withdrawal: BankTask;
    };
  };
  readonly "POST /operator/withdrawals/{id}/complete": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly reference: string;
    };
    readonly answer: {
      readonly withdrawal: BankTask;
    };
  };
  readonly "POST /operator/withdrawals/{id}/fail": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly reason: string;
    };
    readonly answer: {
      readonly withdrawal: BankTask;
    };
  };
  readonly "GET /operator/channels": {
    readonly answer: {
      readonly items: readonly ProviderAccount[];
    };
  };
  readonly "POST /operator/channels/{account}/{channel}/pause": {
    readonly params: {
      readonly account: string;
      readonly channel: string;
    };
    readonly body: {
      readonly reason: string;
    };
    readonly answer: {};
  };
  readonly "POST /operator/channels/{account}/{channel}/resume": {
    readonly params: {
      readonly account: string;
      readonly channel: string;
    };
    readonly answer: {};
  };
  readonly "GET /operator/reviews": {
    readonly query?: {
      readonly all?: boolean;
    };
    readonly answer: {
      readonly items: readonly Review[];
    };
  };
  readonly "GET /operator/reviews/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly review: ReviewCase;
    };
  };
  readonly "POST /operator/reviews/{id}/resolve": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly as: "complete" | "failed" | "ask" | "correct" | "absorb" | "ignore" | "release";
      readonly reason: string;
    };
    readonly answer: {
      readonly review: Review;
    };
  };
  readonly "GET /operator/statements": {
    readonly answer: {
      readonly items: readonly Statement[];
    };
  };
  readonly "GET /operator/statements/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly statement: Statement;
      readonly report: StatementReport;
      readonly items: readonly StatementException[];
    };
  };
  readonly "GET /operator/exceptions": {
    readonly answer: {
      readonly items: readonly StatementException[];
      readonly drifts: readonly Drift[];
    };
  };
  readonly "POST /operator/exceptions/{id}/resolve": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly as: "correct" | "absorb" | "ignore";
      readonly reason: string;
      readonly merchant?: string;
    };
    readonly answer: {};
  };
  readonly "GET /operator/people": {
    readonly answer: {
      readonly items: readonly OperatorPerson[];
    };
  };
  readonly "GET /operator/audit-log": {
    readonly query?: {
      readonly before?: number;
    };
    readonly answer: {
      readonly items: readonly AuditEntryWithActor[];
    };
  };
  readonly "GET /me": {
    readonly answer: {
      readonly me: Me;
    };
  };
  readonly "GET /{environment}/export-permission": {
    readonly answer: {};
  };
  readonly "GET /{environment}/overview": {
    readonly answer: {
      readonly overview: Overview;
    };
  };
  readonly "GET /{environment}/names": {
    readonly query?: {
      readonly ids?: string;
    };
    readonly answer: {
      readonly items: readonly NamedRecord[];
    };
  };
  readonly "POST /{environment}/account-numbers/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly account_number: string;
    };
  };
  readonly "GET /{environment}/fees": {
    readonly answer: {
      readonly currency: string;
      readonly items: readonly Fee[];
    };
  };
  readonly "GET /{environment}/keys": {
    readonly answer: {
      readonly items: readonly Key[];
      readonly is_grant_required: boolean;
    };
  };
  readonly "POST /{environment}/keys": {
    readonly body: NewKeys;
    readonly answer: {
      readonly keys: {
        readonly public_key?: string;
        readonly private_key?: string;
        readonly publishable_key?: string;
      };
    };
  };
  readonly "PUT /{environment}/keys/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly rights?: readonly string[];
      readonly addresses?: readonly string[];
      readonly origins?: readonly string[];
    };
    readonly answer: {};
  };
  readonly "DELETE /{environment}/keys/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "PUT /{environment}/key-rule": {
    readonly body: {
      readonly is_grant_required: boolean;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/addresses": {
    readonly answer: {
      readonly items: readonly AllowedAddress[];
    };
  };
  readonly "POST /{environment}/addresses": {
    readonly body: {
      readonly range: string;
      readonly note?: string;
    };
    readonly answer: {};
  };
  readonly "DELETE /{environment}/addresses": {
    readonly query: {
      readonly range: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/parties/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly party: PartyProfile;
    };
  };
  readonly "GET /{environment}/parties/{id}/activity": {
    readonly params: {
      readonly id: string;
    };
    readonly query?: {
      /** The id of a record: the answer has the records before it. */
      readonly before?: string;
    };
    readonly answer: {
      readonly items: readonly PartyActivity[];
      readonly has_more: boolean;
    };
  };
  readonly "PUT /{environment}/parties/{id}/note": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly text?: string;
    };
    readonly answer: {};
  };
  readonly "POST /{environment}/customers/{id}/merge": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      /** The id of the party that becomes an alias. */
      readonly merge: string;
    };
    readonly answer: {};
  };
  readonly "POST /{environment}/beneficiaries/{id}/merge": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      /** The id of the party that becomes an alias. */
      readonly merge: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/requests": {
    readonly query?: {
      /** Part of the path, or a complete id. */
      readonly search?: string;
      readonly status?: "2xx" | "4xx" | "5xx";
      readonly method?: "GET" | "POST" | "PUT" | "DELETE";
      readonly key?: string;
      readonly before?: string;
      /** The first day, in the merchant's time zone. */
      readonly date_start?: string;
      /** The last day, included, in the merchant's time zone. */
      readonly date_end?: string;
    };
    readonly answer: {
      readonly items: readonly LoggedRequest[];
      readonly has_more: boolean;
    };
  };
  readonly "GET /{environment}/requests/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly request: LoggedRequest;
    };
  };
  readonly "GET /{environment}/approvals": {
    readonly answer: {
      readonly items: readonly WaitingOrder[];
      readonly totals: number;
    };
  };
  readonly "GET /{environment}/approvals/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {
      readonly approval: OrderToApprove;
    };
  };
  readonly "POST /{environment}/approvals/{id}/approve": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "POST /{environment}/approvals/{id}/reject": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly reason: string;
    };
    readonly answer: {};
  };
  readonly "PUT /{environment}/limits": {
    readonly body: NewLimit;
    readonly answer: {};
  };
  readonly "PUT /{environment}/duplicate-guard": {
    readonly body: {
      /** The time within which a transfer of the same amount to the same payee is refused. */
      readonly minutes?: number;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/blocks": {
    readonly answer: {
      readonly items: readonly Block[];
    };
  };
  readonly "POST /{environment}/blocks": {
    readonly body: NewBlock;
    readonly answer: {};
  };
  readonly "DELETE /{environment}/blocks/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "DELETE /{environment}/limits/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "GET /{environment}/approval-rule": {
    readonly answer: {
      readonly rule: ApprovalRule | null;
    };
  };
  readonly "PUT /{environment}/approval-rule": {
    readonly body: {
      readonly amount_above?: number;
      readonly every_bulk: boolean;
    };
    readonly answer: {
      readonly rule: ApprovalRule | null;
    };
  };
  readonly "GET /{merchant}/audit-log/export-permission": {
    readonly answer: {};
  };
  readonly "GET /{merchant}/branding": {
    readonly answer: {
      readonly branding: Branding;
    };
  };
  readonly "PUT /{merchant}/branding": {
    readonly body: BrandingUpdate;
    readonly answer: {
      readonly branding: Branding;
    };
  };
  readonly "PUT /{merchant}/time-zone": {
    readonly body: {
      readonly time_zone: string | null;
    };
    readonly answer: {
      readonly time_zone: string;
    };
  };
  readonly "GET /{merchant}/notifications": {
    readonly answer: {
      readonly items: readonly NotificationSetting[];
      readonly has_mail: boolean;
    };
  };
  readonly "PUT /{merchant}/notifications": {
    readonly body: {
      readonly kind: NotificationKind;
      readonly by_mail: boolean;
    };
    readonly answer: {};
  };
  readonly "GET /{merchant}/people": {
    readonly answer: {
      readonly members: readonly Member[];
      readonly invitations: readonly Invitation[];
    };
  };
  readonly "POST /{merchant}/people": {
    readonly body: {
      readonly email: string;
      readonly role: Role;
    };
    readonly answer: {
      readonly invitation: Invitation;
      readonly url: string | null;
    };
  };
  readonly "PUT /{merchant}/people/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly body: {
      readonly role: Role;
    };
    readonly answer: {};
  };
  readonly "DELETE /{merchant}/people/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "DELETE /{merchant}/invitations/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly answer: {};
  };
  readonly "GET /{merchant}/connections": {
    readonly answer: {
      readonly items: readonly MerchantLink[];
    };
  };
  readonly "POST /{merchant}/connections": {
    readonly body: {
      readonly merchant: string;
      readonly rights?: readonly KeyRight[];
      readonly environments?: readonly ("test" | "live")[];
    };
    readonly answer: {};
  };
  readonly "DELETE /{merchant}/connections/{id}": {
    readonly params: {
      readonly id: string;
    };
    readonly query: {
      readonly direction: "out" | "in";
    };
    readonly answer: {};
  };
  readonly "GET /{merchant}/audit-log": {
    readonly query?: {
      readonly before?: string;
    };
    readonly answer: {
      readonly items: readonly AuditEntry[];
    };
  };
};
