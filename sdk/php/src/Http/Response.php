<?php

declare(strict_types=1);

namespace Kolo\Http;

/** The answer to one attempt. */
final class Response
{
    /**
     * @param array<string, string> $headers The headers, with lower-case names.
     * @param string|null $body Null if the body is larger than the limit.
     */
    public function __construct(
        public readonly int $status,
        public readonly array $headers,
        public readonly ?string $body,
    ) {
    }
}
