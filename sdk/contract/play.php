<?php

// Runs scenarios of the SDK contract with the PHP SDK: reads them from stdin, writes each step's outcome to stdout.
// The argument names the transport: `streams` or `curl`.

declare(strict_types=1);

use Kolo\CallOptions;
use Kolo\Http\CurlTransport;
use Kolo\Http\StreamTransport;
use Kolo\Kolo;
use Kolo\KoloError;
use Kolo\PublishableKolo;
use Kolo\Webhook;
use Kolo\WebhookVerificationError;

require __DIR__ . '/../php/autoload.php';

error_reporting(E_ALL);
set_error_handler(static function (int $level, string $message, string $file, int $line): bool {
    if ((error_reporting() & $level) !== 0) {
        throw new ErrorException($message, 0, $level, $file, $line);
    }
    return false;
});

/** Replaces "$name.path" by that part of an earlier result. */
function filled(mixed $value, array $saved): mixed
{
    if (is_array($value)) {
        return array_map(static fn (mixed $inner): mixed => filled($inner, $saved), $value);
    }
    if (!is_string($value) || !str_starts_with($value, '$')) {
        return $value;
    }
    $found = $saved;
    foreach (explode('.', substr($value, 1)) as $part) {
        $found = is_array($found) ? $found[$part] : $found->$part;
    }
    return $found;
}

function options(array $given): CallOptions
{
    foreach (['timeout', 'patience'] as $name) {
        if (isset($given["{$name}_ms"])) {
            $given["{$name}_s"] = $given["{$name}_ms"] / 1000;
            unset($given["{$name}_ms"]);
        }
    }
    return new CallOptions(...$given);
}

function taken(Generator $items, int $count): array
{
    $taken = [];
    foreach ($items as $item) {
        $taken[] = $item;
        if (count($taken) === $count) {
            break;
        }
    }
    return $taken;
}

function result(Kolo $kolo, ?PublishableKolo $publishable, array $step, array $saved): mixed
{
    if (isset($step['verify'])) {
        $one = $step['verify'];
        return Webhook::verify($one['body'], $one['headers'], $one['secret'], now_s: $one['now']);
    }
    if (isset($step['sign'])) {
        return Webhook::signTest($step['sign']['event'], $step['sign']['secret']);
    }
    [$resource, $name] = explode('.', $step['call']);
    $method = lcfirst(str_replace('_', '', ucwords($name, '_')));
    $arguments = filled($step['with'] ?? [], $saved);
    if (isset($step['options'])) {
        $arguments['options'] = options($step['options']);
    }
    $result = ($resource === 'publishable' ? $publishable : $kolo->$resource)->$method(...$arguments);
    return isset($step['take']) ? taken($result, $step['take']) : $result;
}

$played = [];
foreach (json_decode(stream_get_contents(STDIN), true) as $scenario) {
    $transport = $argv[1] === 'curl' ? new CurlTransport() : new StreamTransport();
    $key = $scenario['client']['publishable_key'] ?? null;
    unset($scenario['client']['publishable_key']);
    $url = $scenario['client']['url'];
    $kolo = new Kolo(...$scenario['client'], app_name: 'contract', transport: $transport);
    $publishable = $key === null ? null : new PublishableKolo($url, $key, transport: $transport);
    $saved = [];
    $outcomes = [];
    foreach ($scenario['steps'] as $step) {
        try {
            $saved[$step['as'] ?? ''] = $result = result($kolo, $publishable, $step, $saved);
            $outcomes[] = ['result' => $result];
        } catch (KoloError $error) {
            $outcomes[] = ['error' => $error];
        } catch (WebhookVerificationError $error) {
            $outcomes[] = ['error' => ['code' => $error->reason, 'message' => $error->getMessage()]];
        } catch (InvalidArgumentException $error) {
            $outcomes[] = ['error' => ['usage' => $error->getMessage()]];
        }
    }
    $played[] = $outcomes;
}
echo json_encode($played, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
