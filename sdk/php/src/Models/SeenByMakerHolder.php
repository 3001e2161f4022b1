<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read bool $found Whether the number has an account at the network.
 * @property-read bool|null $active
 * @property-read string|null $name The account holder's name, as the network returned it.
 * @property-read 'matches'|'similar'|'differs'|null $match
 */
final class SeenByMakerHolder extends Model
{
    protected const FIELDS = [
        'found',
        'active',
        'name',
        'match',
    ];
}
