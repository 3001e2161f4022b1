<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string|null $name
 * @property-read string $number The number or account of the recipient.
 * @property-read string|null $bank_code
 */
final class OrderedReceiver extends Model
{
    protected const FIELDS = [
        'name',
        'number',
        'bank_code',
    ];
}
