<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $amount In the currency's smallest unit.
 * @property-read string $due_at ISO 8601 in UTC, with microseconds.
 * @property-read int $amount_paid The paid part of this instalment. Payments fill the instalments in order.
 */
final class Instalment extends Model
{
    protected const FIELDS = [
        'amount',
        'due_at',
        'amount_paid',
    ];
}
