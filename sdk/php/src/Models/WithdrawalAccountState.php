<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * `pending` until it is confirmed, in live by two people.
 */
final class WithdrawalAccountState
{
    public const PENDING = 'pending';
    public const ACTIVE = 'active';
    public const REMOVED = 'removed';
    public const VALUES = [
        'pending',
        'active',
        'removed',
    ];
}
