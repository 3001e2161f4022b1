<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

final class ScheduleStatus
{
    public const ACTIVE = 'active';
    public const PAUSED = 'paused';
    public const ENDED = 'ended';
    public const VALUES = [
        'active',
        'paused',
        'ended',
    ];
}
