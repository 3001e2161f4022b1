<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id The id of the transfer, payment, refund or bulk transfer.
 * @property-read string $status The status. A bulk is `processing` until all of its transfers have ended.
 * @property-read 'unreconciled'|'reconciled'|'exception'|null $reconciliation The result of comparing the order with the provider's statement. It is independent of the status. Each transfer of a bulk has its own.
 * @property-read list<TimelineStep> $steps All steps; of a longer timeline the first and the newest.
 */
final class Timeline extends Model
{
    protected const FIELDS = [
        'id',
        'status',
        'reconciliation',
        'steps',
    ];
    protected const SHAPES = [
        'steps' => [TimelineStep::class],
    ];
}
