<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $queued The number of deliveries created or reopened.
 * @property-read string|null $next_from If there were more than 10,000 events: the `from` of the next request. Null: there are no more events.
 */
final class Replayed extends Model
{
    protected const FIELDS = [
        'queued',
        'next_from',
    ];
}
