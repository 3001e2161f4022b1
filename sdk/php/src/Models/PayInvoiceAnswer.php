<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read Payment $transaction
 * @property-read string $authorization_url The hosted page where the payer pays this part.
 */
final class PayInvoiceAnswer extends Model
{
    protected const FIELDS = [
        'transaction',
        'authorization_url',
    ];
    protected const SHAPES = [
        'transaction' => Payment::class,
    ];
}
