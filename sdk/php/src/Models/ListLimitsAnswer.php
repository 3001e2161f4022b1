<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read list<Limit> $limits
 * @property-read ListLimitsAnswerDuplicateGuard|null $duplicate_guard
 */
final class ListLimitsAnswer extends Model
{
    protected const FIELDS = [
        'limits',
        'duplicate_guard',
    ];
    protected const SHAPES = [
        'limits' => [Limit::class],
        'duplicate_guard' => ListLimitsAnswerDuplicateGuard::class,
    ];
}
