<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * Present if a second person must approve the order, or had to. Nothing is sent while it is `waiting`.
 * @property-read 'waiting'|'approved'|'rejected'|'canceled' $state
 */
final class Approval extends Model
{
    protected const FIELDS = [
        'state',
    ];
}
