<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read Payment $transaction
 * @property-read string $follow_token Lets a browser or an app with a publishable key follow this payment, and no other: send it in `X-Follow-Token`.
 * @property-read string $authorization_url The hosted page where the payer pays.
 */
final class CreatePaymentAnswer extends Model
{
    protected const FIELDS = [
        'transaction',
        'follow_token',
        'authorization_url',
    ];
    protected const SHAPES = [
        'transaction' => Payment::class,
    ];
}
