<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

final class WithdrawalAccountType
{
    public const MOBILE_MONEY = 'mobile_money';
    public const BANK_ACCOUNT = 'bank_account';
    public const VALUES = [
        'mobile_money',
        'bank_account',
    ];
}
