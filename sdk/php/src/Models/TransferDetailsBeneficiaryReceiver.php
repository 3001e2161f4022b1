<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $number The number or account of the recipient.
 */
final class TransferDetailsBeneficiaryReceiver extends Model
{
    protected const FIELDS = [
        'number',
    ];
}
