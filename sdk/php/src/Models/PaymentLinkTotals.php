<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $payments The payments that payers have started on the link's page, of every status.
 * @property-read int $payments_complete Those that were paid, refunded ones among them.
 * @property-read int $payments_open Those that are pending or processing.
 * @property-read int $amount_collected The sum of the paid ones, before fees and refunds.
 * @property-read int $amount_open The sum of the open ones.
 * @property-read int $amount_refunded The sum of their refunds.
 */
final class PaymentLinkTotals extends Model
{
    protected const FIELDS = [
        'payments',
        'payments_complete',
        'payments_open',
        'amount_collected',
        'amount_open',
        'amount_refunded',
    ];
}
