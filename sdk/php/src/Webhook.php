<?php

declare(strict_types=1);

namespace Kolo;

use Kolo\Models\Event;

/** Verifies and signs webhook requests. */
final class Webhook
{
    public const TOLERANCE_S = 300;

    /**
     * Verifies a webhook request and returns its event. A returned event comes from Kolo, is unchanged and is no
     * replay of an old request.
     *
     * @param string $raw_body The body exactly as received: `file_get_contents('php://input')`, in Laravel
     *     `$request->getContent()`.
     * @param array<string, string|list<string|null>> $headers The headers: `getallheaders()`, in Laravel
     *     `$request->headers->all()`. Names match in any case.
     * @param string|list<string> $secret The webhook's secret, `whsec_…`. During a rotation of the secret, give both.
     * @throws WebhookVerificationError if the request is not Kolo's: answer it with HTTP 400
     */
    public static function verify(
        string $raw_body,
        array $headers,
        #[\SensitiveParameter] string|array $secret,
        int $tolerance_s = self::TOLERANCE_S,
        ?int $now_s = null,
    ): Event {
        $keys = array_map(self::key(...), array_values((array) $secret));
        if ($keys === []) {
            throw new WebhookVerificationError('bad_secret', 'There is no secret to verify with');
        }
        $headers = array_change_key_case($headers, CASE_LOWER);
        $id = self::header($headers, 'webhook-id');
        $timestamp = self::header($headers, 'webhook-timestamp');
        $given = explode(' ', self::header($headers, 'webhook-signature'));
        $is_number = preg_match('/^\d{1,12}$/D', $timestamp) === 1;
        if (!$is_number || abs(($now_s ?? time()) - (int) $timestamp) > $tolerance_s) {
            throw new WebhookVerificationError(
                'bad_timestamp',
                'The request was signed too long ago, or in the future',
            );
        }
        foreach ($keys as $key) {
            $expected = self::signature($key, $id, $timestamp, $raw_body);
            // The header holds one signature for each valid secret, separated by spaces.
            foreach ($given as $signature) {
                if (hash_equals($expected, $signature)) {
                    return self::event($raw_body, $id);
                }
            }
        }
        throw new WebhookVerificationError(
            'bad_signature',
            'No signature fits: another secret, or a body that was changed',
        );
    }

    /**
     * Makes the request that Kolo would send for an event, for the tests of your receiver: POST `body` with `headers`.
     *
     * @param array<string, mixed> $event An event with `type` and `data`; the other fields are filled in.
     * @return array{body: string, headers: array<string, string>}
     */
    public static function signTest(array $event, #[\SensitiveParameter] string $secret, ?int $now_s = null): array
    {
        $now_s ??= time();
        $event += [
            'id' => 'evt_' . bin2hex(random_bytes(16)),
            'event' => $event['type'],
            'created_at' => gmdate('Y-m-d\TH:i:s', $now_s) . '.000000Z',
            'sequence' => 1,
        ];
        $body = json_encode($event, JSON_THROW_ON_ERROR | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES);
        return [
            'body' => $body,
            'headers' => [
                'Content-Type' => 'application/json',
                'webhook-id' => $event['id'],
                'webhook-timestamp' => (string) $now_s,
                'webhook-signature' => self::signature(self::key($secret), $event['id'], (string) $now_s, $body),
                'X-Service-Signature' => hash_hmac('sha256', $body, $secret),
            ],
        ];
    }

    private static function signature(string $key, string $id, string $timestamp, string $body): string
    {
        return 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    }

    private static function key(#[\SensitiveParameter] mixed $secret): string
    {
        $is_secret = is_string($secret) && preg_match('#^whsec_([A-Za-z0-9+/]{24,}={0,2})$#D', $secret, $match) === 1;
        $key = $is_secret ? base64_decode(rtrim($match[1], '='), true) : false;
        // 4 digits of base64 are 3 bytes; a single digit left over is less than a byte.
        if ($key === false || strlen(rtrim($match[1], '=')) % 4 === 1) {
            throw new WebhookVerificationError('bad_secret', 'A secret is whsec_ and base64');
        }
        return $key;
    }

    /** @param array<string, mixed> $headers */
    private static function header(array $headers, string $name): string
    {
        $value = $headers[$name] ?? '';
        $value = is_array($value) ? ($value[0] ?? '') : $value;
        if (!is_string($value) || $value === '') {
            throw new WebhookVerificationError('missing_header', "There is no $name header");
        }
        return $value;
    }

    private static function event(string $body, string $id): Event
    {
        $event = json_decode($body, true);
        if (!is_array($event) || ($event['id'] ?? null) !== $id) {
            throw new WebhookVerificationError('bad_body', 'The body is not the event its headers name');
        }
        return new Event($event);
    }
}
