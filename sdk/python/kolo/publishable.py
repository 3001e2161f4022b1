"""The client for programs that strangers can read, such as an app on a phone or a till: it has a publishable key."""

from __future__ import annotations

from typing import Optional, TypedDict

from .calls import CallOptions
from .client import Caller, Transport, connect_publishable
from .models import CreatePaymentAnswer, NewPayment, Payment
from .resources import OPEN_STATUSES, WAIT_S
from .transport import HttpTransport


class PaymentToFollow(TypedDict):
    """A payment to follow, by its id or reference."""

    reference: str
    follow_token: str


class PublishableKolo:
    """The client for apps, with a publishable key. It creates payments and follows each with its own token.

    Anybody can read the key, so your server compares amounts before it hands over goods. The payments that it returns
    have no `customer`, `phone`, `fee`, `metadata` and `split`.

    Raises `TypeError` if the address or the key is malformed, or if the key is of another kind. Sends nothing.
    """

    def __init__(
        self,
        *,
        url: str,
        publishable_key: str,
        app_name: Optional[str] = None,
        transport: Optional[Transport] = None,
        options: Optional[CallOptions] = None,
    ) -> None:
        connection = connect_publishable(url, publishable_key, app_name, options)
        self._caller = Caller(connection, transport or HttpTransport())

    def create(self, body: NewPayment, *, options: Optional[CallOptions] = None) -> CreatePaymentAnswer:
        """Creates a payment. Open `authorization_url`, and keep `follow_token`. The service refuses `reference`,
        `split` and the id of a `customer`."""
        return CreatePaymentAnswer(self._caller.call("createPayment", body=body, options=options))

    def retrieve(self, payment: PaymentToFollow, *, options: Optional[CallOptions] = None) -> Payment:
        """Retrieves a payment of this program. Raises `not_found` with the token of another payment."""
        reference, follow_token = payment["reference"], payment["follow_token"]
        params = {"reference": reference}
        answer = self._caller.call("retrievePayment", params=params, follow_token=follow_token, options=options)
        return Payment(answer["transaction"])

    def wait(
        self, payment: PaymentToFollow, *, wait_s: float = WAIT_S, options: Optional[CallOptions] = None
    ) -> Payment:
        """Polls until the payment is complete, failed, canceled or expired. Raises `not_ended` after `wait_s`."""
        return self._caller.wait(
            lambda: self.retrieve(payment, options=options), lambda one: one.status not in OPEN_STATUSES, wait_s
        )
