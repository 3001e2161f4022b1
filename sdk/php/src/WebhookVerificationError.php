<?php

declare(strict_types=1);

namespace Kolo;

/**
 * The error of a rejected request: answer it with HTTP 400.
 *
 * `reason` is `missing_header`, `bad_secret`, `bad_timestamp`, `bad_signature` or `bad_body`. `bad_secret` is a mistake
 * in your program, not in the request.
 */
final class WebhookVerificationError extends \RuntimeException
{
    public function __construct(public readonly string $reason, string $message)
    {
        parent::__construct($message);
    }
}
