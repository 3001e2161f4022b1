<?php

declare(strict_types=1);

namespace Kolo\Http;

/** The error of an attempt without an answer. */
final class TransportError extends \RuntimeException
{
    /** @param bool $is_sent Whether the request may have arrived. */
    public function __construct(
        string $message,
        public readonly bool $is_sent,
        public readonly bool $is_timeout = false,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }
}
