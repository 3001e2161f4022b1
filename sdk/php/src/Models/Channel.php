<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $name
 * @property-read string $country Two-letter ISO 3166 code.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read 'mobile_money'|'bank_account'|'cash_pickup' $type
 * @property-read list<'collect'|'transfer'> $kinds Of an active channel: those that its provider accounts carry. Of any other: those it could carry.
 * @property-read string|null $operator
 * @property-read int $minimum In the currency's smallest unit.
 * @property-read int $maximum In the currency's smallest unit.
 * @property-read bool $active Whether the channel can be used in the key's environment, because a provider account is connected.
 * @property-read ChannelHealth $health While a channel is paused, new transfers wait and new payments are refused.
 */
final class Channel extends Model
{
    protected const FIELDS = [
        'id',
        'name',
        'country',
        'currency',
        'type',
        'kinds',
        'operator',
        'minimum',
        'maximum',
        'active',
        'health',
    ];
    protected const SHAPES = [
        'health' => ChannelHealth::class,
    ];
}
