<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read 'platform'|'linked'|'all' $fee_bearer
 * @property-read 'parts'|'platform' $refund_bearer
 * @property-read list<SplitParts> $parts
 */
final class Split extends Model
{
    protected const FIELDS = [
        'fee_bearer',
        'refund_bearer',
        'parts',
    ];
    protected const SHAPES = [
        'parts' => [SplitParts::class],
    ];
}
