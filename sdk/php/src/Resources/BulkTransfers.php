<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class BulkTransfers
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * Retrieve a bulk transfer's timeline: `GET /transfers/bulk/{id}/timeline`. The times of acceptance and approval, and the number of transfers that ended, by time and status. Each transfer has its own timeline. A restricted private key needs the right `transfers:read`.
     *
     * @throws KoloError
     */
    public function timeline(string $id, ?CallOptions $options = null): Models\Timeline
    {
        $answer = $this->caller->call('retrieveBulkTransferTimeline', params: ['id' => $id], options: $options);
        return new Models\Timeline($answer['timeline']);
    }

    /**
     * Create a bulk transfer: `POST /transfers/bulk`. Accepts all of the transfers and holds their sum, or accepts none. If the merchant requires a second approval, no transfer is sent before a second person approves the bulk. With `scheduled_at` nothing is sent before that moment; the approval may be given ahead. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`.
     *
     * @param array{currency: string, description?: string, scheduled_at?: string, reserve_funds?: 'now'|'at_due', allow_duplicate?: bool, transfers: list<array{amount: int, channel: string, beneficiary?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, beneficiary_data?: array{name: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, recipient?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, reference?: string, description?: string, metadata?: array<string, mixed>, expect_name?: string}>} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\CreatedBulkTransfer
    {
        $answer = $this->caller->call('createBulkTransfer', body: $body, options: $options);
        return new Models\CreatedBulkTransfer($answer['bulk_transfer']);
    }

    /**
     * Create a bulk transfer: `POST /transfers/bulk`. Accepts all of the transfers and holds their sum, or accepts none. If the merchant requires a second approval, no transfer is sent before a second person approves the bulk. With `scheduled_at` nothing is sent before that moment; the approval may be given ahead. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`.
     *
     * @param array{currency?: string, description?: string, scheduled_at?: string, reserve_funds?: 'now'|'at_due', allow_duplicate?: bool, channel?: string} $query
     * @throws KoloError
     */
    public function createFromCsv(string $file, array $query, ?CallOptions $options = null): Models\CreatedBulkTransfer
    {
        $answer = $this->caller->call('createBulkTransfer', query: $query, file: $file, options: $options);
        return new Models\CreatedBulkTransfer($answer['bulk_transfer']);
    }

    /**
     * Check a bulk transfer: `POST /transfers/bulk/check`. Returns the sums, fees, errors and possible duplicates of the bulk, without creating it. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`.
     *
     * @param array{currency: string, description?: string, scheduled_at?: string, reserve_funds?: 'now'|'at_due', allow_duplicate?: bool, transfers: list<array{amount: int, channel: string, beneficiary?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, beneficiary_data?: array{name: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, recipient?: string|array{name?: string, phone: string, email?: string, account_number?: string, bank_code?: string, country?: string}, reference?: string, description?: string, metadata?: array<string, mixed>, expect_name?: string}>} $body
     * @throws KoloError
     */
    public function check(array $body, ?CallOptions $options = null): Models\BulkTransferCheck
    {
        $answer = $this->caller->call('checkBulkTransfer', body: $body, options: $options);
        return new Models\BulkTransferCheck($answer['bulk_check']);
    }

    /**
     * Check a bulk transfer: `POST /transfers/bulk/check`. Returns the sums, fees, errors and possible duplicates of the bulk, without creating it. Send JSON, or a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns (`name`, `phone`, `amount`, and `channel`, `reference`, `description`, `beneficiary`, `email`, `account_number`, `bank_code`, `country`, `currency`). A restricted private key needs the right `transfers:write`.
     *
     * @param array{currency?: string, description?: string, scheduled_at?: string, reserve_funds?: 'now'|'at_due', allow_duplicate?: bool, channel?: string} $query
     * @throws KoloError
     */
    public function checkCsv(string $file, array $query, ?CallOptions $options = null): Models\BulkTransferCheck
    {
        $answer = $this->caller->call('checkBulkTransfer', query: $query, file: $file, options: $options);
        return new Models\BulkTransferCheck($answer['bulk_check']);
    }

    /**
     * Read a bulk transfer's file: `POST /transfers/bulk/read`. Parses a file of people to pay, without creating anything. The answer has the rows, the line on which each row begins, and the field of each column. The row at index 3 becomes the entry `transfers.3`. A damaged file gets 400 with the line in `errors.file`. Send CSV as `text/csv`, or a workbook (.xlsx) as its own type. A restricted private key needs the right `transfers:write`.
     *
     * @throws KoloError
     */
    public function readFile(string $file, ?CallOptions $options = null): Models\BulkTransferFile
    {
        $answer = $this->caller->call('readBulkTransferFile', file: $file, options: $options);
        return new Models\BulkTransferFile($answer['bulk_file']);
    }

    /**
     * Retrieve a bulk transfer: `GET /transfers/bulk/{id}`. Returns the bulk with its transfers, and the number of transfers in each status. A restricted private key needs the right `transfers:read`.
     *
     * @param array{transfers?: int} $query
     * @throws KoloError
     */
    public function retrieve(string $id, array $query = [], ?CallOptions $options = null): Models\BulkTransferDetails
    {
        $answer = $this->caller->call('retrieveBulkTransfer', params: ['id' => $id], query: $query, options: $options);
        return new Models\BulkTransferDetails($answer['bulk_transfer']);
    }

    /**
     * Polls with growing pauses until the record has ended, and returns it. The record itself continues after `$wait_s` seconds.
     *
     * @throws KoloError `not_ended` after `$wait_s`
     */
    public function wait(string $id, float $wait_s = Caller::WAIT_S, ?CallOptions $options = null): Models\BulkTransferDetails
    {
        $poll = fn (): Models\BulkTransferDetails => $this->retrieve($id, [], $options);
        return $this->caller->wait($poll, static fn (Models\BulkTransferDetails $one): bool => $one->progress->pending + $one->progress->processing === 0, $wait_s);
    }

    /**
     * Cancel a bulk transfer: `DELETE /transfers/bulk/{id}`. Cancels those of its transfers that are `pending`, and releases their money. Refused once none of them is `pending`. A restricted private key needs the right `transfers:write`.
     *
     * @throws KoloError
     */
    public function cancel(string $id, ?CallOptions $options = null): void
    {
        $this->caller->call('cancelBulkTransfer', params: ['id' => $id], options: $options);
    }

    /**
     * List bulk transfers: `GET /bulk-transfers`. Newest first, without their transfers: `GET /transfers?bulk_transfer=` lists those. `search` covers the description and the id. A restricted private key needs the right `transfers:read`.
     *
     * @param array{limit?: int, page?: int, search?: string, schedule?: string, scheduled_start?: string, scheduled_end?: string} $query
     * @return Page<Models\BulkTransfer>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listBulkTransfers', query: $query, options: $options);
        return Page::of($answer, 'items', Models\BulkTransfer::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, search?: string, schedule?: string, scheduled_start?: string, scheduled_end?: string} $query
     * @return \Generator<int, Models\BulkTransfer>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }
}
