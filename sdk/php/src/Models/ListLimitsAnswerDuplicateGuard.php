<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $minutes The time within which a transfer of the same amount to the same payee is refused.
 */
final class ListLimitsAnswerDuplicateGuard extends Model
{
    protected const FIELDS = [
        'minutes',
    ];
}
