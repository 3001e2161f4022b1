<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * `pending`: it is being sent, or waits for its next attempt or its turn; `held`: the webhook is switched off; `delivered`: an attempt succeeded; `exhausted`: all attempts failed.
 */
final class DeliveryState
{
    public const PENDING = 'pending';
    public const HELD = 'held';
    public const DELIVERED = 'delivered';
    public const EXHAUSTED = 'exhausted';
    public const VALUES = [
        'pending',
        'held',
        'delivered',
        'exhausted',
    ];
}
