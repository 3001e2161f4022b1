<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read Payment $transaction
 * @property-read list<PaymentPart> $parts
 */
final class ReleasePaymentAnswer extends Model
{
    protected const FIELDS = [
        'transaction',
        'parts',
    ];
    protected const SHAPES = [
        'transaction' => Payment::class,
        'parts' => [PaymentPart::class],
    ];
}
