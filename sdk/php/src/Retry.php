<?php

declare(strict_types=1);

namespace Kolo;

/** A failed attempt that the client will retry. */
final class Retry
{
    /**
     * @param int $attempt The number of the failed attempt, starting at 1.
     * @param float $wait_s The pause before the next attempt, in seconds.
     */
    public function __construct(
        public readonly string $operation,
        public readonly int $attempt,
        public readonly float $wait_s,
        public readonly KoloError $error,
    ) {
    }
}
