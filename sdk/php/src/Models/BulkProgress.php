<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $pending
 * @property-read int $processing
 * @property-read int $complete
 * @property-read int $failed
 * @property-read int $canceled
 */
final class BulkProgress extends Model
{
    protected const FIELDS = [
        'pending',
        'processing',
        'complete',
        'failed',
        'canceled',
    ];
}
