<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string|null $description
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read int $total_amount In the currency's smallest unit.
 * @property-read int $total_fee In the currency's smallest unit.
 * @property-read int $total_transfers
 * @property-read string|null $scheduled_at The due time of a scheduled order.
 * @property-read 'now'|'at_due'|null $reserve_funds
 * @property-read string|null $schedule The schedule whose run created it.
 * @property-read bool $sandbox
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read ApprovalDetails|null $approval
 * @property-read BulkProgress $progress
 * @property-read list<BulkTransferDetailsTransfers> $transfers
 */
final class BulkTransferDetails extends Model
{
    protected const FIELDS = [
        'id',
        'description',
        'currency',
        'total_amount',
        'total_fee',
        'total_transfers',
        'scheduled_at',
        'reserve_funds',
        'schedule',
        'sandbox',
        'created_at',
        'approval',
        'progress',
        'transfers',
    ];
    protected const SHAPES = [
        'approval' => ApprovalDetails::class,
        'progress' => BulkProgress::class,
        'transfers' => [BulkTransferDetailsTransfers::class],
    ];
}
