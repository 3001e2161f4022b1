<?php

declare(strict_types=1);

namespace Kolo;

/** A record that has no model of its own, such as the data of an event of a newer service. */
final class Record extends Model
{
}
