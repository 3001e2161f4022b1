<?php

declare(strict_types=1);

namespace Kolo;

use Kolo\Http\Response;
use Kolo\Http\TransportError;

/**
 * The result of one attempt: `done`, `refused` (by Kolo), `foreign` (an answer of another server), `too_large` or
 * `silent`.
 *
 * @internal
 */
final class Outcome
{
    // Authentication and rate limiting run before the idempotency key is read, so these statuses prove nothing about
    // earlier attempts.
    private const REJECTED_BEFORE_EXECUTION = [401, 403, 429];
    private const RETRYABLE_STATUSES = [408, 425, 429, 500, 502, 503, 504];
    // More fields make the sentence unreadable; `errors` has all of them.
    private const FIELDS_SHOWN_MAX = 5;
    private const KINDS = [
        401 => 'unauthorized',
        403 => 'forbidden',
        404 => 'not_found',
        408 => 'unavailable',
        409 => 'conflict',
        429 => 'too_many_requests',
    ];
    private const KINDS_BY_REASON = [
        'insufficient_funds' => 'insufficient_funds',
        'reference_taken' => 'reference_taken',
        'idempotency_key_reused' => 'key_reused',
        'idempotency_in_progress' => 'under_way',
    ];

    /** @param array<string, mixed> $body */
    public function __construct(
        public readonly string $kind,
        public readonly ?Response $response = null,
        public readonly array $body = [],
        private readonly ?TransportError $failure = null,
    ) {
    }

    public static function of(Response $response, ?string $gives): self
    {
        if ($response->body === null) {
            return new self('too_large', $response);
        }
        $body = json_decode($response->body, true);
        if (!is_array($body) || !str_starts_with(ltrim($response->body), '{')) {
            return new self('foreign', $response);
        }
        $is_success = $response->status >= 200 && $response->status < 300;
        if ($is_success && ($gives === null || array_key_exists($gives, $body))) {
            return new self('done', $response, $body);
        }
        $is_refusal = $response->status >= 400 && is_string($body['message'] ?? null);
        return new self($is_refusal ? 'refused' : 'foreign', $response, $body);
    }

    /** Whether a write may have happened, given this outcome and the result for the earlier attempts. */
    public function mayHaveHappened(bool $was_unknown): bool
    {
        $status = $this->status();
        return match ($this->kind) {
            'silent' => $was_unknown || ($this->failure?->is_sent ?? true),
            'too_large' => true,
            'foreign' => $was_unknown || $status < 300 || $status >= 500 || $status === 408,
            // Any other refusal with the same key proves that no earlier attempt succeeded.
            default => $this->isStillRunning() || $status === 408 || $status >= 500
                || ($was_unknown && in_array($status, self::REJECTED_BEFORE_EXECUTION, true)),
        };
    }

    public function isRetryable(): bool
    {
        $is_temporary = in_array($this->status(), self::RETRYABLE_STATUSES, true);
        return match ($this->kind) {
            'silent' => true,
            'too_large' => false,
            'foreign' => $this->status() < 300 || $is_temporary,
            default => $is_temporary || $this->isStillRunning(),
        };
    }

    /** Parses `Retry-After`, which is a number of seconds or an HTTP date. */
    public function retryAfter(): ?int
    {
        $header = $this->response?->headers['retry-after'] ?? null;
        if ($header === null || preg_match('/^\d{1,9}$/D', $header) === 1) {
            return $header === null ? null : (int) $header;
        }
        $at_s = strtotime($header);
        return $at_s === false ? null : max(0, $at_s - time());
    }

    public function error(string $url, float $timeout_s, ?string $key, bool $is_unknown): KoloError
    {
        $body = $this->kind === 'refused' ? $this->body : [];
        $errors = self::lists($body['errors'] ?? null);
        $field_reasons = self::lists($body['field_reasons'] ?? null);
        $reason = is_string($body['reason'] ?? null) ? $body['reason'] : null;
        $sentence = $this->sentence($url, $timeout_s, $errors);
        if ($is_unknown) {
            $sentence .= ". Whether it happened is not known: ask again with the idempotency key $key";
        }
        return new KoloError(
            $this->kindOfError($reason, $field_reasons),
            $sentence,
            $this->response?->status,
            $reason,
            is_array($body['reason_params'] ?? null) ? $body['reason_params'] : [],
            $errors,
            $field_reasons,
            $this->response?->headers['request-id'] ?? null,
            $this->retryAfter(),
            $key,
            $is_unknown,
            $this->failure,
        );
    }

    private function status(): int
    {
        return $this->response?->status ?? 0;
    }

    /** Only a 409 with `Retry-After` is temporary: the first request with this key still runs. */
    private function isStillRunning(): bool
    {
        return $this->status() === 409 && $this->retryAfter() !== null;
    }

    /** @param array<string, list<mixed>> $errors */
    private function sentence(string $url, float $timeout_s, array $errors): string
    {
        $status = $this->status();
        if ($this->kind === 'refused') {
            return self::refusalMessage($this->body['message'], $errors);
        }
        if ($this->kind === 'foreign') {
            return $status >= 300 && $status < 400
                ? "The server at $url redirects ($status): use the address of Kolo itself"
                : "The server at $url is not Kolo: it returned $status without an answer of Kolo";
        }
        if ($this->kind === 'too_large') {
            return 'The answer is larger than answer_limit_bytes';
        }
        return $this->failure?->is_timeout
            ? "Kolo did not answer at $url within $timeout_s s"
            : "Kolo does not answer at $url ({$this->failure?->getMessage()})";
    }

    /** @param array<string, list<mixed>> $errors */
    private static function refusalMessage(string $message, array $errors): string
    {
        $more = [];
        foreach ($errors as $field => $texts) {
            foreach ($texts as $text) {
                if (!str_contains($message, (string) $text)) {
                    $more[] = "$field: $text";
                }
            }
        }
        $omitted = count($more) - self::FIELDS_SHOWN_MAX;
        $shown = array_slice($more, 0, self::FIELDS_SHOWN_MAX);
        if ($omitted > 0) {
            $shown[] = "and $omitted more";
        }
        return $shown === [] ? $message : "$message: " . implode('; ', $shown);
    }

    /** @param array<string, list<mixed>> $field_reasons */
    private function kindOfError(?string $reason, array $field_reasons): string
    {
        $status = $this->status();
        if ($this->kind === 'silent') {
            return 'no_answer';
        }
        if ($this->kind === 'too_large') {
            return 'too_large';
        }
        if ($status >= 500) {
            return 'unavailable';
        }
        if ($this->kind === 'foreign') {
            return 'not_kolo';
        }
        if ($this->isStillRunning()) {
            return 'under_way';
        }
        if (isset(self::KINDS_BY_REASON[$reason ?? ''])) {
            return self::KINDS_BY_REASON[$reason];
        }
        // For a bulk, `reference_taken` is in the errors of its entries.
        foreach ($field_reasons as $refusals) {
            if (in_array('reference_taken', array_column($refusals, 'reason'), true)) {
                return 'reference_taken';
            }
        }
        return self::KINDS[$status] ?? 'invalid';
    }

    /**
     * Keeps the lists only: in an answer from a proxy, `errors` may have any shape.
     *
     * @return array<string, list<mixed>>
     */
    private static function lists(mixed $value): array
    {
        return is_array($value) ? array_filter($value, static fn (mixed $one): bool => is_array($one)) : [];
    }
}
