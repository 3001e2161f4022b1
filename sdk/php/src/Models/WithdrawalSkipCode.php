<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * `balance_too_small`: the balance did not exceed `balance_above` and `balance_left`. `account_unusable`: the account was removed or blocked, or its cooling time had not ended. `limit_exceeded`: the withdrawal would have exceeded a limit.
 */
final class WithdrawalSkipCode
{
    public const BALANCE_TOO_SMALL = 'balance_too_small';
    public const ACCOUNT_UNUSABLE = 'account_unusable';
    public const LIMIT_EXCEEDED = 'limit_exceeded';
    public const VALUES = [
        'balance_too_small',
        'account_unusable',
        'limit_exceeded',
    ];
}
