<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read 'platform'|'merchant' $set_by `platform`: only the platform operator can change it.
 * @property-read 'merchant'|'key'|'person'|'payee'|'payer' $applies_to Whose orders count together: the merchant's, those of one key, of one person, to one payee, or the payments of one payer.
 * @property-read 'hour'|'day'|'month' $period By the clock of the merchant's time zone.
 * @property-read 'amount'|'count' $measure `amount`: the sum. `count`: the number of orders.
 * @property-read string|null $holder The key or person. Absent: each of them has the limit.
 * @property-read string|null $currency Three-letter ISO 4217 code.
 * @property-read int $maximum In the currency's smallest unit.
 * @property-read int|null $used What this hour, day or month has used. Only for a limit of the merchant, or of one key or person.
 * @property-read string $free_at ISO 8601 in UTC, with microseconds.
 */
final class Limit extends Model
{
    protected const FIELDS = [
        'id',
        'set_by',
        'applies_to',
        'period',
        'measure',
        'holder',
        'currency',
        'maximum',
        'used',
        'free_at',
    ];
}
