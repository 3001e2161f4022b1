<?php

declare(strict_types=1);

namespace Kolo\Http;

/** Sends requests with the curl extension, and keeps its connection open for the next request. */
final class CurlTransport implements Transport
{
    // The curl errors of a connection that failed before the request was sent.
    private const NOT_SENT = [
        CURLE_COULDNT_RESOLVE_PROXY,
        CURLE_COULDNT_RESOLVE_HOST,
        CURLE_COULDNT_CONNECT,
        CURLE_SSL_CONNECT_ERROR,
        CURLE_SSL_PEER_CERTIFICATE,
        CURLE_SSL_CACERT,
        CURLE_SSL_CACERT_BADFILE,
    ];

    private ?\CurlHandle $handle = null;

    public function send(Request $request): Response
    {
        $this->handle ??= curl_init();
        curl_reset($this->handle);
        $headers = [];
        $body = '';
        $is_too_large = false;
        curl_setopt_array($this->handle, [
            CURLOPT_URL => $request->url,
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => self::lines($request->headers),
            CURLOPT_TIMEOUT_MS => max(1, (int) ($request->timeout_s * 1_000)),
            CURLOPT_NOSIGNAL => true,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                if (str_starts_with($line, 'HTTP/')) {
                    $headers = [];
                }
                $parts = explode(':', $line, 2);
                if (count($parts) === 2) {
                    $headers[strtolower(trim($parts[0]))] = trim($parts[1]);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $chunk) use (&$body, &$is_too_large, $request): int {
                $body .= $chunk;
                $is_too_large = strlen($body) > $request->answer_limit_bytes;
                return $is_too_large ? -1 : strlen($chunk);
            },
        ]);
        if ($request->body !== null) {
            curl_setopt($this->handle, CURLOPT_POSTFIELDS, $request->body);
        }
        $is_done = curl_exec($this->handle);
        $status = (int) curl_getinfo($this->handle, CURLINFO_RESPONSE_CODE);
        if (!$is_done && !$is_too_large) {
            throw $this->failure($this->handle);
        }
        return new Response($status, $headers, $is_too_large ? null : $body);
    }

    private function failure(\CurlHandle $handle): TransportError
    {
        $code = curl_errno($handle);
        // A timeout before the connection was established proves that nothing was sent.
        $is_connected = curl_getinfo($handle, CURLINFO_PRETRANSFER_TIME) > 0;
        $is_sent = $code === CURLE_OPERATION_TIMEDOUT ? $is_connected : !in_array($code, self::NOT_SENT, true);
        $error = new TransportError(curl_error($handle), $is_sent, $code === CURLE_OPERATION_TIMEDOUT);
        // Drop the connection: the next attempt opens a new one.
        $this->handle = null;
        return $error;
    }

    /**
     * @param array<string, string> $headers
     * @return list<string>
     */
    private static function lines(array $headers): array
    {
        // Without an empty `Expect`, curl sends `Expect: 100-continue` before a larger body and waits for the answer.
        $lines = ['Expect:'];
        foreach ($headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        return $lines;
    }
}
