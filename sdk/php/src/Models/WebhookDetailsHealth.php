<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read 'well'|'failing'|'paused' $state `failing`: the last attempt failed. `paused`: too many attempts failed, and Kolo sends nothing for a while.
 * @property-read string|null $failing_since ISO 8601 in UTC, with microseconds.
 * @property-read string|null $paused_until ISO 8601 in UTC, with microseconds.
 */
final class WebhookDetailsHealth extends Model
{
    protected const FIELDS = [
        'state',
        'failing_since',
        'paused_until',
    ];
}
