<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Balance
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * Retrieve the balance: `GET /balance`. `available` can be spent. `reserved` is held for transfers and refunds that have not ended. `total` is the sum of both. `balance` is in the requested currency, or in the merchant's own. `balances` lists every currency. A restricted private key needs the right `balance:read`.
     *
     * @param array{currency?: string} $query
     * @throws KoloError
     */
    public function retrieve(array $query = [], ?CallOptions $options = null): Models\RetrieveBalanceAnswer
    {
        $answer = $this->caller->call('retrieveBalance', query: $query, options: $options);
        return new Models\RetrieveBalanceAnswer($answer);
    }

    /**
     * List the balance's history: `GET /balance/history`. Newest first, each entry with the balance after it. A restricted private key needs the right `balance:read`.
     *
     * @param array{limit?: int, page?: int, currency?: string} $query
     * @return Page<Models\BalanceEntry>
     * @throws KoloError
     */
    public function history(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listBalanceHistory', query: $query, options: $options);
        return Page::of($answer, 'items', Models\BalanceEntry::class);
    }

    /**
     * Iterates over every item of `history`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, currency?: string} $query
     * @return \Generator<int, Models\BalanceEntry>
     * @throws KoloError
     */
    public function allHistory(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->history($each, $options), $query);
    }

    /**
     * Retrieve a balance statement: `GET /balance/statement`. The balance at the start and the end of a day, week, month or range of days, and the sums of the movements by line and by channel. An order counts when it completes: until then its amount is reserved, and belongs to the balance. The closing balance of a period is the opening balance of the next. A restricted private key needs the right `balance:read`.
     *
     * @param array{currency?: string, period?: 'day'|'week'|'month', date?: string, date_start?: string, date_end?: string} $query
     * @throws KoloError
     */
    public function statement(array $query = [], ?CallOptions $options = null): Models\BalanceStatement
    {
        $answer = $this->caller->call('retrieveBalanceStatement', query: $query, options: $options);
        return new Models\BalanceStatement($answer['statement']);
    }

    /**
     * List the limits: `GET /limits`. The limits on the sum and the number of orders per hour, day and month. `used` is what counts already, and `free_at` the end of the current hour, day or month. `duplicate_guard` is null when it is off. An order that would exceed a limit is refused with `limit_exceeded`. A restricted private key needs the right `balance:read`.
     *
     * @throws KoloError
     */
    public function limits(?CallOptions $options = null): Models\ListLimitsAnswer
    {
        $answer = $this->caller->call('listLimits', options: $options);
        return new Models\ListLimitsAnswer($answer);
    }

    /**
     * List corrections: `GET /corrections`. The corrections that the platform operator booked on your balance, newest first. A restricted private key needs the right `balance:read`.
     *
     * @param array{limit?: int, page?: int} $query
     * @return Page<Models\Correction>
     * @throws KoloError
     */
    public function listCorrections(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listCorrections', query: $query, options: $options);
        return Page::of($answer, 'items', Models\Correction::class);
    }

    /**
     * Iterates over every item of `listCorrections`, newest first, each once.
     *
     * @param array{limit?: int, page?: int} $query
     * @return \Generator<int, Models\Correction>
     * @throws KoloError
     */
    public function allCorrections(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->listCorrections($each, $options), $query);
    }
}
