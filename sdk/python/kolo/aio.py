"""The same client for asyncio. It needs httpx: `pip install kolo-sdk[async]`."""

from __future__ import annotations

import asyncio
from typing import Any, AsyncIterator, Awaitable, Callable, Dict, Mapping, Optional, Protocol, TypeVar

import httpx

from .async_resources import AsyncResources
from .calls import CallOptions, Connection, Send, Sleep, call_steps
from .client import FEED_LIMIT, connect, connect_publishable, not_ended, poll_pauses
from .models import CreatePaymentAnswer, Event, NewPayment, Payment
from .pages import Page
from .publishable import PaymentToFollow
from .resources import OPEN_STATUSES, OPERATIONS, WAIT_S
from .transport import HttpRequest, HttpResponse, TransportError

Record = TypeVar("Record")


class AsyncTransport(Protocol):
    async def send(self, request: HttpRequest) -> HttpResponse:
        """Sends a request once. Raises `TransportError` if there is no answer."""
        ...


class HttpxTransport:
    """Sends requests with httpx. `client` may be your own, for example with a proxy. Redirects are not followed."""

    def __init__(self, client: Optional[httpx.AsyncClient] = None) -> None:
        self._client = client or httpx.AsyncClient()

    async def send(self, request: HttpRequest) -> HttpResponse:
        try:
            return await asyncio.wait_for(self._exchange(request), request.timeout_s)
        except (asyncio.TimeoutError, httpx.ReadTimeout) as error:
            raise TransportError("timed out", is_sent=True, is_timeout=True) from error
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout) as error:
            raise TransportError(str(error), is_sent=False) from error
        except httpx.HTTPError as error:
            raise TransportError(str(error) or type(error).__name__, is_sent=True) from error

    async def _exchange(self, request: HttpRequest) -> HttpResponse:
        stream = self._client.stream(
            request.method,
            request.url,
            headers=dict(request.headers),
            content=request.body,
            timeout=request.timeout_s,
            follow_redirects=False,
        )
        async with stream as response:
            headers = {name.lower(): value for name, value in response.headers.items()}
            body = bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > request.answer_limit_bytes:
                    return HttpResponse(response.status_code, headers, None)
            return HttpResponse(response.status_code, headers, bytes(body))

    async def close(self) -> None:
        await self._client.aclose()


class AsyncCaller:
    """Makes calls, polls until a record has ended, and follows the event feed."""

    def __init__(self, connection: Connection, transport: AsyncTransport) -> None:
        self._connection = connection
        self._transport = transport

    async def call(self, name: str, **input: Any) -> Dict[str, Any]:
        steps = call_steps(self._connection, name, OPERATIONS[name], **input)
        received: Any = None
        while True:
            try:
                step = steps.send(received)
            except StopIteration as end:
                return end.value
            received = await self._take(step)

    async def _take(self, step: Any) -> Any:
        if isinstance(step, Sleep):
            await asyncio.sleep(step.seconds)
            return None
        assert isinstance(step, Send)
        try:
            return await self._transport.send(step.request)
        except TransportError as error:
            return error

    async def wait(
        self, poll: Callable[[], Awaitable[Record]], has_ended: Callable[[Record], bool], wait_s: float
    ) -> Record:
        """Polls until `has_ended` returns true, with growing pauses. Raises `not_ended` after `wait_s`."""
        loop = asyncio.get_running_loop()
        deadline_s = loop.time() + wait_s
        for pause_s in poll_pauses():
            record = await poll()
            if has_ended(record):
                return record
            left_s = deadline_s - loop.time()
            if left_s <= 0:
                raise not_ended(wait_s)
            await asyncio.sleep(min(left_s, pause_s))
        raise AssertionError("the pauses never end")

    async def follow(
        self, read_page: Callable[[Any], Awaitable[Page[Event]]], query: Mapping[str, Any], every_s: float
    ) -> AsyncIterator[Event]:
        cursor = query["after"]
        while True:
            page = await read_page({"limit": FEED_LIMIT, **query, "after": cursor})
            for event in page.items:
                yield event
            cursor = page.cursor
            if not page.has_more:
                await asyncio.sleep(every_s)


class AsyncKolo(AsyncResources):
    """The client of the Kolo API for asyncio: `kolo.Kolo` with `await` and `async for`."""

    def __init__(
        self,
        *,
        url: str,
        public_key: str,
        private_key: Optional[str] = None,
        app_name: Optional[str] = None,
        transport: Optional[AsyncTransport] = None,
        options: Optional[CallOptions] = None,
    ) -> None:
        self._transport = transport or HttpxTransport()
        super().__init__(AsyncCaller(connect(url, public_key, private_key, app_name, options), self._transport))

    async def close(self) -> None:
        if isinstance(self._transport, HttpxTransport):
            await self._transport.close()


class AsyncPublishableKolo:
    """The client with a publishable key for asyncio: `kolo.PublishableKolo` with `await`."""

    def __init__(
        self,
        *,
        url: str,
        publishable_key: str,
        app_name: Optional[str] = None,
        transport: Optional[AsyncTransport] = None,
        options: Optional[CallOptions] = None,
    ) -> None:
        self._transport = transport or HttpxTransport()
        self._caller = AsyncCaller(connect_publishable(url, publishable_key, app_name, options), self._transport)

    async def create(self, body: NewPayment, *, options: Optional[CallOptions] = None) -> CreatePaymentAnswer:
        """Creates a payment. Open `authorization_url`, and keep `follow_token`. The service refuses `reference`,
        `split` and the id of a `customer`."""
        return CreatePaymentAnswer(await self._caller.call("createPayment", body=body, options=options))

    async def retrieve(self, payment: PaymentToFollow, *, options: Optional[CallOptions] = None) -> Payment:
        """Retrieves a payment of this program. Raises `not_found` with the token of another payment."""
        reference, follow_token = payment["reference"], payment["follow_token"]
        params = {"reference": reference}
        answer = await self._caller.call("retrievePayment", params=params, follow_token=follow_token, options=options)
        return Payment(answer["transaction"])

    async def wait(
        self, payment: PaymentToFollow, *, wait_s: float = WAIT_S, options: Optional[CallOptions] = None
    ) -> Payment:
        """Polls until the payment is complete, failed, canceled or expired. Raises `not_ended` after `wait_s`."""
        return await self._caller.wait(
            lambda: self.retrieve(payment, options=options), lambda one: one.status not in OPEN_STATUSES, wait_s
        )

    async def close(self) -> None:
        if isinstance(self._transport, HttpxTransport):
            await self._transport.close()
