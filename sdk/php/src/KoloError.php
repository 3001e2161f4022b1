<?php

declare(strict_types=1);

namespace Kolo;

/**
 * The error that every failed call throws. The message is a sentence for people, `kind` is for programs.
 *
 * The kinds are those of the TypeScript SDK: `insufficient_funds`, `reference_taken`, `invalid`, `not_found`,
 * `unauthorized`, `forbidden`, `conflict`, `key_reused`, `under_way`, `too_many_requests`, `unavailable`, `no_answer`,
 * `not_kolo`, `too_large` and `not_ended`.
 */
final class KoloError extends \RuntimeException implements \JsonSerializable
{
    /**
     * @param int|null $status The HTTP status of the answer; null without an answer.
     * @param string|null $reason The reason code of the refusal; null without an answer from the service.
     * @param array<string, mixed> $params The values that the reason names, such as `required`.
     * @param array<string, list<string>> $errors Error messages by field.
     * @param array<string, list<array{reason: string, params: array<string, mixed>}>> $field_reasons Reasons by field.
     * @param string|null $request_id The `Request-Id` header of the answer.
     * @param int|null $retry_after_s The wait from the `Retry-After` header, in seconds.
     * @param string|null $idempotency_key The idempotency key of the write; null for a read.
     * @param bool $is_unknown Whether a write may have happened despite the error. If true, call again within seven
     *     days with the same fields and this `idempotency_key`: the write happens once. Never call again without it.
     */
    public function __construct(
        public readonly string $kind,
        string $message,
        public readonly ?int $status = null,
        public readonly ?string $reason = null,
        public readonly array $params = [],
        public readonly array $errors = [],
        public readonly array $field_reasons = [],
        public readonly ?string $request_id = null,
        public readonly ?int $retry_after_s = null,
        public readonly ?string $idempotency_key = null,
        public readonly bool $is_unknown = false,
        ?\Throwable $previous = null,
    ) {
        parent::__construct($message, 0, $previous);
    }

    /** The fields for a log entry. */
    public function jsonSerialize(): array
    {
        return [
            'kind' => $this->kind,
            'message' => $this->getMessage(),
            'status' => $this->status,
            'reason' => $this->reason,
            'params' => $this->params,
            'errors' => $this->errors,
            'field_reasons' => $this->field_reasons,
            'request_id' => $this->request_id,
            'retry_after_s' => $this->retry_after_s,
            'idempotency_key' => $this->idempotency_key,
            'is_unknown' => $this->is_unknown,
        ];
    }
}
