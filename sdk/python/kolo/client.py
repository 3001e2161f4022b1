from __future__ import annotations

import re
import time
from typing import Any, Callable, Dict, Iterator, Mapping, Optional, Protocol, TypeVar
from urllib.parse import urlsplit

from .calls import VERSION, CallOptions, Connection, Send, Sleep, call_steps
from .errors import KoloError
from .models import Event
from .pages import Page
from .resources import OPERATIONS, Resources
from .transport import HttpRequest, HttpResponse, HttpTransport, TransportError

Record = TypeVar("Record")

POLL_MIN_S = 0.25
POLL_MAX_S = 10.0
FEED_LIMIT = 100


class Transport(Protocol):
    def send(self, request: HttpRequest) -> HttpResponse:
        """Sends a request once. Raises `TransportError` if there is no answer."""
        ...


class Caller:
    """Makes calls, polls until a record has ended, and follows the event feed."""

    def __init__(self, connection: Connection, transport: Transport) -> None:
        self._connection = connection
        self._transport = transport

    def call(self, name: str, **input: Any) -> Dict[str, Any]:
        steps = call_steps(self._connection, name, OPERATIONS[name], **input)
        received: Any = None
        while True:
            try:
                step = steps.send(received)
            except StopIteration as end:
                return end.value
            received = self._take(step)

    def _take(self, step: Any) -> Any:
        if isinstance(step, Sleep):
            time.sleep(step.seconds)
            return None
        assert isinstance(step, Send)
        try:
            return self._transport.send(step.request)
        except TransportError as error:
            return error

    def wait(self, poll: Callable[[], Record], has_ended: Callable[[Record], bool], wait_s: float) -> Record:
        """Polls until `has_ended` returns true, with growing pauses. Raises `not_ended` after `wait_s`."""
        deadline_s = time.monotonic() + wait_s
        for pause_s in poll_pauses():
            record = poll()
            if has_ended(record):
                return record
            left_s = deadline_s - time.monotonic()
            if left_s <= 0:
                raise not_ended(wait_s)
            time.sleep(min(left_s, pause_s))
        raise AssertionError("the pauses never end")

    def follow(self, read_page: Callable[[Any], Page[Event]], query: Mapping[str, Any], every_s: float) -> Iterator[Event]:
        cursor = query["after"]
        while True:
            page = read_page({"limit": FEED_LIMIT, **query, "after": cursor})
            yield from page.items
            cursor = page.cursor
            if not page.has_more:
                time.sleep(every_s)


def poll_pauses() -> Iterator[float]:
    pause_s = POLL_MIN_S
    while True:
        yield pause_s
        pause_s = min(POLL_MAX_S, pause_s * 1.5)


def not_ended(wait_s: float) -> KoloError:
    return KoloError("not_ended", f"It has not ended within {wait_s:g} s, and continues on the server")


class Kolo(Resources):
    """The client of the Kolo API, with one attribute per resource. Use it on servers only.

    Every write carries an idempotency key: yours, or one that the client generates. Each retry sends the same key, so
    the write happens once even if an answer is lost. Amounts are whole numbers of the currency's smallest unit.

    Raises `TypeError` if the address or a key is malformed, or if the keys are swapped. Sends nothing.

    `app_name` is the name of your program, such as `my-shop/2.1`. It is appended to the `User-Agent` of every request.
    """

    def __init__(
        self,
        *,
        url: str,
        public_key: str,
        private_key: Optional[str] = None,
        app_name: Optional[str] = None,
        transport: Optional[Transport] = None,
        options: Optional[CallOptions] = None,
    ) -> None:
        connection = connect(url, public_key, private_key, app_name, options)
        super().__init__(Caller(connection, transport or HttpTransport()))


def connect(
    url: str,
    public_key: str,
    private_key: Optional[str],
    app_name: Optional[str],
    options: Optional[CallOptions],
) -> Connection:
    public = _checked_key("public_key", public_key, r"(live|test)_(sk|pub)_")
    private = None if private_key is None else _checked_key("private_key", private_key, r"(live|test)_(pk|pub)_")
    return _connection(url, public, private, app_name, options)


def connect_publishable(
    url: str,
    publishable_key: str,
    app_name: Optional[str],
    options: Optional[CallOptions],
) -> Connection:
    key = _checked_key("publishable_key", publishable_key, r"(live|test)_(pk|sk)_")
    return _connection(url, key, None, app_name, options)


def _connection(
    url: str,
    public_key: str,
    private_key: Optional[str],
    app_name: Optional[str],
    options: Optional[CallOptions],
) -> Connection:
    return Connection(_checked_url(url), public_key, private_key, _user_agent(app_name), options or {})


def _user_agent(app_name: Optional[str]) -> str:
    if app_name is None:
        return f"kolo-python/{VERSION}"
    if not re.fullmatch(r"[!-~][ -~]{0,99}", app_name):
        raise TypeError("app_name is 1 to 100 visible ASCII characters")
    return f"kolo-python/{VERSION} {app_name}"


def _checked_url(url: str) -> str:
    text = url if isinstance(url, str) else ""
    try:
        parts = urlsplit(text)
        is_good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_good = False
    if not is_good or not re.fullmatch(r"[!-~]+", text) or re.search(r"[@?#]", text):
        raise TypeError("url is the address of Kolo, such as https://pay.example.cm")
    return text.rstrip("/")


def _checked_key(name: str, key: str, other_key: str) -> str:
    """The message omits the key, because errors are often logged."""
    if not isinstance(key, str) or not re.fullmatch(r"[!-~]+", key):
        raise TypeError(f"{name} is not a key: it is missing, or has spaces or a line's end in it")
    if re.match(other_key, key):
        raise TypeError(f"{name} is a key of another kind: it belongs elsewhere")
    return key
