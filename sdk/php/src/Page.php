<?php

declare(strict_types=1);

namespace Kolo;

/**
 * One page of a list, with the size of the whole list.
 *
 * @template Item
 */
final class Page
{
    /** Items per request: the maximum of the API. */
    public const SIZE = 100;
    /** Returned ids to remember. An item repeats only if more rows than this are added between two pages. */
    private const YIELDED_IDS_MAX = 10_000;

    /**
     * @param list<Item> $items
     * @param int $totals The number of items that match the filter, over all pages.
     * @param int $selected The number of items in this page.
     * @param string|null $cursor For events: the current end of the feed.
     */
    public function __construct(
        public readonly array $items,
        public readonly int $totals,
        public readonly int $last_page,
        public readonly int $current_page,
        public readonly int $selected,
        public readonly ?string $cursor = null,
        public readonly bool $has_more = false,
    ) {
    }

    /**
     * @template Record of Model
     * @param array<string, mixed> $answer
     * @param class-string<Record> $model
     * @return self<Record>
     */
    public static function of(array $answer, string $field, string $model): self
    {
        return new self(
            array_map(static fn (array $item): Model => new $model($item), $answer[$field]),
            $answer['totals'],
            $answer['last_page'],
            $answer['current_page'],
            $answer['selected'],
            $answer['cursor'] ?? null,
            $answer['has_more'] ?? false,
        );
    }

    /**
     * Iterates over every item of a list, page by page, each once. If rows leave the list during the iteration, the
     * rows behind them move up and can be missed. Follow the events if you must not miss an item.
     *
     * @template Record
     * @param callable(array<string, mixed>): self<Record> $read
     * @param array<string, mixed> $query
     * @return \Generator<int, Record>
     */
    public static function each(callable $read, array $query): \Generator
    {
        $yielded = [];
        for ($number = $query['page'] ?? 1; ; $number += 1) {
            $page = $read(['page' => $number] + $query + ['limit' => self::SIZE]);
            foreach ($page->items as $item) {
                if (!isset($yielded[$item->id])) {
                    $yielded[$item->id] = true;
                    yield $item;
                }
            }
            $yielded = array_slice($yielded, -self::YIELDED_IDS_MAX);
            if ($number >= $page->last_page) {
                return;
            }
        }
    }
}
