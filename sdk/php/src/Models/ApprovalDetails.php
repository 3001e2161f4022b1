<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read 'waiting'|'approved'|'rejected'|'canceled' $state
 * @property-read string|null $requested_by The person who requested it; null for an API key.
 * @property-read string $requested_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $decided_by
 * @property-read string|null $decided_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $reason
 * @property-read SeenByMaker|null $seen
 */
final class ApprovalDetails extends Model
{
    protected const FIELDS = [
        'state',
        'requested_by',
        'requested_at',
        'decided_by',
        'decided_at',
        'reason',
        'seen',
    ];
    protected const SHAPES = [
        'seen' => SeenByMaker::class,
    ];
}
