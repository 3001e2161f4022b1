<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read list<string> $days Calendar days, sorted.
 */
final class Holidays extends Model
{
    protected const FIELDS = [
        'days',
    ];
}
