<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read Payment $transaction
 * @property-read 'confirm'|'redirect'|'otp' $action The payer's next action. `confirm`: confirm on the phone. `redirect`: open the page in the payment's `action_url`, which follows within seconds: retrieve the payment until it has one. `otp`: none, because the one-time code confirms the payment.
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
