# Written by `npm run docs` from docs/reference/openapi.json.

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union

from .model import Model

#: Why the request was refused, for programs. `docs/reference/errors.md` explains each reason.
ErrorReason = Literal[
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
    "cursor_outdated",
]
ERROR_REASONS = (
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
    "cursor_outdated",
)

#: Why a field was refused, for programs. `docs/reference/errors.md` explains each reason.
FieldReason = Literal[
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
    "file_columns_repeated",
]
FIELD_REASONS = (
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
    "file_columns_repeated",
)

PaymentStatus = Literal[
    "pending",
    "processing",
    "complete",
    "failed",
    "canceled",
    "expired",
]
PAYMENT_STATUSES = (
    "pending",
    "processing",
    "complete",
    "failed",
    "canceled",
    "expired",
)

#: The bearer of the payment's fee. `platform`: the merchant that creates the payment, by default. `linked`: the linked merchants. `all`: everyone. Several bear it in proportion to their parts. If their parts do not suffice, the others bear the rest.
FeeBearer = Literal[
    "platform",
    "linked",
    "all",
]
FEE_BEARERS = (
    "platform",
    "linked",
    "all",
)

#: The bearer of refunds. `parts`: every part, in proportion, with the platform's own. `platform`: the platform alone.
RefundBearer = Literal[
    "parts",
    "platform",
]
REFUND_BEARERS = (
    "parts",
    "platform",
)

#: Why it failed. `docs/reference/failures.md` has the meaning of each code.
FailureCode = Literal[
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
    "resolved_as_failed",
]
FAILURE_CODES = (
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
    "resolved_as_failed",
)

InvoiceStatus = Literal[
    "open",
    "partly_paid",
    "paid",
    "overdue",
    "canceled",
]
INVOICE_STATUSES = (
    "open",
    "partly_paid",
    "paid",
    "overdue",
    "canceled",
)

#: The language of reminders. Without it they are in French and English.
PayerLanguage = Literal[
    "en",
    "fr",
]
PAYER_LANGUAGES = (
    "en",
    "fr",
)

RefundStatus = Literal[
    "pending",
    "processing",
    "complete",
    "failed",
]
REFUND_STATUSES = (
    "pending",
    "processing",
    "complete",
    "failed",
)

#: `pending`: the payer has not paid. `held`: paid, and held until the platform releases it. `settled`: its merchant has it.
PartStatus = Literal[
    "pending",
    "held",
    "settled",
]
PART_STATUSES = (
    "pending",
    "held",
    "settled",
)

TransferStatus = Literal[
    "pending",
    "processing",
    "complete",
    "failed",
    "canceled",
]
TRANSFER_STATUSES = (
    "pending",
    "processing",
    "complete",
    "failed",
    "canceled",
)

ScheduleFrequency = Literal[
    "daily",
    "weekly",
    "monthly",
]
SCHEDULE_FREQUENCYS = (
    "daily",
    "weekly",
    "monthly",
)

#: The rule for a Saturday, a Sunday or a day of `PUT /holidays`. `none` (the default): it is paid on that day. `before` and `after`: on the next working day in that direction. Days that move to one day are one run.
HolidayRule = Literal[
    "none",
    "before",
    "after",
]
HOLIDAY_RULES = (
    "none",
    "before",
    "after",
)

ScheduleStatus = Literal[
    "active",
    "paused",
    "ended",
]
SCHEDULE_STATUSES = (
    "active",
    "paused",
    "ended",
)

#: `insufficient_balance`: the balance did not cover the sum. `transfers_refused`: the list cannot be paid any more, for the reason in `failure_reason`.
ScheduleRunFailure = Literal[
    "insufficient_balance",
    "transfers_refused",
]
SCHEDULE_RUN_FAILURES = (
    "insufficient_balance",
    "transfers_refused",
)

#: How the beneficiary is paid. It cannot be changed after creation.
BeneficiaryType = Literal[
    "mobile_money",
    "bank_account",
    "cash_pickup",
]
BENEFICIARY_TYPES = (
    "mobile_money",
    "bank_account",
    "cash_pickup",
)

WithdrawalFrequency = Literal[
    "daily",
    "weekly",
]
WITHDRAWAL_FREQUENCYS = (
    "daily",
    "weekly",
)

#: `balance_too_small`: the balance did not exceed `balance_above` and `balance_left`. `account_unusable`: the account was removed or blocked, or its cooling time had not ended. `limit_exceeded`: the withdrawal would have exceeded a limit.
WithdrawalSkipCode = Literal[
    "balance_too_small",
    "account_unusable",
    "limit_exceeded",
]
WITHDRAWAL_SKIP_CODES = (
    "balance_too_small",
    "account_unusable",
    "limit_exceeded",
)

WithdrawalStatus = Literal[
    "pending",
    "processing",
    "complete",
    "failed",
    "canceled",
]
WITHDRAWAL_STATUSES = (
    "pending",
    "processing",
    "complete",
    "failed",
    "canceled",
)

WithdrawalAccountType = Literal[
    "mobile_money",
    "bank_account",
]
WITHDRAWAL_ACCOUNT_TYPES = (
    "mobile_money",
    "bank_account",
)

#: `pending` until it is confirmed, in live by two people.
WithdrawalAccountState = Literal[
    "pending",
    "active",
    "removed",
]
WITHDRAWAL_ACCOUNT_STATES = (
    "pending",
    "active",
    "removed",
)

EventType = Literal[
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
    "webhook.disabled",
]
EVENT_TYPES = (
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
    "webhook.disabled",
)

#: `pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed.
DeliveryState = Literal[
    "pending",
    "held",
    "delivered",
    "exhausted",
]
DELIVERY_STATES = (
    "pending",
    "held",
    "delivered",
    "exhausted",
)


class ReasonParams(Model):
    """The values that the reason names. `docs/reference/errors.md` lists the names of each reason."""
    #: The smallest accepted number, amount or length.
    minimum: Union[int, None]
    #: The largest accepted number, amount, length or count.
    maximum: Union[int, None]
    #: The largest accepted size, in MiB.
    maximum_mib: Union[int, None]
    #: The accepted values.
    values: Union[List[str], None]
    #: The expected JSON type, or the type of the beneficiary.
    type: Union[str, None]
    #: The right that is missing, such as `transfers:write`.
    right: Union[str, None]
    #: The methods that the path has.
    methods: Union[List[str], None]
    #: The content encoding of the body, or the encoding of the file.
    encoding: Union[str, None]
    #: The character set of the body.
    charset: Union[str, None]
    #: The known names.
    known: Union[List[str], None]
    #: The parameter that excludes this one.
    other: Union[str, None]
    #: The resource that has no such field.
    resource: Union[str, None]
    #: The merchant's time zone, by its IANA name.
    time_zone: Union[str, None]
    #: The allowed ports.
    ports: Union[List[str], None]
    #: The reference that exists.
    reference: Union[str, None]
    #: The amount that the order takes from the balance, with its fee.
    required: Union[int, None]
    #: The currency of the amounts, or the refused currency.
    currency: Union[str, None]
    # The field "from" is a word of the language: read it as record["from"].
    #: The currency to convert to.
    to: Union[str, None]
    #: The index of the other entry in the list, from 0.
    entry: Union[int, None]
    #: The channel's id.
    channel: Union[str, None]
    #: The channels to choose from.
    channels: Union[List[str], None]
    #: `test` or `live`.
    environment: Union[str, None]
    #: The network of the number, such as `MTN`.
    network: Union[str, None]
    #: The country's two-letter code.
    country: Union[str, None]
    #: The digits of the country's mobile numbers; 0 if Kolo has no channel there.
    digits: Union[int, None]
    #: The first digits of the country's mobile numbers; empty if Kolo has no channel there.
    first_digits: Union[List[str], None]
    #: The first digits of the number, or a range of IP addresses.
    range: Union[str, None]
    #: The moment at which the new secret replaces the old one.
    until: Union[str, None]
    #: The id of the limit.
    limit: Union[str, None]
    #: `merchant`, `key`, `person`, `payee` or `payer`.
    applies_to: Union[str, None]
    #: `hour`, `day` or `month`.
    period: Union[str, None]
    #: `amount` or `count`.
    measure: Union[str, None]
    #: The amount or number that the limit still allows.
    remaining: Union[int, None]
    #: The moment at which the limit begins again, or the order is no longer a duplicate.
    free_at: Union[str, None]
    #: The id of the earlier transfer.
    transfer: Union[str, None]
    #: The line of the file, from 1.
    line: Union[int, None]
    #: The line of the heading.
    heading_line: Union[int, None]
    #: The cells of the line.
    cells: Union[int, None]
    #: The cells of the heading.
    heading_cells: Union[int, None]
    #: `inside_cell`, `formula`, `unclosed` or `text_behind`.
    problem: Union[str, None]
    #: The fields that lack a column, or have several.
    columns: Union[List[str], None]
    #: The headings of the file.
    headings: Union[List[str], None]
    #: The merchant's id.
    merchant: Union[str, None]


