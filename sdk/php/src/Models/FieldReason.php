<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * Why a field was refused, for programs. `docs/reference/errors.md` explains each reason.
 */
final class FieldReason
{
    public const REQUIRED = 'required';
    public const INVALID_TYPE = 'invalid_type';
    public const INVALID_FORMAT = 'invalid_format';
    public const INVALID_CURRENCY_CODE = 'invalid_currency_code';
    public const INVALID_COUNTRY_CODE = 'invalid_country_code';
    public const INVALID_EMAIL = 'invalid_email';
    public const INVALID_VALUE = 'invalid_value';
    public const NOT_ONE_OF = 'not_one_of';
    public const TOO_SMALL = 'too_small';
    public const TOO_LARGE = 'too_large';
    public const TOO_SHORT = 'too_short';
    public const TOO_LONG = 'too_long';
    public const TOO_FEW = 'too_few';
    public const TOO_MANY = 'too_many';
    public const UNKNOWN_PARAMETER = 'unknown_parameter';
    public const REPEATED_PARAMETER = 'repeated_parameter';
    public const MISSPELLED_FIELD = 'misspelled_field';
    public const LIVE_KEY = 'live_key';
    public const UNSUPPORTED_FIELD = 'unsupported_field';
    public const INVALID_UNICODE = 'invalid_unicode';
    public const INVALID_FORM = 'invalid_form';
    public const CONFLICTING_PARAMETER = 'conflicting_parameter';
    public const INVALID_DAY = 'invalid_day';
    public const INVALID_MOMENT = 'invalid_moment';
    public const SCHEDULED_IN_PAST = 'scheduled_in_past';
    public const SCHEDULED_TOO_FAR = 'scheduled_too_far';
    public const TIME_ZONE_OF_MERCHANT = 'time_zone_of_merchant';
    public const DUE_IN_PAST = 'due_in_past';
    public const DUE_AT_OF_INSTALMENTS = 'due_at_of_instalments';
    public const INSTALMENTS_SUM = 'instalments_sum';
    public const INSTALMENTS_ORDER = 'instalments_order';
    public const SCHEDULE_NEVER_DUE = 'schedule_never_due';
    public const DAYS_NOT_DAILY = 'days_not_daily';
    public const REFERENCE_OF_SCHEDULE = 'reference_of_schedule';
    public const SCHEDULE_MISSING = 'schedule_missing';
    public const END_BEFORE_START = 'end_before_start';
    public const SEARCH_TOO_BROAD = 'search_too_broad';
    public const CURSOR_OUTDATED = 'cursor_outdated';
    public const INVALID_URL = 'invalid_url';
    public const URL_WITH_PASSWORD = 'url_with_password';
    public const APP_SCHEME = 'app_scheme';
    public const NOT_WITH_PUBLISHABLE_KEY = 'not_with_publishable_key';
    public const CALLBACK_OF_OTHER_ORIGIN = 'callback_of_other_origin';
    public const LIMIT_NOT_STRICTER = 'limit_not_stricter';
    public const LIMITS_EXHAUSTED = 'limits_exhausted';
    public const LIMIT_CURRENCY = 'limit_currency';
    public const LIMIT_HOLDER = 'limit_holder';
    public const PAYEE_BLOCKED = 'payee_blocked';
    public const OTP_REQUIRED = 'otp_required';
    public const PAYER_BLOCKED = 'payer_blocked';
    public const BLOCK_PARTY = 'block_party';
    public const ALREADY_BLOCKED = 'already_blocked';
    public const BLOCKS_EXHAUSTED = 'blocks_exhausted';
    public const REFERENCE_INVALID = 'reference_invalid';
    public const REFERENCE_RESERVED = 'reference_reserved';
    public const REFERENCE_TAKEN = 'reference_taken';
    public const POSSIBLE_DUPLICATE = 'possible_duplicate';
    public const REFERENCE_REPEATED = 'reference_repeated';
    public const UNKNOWN_BENEFICIARY = 'unknown_beneficiary';
    public const UNKNOWN_CUSTOMER = 'unknown_customer';
    public const UNKNOWN_WITHDRAWAL_ACCOUNT = 'unknown_withdrawal_account';
    public const WITHDRAWAL_ACCOUNT_UNCONFIRMED = 'withdrawal_account_unconfirmed';
    public const WITHDRAWAL_ACCOUNT_COOLING = 'withdrawal_account_cooling';
    public const UNKNOWN_PAYMENT = 'unknown_payment';
    public const IMMUTABLE_FIELD = 'immutable_field';
    public const UNKNOWN_CURRENCY = 'unknown_currency';
    public const UNKNOWN_COUNTRY = 'unknown_country';
    public const NO_EXCHANGE_RATE = 'no_exchange_rate';
    public const BULK_CURRENCY_MISMATCH = 'bulk_currency_mismatch';
    public const INVOICE_PART_TOO_LARGE = 'invoice_part_too_large';
    public const LOGO_KIND = 'logo_kind';
    public const LOGO_TOO_LARGE = 'logo_too_large';
    public const LINK_AMOUNT_TOO_LARGE = 'link_amount_too_large';
    public const LINK_LIMIT_BELOW_PAYMENTS = 'link_limit_below_payments';
    public const INVOICE_PART_NOT_ALLOWED = 'invoice_part_not_allowed';
    public const AMOUNT_BELOW_MINIMUM = 'amount_below_minimum';
    public const AMOUNT_ABOVE_MAXIMUM = 'amount_above_maximum';
    public const UNKNOWN_CHANNEL = 'unknown_channel';
    public const CHANNEL_NOT_CONNECTED = 'channel_not_connected';
    public const CHANNEL_CURRENCY_MISMATCH = 'channel_currency_mismatch';
    public const CHANNEL_NOT_COLLECTING = 'channel_not_collecting';
    public const CHANNEL_COUNTRY_MISMATCH = 'channel_country_mismatch';
    public const CHANNEL_WITHOUT_PHONE = 'channel_without_phone';
    public const CHANNEL_PAUSED = 'channel_paused';
    public const NO_COLLECTING_CHANNEL = 'no_collecting_channel';
    public const NO_CHANNEL_IN_COUNTRY = 'no_channel_in_country';
    public const LOCKED_CURRENCY_MISMATCH = 'locked_currency_mismatch';
    public const UNKNOWN_NETWORK = 'unknown_network';
    public const UNREACHABLE_NETWORK = 'unreachable_network';
    public const INVALID_PHONE = 'invalid_phone';
    public const PHONE_OF_OTHER_COUNTRY = 'phone_of_other_country';
    public const INVALID_MOBILE_NUMBER = 'invalid_mobile_number';
    public const UNKNOWN_MOBILE_RANGE = 'unknown_mobile_range';
    public const RECIPIENT_REQUIRED = 'recipient_required';
    public const RECIPIENT_AMBIGUOUS = 'recipient_ambiguous';
    public const CONTACT_REQUIRED = 'contact_required';
    public const PAYER_REQUIRED = 'payer_required';
    public const REQUIRED_FOR_TYPE = 'required_for_type';
    public const REQUIRED_BY_CHANNEL = 'required_by_channel';
    public const BENEFICIARY_TYPE_MISMATCH = 'beneficiary_type_mismatch';
    public const BENEFICIARY_CURRENCY_MISMATCH = 'beneficiary_currency_mismatch';
    public const PAYMENT_NOT_COMPLETE = 'payment_not_complete';
    public const PAYMENT_FULLY_REFUNDED = 'payment_fully_refunded';
    public const PAYMENT_REVERSED = 'payment_reversed';
    public const NOTHING_TO_REFUND = 'nothing_to_refund';
    public const REFUND_TOO_LARGE = 'refund_too_large';
    public const PART_SIZE_REQUIRED = 'part_size_required';
    public const FIXED_PART_OF_OPEN_AMOUNT = 'fixed_part_of_open_amount';
    public const SPLIT_EXCEEDS_PAYMENT = 'split_exceeds_payment';
    public const PART_MERCHANT_NOT_LINKED = 'part_merchant_not_linked';
    public const PART_ENVIRONMENT_NOT_LINKED = 'part_environment_not_linked';
    public const UNKNOWN_PART = 'unknown_part';
    public const PART_NOT_HELD = 'part_not_held';
    public const PAYMENT_NOT_SPLIT = 'payment_not_split';
    public const TOO_MANY_WEBHOOKS = 'too_many_webhooks';
    public const HOST_NOT_PUBLIC = 'host_not_public';
    public const PORT_NOT_ALLOWED = 'port_not_allowed';
    public const FILE_TOO_LARGE = 'file_too_large';
    public const FILE_TOO_COMPLEX = 'file_too_complex';
    public const FILE_TOO_LARGE_UNPACKED = 'file_too_large_unpacked';
    public const FILE_ENCRYPTED = 'file_encrypted';
    public const FILE_UNREADABLE = 'file_unreadable';
    public const FILE_ENCODING_MIXED = 'file_encoding_mixed';
    public const FILE_CHARACTER_INVALID = 'file_character_invalid';
    public const FILE_QUOTES_INVALID = 'file_quotes_invalid';
    public const FILE_TOO_MANY_LINES = 'file_too_many_lines';
    public const FILE_TOO_MANY_ROWS = 'file_too_many_rows';
    public const FILE_TOO_MANY_COLUMNS = 'file_too_many_columns';
    public const FILE_ROW_TOO_LONG = 'file_row_too_long';
    public const FILE_ROW_TOO_WIDE = 'file_row_too_wide';
    public const FILE_COLUMNS_MISSING = 'file_columns_missing';
    public const FILE_COLUMN_UNSUPPORTED = 'file_column_unsupported';
    public const FILE_COLUMNS_REPEATED = 'file_columns_repeated';
    public const VALUES = [
        'required',
        'invalid_type',
        'invalid_format',
        'invalid_currency_code',
        'invalid_country_code',
        'invalid_email',
        'invalid_value',
        'not_one_of',
        'too_small',
        'too_large',
        'too_short',
        'too_long',
        'too_few',
        'too_many',
        'unknown_parameter',
        'repeated_parameter',
        'misspelled_field',
        'live_key',
        'unsupported_field',
        'invalid_unicode',
        'invalid_form',
        'conflicting_parameter',
        'invalid_day',
        'invalid_moment',
        'scheduled_in_past',
        'scheduled_too_far',
        'time_zone_of_merchant',
        'due_in_past',
        'due_at_of_instalments',
        'instalments_sum',
        'instalments_order',
        'schedule_never_due',
        'days_not_daily',
        'reference_of_schedule',
        'schedule_missing',
        'end_before_start',
        'search_too_broad',
        'cursor_outdated',
        'invalid_url',
        'url_with_password',
        'app_scheme',
        'not_with_publishable_key',
        'callback_of_other_origin',
        'limit_not_stricter',
        'limits_exhausted',
        'limit_currency',
        'limit_holder',
        'payee_blocked',
        'otp_required',
        'payer_blocked',
        'block_party',
        'already_blocked',
        'blocks_exhausted',
        'reference_invalid',
        'reference_reserved',
        'reference_taken',
        'possible_duplicate',
        'reference_repeated',
        'unknown_beneficiary',
        'unknown_customer',
        'unknown_withdrawal_account',
        'withdrawal_account_unconfirmed',
        'withdrawal_account_cooling',
        'unknown_payment',
        'immutable_field',
        'unknown_currency',
        'unknown_country',
        'no_exchange_rate',
        'bulk_currency_mismatch',
        'invoice_part_too_large',
        'logo_kind',
        'logo_too_large',
        'link_amount_too_large',
        'link_limit_below_payments',
        'invoice_part_not_allowed',
        'amount_below_minimum',
        'amount_above_maximum',
        'unknown_channel',
        'channel_not_connected',
        'channel_currency_mismatch',
        'channel_not_collecting',
        'channel_country_mismatch',
        'channel_without_phone',
        'channel_paused',
        'no_collecting_channel',
        'no_channel_in_country',
        'locked_currency_mismatch',
        'unknown_network',
        'unreachable_network',
        'invalid_phone',
        'phone_of_other_country',
        'invalid_mobile_number',
        'unknown_mobile_range',
        'recipient_required',
        'recipient_ambiguous',
        'contact_required',
        'payer_required',
        'required_for_type',
        'required_by_channel',
        'beneficiary_type_mismatch',
        'beneficiary_currency_mismatch',
        'payment_not_complete',
        'payment_fully_refunded',
        'payment_reversed',
        'nothing_to_refund',
        'refund_too_large',
        'part_size_required',
        'fixed_part_of_open_amount',
        'split_exceeds_payment',
        'part_merchant_not_linked',
        'part_environment_not_linked',
        'unknown_part',
        'part_not_held',
        'payment_not_split',
        'too_many_webhooks',
        'host_not_public',
        'port_not_allowed',
        'file_too_large',
        'file_too_complex',
        'file_too_large_unpacked',
        'file_encrypted',
        'file_unreadable',
        'file_encoding_mixed',
        'file_character_invalid',
        'file_quotes_invalid',
        'file_too_many_lines',
        'file_too_many_rows',
        'file_too_many_columns',
        'file_row_too_long',
        'file_row_too_wide',
        'file_columns_missing',
        'file_column_unsupported',
        'file_columns_repeated',
    ];
}
