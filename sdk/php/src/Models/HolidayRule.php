<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * The rule for a Saturday, a Sunday or a day of `PUT /holidays`. `none` (the default): it is paid on that day. `before` and `after`: on the next working day in that direction. Days that move to one day are one run.
 */
final class HolidayRule
{
    public const NONE = 'none';
    public const BEFORE = 'before';
    public const AFTER = 'after';
    public const VALUES = [
        'none',
        'before',
        'after',
    ];
}