class SplitParts(Model):
    id: str
    merchant: str
    #: The part in hundredths of a percent of the payment: 8500 is 85 %.
    basis_points: Union[int, None]
    #: In the currency's smallest unit, before the fee.
    amount: int
    hold: bool
    description: Union[str, None]


class Split(Model):
    fee_bearer: FeeBearer
    refund_bearer: RefundBearer
    parts: List[SplitParts]


class Payment(Model):
    id: str
    #: The merchant's own reference, unique for ever within the environment.
    reference: str
    #: The merchant's own reference, unique for ever within the environment.
    merchant_reference: Union[str, None]
    #: The merchant's own reference, unique for ever within the environment.
    trxref: Union[str, None]
    #: In the currency's smallest unit.
    amount: int
    #: In the currency's smallest unit.
    amount_total: int
    #: In the currency's smallest unit.
    converted_amount: int
    #: In the currency's smallest unit.
    fee: int
    #: In the currency's smallest unit.
    amount_refunded: int
    #: Three-letter ISO 4217 code.
    currency: str
    status: PaymentStatus
    customer: str
    channel: Union[str, None]
    #: The number of the phone that confirms the payment.
    phone: Union[str, None]
    description: Union[str, None]
    #: The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
    callback: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    split: Union[Split, None]
    #: The invoice of which it pays a part.
    invoice: Union[str, None]
    #: The provider's page where the payer pays: redirect the payer to it. Present as soon as the provider has returned it, while the payment is `processing`.
    action_url: Union[str, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    processing_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    completed_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    expires_at: Union[str, None]
    failure_code: Union[FailureCode, None]
    failure_reason: Union[str, None]


class _NewSplitPartsRequired(TypedDict):
    #: The id of a linked merchant.
    merchant: str


class NewSplitParts(_NewSplitPartsRequired, total=False):
    #: The part in hundredths of a percent of the payment: 8500 is 85 %.
    basis_points: int
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    #: True holds the part until you release it. By default the merchant receives it when the payer has paid.
    hold: bool
    description: str


class _NewSplitRequired(TypedDict):
    parts: List[NewSplitParts]


class NewSplit(_NewSplitRequired, total=False):
    """If sent, it must be the link's split."""
    fee_bearer: FeeBearer
    refund_bearer: RefundBearer


class NewPaymentCustomer(TypedDict, total=False):
    name: str
    email: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class _NewPaymentRequired(TypedDict):
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    #: Three-letter ISO 4217 code.
    currency: str


class NewPayment(_NewPaymentRequired, total=False):
    email: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    customer: Union[str, NewPaymentCustomer]
    name: str
    #: Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`).
    reference: str
    description: str
    #: The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
    callback: str
    locked_channel: str
    #: Two-letter ISO 3166 code.
    locked_country: str
    #: Three-letter ISO 4217 code.
    locked_currency: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    split: NewSplit
    #: The moment from which the payment can no longer be paid, within 30 days. Without it, the platform operator's setting applies, three hours by default.
    expires_at: str


class ProcessPaymentData(TypedDict, total=False):
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    account_number: str
    #: Two-letter ISO 3166 code.
    country: str
    #: The one-time code that the payer got from the network, for a number that needs one.
    otp: str
    #: If sent, it must be the payment's amount.
    amount: int
    #: If sent, it must be the payment's currency.
    currency: str


class _ProcessPaymentRequired(TypedDict):
    channel: str


class ProcessPayment(_ProcessPaymentRequired, total=False):
    data: ProcessPaymentData
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    account_number: str
    #: Two-letter ISO 3166 code.
    country: str
    #: The one-time code that the payer got from the network, for a number that needs one.
    otp: str
    #: If sent, it must be the payment's amount.
    amount: int
    #: If sent, it must be the payment's currency.
    currency: str
    client_ip: str


class SplitTermsParts(Model):
    merchant: str
    #: The part in hundredths of a percent of the payment: 8500 is 85 %.
    basis_points: Union[int, None]
    #: In the currency's smallest unit.
    amount: Union[int, None]
    hold: bool
    description: Union[str, None]


class SplitTerms(Model):
    fee_bearer: FeeBearer
    refund_bearer: RefundBearer
    parts: List[SplitTermsParts]


class PaymentLink(Model):
    id: str
    #: The address of the payment page. Anybody who opens it can pay.
    url: str
    name: str
    description: Union[str, None]
    #: In the currency's smallest unit; null if the payer chooses the amount.
    amount: Union[int, None]
    #: Three-letter ISO 4217 code.
    currency: str
    #: The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
    callback: Union[str, None]
    #: The number of payments after which the link takes no more; null without a limit.
    max_payments: Union[int, None]
    #: The sum that the link's payments together never exceed; null without a limit.
    max_amount_collected: Union[int, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    split: Union[SplitTerms, None]
    active: bool
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str


class _NewPaymentLinkRequired(TypedDict):
    name: str
    #: Three-letter ISO 4217 code.
    currency: str


class NewPaymentLink(_NewPaymentLinkRequired, total=False):
    description: str
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    #: The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
    callback: str
    #: The number of payments after which the link takes no more.
    max_payments: int
    #: The sum that the link's payments together never exceed.
    max_amount_collected: int
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    split: NewSplit


class PaymentLinkTotals(Model):
    #: The payments that payers have started on the link's page, of every status.
    payments: int
    #: Those that were paid, refunded ones among them.
    payments_complete: int
    #: Those that are pending or processing.
    payments_open: int
    #: The sum of the paid ones, before fees and refunds.
    amount_collected: int
    #: The sum of the open ones.
    amount_open: int
    #: The sum of their refunds.
    amount_refunded: int


class PaymentLinkDetails(Model):
    id: str
    #: The address of the payment page. Anybody who opens it can pay.
    url: str
    name: str
    description: Union[str, None]
    #: In the currency's smallest unit; null if the payer chooses the amount.
    amount: Union[int, None]
    #: Three-letter ISO 4217 code.
    currency: str
    #: The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
    callback: Union[str, None]
    #: The number of payments after which the link takes no more; null without a limit.
    max_payments: Union[int, None]
    #: The sum that the link's payments together never exceed; null without a limit.
    max_amount_collected: Union[int, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    split: Union[SplitTerms, None]
    active: bool
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    totals: PaymentLinkTotals


class PaymentLinkUpdate(TypedDict, total=False):
    name: str
    description: str
    #: In the currency's smallest unit; 0 lets the payer choose the amount.
    amount: int
    #: The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
    callback: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: 0 removes the limit.
    max_payments: int
    #: 0 removes the limit.
    max_amount_collected: int
    #: False deactivates the link, true activates it again.
    active: bool
    #: If sent, it must be the link's currency.
    currency: str
    split: NewSplit


class Instalment(Model):
    #: In the currency's smallest unit.
    amount: int
    #: ISO 8601 in UTC, with microseconds.
    due_at: str
    #: The paid part of this instalment. Payments fill the instalments in order.
    amount_paid: int


class InvoiceReminder(Model):
    """In `invoice.reminder_due` only."""
    #: The days from the due date, one of `reminders`.
    days: int
    #: ISO 8601 in UTC, with microseconds.
    due_at: str
    #: The sum to pay by that date.
    amount: int
    #: The customer's number, in E.164.
    phone: Union[str, None]
    #: A short message for the payer with the page's address, for an SMS or WhatsApp.
    text: str


class Invoice(Model):
    id: str
    #: The merchant's own reference, unique for ever within the environment.
    reference: str
    #: The address of the invoice's page. Send it to the payer: whoever has it sees the invoice and can pay. Absent in events.
    url: Union[str, None]
    #: In the currency's smallest unit.
    amount: int
    #: The sum of its complete payments, less what was refunded.
    amount_paid: int
    #: The sum of its payments under way. Nobody else can pay this part meanwhile.
    amount_reserved: int
    #: The part of the amount whose due date passed before it was paid.
    amount_overdue: int
    #: Three-letter ISO 4217 code.
    currency: str
    status: InvoiceStatus
    customer: str
    description: Union[str, None]
    #: When the whole amount is due: the due date of the last instalment.
    due_at: str
    instalments: List[Instalment]
    #: The payer may pay parts of any amount from this one on. Null: the payer pays whole instalments, or all that is left.
    minimum_part: Union[int, None]
    #: The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
    callback: Union[str, None]
    #: The days from each due date on which its payer is reminded while that part is unpaid: -3 is three days before, 0 at the due date, 7 a week after. A reminder is a mail, if the customer has an address, and the event `invoice.reminder_due`.
    reminders: List[int]
    language: Union[PayerLanguage, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    paid_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    canceled_at: Union[str, None]
    #: The time of the next reminder. It is left out if the part is paid by then.
    next_reminder_at: Union[str, None]
    reminder: Union[InvoiceReminder, None]


class NewInvoiceInstalments(TypedDict):
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    #: RFC 3339, with the offset from UTC.
    due_at: str


class NewInvoiceCustomer(TypedDict, total=False):
    name: str
    email: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class _NewInvoiceRequired(TypedDict):
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    #: Three-letter ISO 4217 code.
    currency: str


class NewInvoice(_NewInvoiceRequired, total=False):
    #: RFC 3339, with the offset from UTC.
    due_at: str
    #: The parts of the amount, in the order of their due dates. They add up to `amount`. Without them the whole amount is due at `due_at`.
    instalments: List[NewInvoiceInstalments]
    #: The payer may pay parts of any amount from this one on.
    minimum_part: int
    #: Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`).
    reference: str
    customer: Union[str, NewInvoiceCustomer]
    name: str
    email: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    description: str
    #: The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
    callback: str
    #: The days from each due date on which its payer is reminded while that part is unpaid: -3 is three days before, 0 at the due date, 7 a week after. A reminder is a mail, if the customer has an address, and the event `invoice.reminder_due`. Absent: none.
    reminders: List[int]
    language: PayerLanguage
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]


class NewInvoicePayment(TypedDict, total=False):
    #: The part to pay. Absent: the part that is due next, or the nearest payable one.
    amount: int


class Approval(Model):
    """Present if a second person must approve the order, or had to. Nothing is sent while it is `waiting`."""
    state: Literal["waiting", "approved", "rejected", "canceled"]


class Refund(Model):
    id: str
    payment: str
    #: In the currency's smallest unit.
    amount: int
    #: Three-letter ISO 4217 code.
    currency: str
    status: RefundStatus
    channel: str
    reason: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    completed_at: Union[str, None]
    #: The part of a complete refund that the payer did not receive after all. It is back on the balance, and can be refunded again.
    amount_corrected: Union[int, None]
    failure_code: Union[FailureCode, None]
    failure_reason: Union[str, None]
    approval: Union[Approval, None]
    refund_bearer: Union[RefundBearer, None]


class _NewRefundRequired(TypedDict):
    payment: str


class NewRefund(_NewRefundRequired, total=False):
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    reason: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    refund_bearer: RefundBearer


class SeenByMakerHolder(Model):
    #: Whether the number has an account at the network.
    found: bool
    active: Union[bool, None]
    #: The account holder's name, as the network returned it.
    name: Union[str, None]
    match: Union[Literal["matches", "similar", "differs"], None]


class SeenByMaker(Model):
    """The account holder and the possible duplicates, as shown to the person who created the order."""
    holder: Union[SeenByMakerHolder, None]
    #: Transfers of the same amount to the same number or account in the 24 hours before.
    duplicates: List[str]
    #: For a bulk: the number of entries that repeat another entry.
    repeats: int


class ApprovalDetails(Model):
    state: Literal["waiting", "approved", "rejected", "canceled"]
    #: The person who requested it; null for an API key.
    requested_by: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    requested_at: str
    decided_by: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    decided_at: Union[str, None]
    reason: Union[str, None]
    seen: Union[SeenByMaker, None]


class RefundDetails(Model):
    id: str
    payment: str
    #: In the currency's smallest unit.
    amount: int
    #: Three-letter ISO 4217 code.
    currency: str
    status: RefundStatus
    channel: str
    reason: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    completed_at: Union[str, None]
    #: The part of a complete refund that the payer did not receive after all. It is back on the balance, and can be refunded again.
    amount_corrected: Union[int, None]
    failure_code: Union[FailureCode, None]
    failure_reason: Union[str, None]
    approval: Union[ApprovalDetails, None]
    refund_bearer: Union[RefundBearer, None]


class PaymentPart(Model):
    id: str
    payment: str
    #: The merchant that the payer has paid.
    platform: str
    platform_name: str
    #: The merchant that receives the part. One part is the platform's own: the rest of the payment.
    merchant: str
    merchant_name: str
    #: The part in hundredths of a percent of the payment: 8500 is 85 %.
    basis_points: Union[int, None]
    #: In the currency's smallest unit.
    amount: int
    #: Its share of the payment's fee, once it is paid.
    fee: int
    #: `amount` without `fee`.
    amount_net: int
    #: Its share of refunds, out of `amount_net`.
    amount_refunded: int
    #: Three-letter ISO 4217 code.
    currency: str
    hold: bool
    status: PartStatus
    description: Union[str, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    settled_at: Union[str, None]


class Release(TypedDict, total=False):
    #: The ids of the parts to release; without it all held parts.
    parts: List[str]


class _NewLookupRequired(TypedDict):
    channel: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class NewLookup(_NewLookupRequired, total=False):
    name: str


class Lookup(Model):
    #: The channel that the number belongs to.
    channel: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    #: Whether the number has an account at the network.
    found: bool
    #: Whether the account can receive money; null if the network does not report it.
    active: Union[bool, None]
    #: The account holder's name; null if the network does not report it.
    name: Union[str, None]
    #: How well your `name` matches the account holder's; null if either is missing.
    match: Union[Literal["matches", "similar", "differs"], None]


class Transfer(Model):
    id: str
    #: The merchant's own reference, unique for ever within the environment.
    reference: str
    #: In the currency's smallest unit.
    amount: int
    #: In the currency's smallest unit.
    amount_total: int
    #: In the currency's smallest unit.
    fee: int
    #: Three-letter ISO 4217 code.
    currency: str
    status: TransferStatus
    beneficiary: str
    channel: str
    description: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: The due time of a scheduled order.
    scheduled_at: Union[str, None]
    reserve_funds: Union[Literal["now", "at_due"], None]
    bulk_transfer: Union[str, None]
    approval: Union[Approval, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    completed_at: Union[str, None]
    failure_code: Union[FailureCode, None]
    failure_reason: Union[str, None]


class _BeneficiaryDataRequired(TypedDict):
    name: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class BeneficiaryData(_BeneficiaryDataRequired, total=False):
    email: str
    account_number: str
    bank_code: str
    #: Two-letter ISO 3166 code.
    country: str


class _NewTransferBeneficiaryRequired(TypedDict):
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class NewTransferBeneficiary(_NewTransferBeneficiaryRequired, total=False):
    name: str
    email: str
    account_number: str
    bank_code: str
    #: Two-letter ISO 3166 code.
    country: str


class _NewTransferRecipientRequired(TypedDict):
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class NewTransferRecipient(_NewTransferRecipientRequired, total=False):
    name: str
    email: str
    account_number: str
    bank_code: str
    #: Two-letter ISO 3166 code.
    country: str


class _NewTransferRequired(TypedDict):
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    #: Three-letter ISO 4217 code.
    currency: str
    channel: str


class NewTransfer(_NewTransferRequired, total=False):
    beneficiary: Union[str, NewTransferBeneficiary]
    beneficiary_data: BeneficiaryData
    recipient: Union[str, NewTransferRecipient]
    description: str
    #: Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`).
    reference: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC.
    scheduled_at: str
    #: With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`.
    reserve_funds: Literal["now", "at_due"]
    #: `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default.
    allow_duplicate: bool
    #: The expected account holder. The transfer fails if the network does not confirm this name for the number.
    expect_name: str


class OrderedReceiver(Model):
    name: Union[str, None]
    #: The number or account of the recipient.
    number: str
    bank_code: Union[str, None]


class TransferDetailsBusiness(Model):
    id: str
    #: Two-letter ISO 3166 code.
    country: str
    email: str
    phone: Union[str, None]
    poster: Union[str, None]
    name: str


class TransferDetailsBeneficiaryChannel(Model):
    name: str
    type: str
    id: str


class TransferDetailsBeneficiaryReceiver(Model):
    #: The number or account of the recipient.
    number: str


class TransferDetailsBeneficiary(Model):
    id: str
    phone: Union[str, None]
    name: Union[str, None]
    email: Union[str, None]
    #: Two-letter ISO 3166 code.
    country: str
    channel: TransferDetailsBeneficiaryChannel
    receiver: TransferDetailsBeneficiaryReceiver


class TransferDetails(Model):
    id: str
    #: The merchant's own reference, unique for ever within the environment.
    reference: str
    #: In the currency's smallest unit.
    amount: int
    #: In the currency's smallest unit.
    amount_total: int
    #: In the currency's smallest unit.
    fee: int
    #: In the currency's smallest unit.
    converted_amount: int
    #: Three-letter ISO 4217 code.
    currency: str
    status: TransferStatus
    business: TransferDetailsBusiness
    beneficiary: TransferDetailsBeneficiary
    receiver: OrderedReceiver
    channel: str
    description: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: The due time of a scheduled order.
    scheduled_at: Union[str, None]
    reserve_funds: Union[Literal["now", "at_due"], None]
    bulk_transfer: Union[str, None]
    approval: Union[ApprovalDetails, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    initiated_at: str
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    completed_at: Union[str, None]
    failure_code: Union[FailureCode, None]
    failure_reason: Union[str, None]


class TimelineStep(Model):
    #: ISO 8601 in UTC, with microseconds.
    at: str
    #: `event`: the status changed; `attempt`: an attempt at a provider began or ended; `provider`: a request to the provider and its answer; `notice`: a callback from the provider; `entry`: a ledger entry; `review`: a manual review case was opened or decided; `approval`: an approval was requested or decided; `delivery`: an event was delivered to a webhook; `statement`: the order was compared with the provider's statement; `progress`: transfers of a bulk ended.
    kind: Literal["event", "attempt", "provider", "notice", "entry", "review", "approval", "delivery", "statement", "progress"]
    #: What happened, for programs. Of an `event` its type; of an `entry` its kind; of an `attempt` `created`, `sent` or its end; of `provider` `submit`, `ask` or `check`; of a `notice` `received`; of a `review` `opened` or `resolved`; of an `approval` `requested` or the decision; of a `delivery` `scheduled`, `delivered` or `exhausted`; of a `statement` `found` or `differs`; of `progress` `accepted`, a status or `ended`.
    code: str
    #: The same for people, in a few words.
    what: str
    #: The details of the step. Requests and answers are shown without secrets and with masked numbers.
    details: Dict[str, Any]


class Timeline(Model):
    #: The id of the transfer, payment, refund or bulk transfer.
    id: str
    #: The status. A bulk is `processing` until all of its transfers have ended.
    status: str
    #: The result of comparing the order with the provider's statement. It is independent of the status. Each transfer of a bulk has its own.
    reconciliation: Union[Literal["unreconciled", "reconciled", "exception"], None]
    #: All steps; of a longer timeline the first and the newest.
    steps: List[TimelineStep]


class _NewBulkTransferEntryBeneficiaryRequired(TypedDict):
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class NewBulkTransferEntryBeneficiary(_NewBulkTransferEntryBeneficiaryRequired, total=False):
    name: str
    email: str
    account_number: str
    bank_code: str
    #: Two-letter ISO 3166 code.
    country: str


class _NewBulkTransferEntryRecipientRequired(TypedDict):
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class NewBulkTransferEntryRecipient(_NewBulkTransferEntryRecipientRequired, total=False):
    name: str
    email: str
    account_number: str
    bank_code: str
    #: Two-letter ISO 3166 code.
    country: str


class _NewBulkTransferEntryRequired(TypedDict):
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    channel: str


class NewBulkTransferEntry(_NewBulkTransferEntryRequired, total=False):
    beneficiary: Union[str, NewBulkTransferEntryBeneficiary]
    beneficiary_data: BeneficiaryData
    recipient: Union[str, NewBulkTransferEntryRecipient]
    #: Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`).
    reference: str
    description: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: The expected account holder. The transfer fails if the network does not confirm this name for the number.
    expect_name: str


class _NewBulkTransferRequired(TypedDict):
    #: Three-letter ISO 4217 code.
    currency: str
    transfers: List[NewBulkTransferEntry]


class NewBulkTransfer(_NewBulkTransferRequired, total=False):
    description: str
    #: The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC.
    scheduled_at: str
    #: With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`.
    reserve_funds: Literal["now", "at_due"]
    #: `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default.
    allow_duplicate: bool


class CreatedBulkTransferTransfers(Model):
    id: str
    #: The merchant's own reference, unique for ever within the environment.
    reference: str
    #: In the currency's smallest unit.
    amount: int
    status: TransferStatus


class CreatedBulkTransfer(Model):
    id: str
    description: Union[str, None]
    #: Three-letter ISO 4217 code.
    currency: str
    #: In the currency's smallest unit.
    total_amount: int
    #: In the currency's smallest unit.
    total_fee: int
    total_transfers: int
    #: The due time of a scheduled order.
    scheduled_at: Union[str, None]
    reserve_funds: Union[Literal["now", "at_due"], None]
    #: The schedule whose run created it.
    schedule: Union[str, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    approval: Union[Approval, None]
    transfers: List[CreatedBulkTransferTransfers]


class BulkTransferCheckFieldReasons(Model):
    reason: FieldReason
    params: ReasonParams


class BulkTransferCheckDuplicates(Model):
    #: The index in the list, from 0.
    entry: int
    #: A transfer of the same amount to the same number or account in the last 24 hours.
    transfer: str


class BulkTransferCheckRepeats(Model):
    #: The index in the list, from 0.
    entry: int
    #: The index of the first entry with the same amount and the same number or account.
    first: int


class BulkTransferCheck(Model):
    #: Three-letter ISO 4217 code.
    currency: str
    #: In the currency's smallest unit.
    total_amount: int
    #: In the currency's smallest unit.
    total_fee: int
    total_transfers: int
    #: In the currency's smallest unit.
    available: int
    #: Whether a second person must approve the bulk before anything is sent.
    needs_approval: bool
    #: Whether the balance covers the amounts and fees of the valid entries.
    is_enough: bool
    #: The errors by field, such as `transfers.3.amount`. A bulk with any error is refused as a whole.
    errors: Dict[str, List[str]]
    #: The same for programs: for each field, the reasons in the order of `errors`.
    field_reasons: Dict[str, List[BulkTransferCheckFieldReasons]]
    duplicates: List[BulkTransferCheckDuplicates]
    #: Entries that pay the same amount to the same recipient as an earlier entry.
    repeats: List[BulkTransferCheckRepeats]


class BulkTransferFileColumns(Model):
    heading: str
    #: The field that the column holds; null if it is not recognised.
    field: Union[str, None]


class BulkTransferFileRows(Model):
    #: The line of the file on which the row begins; the heading is usually on line 1.
    line: int
    #: The text of each cell, as a spreadsheet shows it. Empty cells at the end are omitted.
    cells: List[str]


class BulkTransferFile(Model):
    columns: List[BulkTransferFileColumns]
    #: The entries of the bulk, in order. Empty rows are skipped.
    rows: List[BulkTransferFileRows]


class BulkProgress(Model):
    pending: int
    processing: int
    complete: int
    failed: int
    canceled: int


class BulkTransferDetailsTransfers(Model):
    id: str
    #: The merchant's own reference, unique for ever within the environment.
    reference: str
    #: In the currency's smallest unit.
    amount: int
    #: In the currency's smallest unit.
    fee: int
    status: TransferStatus
    beneficiary: str
    receiver: OrderedReceiver
    channel: str
    #: ISO 8601 in UTC, with microseconds.
    completed_at: Union[str, None]
    failure_code: Union[FailureCode, None]
    failure_reason: Union[str, None]


class BulkTransferDetails(Model):
    id: str
    description: Union[str, None]
    #: Three-letter ISO 4217 code.
    currency: str
    #: In the currency's smallest unit.
    total_amount: int
    #: In the currency's smallest unit.
    total_fee: int
    total_transfers: int
    #: The due time of a scheduled order.
    scheduled_at: Union[str, None]
    reserve_funds: Union[Literal["now", "at_due"], None]
    #: The schedule whose run created it.
    schedule: Union[str, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    approval: Union[ApprovalDetails, None]
    progress: BulkProgress
    transfers: List[BulkTransferDetailsTransfers]


class BulkTransfer(Model):
    id: str
    description: Union[str, None]
    #: Three-letter ISO 4217 code.
    currency: str
    #: In the currency's smallest unit.
    total_amount: int
    #: In the currency's smallest unit.
    total_fee: int
    total_transfers: int
    #: The due time of a scheduled order.
    scheduled_at: Union[str, None]
    reserve_funds: Union[Literal["now", "at_due"], None]
    #: The schedule whose run created it.
    schedule: Union[str, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    approval: Union[Approval, None]
    progress: BulkProgress


class ScheduleRun(Model):
    #: ISO 8601 in UTC, with microseconds.
    due_at: str
    #: `created`: the bulk transfer was created. Its transfers succeed or fail on their own.
    status: Literal["created", "failed"]
    bulk_transfer: Union[str, None]
    failure_code: Union[ScheduleRunFailure, None]
    failure_reason: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str


class Schedule(Model):
    id: str
    name: str
    description: Union[str, None]
    #: Three-letter ISO 4217 code.
    currency: str
    #: In the currency's smallest unit.
    total_amount: int
    total_transfers: int
    frequency: ScheduleFrequency
    days: List[int]
    #: The time of day in the merchant's time zone.
    time: str
    holiday_rule: HolidayRule
    starts_on: str
    ends_on: Union[str, None]
    #: The schedule ends after this many due times.
    runs_max: Union[int, None]
    #: The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time.
    days_ahead: int
    #: With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`).
    reserve_funds: Literal["now", "at_due"]
    status: ScheduleStatus
    active: bool
    #: The number of due times that have had their run.
    runs_count: int
    #: ISO 8601 in UTC, with microseconds.
    next_due_at: Union[str, None]
    last_run: Union[ScheduleRun, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str


class _NewScheduledTransferBeneficiaryRequired(TypedDict):
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class NewScheduledTransferBeneficiary(_NewScheduledTransferBeneficiaryRequired, total=False):
    name: str
    email: str
    account_number: str
    bank_code: str
    #: Two-letter ISO 3166 code.
    country: str


class _NewScheduledTransferRecipientRequired(TypedDict):
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str


class NewScheduledTransferRecipient(_NewScheduledTransferRecipientRequired, total=False):
    name: str
    email: str
    account_number: str
    bank_code: str
    #: Two-letter ISO 3166 code.
    country: str


class _NewScheduledTransferRequired(TypedDict):
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int
    channel: str


class NewScheduledTransfer(_NewScheduledTransferRequired, total=False):
    beneficiary: Union[str, NewScheduledTransferBeneficiary]
    beneficiary_data: BeneficiaryData
    recipient: Union[str, NewScheduledTransferRecipient]
    description: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: The expected account holder. The transfer fails if the network does not confirm this name for the number.
    expect_name: str


class _NewScheduleRequired(TypedDict):
    name: str
    #: Three-letter ISO 4217 code.
    currency: str
    frequency: ScheduleFrequency
    #: The time of day in the merchant's time zone.
    time: str
    transfers: List[NewScheduledTransfer]


class NewSchedule(_NewScheduleRequired, total=False):
    description: str
    #: The first day, in the merchant's time zone; today by default.
    starts_on: str
    #: `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`.
    days: List[int]
    holiday_rule: HolidayRule
    #: The last day, included.
    ends_on: str
    #: The schedule ends after this many due times.
    runs_max: int
    #: If sent, it must be the merchant's time zone, in which Kolo reads the times.
    time_zone: str
    #: The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time.
    days_ahead: int
    #: With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`).
    reserve_funds: Literal["now", "at_due"]


class _NewSchedulePreviewRequired(TypedDict):
    frequency: ScheduleFrequency
    #: The time of day in the merchant's time zone.
    time: str


class NewSchedulePreview(_NewSchedulePreviewRequired, total=False):
    #: The first day, in the merchant's time zone; today by default.
    starts_on: str
    #: `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`.
    days: List[int]
    holiday_rule: HolidayRule
    #: The last day, included.
    ends_on: str
    #: The schedule ends after this many due times.
    runs_max: int
    #: If sent, it must be the merchant's time zone, in which Kolo reads the times.
    time_zone: str
    #: 12 by default.
    count: int


class SchedulePreview(Model):
    time_zone: str
    #: The next due times, in order.
    due_times: List[str]


class ScheduledTransfer(Model):
    #: In the currency's smallest unit.
    amount: int
    channel: str
    beneficiary: str
    description: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Union[Dict[str, Any], None]
    expect_name: Union[str, None]


class ScheduleDetails(Model):
    id: str
    name: str
    description: Union[str, None]
    #: Three-letter ISO 4217 code.
    currency: str
    #: In the currency's smallest unit.
    total_amount: int
    total_transfers: int
    frequency: ScheduleFrequency
    days: List[int]
    #: The time of day in the merchant's time zone.
    time: str
    holiday_rule: HolidayRule
    starts_on: str
    ends_on: Union[str, None]
    #: The schedule ends after this many due times.
    runs_max: Union[int, None]
    time_zone: str
    #: The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time.
    days_ahead: int
    #: With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`).
    reserve_funds: Literal["now", "at_due"]
    status: ScheduleStatus
    active: bool
    #: The number of due times that have had their run.
    runs_count: int
    #: ISO 8601 in UTC, with microseconds.
    next_due_at: Union[str, None]
    last_run: Union[ScheduleRun, None]
    #: The next due times, in order.
    next_due_times: List[str]
    transfers: List[ScheduledTransfer]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str


class ScheduleUpdate(TypedDict, total=False):
    name: str
    description: str
    #: Three-letter ISO 4217 code.
    currency: str
    frequency: ScheduleFrequency
    #: The first day, in the merchant's time zone; today by default.
    starts_on: str
    #: `weekly`: days of the week, 1 (Monday) to 7. `monthly`: days of the month, 1 to 31; a month without the day uses its last day. Omit it for `daily`.
    days: List[int]
    #: The time of day in the merchant's time zone.
    time: str
    holiday_rule: HolidayRule
    #: The last day, included.
    ends_on: str
    #: The schedule ends after this many due times.
    runs_max: int
    #: If sent, it must be the merchant's time zone, in which Kolo reads the times.
    time_zone: str
    #: The bulk transfer of a run is created this many days of 24 hours before it is due, so that it can be approved or canceled ahead. 0 (the default): at its due time.
    days_ahead: int
    #: With `days_ahead`: whether the money is held when the bulk is created (`now`, the default) or at the due time (`at_due`).
    reserve_funds: Literal["now", "at_due"]
    transfers: List[NewScheduledTransfer]
    #: `false` pauses the schedule: due times pass without a run.
    active: bool


class Holidays(Model):
    #: Calendar days, sorted.
    days: List[str]


class BeneficiaryItem(Model):
    id: str
    name: Union[str, None]
    email: Union[str, None]
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: Union[str, None]
    #: Two-letter ISO 3166 code.
    country: str
    #: Three-letter ISO 4217 code.
    currency: str
    type: BeneficiaryType
    #: ISO 8601 in UTC, with microseconds.
    created_at: str


class _NewBeneficiaryRequired(TypedDict):
    name: str
    #: Two-letter ISO 3166 code.
    country: str
    #: Three-letter ISO 4217 code.
    currency: str
    type: BeneficiaryType


class NewBeneficiary(_NewBeneficiaryRequired, total=False):
    email: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    account_number: str
    bank_code: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]


class Beneficiary(Model):
    id: str
    name: Union[str, None]
    email: Union[str, None]
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: Union[str, None]
    account_number: Union[str, None]
    bank_code: Union[str, None]
    #: Two-letter ISO 3166 code.
    country: str
    #: Three-letter ISO 4217 code.
    currency: str
    type: BeneficiaryType
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str


class BeneficiaryChanges(TypedDict, total=False):
    name: str
    email: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    account_number: str
    bank_code: str
    #: Two-letter ISO 3166 code.
    country: str
    #: Three-letter ISO 4217 code.
    currency: str
    type: BeneficiaryType
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]


class CustomerItem(Model):
    id: str
    name: str
    email: Union[str, None]
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str


class _NewCustomerRequired(TypedDict):
    name: str


class NewCustomer(_NewCustomerRequired, total=False):
    email: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]


class Customer(Model):
    id: str
    name: str
    email: Union[str, None]
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: When the customer was blocked: a blocked customer cannot pay.
    blocked_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str


class CustomerChanges(TypedDict, total=False):
    name: str
    email: str
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]


class Balance(Model):
    #: Three-letter ISO 4217 code.
    currency: str
    #: In the currency's smallest unit.
    available: int
    #: In the currency's smallest unit.
    pending: int
    #: In the currency's smallest unit.
    reserved: int
    #: In the currency's smallest unit.
    total: int
    #: The amount that the merchant owes after a correction. Kolo repays it from `available` within a minute.
    debt: Union[int, None]
    #: The amount held for linked merchants until its release: their parts of split payments. It is not in `total`.
    escrow: Union[int, None]
    environment: Literal["test", "live"]


class BalanceEntry(Model):
    id: str
    #: `hold`: money held for a transfer or refund; `release`: a hold released; `collect`: a payment received; `collect_fee`: the fee of a payment; `fund`: a top-up; `correct`: a correction of a review or statement; `reverse`: an entry taken back; `adjust`: an adjustment; `advance`: an amount that the merchant owes from now on; `repay`: a debt repaid; `escrow_in`: a part of a split payment held until its release; `escrow_out`: such a part released or refunded; `part_in`: a part of a split payment received; `part_out`: a part paid to another merchant.
    kind: Literal["hold", "settle", "settle_fee", "release", "fund", "collect", "collect_fee", "correct", "reverse", "adjust", "advance", "repay", "escrow_in", "escrow_out", "part_in", "part_out"]
    direction: Literal["in", "out"]
    #: In the currency's smallest unit.
    amount: int
    #: The available balance after this entry.
    balance: int
    #: Three-letter ISO 4217 code.
    currency: str
    #: The id of the transfer, payment, refund, top-up, correction, part or movement of a part.
    subject: str
    #: ISO 8601 in UTC, with microseconds.
    created_at: str


class BalanceStatementLine(Model):
    #: `payments`: payments received; `payment_fees`: their fees; `refunds`: refunds paid out; `transfers`: transfers paid out; `transfer_fees`: their fees; `withdrawals`: withdrawals paid out; `top_ups`: top-ups and test funds; `parts_received`, `parts_paid`: parts of split payments between merchants; `parts_held`: parts held until their release; `corrections`: corrections, adjustments and reversals; `debts`: amounts that the merchant owes after a correction, and their repayment.
    line: Literal["payments", "payment_fees", "refunds", "transfers", "transfer_fees", "withdrawals", "top_ups", "parts_received", "parts_paid", "parts_held", "corrections", "debts"]
    #: The number of movements.
    count: int
    #: The sum of the movements that increase the balance.
    amount_in: int
    #: The sum of the movements that decrease the balance.
    amount_out: int


class BalanceStatementChannel(Model):
    #: Null for movements over no channel, such as corrections and withdrawals to a bank.
    channel: Union[str, None]
    #: The number of movements.
    count: int
    #: The sum of the movements that increase the balance.
    amount_in: int
    #: The sum of the movements that decrease the balance.
    amount_out: int
    #: The fees in `amount_out`.
    fees: int
    lines: List[BalanceStatementLine]


class BalanceStatement(Model):
    #: Three-letter ISO 4217 code.
    currency: str
    environment: Literal["test", "live"]
    #: The merchant's name.
    business: str
    period: Literal["day", "week", "month", "range"]
    date_start: str
    #: The last day, included.
    date_end: str
    #: The merchant's time zone, by its IANA name.
    time_zone: str
    #: ISO 8601 in UTC, with microseconds.
    begins_at: str
    #: The first instant after the period.
    ends_at: str
    #: Whether the period is over. A final statement never changes.
    is_final: bool
    #: `available` + `reserved` when the period begins.
    opening_balance: int
    #: The part of the balance that is reserved for orders in progress, when the period begins.
    opening_reserved: int
    #: `available` + `reserved`: `opening_balance` + `amount_in` - `amount_out`, when the period ends.
    closing_balance: int
    #: The part of the balance that is reserved for orders in progress, when the period ends.
    closing_reserved: int
    #: The number of movements.
    count: int
    #: The sum of the movements that increase the balance.
    amount_in: int
    #: The sum of the movements that decrease the balance.
    amount_out: int
    #: The fees in `amount_out`.
    fees: int
    #: The lines that have movements.
    lines: List[BalanceStatementLine]
    #: The same movements by channel.
    channels: List[BalanceStatementChannel]
    #: The instant of this answer.
    created_at: str


class Limit(Model):
    id: str
    #: `platform`: only the platform operator can change it.
    set_by: Literal["platform", "merchant"]
    #: Whose orders count together: the merchant's, those of one key, of one person, to one payee, or the payments of one payer.
    applies_to: Literal["merchant", "key", "person", "payee", "payer"]
    #: By the clock of the merchant's time zone.
    period: Literal["hour", "day", "month"]
    #: `amount`: the sum. `count`: the number of orders.
    measure: Literal["amount", "count"]
    #: The key or person. Absent: each of them has the limit.
    holder: Union[str, None]
    #: Three-letter ISO 4217 code.
    currency: Union[str, None]
    #: In the currency's smallest unit.
    maximum: int
    #: What this hour, day or month has used. Only for a limit of the merchant, or of one key or person.
    used: Union[int, None]
    #: ISO 8601 in UTC, with microseconds.
    free_at: str


class Correction(Model):
    id: str
    #: The change of the spendable balance; `none`: no change.
    direction: Literal["in", "out", "none"]
    #: In the currency's smallest unit.
    amount: int
    #: In the currency's smallest unit.
    debt: int
    #: Three-letter ISO 4217 code.
    currency: str
    #: The number of the reversed entry.
    entry: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    kind: Literal["reversal", "adjustment"]
    reason: str
    #: The reference of the document that the correction is based on.
    document: str


class WithdrawalRuleRun(Model):
    #: ISO 8601 in UTC, with microseconds.
    due_at: str
    withdrawal: Union[str, None]
    skip_code: Union[WithdrawalSkipCode, None]
    skip_reason: Union[str, None]
    #: The available balance at the due time.
    available: int
    #: ISO 8601 in UTC, with microseconds.
    created_at: str


class WithdrawalRule(Model):
    id: str
    account: str
    #: Three-letter ISO 4217 code.
    currency: str
    frequency: WithdrawalFrequency
    days: List[int]
    #: The time of day in the merchant's time zone.
    time: str
    #: The merchant's time zone, in which days and times count.
    time_zone: str
    #: A withdrawal is made only if the available balance is above this amount. 0: always.
    balance_above: int
    #: The amount that stays on the available balance. 0: everything is withdrawn.
    balance_left: int
    #: ISO 8601 in UTC, with microseconds.
    next_due_at: Union[str, None]
    last_run: Union[WithdrawalRuleRun, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str


class _NewWithdrawalRuleRequired(TypedDict):
    #: A confirmed withdrawal account. The rule has its currency.
    account: str
    frequency: WithdrawalFrequency
    #: The time of day in the merchant's time zone.
    time: str


class NewWithdrawalRule(_NewWithdrawalRuleRequired, total=False):
    #: Of `weekly`: days of the week, 1 (Monday) to 7. Omit it for `daily`.
    days: List[int]
    #: If sent, it must be the merchant's time zone, in which Kolo reads the times.
    time_zone: str
    #: A withdrawal is made only if the available balance is above this amount. 0: always.
    balance_above: int
    #: The amount that stays on the available balance. 0: everything is withdrawn.
    balance_left: int


class Withdrawal(Model):
    id: str
    #: The merchant's own reference, unique for ever within the environment.
    reference: str
    account: str
    #: In the currency's smallest unit.
    amount: int
    #: Three-letter ISO 4217 code.
    currency: str
    status: WithdrawalStatus
    #: The channel that carries it. Null: the platform operator pays it through a bank.
    channel: Union[str, None]
    #: The withdrawal rule that made it.
    rule: Union[str, None]
    description: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: The bank's reference of the payment.
    bank_reference: Union[str, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    completed_at: Union[str, None]
    failure_code: Union[FailureCode, None]
    failure_reason: Union[str, None]
    approval: Union[Approval, None]


class _NewWithdrawalRequired(TypedDict):
    account: str
    #: In the currency's smallest unit: 500 in XAF is five hundred francs.
    amount: int


class NewWithdrawal(_NewWithdrawalRequired, total=False):
    #: Your own reference, unique for ever within the environment. It must not look like an id of Kolo (`pay_…`), a key or a token, and must not be a segment of the API's paths (`bulk`).
    reference: str
    description: str
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]


class WithdrawalDetails(Model):
    id: str
    #: The merchant's own reference, unique for ever within the environment.
    reference: str
    account: str
    #: In the currency's smallest unit.
    amount: int
    #: Three-letter ISO 4217 code.
    currency: str
    status: WithdrawalStatus
    #: The channel that carries it. Null: the platform operator pays it through a bank.
    channel: Union[str, None]
    #: The withdrawal rule that made it.
    rule: Union[str, None]
    description: Union[str, None]
    #: Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
    metadata: Dict[str, Any]
    #: The bank's reference of the payment.
    bank_reference: Union[str, None]
    sandbox: bool
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: ISO 8601 in UTC, with microseconds.
    completed_at: Union[str, None]
    failure_code: Union[FailureCode, None]
    failure_reason: Union[str, None]
    approval: Union[ApprovalDetails, None]


class WithdrawalAccount(Model):
    id: str
    type: WithdrawalAccountType
    name: str
    #: Two-letter ISO 3166 code.
    country: str
    #: Three-letter ISO 4217 code.
    currency: str
    #: The number or account; all but the last digits are hidden.
    number: str
    bank_code: Union[str, None]
    state: WithdrawalAccountState
    #: In live: the id of the person who confirmed it first. Somebody else must confirm it, too.
    first_confirmed_by: Union[str, None]
    #: Withdrawals to it are allowed from this time on. Null until it is confirmed.
    usable_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str


class _NewWithdrawalAccountRequired(TypedDict):
    type: WithdrawalAccountType
    name: str
    #: Two-letter ISO 3166 code.
    country: str
    #: Three-letter ISO 4217 code.
    currency: str


class NewWithdrawalAccount(_NewWithdrawalAccountRequired, total=False):
    #: Any common format is accepted. It is stored and returned as +237677123456.
    phone: str
    account_number: str
    bank_code: str


class ChannelHealth(Model):
    """While a channel is paused, new transfers wait and new payments are refused."""
    status: Literal["operational", "degraded", "paused"]
    #: The share of requests to the network that succeeded in the last five minutes, 0 to 1.
    success_rate: Union[float, None]
    #: ISO 8601 in UTC, with microseconds.
    paused_until: Union[str, None]
    reason: Union[str, None]
    #: The same for programs.
    reason_code: Union[Literal["too_many_failures", "probe_failed", "float_too_low", "closed_by_provider", "stopped_by_operator"], None]


class Channel(Model):
    id: str
    name: str
    #: Two-letter ISO 3166 code.
    country: str
    #: Three-letter ISO 4217 code.
    currency: str
    type: BeneficiaryType
    #: Of an active channel: those that its provider accounts carry. Of any other: those it could carry.
    kinds: List[Literal["collect", "transfer"]]
    operator: Union[str, None]
    #: In the currency's smallest unit.
    minimum: int
    #: In the currency's smallest unit.
    maximum: int
    #: Whether the channel can be used in the key's environment, because a provider account is connected.
    active: bool
    #: While a channel is paused, new transfers wait and new payments are refused.
    health: ChannelHealth


class Country(Model):
    #: Two-letter ISO 3166 code.
    code: str
    name: str
    #: Three-letter ISO 4217 code.
    currency: str
    calling_code: str
    #: The channels of this country that the merchant can use in the key's environment.
    channels: List[str]


class Currency(Model):
    #: Three-letter ISO 4217 code.
    code: str
    name: str
    #: The number of digits after the decimal point: 0 for XAF, 2 for EUR.
    digits: int


class Bank(Model):
    #: The value for `bank_code`.
    code: str
    name: str
    #: Two-letter ISO 3166 code.
    country: str


class Webhook(Model):
    id: str
    #: The http or https URL that receives the events.
    url: str
    #: The event types that the webhook receives.
    events: List[EventType]
    description: Union[str, None]
    active: bool
    #: Whether the events of one resource are sent one after another.
    in_order: bool
    #: Your limit of requests per second; null if you have set none.
    rate_limit: Union[int, None]
    #: Your limit of concurrent requests; null if you have set none.
    concurrency: Union[int, None]
    #: During a rotation: the time at which the new secret replaces the old one.
    next_secret_from: Union[str, None]
    #: Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`).
    disabled_reason: Union[Literal["gone", "failing"], None]
    #: ISO 8601 in UTC, with microseconds.
    disabled_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str


class _NewWebhookRequired(TypedDict):
    #: The http or https URL that receives the events.
    url: str
    #: The event types that the webhook receives.
    events: List[EventType]


class NewWebhook(_NewWebhookRequired, total=False):
    description: str
    active: bool
    #: Sends the events of one resource one after another, each after the delivery of the one before has ended. A failing delivery delays the later ones.
    in_order: bool
    #: The most requests per second, if lower than the platform's limit; 0 means the platform's limit.
    rate_limit: int
    #: The most concurrent requests, if lower than the platform's limit; 0 means the platform's limit.
    concurrency: int


class WebhookWithSecret(Model):
    id: str
    #: The http or https URL that receives the events.
    url: str
    #: The event types that the webhook receives.
    events: List[EventType]
    description: Union[str, None]
    active: bool
    #: Whether the events of one resource are sent one after another.
    in_order: bool
    #: Your limit of requests per second; null if you have set none.
    rate_limit: Union[int, None]
    #: Your limit of concurrent requests; null if you have set none.
    concurrency: Union[int, None]
    #: During a rotation: the time at which the new secret replaces the old one.
    next_secret_from: Union[str, None]
    #: Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`).
    disabled_reason: Union[Literal["gone", "failing"], None]
    #: ISO 8601 in UTC, with microseconds.
    disabled_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    #: The secret that signs every delivery. It is not shown again.
    secret: str


class WebhookDetailsHealth(Model):
    #: `failing`: the last attempt failed. `paused`: too many attempts failed, and Kolo sends nothing for a while.
    state: Literal["well", "failing", "paused"]
    #: ISO 8601 in UTC, with microseconds.
    failing_since: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    paused_until: Union[str, None]


class WebhookDetails(Model):
    id: str
    #: The http or https URL that receives the events.
    url: str
    #: The event types that the webhook receives.
    events: List[EventType]
    description: Union[str, None]
    active: bool
    #: Whether the events of one resource are sent one after another.
    in_order: bool
    #: Your limit of requests per second; null if you have set none.
    rate_limit: Union[int, None]
    #: Your limit of concurrent requests; null if you have set none.
    concurrency: Union[int, None]
    #: During a rotation: the time at which the new secret replaces the old one.
    next_secret_from: Union[str, None]
    #: Why Kolo switched the webhook off: it answered 410 (`gone`), or failed for five days (`failing`).
    disabled_reason: Union[Literal["gone", "failing"], None]
    #: ISO 8601 in UTC, with microseconds.
    disabled_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    updated_at: str
    health: WebhookDetailsHealth


class WebhookChanges(TypedDict, total=False):
    #: The http or https URL that receives the events.
    url: str
    #: The event types that the webhook receives.
    events: List[EventType]
    description: str
    active: bool
    #: Sends the events of one resource one after another, each after the delivery of the one before has ended. A failing delivery delays the later ones.
    in_order: bool
    #: The most requests per second, if lower than the platform's limit; 0 means the platform's limit.
    rate_limit: int
    #: The most concurrent requests, if lower than the platform's limit; 0 means the platform's limit.
    concurrency: int


class Rotation(TypedDict, total=False):
    #: The number of hours for which both secrets sign.
    overlap_hours: int


class Delivery(Model):
    id: str
    webhook: str
    event: str
    type: EventType
    #: The id of the resource of the event.
    resource: str
    #: The number of the event among the events of its resource: 1, 2, 3.
    sequence: int
    #: The event's position in the feed.
    position: int
    #: Why the delivery was created: a subscription, a replay or a test.
    origin: Literal["event", "replay", "test"]
    state: DeliveryState
    attempts: int
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    last_attempt_at: Union[str, None]
    #: `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all.
    last_outcome: Union[str, None]
    #: The time of the next attempt; null if the delivery has ended, is held or waits for the one before it.
    next_attempt_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    ended_at: Union[str, None]


class DeliveryAttempt(Model):
    number: int
    #: `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all.
    outcome: str
    #: The HTTP status of the answer; null if there was no answer.
    status: Union[int, None]
    #: Whether the schedule or a person started the attempt.
    trigger: Literal["schedule", "manual"]
    #: The IP address it was sent to.
    address: Union[str, None]
    #: Milliseconds until the host name was resolved.
    resolved_ms: Union[int, None]
    #: Milliseconds until the connection was open, TLS included; null if one was reused.
    connected_ms: Union[int, None]
    #: Milliseconds until the headers of the answer arrived.
    answered_ms: Union[int, None]
    #: Milliseconds until the attempt ended.
    duration_ms: int
    #: The first part of the answer's body.
    response: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    attempted_at: str


class DeliveryDetails(Model):
    id: str
    webhook: str
    event: str
    type: EventType
    #: The id of the resource of the event.
    resource: str
    #: The number of the event among the events of its resource: 1, 2, 3.
    sequence: int
    #: The event's position in the feed.
    position: int
    #: Why the delivery was created: a subscription, a replay or a test.
    origin: Literal["event", "replay", "test"]
    state: DeliveryState
    attempts: int
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: ISO 8601 in UTC, with microseconds.
    last_attempt_at: Union[str, None]
    #: `delivered`, `status_500`, `dns_not_found`, `connect_timeout`, … The guide to webhooks lists them all.
    last_outcome: Union[str, None]
    #: The time of the next attempt; null if the delivery has ended, is held or waits for the one before it.
    next_attempt_at: Union[str, None]
    #: ISO 8601 in UTC, with microseconds.
    ended_at: Union[str, None]
    #: The body that is sent, the same with every attempt.
    body: str
    #: The newest 50 attempts, the oldest first.
    attempted: List[DeliveryAttempt]


Replay = TypedDict(
    "Replay",
    {
        "from": "str",
        "to": "str",
        "types": "List[EventType]",
        "which": "Literal[\"undelivered\", \"all\"]",
    },
    total=False,
)


class Replayed(Model):
    #: The number of deliveries created or reopened.
    queued: int
    #: If there were more than 10,000 events: the `from` of the next request. Null: there are no more events.
    next_from: Union[str, None]


class Event(Model):
    id: str
    type: EventType
    #: The same as `type`.
    event: EventType
    #: ISO 8601 in UTC, with microseconds.
    created_at: str
    #: The number of the event among the events of its resource: 1, 2, 3.
    sequence: int
    #: The resource as the API showed it at the time of the event.
    data: Dict[str, Any]
    #: The id of the resource.
    resource: str
    #: The position in the feed of the merchant and environment: 1, 2, 3, in commit order and without gaps. Null until the position is assigned, shortly after the event.
    position: Union[int, None]
    #: The value of `after` that continues the feed after this event. Null until the position is assigned.
    cursor: Union[str, None]


class ListPaymentsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches.
    search: str
    status: PaymentStatus
    #: Channels, separated by commas; or repeat `channels[]`.
    channels: str
    #: The id of a customer.
    customer: str
    #: The id of a payment link.
    payment_link: str
    #: The id of an invoice.
    invoice: str
    #: The payer's number, in any format: the one given with the payment, or the one it was paid from.
    phone: str
    #: The first day, in the merchant's time zone.
    date_start: str
    #: The last day, included, in the merchant's time zone.
    date_end: str


class ListPaymentLinksQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: Part of the name, or the id. Case, accents, spaces and apostrophes are ignored. The search covers the newest 50,000 rows.
    search: str
    active: bool


class ListInvoicesQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    status: InvoiceStatus
    #: The id of a customer.
    customer: str
    #: The first day, in the merchant's time zone.
    date_start: str
    #: The last day, included, in the merchant's time zone.
    date_end: str


class ListRefundsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches.
    search: str
    #: The id of a payment.
    payment: str
    status: RefundStatus


class ListReceivedPartsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int


class ListTransfersQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: Part of a searched field, a whole amount, or a provider's reference: whole, or its beginning of at least 6 characters. An amount may be written as `25000`, `25 000 FCFA` or `XAF 25,000`. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches.
    search: str
    status: TransferStatus
    #: Channels, separated by commas; or repeat `channels[]`.
    channels: str
    #: The id of a bulk transfer.
    bulk_transfer: str
    #: Only transfers that wait for a second approval.
    approval: Literal["waiting"]
    #: The first day, in the merchant's time zone.
    date_start: str
    #: The last day, included, in the merchant's time zone.
    date_end: str
    #: The first day of the due time, in the merchant's time zone.
    scheduled_start: str
    #: The last day of the due time, included, in the merchant's time zone.
    scheduled_end: str


class RetrieveTransferQuery(TypedDict, total=False):
    #: Three-letter ISO 4217 code.
    currency: str


class ListWithdrawalRuleRunsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int


class ListWithdrawalsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    status: WithdrawalStatus
    account: str
    #: The first day, in the merchant's time zone.
    date_start: str
    #: The last day, included, in the merchant's time zone.
    date_end: str


class ListWithdrawalAccountsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int


class CreateBulkTransferQuery(TypedDict, total=False):
    #: Three-letter ISO 4217 code.
    currency: str
    description: str
    #: The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC.
    scheduled_at: str
    #: With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`.
    reserve_funds: Literal["now", "at_due"]
    #: `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default.
    allow_duplicate: bool
    #: The channel of rows that have none.
    channel: str


class CheckBulkTransferQuery(TypedDict, total=False):
    #: Three-letter ISO 4217 code.
    currency: str
    description: str
    #: The due time: nothing is sent before it. At most 366 days ahead. RFC 3339, with the offset from UTC.
    scheduled_at: str
    #: With `scheduled_at`. `now` (the default) holds the money at once. `at_due` holds it at the due time; if the balance is too small then, the order fails with `insufficient_balance`.
    reserve_funds: Literal["now", "at_due"]
    #: `false`: refuse a transfer of the same amount to the same payee within the merchant's time, or within 24 hours. `true`: accept it. Absent: as the merchant has set it; the guard is off by default.
    allow_duplicate: bool
    #: The channel of rows that have none.
    channel: str


class RetrieveBulkTransferQuery(TypedDict, total=False):
    #: The number of transfers to return, from the first; all by default.
    transfers: int


class ListBulkTransfersQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: Part of the name, or the id. Case, accents, spaces and apostrophes are ignored. The search covers the newest 50,000 rows.
    search: str
    #: The id of a schedule: its runs.
    schedule: str
    #: The first day of the due time, in the merchant's time zone.
    scheduled_start: str
    #: The last day of the due time, included, in the merchant's time zone.
    scheduled_end: str


class ListSchedulesQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    status: ScheduleStatus


class RetrieveScheduleQuery(TypedDict, total=False):
    #: The number of due times to return; 5 by default.
    due_times: int
    #: The number of transfers to return, from the first; all by default.
    transfers: int


class ListScheduleRunsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int


class ListBeneficiariesQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: Part of a searched field. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches.
    search: str
    #: Two-letter ISO 3166 code.
    country: str
    #: How the beneficiary is paid. It cannot be changed after creation.
    type: BeneficiaryType


class ListCustomersQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: Part of a searched field. Case, accents, spaces and apostrophes are ignored. A telephone number matches in any format, in full or in part. The search covers only the newest 50,000 rows if the text has no three letters or digits in a row, or if it matches more than about 8,000 rows, estimated from the newest 10,000. `totals` counts the matches.
    search: str


class ListCustomerPaymentsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    status: PaymentStatus


class RetrieveBalanceQuery(TypedDict, total=False):
    #: Three-letter ISO 4217 code.
    currency: str


class ListBalanceHistoryQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: Three-letter ISO 4217 code.
    currency: str


class RetrieveBalanceStatementQuery(TypedDict, total=False):
    #: Three-letter ISO 4217 code.
    currency: str
    #: By default `month`. A week begins on Monday.
    period: Literal["day", "week", "month"]
    #: A day of the period, in the merchant's time zone; by default today.
    date: str
    #: The first day of a range of up to 366 days, in the merchant's time zone. It needs `date_end`.
    date_start: str
    #: The last day of the range, included.
    date_end: str


class ListCorrectionsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int


class ListChannelsQuery(TypedDict, total=False):
    #: Two-letter ISO 3166 code.
    country: str


class ListBanksQuery(TypedDict, total=False):
    #: Two-letter ISO 3166 code.
    country: str


class ListWebhooksQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int


class ListWebhookDeliveriesQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: `pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed.
    state: DeliveryState
    type: EventType
    #: The id of the resource of the events.
    resource: str
    #: The first day, in the merchant's time zone.
    date_start: str
    #: The last day, included, in the merchant's time zone.
    date_end: str


class ListEventsQuery(TypedDict, total=False):
    #: Items per page.
    limit: int
    page: int
    #: A position in the feed: a `cursor`, or `0` for its beginning.
    after: str
    type: EventType
    #: The id of the resource of the events.
    resource: str
    #: The first day, in the merchant's time zone.
    date_start: str
    #: The last day, included, in the merchant's time zone.
    date_end: str


class CreatePaymentAnswer(Model):
    transaction: Payment
    #: Lets a browser or an app with a publishable key follow this payment, and no other: send it in `X-Follow-Token`.
    follow_token: str
    #: The hosted page where the payer pays.
    authorization_url: str


class ProcessPaymentAnswer(Model):
    transaction: Payment
    #: The payer's next action. `confirm`: confirm on the phone. `redirect`: open the page in the payment's `action_url`, which follows within seconds: retrieve the payment until it has one. `otp`: none, because the one-time code confirms the payment.
    action: Literal["confirm", "redirect", "otp"]


class PayInvoiceAnswer(Model):
    transaction: Payment
    #: The hosted page where the payer pays this part.
    authorization_url: str


class ReleasePaymentAnswer(Model):
    transaction: Payment
    parts: List[PaymentPart]


class RetrieveBalanceAnswer(Model):
    balance: Balance
    balances: List[Balance]


class ListLimitsAnswerDuplicateGuard(Model):
    #: The time within which a transfer of the same amount to the same payee is refused.
    minutes: int


class ListLimitsAnswer(Model):
    limits: List[Limit]
    duplicate_guard: Union[ListLimitsAnswerDuplicateGuard, None]


Split._shapes = {"parts": [SplitParts]}
Payment._shapes = {"split": Split}
SplitTerms._shapes = {"parts": [SplitTermsParts]}
PaymentLink._shapes = {"split": SplitTerms}
PaymentLinkDetails._shapes = {"split": SplitTerms, "totals": PaymentLinkTotals}
Invoice._shapes = {"instalments": [Instalment], "reminder": InvoiceReminder}
Refund._shapes = {"approval": Approval}
SeenByMaker._shapes = {"holder": SeenByMakerHolder}
ApprovalDetails._shapes = {"seen": SeenByMaker}
RefundDetails._shapes = {"approval": ApprovalDetails}
Transfer._shapes = {"approval": Approval}
TransferDetailsBeneficiary._shapes = {"channel": TransferDetailsBeneficiaryChannel, "receiver": TransferDetailsBeneficiaryReceiver}
TransferDetails._shapes = {"business": TransferDetailsBusiness, "beneficiary": TransferDetailsBeneficiary, "receiver": OrderedReceiver, "approval": ApprovalDetails}
Timeline._shapes = {"steps": [TimelineStep]}
CreatedBulkTransfer._shapes = {"approval": Approval, "transfers": [CreatedBulkTransferTransfers]}
BulkTransferCheckFieldReasons._shapes = {"params": ReasonParams}
BulkTransferCheck._shapes = {"field_reasons": {"*": [BulkTransferCheckFieldReasons]}, "duplicates": [BulkTransferCheckDuplicates], "repeats": [BulkTransferCheckRepeats]}
BulkTransferFile._shapes = {"columns": [BulkTransferFileColumns], "rows": [BulkTransferFileRows]}
BulkTransferDetailsTransfers._shapes = {"receiver": OrderedReceiver}
BulkTransferDetails._shapes = {"approval": ApprovalDetails, "progress": BulkProgress, "transfers": [BulkTransferDetailsTransfers]}
BulkTransfer._shapes = {"approval": Approval, "progress": BulkProgress}
Schedule._shapes = {"last_run": ScheduleRun}
ScheduleDetails._shapes = {"last_run": ScheduleRun, "transfers": [ScheduledTransfer]}
BalanceStatementChannel._shapes = {"lines": [BalanceStatementLine]}
BalanceStatement._shapes = {"lines": [BalanceStatementLine], "channels": [BalanceStatementChannel]}
WithdrawalRule._shapes = {"last_run": WithdrawalRuleRun}
Withdrawal._shapes = {"approval": Approval}
WithdrawalDetails._shapes = {"approval": ApprovalDetails}
Channel._shapes = {"health": ChannelHealth}
WebhookDetails._shapes = {"health": WebhookDetailsHealth}
DeliveryDetails._shapes = {"attempted": [DeliveryAttempt]}
CreatePaymentAnswer._shapes = {"transaction": Payment}
ProcessPaymentAnswer._shapes = {"transaction": Payment}
PayInvoiceAnswer._shapes = {"transaction": Payment}
ReleasePaymentAnswer._shapes = {"transaction": Payment, "parts": [PaymentPart]}
RetrieveBalanceAnswer._shapes = {"balance": Balance, "balances": [Balance]}
ListLimitsAnswer._shapes = {"limits": [Limit], "duplicate_guard": ListLimitsAnswerDuplicateGuard}
Event._data_by_type = {
    "payment": Payment,
    "payment_part": PaymentPart,
    "invoice": Invoice,
    "transfer": Transfer,
    "customer": Customer,
    "beneficiary": Beneficiary,
    "refund": Refund,
    "withdrawal": Withdrawal,
    "withdrawal_rule": WithdrawalRule,
    "schedule": Schedule,
    "webhook": Webhook,
}
