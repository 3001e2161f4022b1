<?php

// A controller for Laravel. In routes/web.php:
//     Route::post('/pay', [KoloController::class, 'pay']);
//     Route::post('/hooks/kolo', [KoloController::class, 'receive'])->withoutMiddleware([VerifyCsrfToken::class]);
// In a service provider:
//     $this->app->singleton(Kolo::class, fn () => new Kolo(
//         config('services.kolo.url'), config('services.kolo.public_key'), config('services.kolo.private_key'),
//         options: new CallOptions(patience_s: 10),
//     ));

declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\RedirectResponse;
use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Log;
use Illuminate\Support\Str;
use Kolo\Kolo;
use Kolo\KoloError;
use Kolo\Webhook;
use Kolo\WebhookVerificationError;

final class KoloController
{
    public function pay(Request $request, Kolo $kolo): RedirectResponse
    {
        try {
            $payment = $kolo->payments->create([
                'amount' => 5_000,
                'currency' => 'XAF',
                'phone' => $request->string('phone')->value(),
                'reference' => 'order-' . Str::ulid(),
            ]);
        } catch (KoloError $error) {
            return back()->withErrors(['phone' => $error->errors['phone'] ?? [$error->getMessage()]]);
        }
        return redirect()->away($payment->authorization_url);
    }

    public function receive(Request $request): Response
    {
        try {
            // The signature covers the raw body, which getContent() returns, and not the parsed input.
            $event = Webhook::verify(
                $request->getContent(),
                $request->headers->all(),
                config('services.kolo.webhook_secret'),
            );
        } catch (WebhookVerificationError) {
            return response('', 400);
        }
        // An event can arrive twice: store the ids of the events that you have processed.
        Log::info($event->type, ['id' => $event->data->id]);
        return response('', 200);
    }
}
