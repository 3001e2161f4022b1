<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Withdrawals
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * Explain a withdrawal: `GET /withdrawals/{id}/timeline`. Returns every change with its time and cause: requests to the provider and their answers, ledger entries, webhook deliveries and people's decisions. Requests are shown without secrets and with masked numbers. A restricted private key needs the right `withdrawals:read`.
     *
     * @throws KoloError
     */
    public function timeline(string $id, ?CallOptions $options = null): Models\Timeline
    {
        $answer = $this->caller->call('explainWithdrawal', params: ['id' => $id], options: $options);
        return new Models\Timeline($answer['timeline']);
    }

    /**
     * List withdrawal rules: `GET /withdrawal-rules`. At most one per currency, each with its last run. A restricted private key needs the right `withdrawals:read`.
     *
     * @return list<Models\WithdrawalRule>
     * @throws KoloError
     */
    public function rules(?CallOptions $options = null): array
    {
        $answer = $this->caller->call('listWithdrawalRules', options: $options);
        return array_map(static fn (array $item): Models\WithdrawalRule => new Models\WithdrawalRule($item), $answer['withdrawal_rules']);
    }

    /**
     * Set a withdrawal rule: `PUT /withdrawal-rules`. Withdraws the available balance to a confirmed account every day or on days of the week, in the merchant's time zone. It replaces the rule in the account's currency, if there is one. Each due time has exactly one run: a withdrawal, or the reason why there is none. A restricted private key needs the right `withdrawals:write`.
     *
     * @param array{account: string, frequency: 'daily'|'weekly', days?: list<int>, time: string, time_zone?: string, balance_above?: int, balance_left?: int} $body
     * @throws KoloError
     */
    public function setRule(array $body, ?CallOptions $options = null): Models\WithdrawalRule
    {
        $answer = $this->caller->call('setWithdrawalRule', body: $body, options: $options);
        return new Models\WithdrawalRule($answer['withdrawal_rule']);
    }

    /**
     * Remove a withdrawal rule: `DELETE /withdrawal-rules/{id}`. Withdrawals that it has made continue. A restricted private key needs the right `withdrawals:write`.
     *
     * @throws KoloError
     */
    public function removeRule(string $id, ?CallOptions $options = null): void
    {
        $this->caller->call('removeWithdrawalRule', params: ['id' => $id], options: $options);
    }

    /**
     * List withdrawal rule runs: `GET /withdrawal-rules/{id}/runs`. One per due time, the latest first. A restricted private key needs the right `withdrawals:read`.
     *
     * @param array{limit?: int, page?: int} $query
     * @return Page<Models\WithdrawalRuleRun>
     * @throws KoloError
     */
    public function listRuleRuns(string $id, array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listWithdrawalRuleRuns', params: ['id' => $id], query: $query, options: $options);
        return Page::of($answer, 'items', Models\WithdrawalRuleRun::class);
    }

    /**
     * Run a withdrawal rule: `POST /withdrawal-rules/{id}/run`. In test only: the next run is due now. A restricted private key needs the right `withdrawals:write`.
     *
     * @throws KoloError
     */
    public function runRule(string $id, ?CallOptions $options = null): Models\WithdrawalRule
    {
        $answer = $this->caller->call('runWithdrawalRule', params: ['id' => $id], options: $options);
        return new Models\WithdrawalRule($answer['withdrawal_rule']);
    }

    /**
     * List withdrawals: `GET /withdrawals`. Newest first. A restricted private key needs the right `withdrawals:read`.
     *
     * @param array{limit?: int, page?: int, status?: 'pending'|'processing'|'complete'|'failed'|'canceled', account?: string, date_start?: string, date_end?: string} $query
     * @return Page<Models\Withdrawal>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listWithdrawals', query: $query, options: $options);
        return Page::of($answer, 'items', Models\Withdrawal::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, status?: 'pending'|'processing'|'complete'|'failed'|'canceled', account?: string, date_start?: string, date_end?: string} $query
     * @return \Generator<int, Models\Withdrawal>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a withdrawal: `POST /withdrawals`. Takes money from your balance to a confirmed account of yours, in that account's currency. The amount is held at once; a withdrawal is free. If no channel reaches the account or takes the amount, the platform operator pays it through a bank. If the merchant requires a second approval, it stays `pending`, with `approval`, until then. A restricted private key needs the right `withdrawals:write`.
     *
     * @param array{account: string, amount: int, reference?: string, description?: string, metadata?: array<string, mixed>} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\Withdrawal
    {
        $answer = $this->caller->call('createWithdrawal', body: $body, options: $options);
        return new Models\Withdrawal($answer['withdrawal']);
    }

    /**
     * Retrieve a withdrawal: `GET /withdrawals/{id}`. By its id or your reference. A restricted private key needs the right `withdrawals:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $id, ?CallOptions $options = null): Models\WithdrawalDetails
    {
        $answer = $this->caller->call('retrieveWithdrawal', params: ['id' => $id], options: $options);
        return new Models\WithdrawalDetails($answer['withdrawal']);
    }

    /**
     * Polls with growing pauses until the record has ended, and returns it. The record itself continues after `$wait_s` seconds.
     *
     * @throws KoloError `not_ended` after `$wait_s`
     */
    public function wait(string $id, float $wait_s = Caller::WAIT_S, ?CallOptions $options = null): Models\WithdrawalDetails
    {
        $poll = fn (): Models\WithdrawalDetails => $this->retrieve($id, $options);
        return $this->caller->wait($poll, static fn (Models\WithdrawalDetails $one): bool => !in_array($one->status, ['pending', 'processing'], true), $wait_s);
    }

    /**
     * Cancel a withdrawal: `DELETE /withdrawals/{id}`. Allowed only while the withdrawal is `pending`. A restricted private key needs the right `withdrawals:write`.
     *
     * @throws KoloError
     */
    public function cancel(string $id, ?CallOptions $options = null): void
    {
        $this->caller->call('cancelWithdrawal', params: ['id' => $id], options: $options);
    }

    /**
     * List withdrawal accounts: `GET /withdrawal-accounts`. Newest first, without removed ones. A restricted private key needs the right `withdrawals:read`.
     *
     * @param array{limit?: int, page?: int} $query
     * @return Page<Models\WithdrawalAccount>
     * @throws KoloError
     */
    public function listAccounts(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listWithdrawalAccounts', query: $query, options: $options);
        return Page::of($answer, 'items', Models\WithdrawalAccount::class);
    }

    /**
     * Iterates over every item of `listAccounts`, newest first, each once.
     *
     * @param array{limit?: int, page?: int} $query
     * @return \Generator<int, Models\WithdrawalAccount>
     * @throws KoloError
     */
    public function allAccounts(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->listAccounts($each, $options), $query);
    }

    /**
     * Create a withdrawal account: `POST /withdrawal-accounts`. A bank account or a wallet of your own. Money goes to it once it is confirmed, and in live after a cooling time. A person who registers it in the dashboard is the first of the two who confirm it in live. A restricted private key needs the right `withdrawals:write`.
     *
     * @param array{type: 'mobile_money'|'bank_account', name: string, country: string, currency: string, phone?: string, account_number?: string, bank_code?: string} $body
     * @throws KoloError
     */
    public function registerAccount(array $body, ?CallOptions $options = null): Models\WithdrawalAccount
    {
        $answer = $this->caller->call('createWithdrawalAccount', body: $body, options: $options);
        return new Models\WithdrawalAccount($answer['withdrawal_account']);
    }

    /**
     * Retrieve a withdrawal account: `GET /withdrawal-accounts/{id}`. A restricted private key needs the right `withdrawals:read`.
     *
     * @throws KoloError
     */
    public function retrieveAccount(string $id, ?CallOptions $options = null): Models\WithdrawalAccount
    {
        $answer = $this->caller->call('retrieveWithdrawalAccount', params: ['id' => $id], options: $options);
        return new Models\WithdrawalAccount($answer['withdrawal_account']);
    }

    /**
     * Delete a withdrawal account: `DELETE /withdrawal-accounts/{id}`. Existing withdrawals to it continue. A restricted private key needs the right `withdrawals:write`.
     *
     * @throws KoloError
     */
    public function removeAccount(string $id, ?CallOptions $options = null): void
    {
        $this->caller->call('deleteWithdrawalAccount', params: ['id' => $id], options: $options);
    }

    /**
     * Confirm a withdrawal account: `POST /withdrawal-accounts/{id}/confirm`. In live two people must confirm it in the dashboard. In test a key can confirm it. A restricted private key needs the right `withdrawals:write`.
     *
     * @throws KoloError
     */
    public function confirmAccount(string $id, ?CallOptions $options = null): Models\WithdrawalAccount
    {
        $answer = $this->caller->call('confirmWithdrawalAccount', params: ['id' => $id], options: $options);
        return new Models\WithdrawalAccount($answer['withdrawal_account']);
    }
}
