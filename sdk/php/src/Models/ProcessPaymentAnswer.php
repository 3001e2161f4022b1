<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read Payment $transaction
 * @property-read 'confirm' $action The payer confirms on the phone.
 */
final class ProcessPaymentAnswer extends Model
{
    protected const FIELDS = [
        'transaction',
        'action',
    ];
    protected const SHAPES = [
        'transaction' => Payment::class,
    ];
}
