<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $reference The merchant's own reference, unique for ever within the environment.
 * @property-read int $amount In the currency's smallest unit.
 * @property-read int $fee In the currency's smallest unit.
 * @property-read 'pending'|'processing'|'complete'|'failed'|'canceled' $status
 * @property-read string $beneficiary
 * @property-read OrderedReceiver $receiver
 * @property-read string $channel
 * @property-read string|null $completed_at ISO 8601 in UTC, with microseconds.
 * @property-read 'insufficient_funds'|'insufficient_balance'|'provider_account_empty'|'recipient_not_found'|'recipient_not_allowed'|'recipient_limit_reached'|'name_mismatch'|'name_unavailable'|'payer_not_found'|'payer_not_allowed'|'limit_reached'|'amount_out_of_range'|'rejected_by_payer'|'expired'|'canceled'|'provider_configuration'|'provider_error'|'provider_unavailable'|'refused_by_screening'|'rejected_by_approver'|'resolved_as_failed'|null $failure_code
 * @property-read string|null $failure_reason
 */
final class BulkTransferDetailsTransfers extends Model
{
    protected const FIELDS = [
        'id',
        'reference',
        'amount',
        'fee',
        'status',
        'beneficiary',
        'receiver',
        'channel',
        'completed_at',
        'failure_code',
        'failure_reason',
    ];
    protected const SHAPES = [
        'receiver' => OrderedReceiver::class,
    ];
}
