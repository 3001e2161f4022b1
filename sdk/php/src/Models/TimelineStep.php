<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * @property-read string $at ISO 8601 in UTC, with microseconds.
 * @property-read 'event'|'attempt'|'provider'|'notice'|'entry'|'review'|'approval'|'delivery'|'statement'|'progress' $kind `event`: the status changed; `attempt`: an attempt at a provider began or ended; `provider`: a request to the provider and its answer; `notice`: a callback from the provider; `entry`: a ledger entry; `review`: a manual review case was opened or decided; `approval`: an approval was requested or decided; `delivery`: an event was delivered to a webhook; `statement`: the order was compared with the provider's statement; `progress`: transfers of a bulk ended.
 * @property-read string $code What happened, for programs. Of an `event` its type; of an `entry` its kind; of an `attempt` `created`, `sent` or its end; of `provider` `submit`, `ask` or `check`; of a `notice` `received`; of a `review` `opened` or `resolved`; of an `approval` `requested` or the decision; of a `delivery` `scheduled`, `delivered` or `exhausted`; of a `statement` `found` or `differs`; of `progress` `accepted`, a status or `ended`.
 * @property-read string $what The same for people, in a few words.
 * @property-read array<string, mixed> $details The details of the step. Requests and answers are shown without secrets and with masked numbers.
 */
final class TimelineStep extends Model
{
    protected const FIELDS = [
        'at',
        'kind',
        'code',
        'what',
        'details',
    ];
}
