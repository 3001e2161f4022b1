<?php

declare(strict_types=1);

namespace Kolo;

/** The options of one call. Each overrides the client's own option of that name. */
final class CallOptions
{
    /**
     * @param string|null $idempotency_key Your key for this write: 1 to 255 visible ASCII characters. For seven days,
     *     the service executes calls with the same key and fields once, and repeats the answer. By default the client
     *     generates a key for each call.
     * @param string|null $sync The id of the linked merchant to act for.
     * @param float|null $timeout_s The timeout of one attempt, in seconds. Default: 20; for bulks 60.
     * @param float|null $patience_s The retry window: no retry begins later than this after the start of the call, in
     *     seconds. Default: 60; for bulks 300. 0: no retries.
     * @param int|null $answer_limit_bytes The largest answer that the client reads. Default: 32 MiB. A larger one
     *     throws `too_large`.
     * @param (\Closure(Retry): void)|null $on_retry Called before each retry, for example to write a log line.
     * @param (\Closure(string, Http\Response): void)|null $on_response Called after each answer, successful or not,
     *     with the operation's name. An exception that it throws ends the call.
     */
    public function __construct(
        public readonly ?string $idempotency_key = null,
        public readonly ?string $sync = null,
        public readonly ?float $timeout_s = null,
        public readonly ?float $patience_s = null,
        public readonly ?int $answer_limit_bytes = null,
        public readonly ?\Closure $on_retry = null,
        public readonly ?\Closure $on_response = null,
    ) {
    }

    /** Returns these options, with the client's option for each one that is null. */
    public function over(self $defaults): self
    {
        return new self(
            $this->idempotency_key ?? $defaults->idempotency_key,
            $this->sync ?? $defaults->sync,
            $this->timeout_s ?? $defaults->timeout_s,
            $this->patience_s ?? $defaults->patience_s,
            $this->answer_limit_bytes ?? $defaults->answer_limit_bytes,
            $this->on_retry ?? $defaults->on_retry,
            $this->on_response ?? $defaults->on_response,
        );
    }
}
