<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * `pending`: the payer has not paid. `held`: paid, and held until the platform releases it. `settled`: its merchant has it.
 */
final class PartStatus
{
    public const PENDING = 'pending';
    public const HELD = 'held';
    public const SETTLED = 'settled';
    public const VALUES = [
        'pending',
        'held',
        'settled',
    ];
}
