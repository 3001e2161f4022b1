<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * Why it failed. `docs/reference/failures.md` has the meaning of each code.
 */
final class FailureCode
{
    public const INSUFFICIENT_FUNDS = 'insufficient_funds';
    public const INSUFFICIENT_BALANCE = 'insufficient_balance';
    public const PROVIDER_ACCOUNT_EMPTY = 'provider_account_empty';
    public const RECIPIENT_NOT_FOUND = 'recipient_not_found';
    public const RECIPIENT_NOT_ALLOWED = 'recipient_not_allowed';
    public const RECIPIENT_LIMIT_REACHED = 'recipient_limit_reached';
    public const NAME_MISMATCH = 'name_mismatch';
    public const NAME_UNAVAILABLE = 'name_unavailable';
    public const PAYER_NOT_FOUND = 'payer_not_found';
    public const PAYER_NOT_ALLOWED = 'payer_not_allowed';
    public const LIMIT_REACHED = 'limit_reached';
    public const AMOUNT_OUT_OF_RANGE = 'amount_out_of_range';
    public const REJECTED_BY_PAYER = 'rejected_by_payer';
    public const EXPIRED = 'expired';
    public const CANCELED = 'canceled';
    public const PROVIDER_CONFIGURATION = 'provider_configuration';
    public const PROVIDER_ERROR = 'provider_error';
    public const PROVIDER_UNAVAILABLE = 'provider_unavailable';
    public const REFUSED_BY_SCREENING = 'refused_by_screening';
    public const REJECTED_BY_APPROVER = 'rejected_by_approver';
    public const RESOLVED_AS_FAILED = 'resolved_as_failed';
    public const VALUES = [
        'insufficient_funds',
        'insufficient_balance',
        'provider_account_empty',
        'recipient_not_found',
        'recipient_not_allowed',
        'recipient_limit_reached',
        'name_mismatch',
        'name_unavailable',
        'payer_not_found',
        'payer_not_allowed',
        'limit_reached',
        'amount_out_of_range',
        'rejected_by_payer',
        'expired',
        'canceled',
        'provider_configuration',
        'provider_error',
        'provider_unavailable',
        'refused_by_screening',
        'rejected_by_approver',
        'resolved_as_failed',
    ];
}
