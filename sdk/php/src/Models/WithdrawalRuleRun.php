<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $due_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $withdrawal
 * @property-read 'balance_too_small'|'account_unusable'|'limit_exceeded'|null $skip_code
 * @property-read string|null $skip_reason
 * @property-read int $available The available balance at the due time.
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 */
final class WithdrawalRuleRun extends Model
{
    protected const FIELDS = [
        'due_at',
        'withdrawal',
        'skip_code',
        'skip_reason',
        'available',
        'created_at',
    ];
}
