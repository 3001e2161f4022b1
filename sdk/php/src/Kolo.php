<?php

declare(strict_types=1);

namespace Kolo;

use Kolo\Http\Transport;
use Kolo\Resources\Resources;

/**
 * The client of the Kolo API, with one property per resource. Use it on servers only.
 *
 * Every write carries an idempotency key: yours, or one that the client generates. Each retry sends the same key, so
 * the write happens once even if an answer is lost. Amounts are whole numbers of the currency's smallest unit.
 */
final class Kolo extends Resources
{
    public const VERSION = '0.1.0';

    /**
     * Checks the settings; sends nothing.
     *
     * @param string $url The address of the service, such as `https://pay.example.cm`.
     * @param string $public_key The public key, `live_pk_…` or `test_pk_…`. It selects the environment.
     * @param string|null $private_key The private key. Payments, customers and the catalogue work without it.
     * @param string|null $app_name The name of your program, such as `my-shop/2.1`. Appended to the `User-Agent`.
     * @param Transport|null $transport Sends the requests. Default: curl, or PHP's streams without the extension.
     * @throws \InvalidArgumentException if the address or a key is malformed, or if the keys are swapped
     */
    public function __construct(
        string $url,
        #[\SensitiveParameter] string $public_key,
        #[\SensitiveParameter] ?string $private_key = null,
        ?string $app_name = null,
        ?Transport $transport = null,
        ?CallOptions $options = null,
    ) {
        parent::__construct(new Caller(
            Settings::url($url),
            Settings::key('public_key', $public_key, '/^(live|test)_(sk|pub)_/'),
            $private_key === null ? null : Settings::key('private_key', $private_key, '/^(live|test)_(pk|pub)_/'),
            Settings::userAgent($app_name),
            $transport ?? Settings::transport(),
            $options ?? new CallOptions(),
        ));
    }
}
