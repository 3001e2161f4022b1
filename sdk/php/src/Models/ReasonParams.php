<?php

// Written by `npm run docs` from docs/reference/openapi.json.

declare(strict_types=1);

namespace Kolo\Models;

use Kolo\Model;

/**
 * The values that the reason names. `docs/reference/errors.md` lists the names of each reason.
 * @property-read int|null $minimum The smallest accepted number, amount or length.
 * @property-read int|null $maximum The largest accepted number, amount, length or count.
 * @property-read int|null $maximum_mib The largest accepted size, in MiB.
 * @property-read list<string>|null $values The accepted values.
 * @property-read string|null $type The expected JSON type, or the type of the beneficiary.
 * @property-read string|null $right The right that is missing, such as `transfers:write`.
 * @property-read list<string>|null $methods The methods that the path has.
 * @property-read string|null $encoding The content encoding of the body, or the encoding of the file.
 * @property-read string|null $charset The character set of the body.
 * @property-read list<string>|null $known The known names.
 * @property-read string|null $other The parameter that excludes this one.
 * @property-read string|null $resource The resource that has no such field.
 * @property-read string|null $time_zone The merchant's time zone, by its IANA name.
 * @property-read list<string>|null $ports The allowed ports.
 * @property-read string|null $reference The reference that exists.
 * @property-read int|null $required The amount that the order takes from the balance, with its fee.
 * @property-read string|null $currency The currency of the amounts, or the refused currency.
 * @property-read string|null $from The currency to convert from.
 * @property-read string|null $to The currency to convert to.
 * @property-read int|null $entry The index of the other entry in the list, from 0.
 * @property-read string|null $channel The channel's id.
 * @property-read list<string>|null $channels The channels to choose from.
 * @property-read string|null $environment `test` or `live`.
 * @property-read string|null $network The network of the number, such as `MTN`.
 * @property-read string|null $country The country's two-letter code.
 * @property-read int|null $digits The digits of the country's mobile numbers; 0 if Kolo has no channel there.
 * @property-read list<string>|null $first_digits The first digits of the country's mobile numbers; empty if Kolo has no channel there.
 * @property-read string|null $range The first digits of the number, or a range of IP addresses.
 * @property-read string|null $until The moment at which the new secret replaces the old one.
 * @property-read string|null $limit The id of the limit.
 * @property-read string|null $applies_to `merchant`, `key`, `person`, `payee` or `payer`.
 * @property-read string|null $period `hour`, `day` or `month`.
 * @property-read string|null $measure `amount` or `count`.
 * @property-read int|null $remaining The amount or number that the limit still allows.
 * @property-read string|null $free_at The moment at which the limit begins again, or the order is no longer a duplicate.
 * @property-read string|null $transfer The id of the earlier transfer.
 * @property-read int|null $line The line of the file, from 1.
 * @property-read int|null $heading_line The line of the heading.
 * @property-read int|null $cells The cells of the line.
 * @property-read int|null $heading_cells The cells of the heading.
 * @property-read string|null $problem `inside_cell`, `formula`, `unclosed` or `text_behind`.
 * @property-read list<string>|null $columns The fields that lack a column, or have several.
 * @property-read list<string>|null $headings The headings of the file.
 * @property-read string|null $merchant The merchant's id.
 */
final class ReasonParams extends Model
{
    protected const FIELDS = [
        'minimum',
        'maximum',
        'maximum_mib',
        'values',
        'type',
        'right',
        'methods',
        'encoding',
        'charset',
        'known',
        'other',
        'resource',
        'time_zone',
        'ports',
        'reference',
        'required',
        'currency',
        'from',
        'to',
        'entry',
        'channel',
        'channels',
        'environment',
        'network',
        'country',
        'digits',
        'first_digits',
        'range',
        'until',
        'limit',
        'applies_to',
        'period',
        'measure',
        'remaining',
        'free_at',
        'transfer',
        'line',
        'heading_line',
        'cells',
        'heading_cells',
        'problem',
        'columns',
        'headings',
        'merchant',
    ];
}
