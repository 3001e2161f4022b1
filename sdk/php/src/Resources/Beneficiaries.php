<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;
use Kolo\Page;

final class Beneficiaries
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List beneficiaries: `GET /beneficiaries`. Newest first. `search` covers name, e-mail and phone. A restricted private key needs the right `beneficiaries:read`.
     *
     * @param array{limit?: int, page?: int, search?: string, country?: string, type?: 'mobile_money'|'bank_account'|'cash_pickup'} $query
     * @return Page<Models\BeneficiaryItem>
     * @throws KoloError
     */
    public function list(array $query = [], ?CallOptions $options = null): Page
    {
        $answer = $this->caller->call('listBeneficiaries', query: $query, options: $options);
        return Page::of($answer, 'items', Models\BeneficiaryItem::class);
    }

    /**
     * Iterates over every item of `list`, newest first, each once.
     *
     * @param array{limit?: int, page?: int, search?: string, country?: string, type?: 'mobile_money'|'bank_account'|'cash_pickup'} $query
     * @return \Generator<int, Models\BeneficiaryItem>
     * @throws KoloError
     */
    public function all(array $query = [], ?CallOptions $options = null): \Generator
    {
        return Page::each(fn (array $each): Page => $this->list($each, $options), $query);
    }

    /**
     * Create a beneficiary: `POST /beneficiaries`. A restricted private key needs the right `beneficiaries:write`.
     *
     * @param array{name: string, email?: string, phone?: string, account_number?: string, bank_code?: string, country: string, currency: string, type: 'mobile_money'|'bank_account'|'cash_pickup', metadata?: array<string, mixed>} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\Beneficiary
    {
        $answer = $this->caller->call('createBeneficiary', body: $body, options: $options);
        return new Models\Beneficiary($answer['beneficiary']);
    }

    /**
     * Retrieve a beneficiary: `GET /beneficiaries/{id}`. The id of a beneficiary that was merged into another one retrieves the other. A restricted private key needs the right `beneficiaries:read`.
     *
     * @throws KoloError
     */
    public function retrieve(string $id, ?CallOptions $options = null): Models\Beneficiary
    {
        $answer = $this->caller->call('retrieveBeneficiary', params: ['id' => $id], options: $options);
        return new Models\Beneficiary($answer['beneficiary']);
    }

    /**
     * Update a beneficiary: `PUT /beneficiaries/{id}`. `country`, `currency` and `type` cannot be changed; their current values are accepted. A restricted private key needs the right `beneficiaries:write`.
     *
     * @param array{name?: string, email?: string, phone?: string, account_number?: string, bank_code?: string, country?: string, currency?: string, type?: 'mobile_money'|'bank_account'|'cash_pickup', metadata?: array<string, mixed>} $body
     * @throws KoloError
     */
    public function update(string $id, array $body = [], ?CallOptions $options = null): Models\Beneficiary
    {
        $answer = $this->caller->call('updateBeneficiary', params: ['id' => $id], body: $body, options: $options);
        return new Models\Beneficiary($answer['beneficiary']);
    }

    /**
     * Delete a beneficiary: `DELETE /beneficiaries/{id}`. Deletes only the record. Its transfers remain. A restricted private key needs the right `beneficiaries:write`.
     *
     * @throws KoloError
     */
    public function delete(string $id, ?CallOptions $options = null): void
    {
        $this->caller->call('deleteBeneficiary', params: ['id' => $id], options: $options);
    }
}
