<?php

declare(strict_types=1);

namespace Kolo;

use Kolo\Http\Request;
use Kolo\Http\Transport;
use Kolo\Http\TransportError;
use Kolo\Models\Event;
use Kolo\Resources\Operations;

/**
 * Makes calls: builds and retries requests, polls until a record has ended, and follows the event feed.
 *
 * @internal
 */
final class Caller
{
    /** Timeout of one attempt, in seconds: enough for a service under load, and for an account look-up at a network. */
    public const TIMEOUT_S = 20.0;
    /** Retry window, in seconds: a service that restarts is available again within it. */
    public const PATIENCE_S = 60.0;
    /** The same for bulks of up to 10,000 transfers. */
    public const BULK_TIMEOUT_S = 60.0;
    public const BULK_PATIENCE_S = 300.0;
    /** Timeout of `wait`, in seconds: most payers who confirm at all do so within it. */
    public const WAIT_S = 300.0;
    /** Largest answer: a bulk of 10,000 transfers with all outcomes has at most 13 MiB. */
    public const ANSWER_LIMIT_BYTES = 33_554_432;

    private const RETRY_DELAY_MIN_S = 0.25;
    private const RETRY_DELAY_MAX_S = 10.0;
    private const POLL_MIN_S = 0.25;
    private const POLL_MAX_S = 10.0;
    private const FEED_LIMIT = 100;
    // These POST requests change nothing. A key would only make the service store their answers.
    private const READ_ONLY_POSTS = ['/transfers/lookup', '/transfers/bulk/check', '/transfers/bulk/read'];
    private const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

    public function __construct(
        private readonly string $url,
        #[\SensitiveParameter] private readonly string $public_key,
        #[\SensitiveParameter] private readonly ?string $private_key,
        private readonly string $user_agent,
        private readonly Transport $transport,
        private readonly CallOptions $options,
    ) {
    }

    /** Keeps the keys out of `var_dump` of a client. */
    public function __debugInfo(): array
    {
        return ['url' => $this->url];
    }

    /**
     * Makes a call: retries a lost answer, 408, 425, 429, 5xx, and a 409 with `Retry-After`, always with one key.
     *
     * @param array<string, string> $params
     * @param array<string, mixed> $query
     * @param array<string, mixed>|null $body
     * @return array<string, mixed>
     */
    public function call(
        string $name,
        array $params = [],
        array $query = [],
        ?array $body = null,
        ?string $file = null,
        #[\SensitiveParameter] ?string $follow_token = null,
        ?CallOptions $options = null,
    ): array {
        [$method, $path, $needs_private_key, $gives] = Operations::ALL[$name];
        // A split sends money to other merchants, so the service requires the private key for it.
        $needs_private_key = $needs_private_key || isset($body['split']);
        $options = ($options ?? new CallOptions())->over($this->options);
        $is_bulk = str_starts_with($path, '/transfers/bulk');
        $timeout_s = $options->timeout_s ?? ($is_bulk ? self::BULK_TIMEOUT_S : self::TIMEOUT_S);
        $patience_s = $options->patience_s ?? ($is_bulk ? self::BULK_PATIENCE_S : self::PATIENCE_S);
        $is_write = $method !== 'GET' && !in_array($path, self::READ_ONLY_POSTS, true);
        $key = $is_write ? self::checkedKey($options->idempotency_key ?? bin2hex(random_bytes(16))) : null;
        if ($needs_private_key && $this->private_key === null) {
            throw new \InvalidArgumentException("$name needs the private key: new Kolo(url: …, private_key: …)");
        }
        $content = $file ?? ($body === null ? null : self::json($body));
        $request = new Request(
            $method,
            $this->url . self::filled($path, $params) . self::queryText($query),
            array_filter([
                'Accept' => 'application/json',
                'Authorization' => $this->public_key,
                'User-Agent' => $this->user_agent,
                'X-Grant' => $needs_private_key ? $this->private_key : null,
                'X-Sync' => self::checkedSync($options->sync),
                'X-Follow-Token' => self::checkedFollowToken($follow_token),
                'Idempotency-Key' => $key,
                'Content-Type' => $content === null ? null : self::contentType($file),
            ], static fn (?string $value): bool => $value !== null),
            $content,
            $timeout_s,
            $options->answer_limit_bytes ?? self::ANSWER_LIMIT_BYTES,
        );
        $deadline_s = microtime(true) + $patience_s;
        $is_unknown = false;
        for ($attempt = 1; ; $attempt += 1) {
            $outcome = $this->attempt($request, $gives);
            if ($outcome->response !== null && $options->on_response !== null) {
                ($options->on_response)($name, $outcome->response);
            }
            if ($outcome->kind === 'done') {
                return $outcome->body;
            }
            $is_unknown = $key !== null && $outcome->mayHaveHappened($is_unknown);
            $error = $outcome->error($this->url, $timeout_s, $key, $is_unknown);
            $wait_s = self::retryDelay($attempt, $outcome->retryAfter());
            if (!$outcome->isRetryable() || microtime(true) + $wait_s > $deadline_s) {
                throw $error;
            }
            if ($options->on_retry !== null) {
                ($options->on_retry)(new Retry($name, $attempt, $wait_s, $error));
            }
            self::sleep($wait_s);
        }
    }

