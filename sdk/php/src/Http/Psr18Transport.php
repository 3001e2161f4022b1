<?php

declare(strict_types=1);

namespace Kolo\Http;

use Psr\Http\Client\ClientExceptionInterface;
use Psr\Http\Client\ClientInterface;
use Psr\Http\Message\RequestFactoryInterface;
use Psr\Http\Message\StreamFactoryInterface;

/**
 * Sends requests with any PSR-18 client, such as Guzzle. PSR-18 has no option for a timeout: configure one in that
 * client, and disable redirects.
 */
final class Psr18Transport implements Transport
{
    private const CHUNK_BYTES = 65_536;

    public function __construct(
        private readonly ClientInterface $client,
        private readonly RequestFactoryInterface $requests,
        private readonly StreamFactoryInterface $streams,
    ) {
    }

    public function send(Request $request): Response
    {
        $message = $this->requests->createRequest($request->method, $request->url);
        foreach ($request->headers as $name => $value) {
            $message = $message->withHeader($name, $value);
        }
        if ($request->body !== null) {
            $message = $message->withBody($this->streams->createStream($request->body));
        }
        try {
            $response = $this->client->sendRequest($message);
            $body = '';
            $stream = $response->getBody();
            while (!$stream->eof() && strlen($body) <= $request->answer_limit_bytes) {
                $body .= $stream->read(self::CHUNK_BYTES);
            }
        } catch (ClientExceptionInterface | \RuntimeException $error) {
            // PSR-18 does not distinguish a failed connection from a lost answer, so the request may have arrived.
            throw new TransportError($error->getMessage(), true, false, $error);
        }
        $headers = [];
        foreach ($response->getHeaders() as $name => $values) {
            $headers[strtolower((string) $name)] = implode(', ', $values);
        }
        $is_too_large = strlen($body) > $request->answer_limit_bytes;
        return new Response($response->getStatusCode(), $headers, $is_too_large ? null : $body);
    }
}
