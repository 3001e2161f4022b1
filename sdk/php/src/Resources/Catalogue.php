<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Resources;

use Kolo\Caller;
use Kolo\CallOptions;
use Kolo\KoloError;
use Kolo\Models;

final class Catalogue
{
    public function __construct(private readonly Caller $caller)
    {
    }

    /**
     * List channels: `GET /channels`. The channels of a country, or of all countries. With a test key the sandbox carries each of them. With a live key `active` says which ones a provider account of this merchant, or of the platform operator, carries. Platform operators may add and change channels: treat `id` as an open set. For older clients `enabled` repeats `active`.
     *
     * @param array{country?: string} $query
     * @return list<Models\Channel>
     * @throws KoloError
     */
    public function channels(array $query = [], ?CallOptions $options = null): array
    {
        $answer = $this->caller->call('listChannels', query: $query, options: $options);
        return array_map(static fn (array $item): Models\Channel => new Models\Channel($item), $answer['data']);
    }

    /**
     * List countries: `GET /countries`. The countries that Kolo knows, each with its currency, its calling code and the channels that this merchant can use in the key's environment.
     *
     * @return list<Models\Country>
     * @throws KoloError
     */
    public function countries(?CallOptions $options = null): array
    {
        $answer = $this->caller->call('listCountries', options: $options);
        return array_map(static fn (array $item): Models\Country => new Models\Country($item), $answer['data']);
    }

    /**
     * List currencies: `GET /currencies`. The currencies that Kolo knows, each with the number of its decimal digits.
     *
     * @return list<Models\Currency>
     * @throws KoloError
     */
    public function currencies(?CallOptions $options = null): array
    {
        $answer = $this->caller->call('listCurrencies', options: $options);
        return array_map(static fn (array $item): Models\Currency => new Models\Currency($item), $answer['data']);
    }

    /**
     * List banks: `GET /banks`. The banks of a country, or of all countries, each with the value for `bank_code`.
     *
     * @param array{country?: string} $query
     * @return list<Models\Bank>
     * @throws KoloError
     */
    public function banks(array $query = [], ?CallOptions $options = null): array
    {
        $answer = $this->caller->call('listBanks', query: $query, options: $options);
        return array_map(static fn (array $item): Models\Bank => new Models\Bank($item), $answer['data']);
    }
}
