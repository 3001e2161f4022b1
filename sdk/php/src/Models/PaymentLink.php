<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string $url The address of the payment page. Anybody who opens it can pay.
 * @property-read string $name
 * @property-read string|null $description
 * @property-read int|null $amount In the currency's smallest unit; null if the payer chooses the amount.
 * @property-read string $currency Three-letter ISO 4217 code.
 * @property-read string|null $callback The URL to which the payer is redirected afterwards. Kolo adds `reference`, `trxref` and `status` to its query and changes nothing else.
 * @property-read int|null $max_payments The number of payments after which the link takes no more; null without a limit.
 * @property-read int|null $max_amount_collected The sum that the link's payments together never exceed; null without a limit.
 * @property-read array<string, mixed> $metadata Free-form data, returned unchanged: at most 16 KiB as JSON, 50 names of 40 characters, texts of 500 characters, 3 levels deep. The largest number is 9007199254740991; send larger ones as text.
 * @property-read SplitTerms|null $split
 * @property-read bool $active
 * @property-read bool $sandbox
 * @property-read string $created_at ISO 8601 in UTC, with microseconds.
 * @property-read string $updated_at ISO 8601 in UTC, with microseconds.
 */
final class PaymentLink extends Model
{
    protected const FIELDS = [
        'id',
        'url',
        'name',
        'description',
        'amount',
        'currency',
        'callback',
        'max_payments',
        'max_amount_collected',
        'metadata',
        'split',
        'active',
        'sandbox',
        'created_at',
        'updated_at',
    ];
    protected const SHAPES = [
        'split' => SplitTerms::class,
    ];
}
