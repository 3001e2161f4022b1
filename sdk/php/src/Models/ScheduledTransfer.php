<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read int $amount In the currency's smallest unit.
 * @property-read string $channel
 * @property-read string $beneficiary
 * @property-read string|null $description
 * @property-read array<string, mixed>|null $metadata Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
 * @property-read string|null $expect_name
 */
final class ScheduledTransfer extends Model
{
    protected const FIELDS = [
        'amount',
        'channel',
        'beneficiary',
        'description',
        'metadata',
        'expect_name',
    ];
}
