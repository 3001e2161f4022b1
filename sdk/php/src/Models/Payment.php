<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $reference The merchant's own reference, unique for ever within the environment.
 * @property-read string|null $merchant_reference The merchant's own reference, unique for ever within the environment.
 * @property-read string|null $trxref The merchant's own reference, unique for ever within the environment.
 * @property-read int $amount In the currency's smallest unit.
 * @property-read int $amount_total In the currency's smallest unit.
 * @property-read int $converted_amount In the currency's smallest unit.
 * @property-read int $fee In the currency's smallest unit.
 * @property-read int $amount_refunded In the currency's smallest unit.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read 'pending'|'processing'|'complete'|'failed'|'canceled'|'expired' $status
 * @property-read string $customer
 * @property-read string|null $channel
 * @property-read string|null $phone The number of the phone that confirms the payment.
 * @property-read string|null $description
 * @property-read string|null $callback The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
 * @property-read array<string, mixed> $metadata Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
 * @property-read Split|null $split
 * @property-read string|null $invoice The invoice of which it pays a part.
 * @property-read string|null $action_url The provider's page where the payer pays: redirect the payer to it. Present as soon as the provider has returned it, while the payment is `processing`.
 * @property-read bool $sandbox
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $processing_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $completed_at ISO 8601 in UTC, with microseconds.
 * @property-read string|null $expires_at ISO 8601 in UTC, with microseconds.
 * @property-read 'insufficient_funds'|'insufficient_balance'|'provider_account_empty'|'recipient_not_found'|'recipient_not_allowed'|'recipient_limit_reached'|'name_mismatch'|'name_unavailable'|'payer_not_found'|'payer_not_allowed'|'limit_reached'|'amount_out_of_range'|'rejected_by_payer'|'expired'|'canceled'|'provider_configuration'|'provider_error'|'provider_unavailable'|'refused_by_screening'|'rejected_by_approver'|'resolved_as_failed'|null $failure_code
 * @property-read string|null $failure_reason
 */
final class Payment extends Model
{
    protected const FIELDS = [
        'id',
        'reference',
        'merchant_reference',
        'trxref',
        'amount',
        'amount_total',
        'converted_amount',
        'fee',
        'amount_refunded',
        'currency',
        'status',
        'customer',
        'channel',
        'phone',
        'description',
        'callback',
        'metadata',
        'split',
        'invoice',
        'action_url',
        'sandbox',
        'created_at',
        'updated_at',
        'processing_at',
        'completed_at',
        'expires_at',
        'failure_code',
        'failure_reason',
    ];
    protected const SHAPES = [
        'split' => Split::class,
    ];
}
