<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $id
 * @property-read string|null $phone
 * @property-read string|null $name
 * @property-read string|null $email
 * @property-read string $country Two-letter ISO 3166 code.
 * @property-read TransferDetailsBeneficiaryChannel $channel
 * @property-read TransferDetailsBeneficiaryReceiver $receiver
 */
final class TransferDetailsBeneficiary extends Model
{
    protected const FIELDS = [
        'id',
        'phone',
        'name',
        'email',
        'country',
        'channel',
        'receiver',
    ];
    protected const SHAPES = [
        'channel' => TransferDetailsBeneficiaryChannel::class,
        'receiver' => TransferDetailsBeneficiaryReceiver::class,
    ];
}
