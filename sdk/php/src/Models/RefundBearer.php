<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * The bearer of refunds. `parts`: every part, in proportion, with the platform's own. `platform`: the platform alone.
 */
final class RefundBearer
{
    public const PARTS = 'parts';
    public const PLATFORM = 'platform';
    public const VALUES = [
        'parts',
        'platform',
    ];
}
