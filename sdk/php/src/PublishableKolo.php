<?php

declare(strict_types=1);

namespace Kolo;

use Kolo\Http\Transport;

/**
 * The client for programs that strangers can read, with a publishable key. It creates payments and follows each with its
 * own token.
 *
 * Anybody can read the key, so your server compares amounts before it hands over goods. The payments that it returns
 * have no `customer`, `phone`, `fee`, `metadata` and `split`.
 */
final class PublishableKolo
{
    private readonly Caller $caller;

    /**
     * Checks the settings; sends nothing.
     *
     * @param string $url The address of the service, such as `https://pay.example.cm`.
     * @param string $publishable_key The publishable key, `live_pub_…` or `test_pub_…`. It selects the environment.
     * @param string|null $app_name The name of your program, such as `my-till/2.1`. Appended to the `User-Agent`.
     * @param Transport|null $transport Sends the requests. Default: curl, or PHP's streams without the extension.
     * @throws \InvalidArgumentException if the address or the key is malformed, or if the key is of another kind
     */
    public function __construct(
        string $url,
        string $publishable_key,
        ?string $app_name = null,
        ?Transport $transport = null,
        ?CallOptions $options = null,
    ) {
        $this->caller = new Caller(
            Settings::url($url),
            Settings::key('publishable_key', $publishable_key, '/^(live|test)_(pk|sk)_/'),
            null,
            Settings::userAgent($app_name),
            $transport ?? Settings::transport(),
            $options ?? new CallOptions(),
        );
    }

    /**
     * Creates a payment. Open `authorization_url`, and keep `follow_token`.
     *
     * @param array{amount: int, currency: string, email?: string, phone?: string, customer?: array{name?: string, email?: string, phone?: string}, name?: string, description?: string, callback?: string, locked_channel?: string, locked_country?: string, locked_currency?: string, metadata?: array<string, mixed>, expires_at?: string} $body
     * @throws KoloError
     */
    public function create(array $body, ?CallOptions $options = null): Models\CreatePaymentAnswer
    {
        return new Models\CreatePaymentAnswer($this->caller->call('createPayment', body: $body, options: $options));
    }

    /**
     * Retrieves a payment of this program, by its id or reference. Throws `not_found` with the token of another payment.
     *
     * @param array{reference: string, follow_token: string} $payment
     * @throws KoloError
     */
    public function retrieve(array $payment, ?CallOptions $options = null): Models\Payment
    {
        ['reference' => $reference, 'follow_token' => $token] = $payment;
        $params = ['reference' => $reference];
        $answer = $this->caller->call('retrievePayment', params: $params, follow_token: $token, options: $options);
        return new Models\Payment($answer['transaction']);
    }

    /**
     * Polls until the payment is complete, failed, canceled or expired.
     *
     * @param array{reference: string, follow_token: string} $payment
     * @throws KoloError `not_ended` after `$wait_s`
     */
    public function wait(array $payment, float $wait_s = Caller::WAIT_S, ?CallOptions $options = null): Models\Payment
    {
        $has_ended = static fn (Models\Payment $one): bool => !in_array($one->status, ['pending', 'processing'], true);
        return $this->caller->wait(fn (): Models\Payment => $this->retrieve($payment, $options), $has_ended, $wait_s);
    }
}
