<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

final class InvoiceStatus
{
    public const OPEN = 'open';
    public const PARTLY_PAID = 'partly_paid';
    public const PAID = 'paid';
    public const OVERDUE = 'overdue';
    public const CANCELED = 'canceled';
    public const VALUES = [
        'open',
        'partly_paid',
        'paid',
        'overdue',
        'canceled',
    ];
}
