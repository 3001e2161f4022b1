from __future__ import annotations

import http.client
import time
from dataclasses import dataclass
from typing import Dict, Mapping, Optional
from urllib.parse import urlsplit


@dataclass(frozen=True)
class HttpRequest:
    """One request, ready to send. Every attempt sends the same bytes."""

    method: str
    url: str
    headers: Mapping[str, str]
    body: Optional[bytes]
    timeout_s: float
    answer_limit_bytes: int


@dataclass(frozen=True)
class HttpResponse:
    status: int
    #: The headers, with lower-case names.
    headers: Dict[str, str]
    #: None if the body is larger than the limit.
    body: Optional[bytes]


class TransportError(Exception):
    """The error of an attempt without an answer. `is_sent`: whether the request may have arrived."""

    def __init__(self, message: str, *, is_sent: bool, is_timeout: bool = False) -> None:
        super().__init__(message)
        self.is_sent = is_sent
        self.is_timeout = is_timeout


class HttpTransport:
    """Sends requests with the standard library, each on a new connection. Does not follow redirects, which would send
    the private key to another address."""

    def send(self, request: HttpRequest) -> HttpResponse:
        deadline_s = time.monotonic() + request.timeout_s
        connection = _connection(request)
        try:
            try:
                connection.connect()
            except (OSError, http.client.HTTPException) as error:
                raise _failure(error, is_sent=False) from error
            try:
                return _exchange(connection, request, deadline_s)
            except (OSError, http.client.HTTPException) as error:
                raise _failure(error, is_sent=True) from error
        finally:
            connection.close()


CHUNK_BYTES = 65_536


def _connection(request: HttpRequest) -> http.client.HTTPConnection:
    url = urlsplit(request.url)
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    return kind(url.hostname or "", url.port, timeout=request.timeout_s)


def _exchange(connection: http.client.HTTPConnection, request: HttpRequest, deadline_s: float) -> HttpResponse:
    url = urlsplit(request.url)
    sock = connection.sock

    def allow_the_rest() -> None:
        left_s = deadline_s - time.monotonic()
        if left_s <= 0:
            raise TimeoutError("timed out")
        sock.settimeout(left_s)

    allow_the_rest()
    target = f"{url.path}?{url.query}" if url.query else url.path
    connection.request(request.method, target, body=request.body, headers=dict(request.headers))
    allow_the_rest()
    response = connection.getresponse()
    headers = {name.lower(): value for name, value in response.getheaders()}
    body = bytearray()
    # A response that is complete closes itself, and with `Connection: close` its socket too.
    while not response.isclosed():
        allow_the_rest()
        chunk = response.read1(CHUNK_BYTES)
        if not chunk:
            break
        body += chunk
        if len(body) > request.answer_limit_bytes:
            return HttpResponse(response.status, headers, None)
    if response.length:
        raise http.client.IncompleteRead(bytes(body), response.length)
    return HttpResponse(response.status, headers, bytes(body))


def _failure(error: Exception, *, is_sent: bool) -> TransportError:
    # Before Python 3.10 socket.timeout is a class of its own, with this text.
    is_timeout = isinstance(error, TimeoutError) or str(error) in ("timed out", "The read operation timed out")
    return TransportError(str(error) or type(error).__name__, is_sent=is_sent, is_timeout=is_timeout)
