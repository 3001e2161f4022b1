<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $channel The channel that the number belongs to.
 * @property-read string $phone Any common format is accepted. It is stored and returned as +237677123456.
 * @property-read bool $found Whether the number has an account at the network.
 * @property-read bool|null $active Whether the account can receive money; null if the network does not report it.
 * @property-read string|null $name The account holder's name; null if the network does not report it.
 * @property-read 'matches'|'similar'|'differs'|null $match How well your `name` matches the account holder's; null if either is missing.
 */
final class Lookup extends Model
{
    protected const FIELDS = [
        'channel',
        'phone',
        'found',
        'active',
        'name',
        'match',
    ];
}
