<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $heading
 * @property-read string|null $field The field that the column holds; null if it is not recognised.
 */
final class BulkTransferFileColumns extends Model
{
    protected const FIELDS = [
        'heading',
        'field',
    ];
}
