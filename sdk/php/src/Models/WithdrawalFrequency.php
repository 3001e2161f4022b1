<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

final class WithdrawalFrequency
{
    public const DAILY = 'daily';
    public const WEEKLY = 'weekly';
    public const VALUES = [
        'daily',
        'weekly',
    ];
}
