<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

/**
 * The language of reminders. Without it they are in French and English.
 */
final class PayerLanguage
{
    public const EN = 'en';
    public const FR = 'fr';
    public const VALUES = [
        'en',
        'fr',
    ];
}
