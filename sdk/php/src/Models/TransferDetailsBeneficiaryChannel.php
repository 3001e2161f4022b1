<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $name
 * @property-read string $type
 * @property-read string $id
 */
final class TransferDetailsBeneficiaryChannel extends Model
{
    protected const FIELDS = [
        'name',
        'type',
        'id',
    ];
}
