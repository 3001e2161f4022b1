<?php

// A receiver of webhooks without a framework: point the webhook's URL at this file.

declare(strict_types=1);

require __DIR__ . '/../autoload.php';

try {
    $event = Kolo\Webhook::verify(
        file_get_contents('php://input'),
        getallheaders(),
        (string) getenv('KOLO_WEBHOOK_SECRET'),
    );
} catch (Kolo\WebhookVerificationError $error) {
    http_response_code(400);
    exit;
}
// An event can arrive twice: store the ids of the events that you have processed.
error_log("$event->type {$event->data->id}");
http_response_code(200);