    /**
     * Polls until `$has_ended` returns true, with growing pauses.
     *
     * @template Record of Model
     * @param callable(): Record $poll
     * @param callable(Record): bool $has_ended
     * @return Record
     * @throws KoloError `not_ended` after `$wait_s`
     */
    public function wait(callable $poll, callable $has_ended, float $wait_s): Model
    {
        $deadline_s = microtime(true) + $wait_s;
        for ($pause_s = self::POLL_MIN_S; ; $pause_s = min(self::POLL_MAX_S, $pause_s * 1.5)) {
            $record = $poll();
            if ($has_ended($record)) {
                return $record;
            }
            $left_s = $deadline_s - microtime(true);
            if ($left_s <= 0) {
                throw new KoloError('not_ended', "It has not ended within $wait_s s, and continues on the server");
            }
            self::sleep(min($left_s, $pause_s));
        }
    }

    /**
     * @param callable(array<string, mixed>): Page<Event> $read
     * @param array<string, mixed> $query
     * @return \Generator<int, Event>
     */
    public function follow(callable $read, array $query, float $every_s): \Generator
    {
        while (true) {
            $page = $read($query + ['limit' => self::FEED_LIMIT]);
            yield from $page->items;
            $query['after'] = $page->cursor;
            if (!$page->has_more) {
                self::sleep($every_s);
            }
        }
    }

    private function attempt(Request $request, ?string $gives): Outcome
    {
        try {
            return Outcome::of($this->transport->send($request), $gives);
        } catch (TransportError $error) {
            return new Outcome('silent', failure: $error);
        }
    }

    /** Exponential back-off with jitter, so that clients that failed together do not retry together. */
    private static function retryDelay(int $attempt, ?int $retry_after_s): float
    {
        $step_s = min(self::RETRY_DELAY_MAX_S, self::RETRY_DELAY_MIN_S * 2 ** min($attempt - 1, 30));
        return ($retry_after_s ?? $step_s / 2) + mt_rand() / mt_getrandmax() * $step_s / 2;
    }

    private static function sleep(float $seconds): void
    {
        usleep((int) ($seconds * 1_000_000));
    }

    /** @param array<string, mixed> $body */
    private static function json(array $body): string
    {
        $flags = JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES;
        return json_encode($body === [] ? new \stdClass() : $body, $flags);
    }

    /** A workbook is a zip archive: its first two bytes are `PK`. */
    private static function contentType(?string $file): string
    {
        if ($file === null) {
            return 'application/json';
        }
        return str_starts_with($file, 'PK') ? self::WORKBOOK : 'text/csv';
    }

    /**
     * Fills the parameters into the path. An empty value or dots alone would change the path's segments.
     *
     * @param array<string, string> $params
     */
    private static function filled(string $path, array $params): string
    {
        return preg_replace_callback('/\{(\w+)\}/', static function (array $match) use ($params): string {
            $value = $params[$match[1]] ?? '';
            if (preg_match('/^\.{0,2}$/D', $value) === 1) {
                throw new \InvalidArgumentException("'$value' is no {$match[1]} that can be in a path: give the id");
            }
            return rawurlencode($value);
        }, $path);
    }

    /** @param array<string, mixed> $query */
    private static function queryText(array $query): string
    {
        $pairs = array_map(
            static fn (mixed $value): mixed => is_bool($value) ? ($value ? 'true' : 'false') : $value,
            array_filter($query, static fn (mixed $value): bool => $value !== null),
        );
        return $pairs === [] ? '' : '?' . http_build_query($pairs);
    }

    /** A line break would add a header to the request. */
    private static function checkedSync(?string $sync): ?string
    {
        if ($sync !== null && preg_match('/^[!-~]+$/D', $sync) !== 1) {
            throw new \InvalidArgumentException('sync is the id of a linked merchant: it has no spaces or line breaks');
        }
        return $sync;
    }

    private static function checkedFollowToken(#[\SensitiveParameter] ?string $token): ?string
    {
        if ($token !== null && preg_match('/^[!-~]+$/D', $token) !== 1) {
            throw new \InvalidArgumentException('follow_token is the token of the answer that created the payment');
        }
        return $token;
    }

    private static function checkedKey(string $key): string
    {
        if (preg_match('/^[!-~]{1,255}$/D', $key) !== 1) {
            throw new \InvalidArgumentException('An idempotency key is 1 to 255 visible ASCII characters');
        }
        return $key;
    }
}
