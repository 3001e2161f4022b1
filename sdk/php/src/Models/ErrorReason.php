<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * Why the request was refused, for programs. `docs/reference/errors.md` explains each reason.
 */
final class ErrorReason
{
    public const MALFORMED_REQUEST = 'malformed_request';
    public const REQUEST_INCOMPLETE = 'request_incomplete';
    public const REQUEST_TIMED_OUT = 'request_timed_out';
    public const EXPECTATION_UNSUPPORTED = 'expectation_unsupported';
    public const HEADERS_TOO_LARGE = 'headers_too_large';
    public const HOST_INVALID = 'host_invalid';
    public const PATH_INVALID = 'path_invalid';
    public const PATH_NOT_FOUND = 'path_not_found';
    public const METHOD_NOT_ALLOWED = 'method_not_allowed';
    public const PRECONDITION_FAILED = 'precondition_failed';
    public const MEDIA_TYPE_UNSUPPORTED = 'media_type_unsupported';
    public const ENCODING_UNSUPPORTED = 'encoding_unsupported';
    public const CHARSET_UNSUPPORTED = 'charset_unsupported';
    public const BODY_TOO_LARGE = 'body_too_large';
    public const BODY_TOO_DEEP = 'body_too_deep';
    public const BODY_TOO_COMPLEX = 'body_too_complex';
    public const INVALID_JSON = 'invalid_json';
    public const INVALID_FORM = 'invalid_form';
    public const INVALID_UTF8 = 'invalid_utf8';
    public const INVALID_UNICODE = 'invalid_unicode';
    public const DUPLICATE_NAME = 'duplicate_name';
    public const KEY_MISSING = 'key_missing';
    public const KEY_INVALID = 'key_invalid';
    public const KEY_WITH_SCHEME = 'key_with_scheme';
    public const KEY_IS_PRIVATE = 'key_is_private';
    public const GRANT_REQUIRED = 'grant_required';
    public const GRANT_INVALID = 'grant_invalid';
    public const GRANT_WITH_SCHEME = 'grant_with_scheme';
    public const GRANT_IS_PUBLIC = 'grant_is_public';
    public const RIGHT_MISSING = 'right_missing';
    public const LINK_RIGHT_MISSING = 'link_right_missing';
    public const GRANT_IP_NOT_ALLOWED = 'grant_ip_not_allowed';
    public const IP_NOT_ALLOWED = 'ip_not_allowed';
    public const PUBLISHABLE_KEY_REFUSED = 'publishable_key_refused';
    public const KEY_ORIGIN_NOT_ALLOWED = 'key_origin_not_allowed';
    public const FOLLOW_TOKEN_MISSING = 'follow_token_missing';
    public const LINKED_MERCHANT_NOT_FOUND = 'linked_merchant_not_found';
    public const RATE_LIMITED = 'rate_limited';
    public const TOO_MANY_WRONG_KEYS = 'too_many_wrong_keys';
    public const TOO_MANY_LISTS = 'too_many_lists';
    public const TOO_MUCH_DATA = 'too_much_data';
    public const TOO_MANY_LOOKUPS = 'too_many_lookups';
    public const INTERNAL_ERROR = 'internal_error';
    public const SERVICE_UNAVAILABLE = 'service_unavailable';
    public const SERVICE_BUSY = 'service_busy';
    public const PROVIDER_UNAVAILABLE = 'provider_unavailable';
    public const IDEMPOTENCY_KEY_INVALID = 'idempotency_key_invalid';
    public const IDEMPOTENCY_KEY_REUSED = 'idempotency_key_reused';
    public const IDEMPOTENCY_IN_PROGRESS = 'idempotency_in_progress';
    public const INVALID_REQUEST = 'invalid_request';
    public const VALIDATION_FAILED = 'validation_failed';
    public const POSSIBLE_DUPLICATE = 'possible_duplicate';
    public const LIMIT_EXCEEDED = 'limit_exceeded';
    public const INSUFFICIENT_FUNDS = 'insufficient_funds';
    public const PART_FUNDS_INSUFFICIENT = 'part_funds_insufficient';
    public const REFERENCE_TAKEN = 'reference_taken';
    public const TRANSFER_NOT_FOUND = 'transfer_not_found';
    public const SCHEDULE_NOT_FOUND = 'schedule_not_found';
    public const SCHEDULE_ENDED = 'schedule_ended';
    public const SCHEDULE_NOT_ACTIVE = 'schedule_not_active';
    public const TOO_MANY_SCHEDULES = 'too_many_schedules';
    public const SANDBOX_ONLY = 'sandbox_only';
    public const BULK_TRANSFER_NOT_CANCELABLE = 'bulk_transfer_not_cancelable';
    public const BULK_TRANSFER_NOT_FOUND = 'bulk_transfer_not_found';
    public const BENEFICIARY_NOT_FOUND = 'beneficiary_not_found';
    public const PAYMENT_NOT_FOUND = 'payment_not_found';
    public const PAYMENT_LINK_NOT_FOUND = 'payment_link_not_found';
    public const PART_NOT_FOUND = 'part_not_found';
    public const INVOICE_NOT_FOUND = 'invoice_not_found';
    public const REFUND_NOT_FOUND = 'refund_not_found';
    public const WITHDRAWAL_NOT_FOUND = 'withdrawal_not_found';
    public const WITHDRAWAL_ACCOUNT_NOT_FOUND = 'withdrawal_account_not_found';
    public const WITHDRAWAL_RULE_NOT_FOUND = 'withdrawal_rule_not_found';
    public const CUSTOMER_NOT_FOUND = 'customer_not_found';
    public const WEBHOOK_NOT_FOUND = 'webhook_not_found';
    public const DELIVERY_NOT_FOUND = 'delivery_not_found';
    public const EVENT_NOT_FOUND = 'event_not_found';
    public const TRANSFER_NOT_CANCELABLE = 'transfer_not_cancelable';
    public const WITHDRAWAL_NOT_CANCELABLE = 'withdrawal_not_cancelable';
    public const WITHDRAWAL_ACCOUNT_CONFIRMED = 'withdrawal_account_confirmed';
    public const TOO_MANY_WITHDRAWAL_ACCOUNTS = 'too_many_withdrawal_accounts';
    public const SECOND_PERSON_REQUIRED = 'second_person_required';
    public const PAYMENT_NOT_CANCELABLE = 'payment_not_cancelable';
    public const INVOICE_NOT_CANCELABLE = 'invoice_not_cancelable';
    public const INVOICE_PAYMENT_UNDER_WAY = 'invoice_payment_under_way';
    public const INVOICE_CANCELED = 'invoice_canceled';
    public const INVOICE_PAID = 'invoice_paid';
    public const INVOICE_REST_RESERVED = 'invoice_rest_reserved';
    public const INVOICE_PAYMENTS_EXHAUSTED = 'invoice_payments_exhausted';
    public const PAYMENT_NOT_PROCESSABLE = 'payment_not_processable';
    public const CUSTOMER_BLOCKED = 'customer_blocked';
    public const NOTHING_TO_RELEASE = 'nothing_to_release';
    public const PAYMENT_TRIES_EXHAUSTED = 'payment_tries_exhausted';
    public const WEBHOOK_INACTIVE = 'webhook_inactive';
    public const DELIVERY_BLOCKED = 'delivery_blocked';
    public const SECRET_ROTATION_IN_PROGRESS = 'secret_rotation_in_progress';
    public const NO_NEW_SECRET = 'no_new_secret';
    public const CURSOR_OUTDATED = 'cursor_outdated';
    public const VALUES = [
        'malformed_request',
        'request_incomplete',
        'request_timed_out',
        'expectation_unsupported',
        'headers_too_large',
        'host_invalid',
        'path_invalid',
        'path_not_found',
        'method_not_allowed',
        'precondition_failed',
        'media_type_unsupported',
        'encoding_unsupported',
        'charset_unsupported',
        'body_too_large',
        'body_too_deep',
        'body_too_complex',
        'invalid_json',
        'invalid_form',
        'invalid_utf8',
        'invalid_unicode',
        'duplicate_name',
        'key_missing',
        'key_invalid',
        'key_with_scheme',
        'key_is_private',
        'grant_required',
        'grant_invalid',
        'grant_with_scheme',
        'grant_is_public',
        'right_missing',
        'link_right_missing',
        'grant_ip_not_allowed',
        'ip_not_allowed',
        'publishable_key_refused',
        'key_origin_not_allowed',
        'follow_token_missing',
        'linked_merchant_not_found',
        'rate_limited',
        'too_many_wrong_keys',
        'too_many_lists',
        'too_much_data',
        'too_many_lookups',
        'internal_error',
        'service_unavailable',
        'service_busy',
        'provider_unavailable',
        'idempotency_key_invalid',
        'idempotency_key_reused',
        'idempotency_in_progress',
        'invalid_request',
        'validation_failed',
        'possible_duplicate',
        'limit_exceeded',
        'insufficient_funds',
        'part_funds_insufficient',
        'reference_taken',
        'transfer_not_found',
        'schedule_not_found',
        'schedule_ended',
        'schedule_not_active',
        'too_many_schedules',
        'sandbox_only',
        'bulk_transfer_not_cancelable',
        'bulk_transfer_not_found',
        'beneficiary_not_found',
        'payment_not_found',
        'payment_link_not_found',
        'part_not_found',
        'invoice_not_found',
        'refund_not_found',
        'withdrawal_not_found',
        'withdrawal_account_not_found',
        'withdrawal_rule_not_found',
        'customer_not_found',
        'webhook_not_found',
        'delivery_not_found',
        'event_not_found',
        'transfer_not_cancelable',
        'withdrawal_not_cancelable',
        'withdrawal_account_confirmed',
        'too_many_withdrawal_accounts',
        'second_person_required',
        'payment_not_cancelable',
        'invoice_not_cancelable',
        'invoice_payment_under_way',
        'invoice_canceled',
        'invoice_paid',
        'invoice_rest_reserved',
        'invoice_payments_exhausted',
        'payment_not_processable',
        'customer_blocked',
        'nothing_to_release',
        'payment_tries_exhausted',
        'webhook_inactive',
        'delivery_blocked',
        'secret_rotation_in_progress',
        'no_new_secret',
        'cursor_outdated',
    ];
}
