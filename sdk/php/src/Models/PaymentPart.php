<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $payment
 * @property-read string $platform The merchant that the payer has paid.
 * @property-read string $platform_name
 * @property-read string $merchant The merchant that receives the part. One part is the platform's own: the rest of the payment.
 * @property-read string $merchant_name
 * @property-read int|null $basis_points The part in hundredths of a percent of the payment: 8500 is 85 %.
 * @property-read int $amount In the currency's smallest unit.
 * @property-read int $fee Its share of the payment's fee, once it is paid.
 * @property-read int $amount_net `amount` without `fee`.
 * @property-read int $amount_refunded Its share of refunds, out of `amount_net`.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read bool $hold
 * @property-read 'pending'|'held'|'settled' $status
 * @property-read string|null $description
 * @property-read bool $sandbox
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $settled_at ISO 8601 in UTC, with microseconds.
 */
final class PaymentPart extends Model
{
    protected const FIELDS = [
        'id',
        'payment',
        'platform',
        'platform_name',
        'merchant',
        'merchant_name',
        'basis_points',
        'amount',
        'fee',
        'amount_net',
        'amount_refunded',
        'currency',
        'hold',
        'status',
        'description',
        'sandbox',
        'created_at',
        'updated_at',
        'settled_at',
    ];
}
