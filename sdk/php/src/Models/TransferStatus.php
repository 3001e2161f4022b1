<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

final class TransferStatus
{
    public const PENDING = 'pending';
    public const PROCESSING = 'processing';
    public const COMPLETE = 'complete';
    public const FAILED = 'failed';
    public const CANCELED = 'canceled';
    public const VALUES = [
        'pending',
        'processing',
        'complete',
        'failed',
        'canceled',
    ];
}
