<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * How the beneficiary is paid. It cannot be changed after creation.
 */
final class BeneficiaryType
{
    public const MOBILE_MONEY = 'mobile_money';
    public const BANK_ACCOUNT = 'bank_account';
    public const CASH_PICKUP = 'cash_pickup';
    public const VALUES = [
        'mobile_money',
        'bank_account',
        'cash_pickup',
    ];
}
