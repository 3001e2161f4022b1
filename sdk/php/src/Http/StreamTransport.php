<?php

declare(strict_types=1);

namespace Kolo\Http;

/** Sends requests with PHP's streams, each on a new connection. Requires `allow_url_fopen`. */
final class StreamTransport implements Transport
{
    private const CHUNK_BYTES = 65_536;
    // PHP's error messages for a connection that failed before the request was sent.
    private const NOT_SENT = '/refused|getaddrinfo|Name or service|No route|unreachable|certificate|enable crypto|SSL/i';

    public function send(Request $request): Response
    {
        $deadline_s = microtime(true) + $request->timeout_s;
        error_clear_last();
        $stream = @fopen($request->url, 'r', false, self::context($request));
        if ($stream === false) {
            $message = preg_replace('/^.*: /', '', error_get_last()['message'] ?? 'no answer');
            $is_timeout = microtime(true) >= $deadline_s;
            throw new TransportError($message, preg_match(self::NOT_SENT, $message) !== 1, $is_timeout);
        }
        try {
            [$status, $headers] = self::head(stream_get_meta_data($stream)['wrapper_data'] ?? []);
            $body = self::body($stream, $request, $deadline_s);
        } finally {
            fclose($stream);
        }
        $is_cut_off = isset($headers['content-length']) && $body !== null
            && strlen($body) < (int) $headers['content-length'];
        if ($is_cut_off) {
            throw new TransportError('the answer was cut off', true);
        }
        return new Response($status, $headers, $body);
    }

    /** @return resource */
    private static function context(Request $request)
    {
        $lines = ['Connection: close'];
        foreach ($request->headers as $name => $value) {
            $lines[] = "$name: $value";
        }
        return stream_context_create(['http' => [
            'method' => $request->method,
            'header' => $lines,
            'content' => $request->body ?? '',
            'timeout' => $request->timeout_s,
            'protocol_version' => 1.1,
            'ignore_errors' => true,
            'follow_location' => 0,
        ]]);
    }

    /**
     * @param list<string> $lines
     * @return array{int, array<string, string>}
     */
    private static function head(array $lines): array
    {
        $status = 0;
        $headers = [];
        foreach ($lines as $line) {
            if (preg_match('#^HTTP/\S+ (\d+)#', $line, $match) === 1) {
                $status = (int) $match[1];
                $headers = [];
            } elseif (str_contains($line, ':')) {
                [$name, $value] = explode(':', $line, 2);
                $headers[strtolower(trim($name))] = trim($value);
            }
        }
        return [$status, $headers];
    }

    /** @param resource $stream */
    private static function body($stream, Request $request, float $deadline_s): ?string
    {
        $body = '';
        while (!feof($stream)) {
            $left_s = $deadline_s - microtime(true);
            if ($left_s <= 0) {
                throw new TransportError('timed out', true, true);
            }
            stream_set_timeout($stream, (int) $left_s, (int) (fmod($left_s, 1) * 1_000_000));
            $body .= (string) fread($stream, self::CHUNK_BYTES);
            if (strlen($body) > $request->answer_limit_bytes) {
                return null;
            }
        }
        return $body;
    }
}
