<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read int $total_amount In the currency's smallest unit.
 * @property-read int $total_fee In the currency's smallest unit.
 * @property-read int $total_transfers
 * @property-read int $available In the currency's smallest unit.
 * @property-read bool $needs_approval Whether a second person must approve the bulk before anything is sent.
 * @property-read bool $is_enough Whether the balance covers the amounts and fees of the valid entries.
 * @property-read array<string, list<string>> $errors The errors by field, such as `transfers.3.amount`. A bulk with any error is refused as a whole.
 * @property-read array<string, list<BulkTransferCheckFieldReasons>> $field_reasons The same for programs: for each field, the reasons in the order of `errors`.
 * @property-read list<BulkTransferCheckDuplicates> $duplicates
 * @property-read list<BulkTransferCheckRepeats> $repeats Entries that pay the same amount to the same recipient as an earlier entry.
 */
final class BulkTransferCheck extends Model
{
    protected const FIELDS = [
        'currency',
        'total_amount',
        'total_fee',
        'total_transfers',
        'available',
        'needs_approval',
        'is_enough',
        'errors',
        'field_reasons',
        'duplicates',
        'repeats',
    ];
    protected const SHAPES = [
        'field_reasons' => ['*' => [BulkTransferCheckFieldReasons::class]],
        'duplicates' => [BulkTransferCheckDuplicates::class],
        'repeats' => [BulkTransferCheckRepeats::class],
    ];
}
