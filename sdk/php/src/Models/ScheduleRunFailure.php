<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * `insufficient_balance`: the balance did not cover the sum. `transfers_refused`: the list cannot be paid any more, for the reason in `failure_reason`.
 */
final class ScheduleRunFailure
{
    public const INSUFFICIENT_BALANCE = 'insufficient_balance';
    public const TRANSFERS_REFUSED = 'transfers_refused';
    public const VALUES = [
        'insufficient_balance',
        'transfers_refused',
    ];
}
