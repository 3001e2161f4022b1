<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read 'hold'|'settle'|'settle_fee'|'release'|'fund'|'collect'|'collect_fee'|'correct'|'reverse'|'adjust'|'advance'|'repay'|'escrow_in'|'escrow_out'|'part_in'|'part_out' $kind `hold`: money held for a transfer or refund; `release`: a hold released; `collect`: a payment received; `collect_fee`: the fee of a payment; `fund`: a top-up; `correct`: a correction of a review or statement; `reverse`: an entry taken back; `adjust`: an adjustment; `advance`: an amount that the merchant owes from now on; `repay`: a debt repaid; `escrow_in`: a part of a split payment held until its release; `escrow_out`: such a part released or refunded; `part_in`: a part of a split payment received; `part_out`: a part paid to another merchant.
 * @property-read 'in'|'out' $direction
 * @property-read int $amount In the currency's smallest unit.
 * @property-read int $balance The available balance after this entry.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read string $subject The id of the transfer, payment, refund, top-up, correction, part or movement of a part.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 */
final class BalanceEntry extends Model
{
    protected const FIELDS = [
        'id',
        'kind',
        'direction',
        'amount',
        'balance',
        'currency',
        'subject',
        'created_at',
    ];
}
