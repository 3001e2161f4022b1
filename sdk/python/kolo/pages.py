from __future__ import annotations

from dataclasses import dataclass, field
from typing import (
    Any,
    AsyncIterator,
    Awaitable,
    Callable,
    Dict,
    Generic,
    Iterator,
    List,
    Mapping,
    Optional,
    Type,
    TypeVar,
)

Item = TypeVar("Item")

#: Items per request: the maximum of the API.
PAGE_SIZE = 100
#: The number of returned ids to remember. An item repeats only if more rows than this are added between two pages.
YIELDED_IDS_MAX = 10_000


@dataclass(frozen=True)
class Page(Generic[Item]):
    """One page of a list, with the size of the whole list."""

    items: List[Item]
    #: The number of items that match the filter, over all pages.
    totals: int
    last_page: int
    current_page: int
    #: The number of items in this page.
    selected: int
    #: For events: the current end of the feed.
    cursor: Optional[str] = field(default=None)
    has_more: bool = field(default=False)


def page_of(answer: Mapping[str, Any], name: str, model: Type[Item]) -> Page[Item]:
    return Page(
        items=[model(item) for item in answer[name]],  # type: ignore[call-arg]
        totals=answer["totals"],
        last_page=answer["last_page"],
        current_page=answer["current_page"],
        selected=answer["selected"],
        cursor=answer.get("cursor"),
        has_more=answer.get("has_more", False),
    )


class SeenIds:
    """Skips items of earlier pages: rows that are added during the iteration move others to the next page."""

    def __init__(self) -> None:
        self._ids: Dict[str, None] = {}

    def new_items(self, items: List[Any]) -> Iterator[Any]:
        for item in items:
            if item["id"] not in self._ids:
                self._ids[item["id"]] = None
                yield item
        while len(self._ids) > YIELDED_IDS_MAX:
            self._ids.pop(next(iter(self._ids)))


def every_item(read_page: Callable[[Any], Page[Item]], query: Mapping[str, Any]) -> Iterator[Item]:
    """Iterates over every item of a list, page by page, each once.

    If rows leave the list during the iteration, the rows behind them move up and can be missed. Follow the events if
    you must not miss an item.
    """
    seen = SeenIds()
    number = query.get("page", 1)
    while True:
        page = read_page({"limit": PAGE_SIZE, **query, "page": number})
        yield from seen.new_items(page.items)
        if number >= page.last_page:
            return
        number += 1


async def every_item_async(
    read_page: Callable[[Any], Awaitable[Page[Item]]], query: Mapping[str, Any]
) -> AsyncIterator[Item]:
    """`every_item` for asyncio."""
    seen = SeenIds()
    number = query.get("page", 1)
    while True:
        page = await read_page({"limit": PAGE_SIZE, **query, "page": number})
        for item in seen.new_items(page.items):
            yield item
        if number >= page.last_page:
            return
        number += 1
