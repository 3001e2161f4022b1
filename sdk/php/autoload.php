<?php

// For programs without Composer: require this file.

declare(strict_types=1);

spl_autoload_register(static function (string $class): void {
    if (str_starts_with($class, 'Kolo\\')) {
        $path = __DIR__ . '/src/' . str_replace('\\', '/', substr($class, strlen('Kolo\\'))) . '.php';
        if (is_file($path)) {
            require $path;
        }
    }
});
