<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * The bearer of the payment's fee. `platform`: the merchant that creates the payment, by default. `linked`: the linked merchants. `all`: everyone. Several bear it in proportion to their parts. If their parts do not suffice, the others bear the rest.
 */
final class FeeBearer
{
    public const PLATFORM = 'platform';
    public const LINKED = 'linked';
    public const ALL = 'all';
    public const VALUES = [
        'platform',
        'linked',
        'all',
    ];
}
