<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read Payment $transaction
 * @property-read 'confirm'|'redirect'|'otp' $action What the payer does to pay. `confirm`: confirms on the phone. `redirect`: opens the page in the payment's `action_url`, which follows within seconds: retrieve the payment until it is there. `otp`: nothing more, the one-time code is enough.
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
