<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read Balance $balance
 * @property-read list<Balance> $balances
 */
final class RetrieveBalanceAnswer extends Model
{
    protected const FIELDS = [
        'balance',
        'balances',
    ];
    protected const SHAPES = [
        'balance' => Balance::class,
        'balances' => [Balance::class],
    ];
}
