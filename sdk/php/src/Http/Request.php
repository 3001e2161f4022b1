<?php

declare(strict_types=1);

namespace Kolo\Http;

/** One request, ready to send. Every attempt sends the same bytes. */
final class Request
{
    /** @param array<string, string> $headers */
    public function __construct(
        public readonly string $method,
        public readonly string $url,
        public readonly array $headers,
        public readonly ?string $body,
        public readonly float $timeout_s,
        public readonly int $answer_limit_bytes,
    ) {
    }

    /** Keeps the keys out of `var_dump` of a request. */
    public function __debugInfo(): array
    {
        return ['method' => $this->method, 'url' => $this->url];
    }
}
