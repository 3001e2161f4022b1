<?php

declare(strict_types=1);

namespace Kolo;

use Kolo\Http\CurlTransport;
use Kolo\Http\StreamTransport;
use Kolo\Http\Transport;

/**
 * Checks the settings of a client.
 *
 * @internal
 */
final class Settings
{
    public static function url(string $url): string
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
    public static function key(string $name, #[\SensitiveParameter] string $key, string $other_key): string
    {
        if (preg_match('/^[!-~]+$/D', $key) !== 1) {
            throw new \InvalidArgumentException("$name is not a key: it is missing, or has spaces or a line's end in it");
        }
        if (preg_match($other_key, $key) === 1) {
            throw new \InvalidArgumentException("$name is a key of another kind: it belongs elsewhere");
        }
        return $key;
    }

    public static function userAgent(?string $app_name): string
    {
        if ($app_name !== null && preg_match('/^[!-~][ -~]{0,99}$/D', $app_name) !== 1) {
            throw new \InvalidArgumentException('app_name is 1 to 100 visible ASCII characters');
        }
        return 'kolo-php/' . Kolo::VERSION . ($app_name === null ? '' : " $app_name");
    }

    public static function transport(): Transport
    {
        return extension_loaded('curl') ? new CurlTransport() : new StreamTransport();
    }
}
