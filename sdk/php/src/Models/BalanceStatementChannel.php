<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string|null $channel Null for movements over no channel, such as corrections and withdrawals to a bank.
 * @property-read int $count The number of movements.
 * @property-read int $amount_in The sum of the movements that increase the balance.
 * @property-read int $amount_out The sum of the movements that decrease the balance.
 * @property-read int $fees The fees in `amount_out`.
 * @property-read list<BalanceStatementLine> $lines
 */
final class BalanceStatementChannel extends Model
{
    protected const FIELDS = [
        'channel',
        'count',
        'amount_in',
        'amount_out',
        'fees',
        'lines',
    ];
    protected const SHAPES = [
        'lines' => [BalanceStatementLine::class],
    ];
}
