<?php

declare(strict_types=1);

namespace Kolo;

use Kolo\Http\CurlTransport;
use Kolo\Http\StreamTransport;
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
        if ($app_name !== null && preg_match('/^[!-~][ -~]{0,99}$/D', $app_name) !== 1) {
            throw new \InvalidArgumentException('app_name is 1 to 100 visible ASCII characters');
        }
        $transport ??= extension_loaded('curl') ? new CurlTransport() : new StreamTransport();
        parent::__construct(new Caller(
            self::checkedUrl($url),
            self::checkedKey('public_key', $public_key, '/^(live|test)_(sk|pub)_/'),
            $private_key === null ? null : self::checkedKey('private_key', $private_key, '/^(live|test)_(pk|pub)_/'),
            'kolo-php/' . self::VERSION . ($app_name === null ? '' : " $app_name"),
            $transport,
            $options ?? new CallOptions(),
        ));
    }

    private static function checkedUrl(string $url): string
    {
        $parts = parse_url($url);
        $is_good = is_array($parts) && in_array($parts['scheme'] ?? '', ['http', 'https'], true)
            && ($parts['host'] ?? '') !== '' && preg_match('/^[!-~]+$/D', $url) === 1;
        if (!$is_good || strpbrk($url, '@?#') !== false) {
            throw new \InvalidArgumentException('url is the address of Kolo, such as https://pay.example.cm');
        }
        return rtrim($url, '/');
    }

    /** The message omits the key, because errors are often logged. */
    private static function checkedKey(string $name, #[\SensitiveParameter] string $key, string $other_key): string
    {
        if (preg_match('/^[!-~]+$/D', $key) !== 1) {
            throw new \InvalidArgumentException("$name is not a key: it is missing, or has spaces or a line's end in it");
        }
        if (preg_match($other_key, $key) === 1) {
            throw new \InvalidArgumentException("$name is a key of another kind: it belongs elsewhere");
        }
        return $key;
    }
}
