<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $payment
 * @property-read int $amount In the currency's smallest unit.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read 'pending'|'processing'|'complete'|'failed' $status
 * @property-read string $channel
 * @property-read string|null $reason
 * @property-read array<string, mixed> $metadata Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
 * @property-read bool $sandbox
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $completed_at ISO 8601 in UTC, with microseconds.
 * @property-read int|null $amount_corrected The part of a complete refund that the payer did not receive after all. It is back on the balance, and can be refunded again.
 * @property-read 'insufficient_funds'|'insufficient_balance'|'provider_account_empty'|'recipient_not_found'|'recipient_not_allowed'|'recipient_limit_reached'|'name_mismatch'|'name_unavailable'|'payer_not_found'|'payer_not_allowed'|'limit_reached'|'amount_out_of_range'|'rejected_by_payer'|'expired'|'canceled'|'provider_configuration'|'provider_error'|'provider_unavailable'|'refused_by_screening'|'rejected_by_approver'|'resolved_as_failed'|null $failure_code
 * @property-read string|null $failure_reason
 * @property-read ApprovalDetails|null $approval
 * @property-read 'parts'|'platform'|null $refund_bearer
 */
final class RefundDetails extends Model
{
    protected const FIELDS = [
        'id',
        'payment',
        'amount',
        'currency',
        'status',
        'channel',
        'reason',
        'metadata',
        'sandbox',
        'created_at',
        'updated_at',
        'completed_at',
        'amount_corrected',
        'failure_code',
        'failure_reason',
        'approval',
        'refund_bearer',
    ];
    protected const SHAPES = [
        'approval' => ApprovalDetails::class,
    ];
}
