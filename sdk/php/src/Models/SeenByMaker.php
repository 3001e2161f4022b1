<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * The account holder and the possible duplicates, as shown to the person who created the order.
 * @property-read SeenByMakerHolder|null $holder
 * @property-read list<string> $duplicates Transfers of the same amount to the same number or account in the 24 hours before.
 * @property-read int $repeats For a bulk: the number of entries that repeat another entry.
 */
final class SeenByMaker extends Model
{
    protected const FIELDS = [
        'holder',
        'duplicates',
        'repeats',
    ];
    protected const SHAPES = [
        'holder' => SeenByMakerHolder::class,
    ];
}
