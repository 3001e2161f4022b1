<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read 'payments'|'payment_fees'|'refunds'|'transfers'|'transfer_fees'|'withdrawals'|'top_ups'|'parts_received'|'parts_paid'|'parts_held'|'corrections'|'debts' $line `payments`: payments received; `payment_fees`: their fees; `refunds`: refunds paid out; `transfers`: transfers paid out; `transfer_fees`: their fees; `withdrawals`: withdrawals paid out; `top_ups`: top-ups and test funds; `parts_received`, `parts_paid`: parts of split payments between merchants; `parts_held`: parts held until their release; `corrections`: corrections, adjustments and reversals; `debts`: amounts that the merchant owes after a correction, and their repayment.
 * @property-read int $count The number of movements.
 * @property-read int $amount_in The sum of the movements that increase the balance.
 * @property-read int $amount_out The sum of the movements that decrease the balance.
 */
final class BalanceStatementLine extends Model
{
    protected const FIELDS = [
        'line',
        'count',
        'amount_in',
        'amount_out',
    ];
}
