<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Schedules
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List schedules: `GET /schedules`. Newest first, without their transfers. A restricted private key needs the right `transfers:read`.
     *
     * @param array{limit?: int, page?: int, status?: 'active'|'paused'|'ended'} $query
     * @return Page<Models\Schedule>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listSchedules', query: $query, options: $options);
        return Page::of($answer, 'items', Models\Schedule::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, status?: 'active'|'paused'|'ended'} $query
     * @return \Generator<int, Models\Schedule>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a schedule: `POST /schedules`. Stores a list of transfers that is paid repeatedly: each run creates one bulk transfer, with `schedule` and `scheduled_at`. Days and times are those of the merchant's time zone. If the merchant requires a second approval, each run waits for its own; `days_ahead` creates the bulk transfers early enough. An entry has no `reference`. A restricted private key needs the right `transfers:write`.
     *
     * @param array{name: string, description?: string, currency: string, frequency: 'daily'|'weekly'|'monthly', starts_on?: string, days?: list<int>, time: string, holiday_rule?: 'none'|'before'|'after', ends_on?: string, runs_max?: int, time_zone?: string, days_ahead?: int, reserve_funds?: 'now'|'at_due', transfers: list<array{amount: int, channel: string, beneficiary?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, beneficiary_data?: array{name: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, recipient?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, description?: string, metadata?: array<string, mixed>, expect_name?: string}>} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\Schedule
    {
        $answer = $this->caller->call('createSchedule', body: $body, options: $options);
        return new Models\Schedule($answer['schedule']);
    }

    /**
     * Preview a schedule: `POST /schedules/preview`. Returns the due times that a schedule with this timing would have. Changes nothing. A restricted private key needs the right `transfers:write`.
     *
     * @param array{frequency: 'daily'|'weekly'|'monthly', starts_on?: string, days?: list<int>, time: string, holiday_rule?: 'none'|'before'|'after', ends_on?: string, runs_max?: int, time_zone?: string, count?: int} $body
     * @throws KoloError
     */
    public function preview(array $body, ?CallOptions $options = null): Models\SchedulePreview
    {
        $answer = $this->caller->call('previewSchedule', body: $body, options: $options);
        return new Models\SchedulePreview($answer['preview']);
    }

    /**
     * Retrieve a schedule: `GET /schedules/{id}`. Returns the schedule with its next due times and its transfers. A restricted private key needs the right `transfers:read`.
     *
     * @param array{due_times?: int, transfers?: int} $query
     * @throws KoloError
     */
    public function retrieve(string $id, array $query = [], ?CallOptions $options = null): Models\ScheduleDetails
    {
        $answer = $this->caller->call('retrieveSchedule', params: ['id' => $id], query: $query, options: $options);
        return new Models\ScheduleDetails($answer['schedule']);
    }

    /**
     * Update a schedule: `PUT /schedules/{id}`. Changes the fields that are sent; `transfers` replaces the whole list. `active: false` pauses the schedule: due times pass without a run. Bulk transfers that exist already are unaffected. A restricted private key needs the right `transfers:write`.
     *
     * @param array{name?: string, description?: string, currency?: string, frequency?: 'daily'|'weekly'|'monthly', starts_on?: string, days?: list<int>, time?: string, holiday_rule?: 'none'|'before'|'after', ends_on?: string, runs_max?: int, time_zone?: string, days_ahead?: int, reserve_funds?: 'now'|'at_due', transfers?: list<array{amount: int, channel: string, beneficiary?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, beneficiary_data?: array{name: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, recipient?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, description?: string, metadata?: array<string, mixed>, expect_name?: string}>, active?: bool} $body
     * @throws KoloError
     */
    public function update(string $id, array $body = [], ?CallOptions $options = null): Models\Schedule
    {
        $answer = $this->caller->call('updateSchedule', params: ['id' => $id], body: $body, options: $options);
        return new Models\Schedule($answer['schedule']);
    }

    /**
     * Delete a schedule: `DELETE /schedules/{id}`. It has no further runs. Its bulk transfers remain: cancel them separately. A restricted private key needs the right `transfers:write`.
     *
     * @throws KoloError
     */
    public function delete(string $id, ?CallOptions $options = null): void
    {
        $this->caller->call('deleteSchedule', params: ['id' => $id], options: $options);
    }

    /**
     * List a schedule's runs: `GET /schedules/{id}/runs`. The latest due time first. Each due time has one run, which created a bulk transfer or failed. A restricted private key needs the right `transfers:read`.
     *
     * @param array{limit?: int, page?: int} $query
     * @return Page<Models\ScheduleRun>
     * @throws KoloError
     */
    public function listRuns(string $id, array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listScheduleRuns', params: ['id' => $id], query: $query, options: $options);
        return Page::of($answer, 'items', Models\ScheduleRun::class);
    }

    /**
     * Run a schedule: `POST /schedules/{id}/run`. Makes the next run due now, in the sandbox only. The schedule then continues with the following run. A restricted private key needs the right `transfers:write`.
     *
     * @throws KoloError
     */
    public function run(string $id, ?CallOptions $options = null): Models\Schedule
    {
        $answer = $this->caller->call('runSchedule', params: ['id' => $id], options: $options);
        return new Models\Schedule($answer['schedule']);
    }

    /**
     * List holidays: `GET /holidays`. The days on which schedules with a `holiday_rule` do not pay, besides Saturdays and Sundays. A restricted private key needs the right `transfers:read`.
     *
     * @throws KoloError
     */
    public function holidays(?CallOptions $options = null): Models\Holidays
    {
        $answer = $this->caller->call('listHolidays', options: $options);
        return new Models\Holidays($answer['holidays']);
    }

    /**
     * Set holidays: `PUT /holidays`. Replaces the whole list, and computes the due times of active schedules anew. A restricted private key needs the right `transfers:write`.
     *
     * @param array{days: list<string>} $body
     * @throws KoloError
     */
    public function setHolidays(array $body, ?CallOptions $options = null): Models\Holidays
    {
        $answer = $this->caller->call('setHolidays', body: $body, options: $options);
        return new Models\Holidays($answer['holidays']);
    }
}
