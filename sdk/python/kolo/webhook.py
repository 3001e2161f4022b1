from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import time
import uuid
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from .errors import WebhookVerificationError
from .models import Event

TOLERANCE_S = 300
_SECRET = re.compile(r"whsec_([A-Za-z0-9+/]{24,}={0,2})")


def verify_webhook(
    raw_body: Union[bytes, str],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance_s: float = TOLERANCE_S,
    now_s: Optional[float] = None,
) -> Event:
    """Verifies a webhook request and returns its event.

    A returned event comes from Kolo, is unchanged and is no replay of an old request. Raises
    `WebhookVerificationError`, and nothing else: answer the request with HTTP 400.

    `raw_body` is the body exactly as received: `request.body` in Django, `request.get_data()` in Flask. `headers` may
    be the framework's own; names match in any case. During a rotation of the secret, give both secrets.
    """
    keys = [_secret_key(one) for one in ([secret] if isinstance(secret, str) else list(secret or []))]
    if not keys:
        raise WebhookVerificationError("bad_secret", "There is no secret to verify with")
    if not isinstance(raw_body, (bytes, bytearray, memoryview, str)):
        raise WebhookVerificationError(
            "parsed_body",
            "Give the body as it arrived, before anything parses it: request.body in Django, "
            "request.get_data() in Flask",
        )
    body = raw_body.encode("utf-8", "surrogatepass") if isinstance(raw_body, str) else bytes(raw_body)
    lower = {str(name).lower(): value for name, value in dict(headers or {}).items()}
    event_id = _required_header(lower, "webhook-id")
    timestamp = _required_header(lower, "webhook-timestamp")
    signature_header = _required_header(lower, "webhook-signature")
    now = time.time() if now_s is None else now_s
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > tolerance_s:
        raise WebhookVerificationError("bad_timestamp", "The request was signed too long ago, or in the future")
    expected = [_signature(key, event_id, timestamp, body) for key in keys]
    # The header holds one signature for each valid secret, separated by spaces.
    given = [one.encode("utf-8", "replace") for one in signature_header.split(" ")]
    if not any(hmac.compare_digest(one, other) for one in given for other in expected):
        raise WebhookVerificationError("bad_signature", "No signature fits: another secret, or a body that was changed")
    return _parse_event(body, event_id)


@dataclass(frozen=True)
class SignedWebhook:
    """A request to your webhook's receiver: POST `body` with `headers`."""

    body: bytes
    headers: Dict[str, str]


def sign_test_webhook(event: Mapping[str, Any], secret: str, *, now_s: Optional[float] = None) -> SignedWebhook:
    """Makes the request that Kolo would send for an event with a `type` and `data`, for the tests of your receiver."""
    now = int(time.time() if now_s is None else now_s)
    filled = {
        "id": f"evt_{uuid.uuid4().hex}",
        "event": event["type"],
        "created_at": datetime.fromtimestamp(now, timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z"),
        "sequence": 1,
        **event,
    }
    body = json.dumps(filled, ensure_ascii=False, separators=(",", ":")).encode()
    headers = {
        "Content-Type": "application/json",
        "webhook-id": filled["id"],
        "webhook-timestamp": str(now),
        "webhook-signature": _signature(_secret_key(secret), filled["id"], str(now), body).decode(),
        "X-Service-Signature": hmac.new(secret.encode(), body, hashlib.sha256).hexdigest(),
    }
    return SignedWebhook(body, headers)


def _signature(key: bytes, event_id: str, timestamp: str, body: bytes) -> bytes:
    signed = f"{event_id}.{timestamp}.".encode("utf-8", "replace") + body
    return b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())


def _secret_key(secret: str) -> bytes:
    match = _SECRET.fullmatch(secret) if isinstance(secret, str) else None
    encoded = match[1].rstrip("=") if match else ""
    # 4 digits of base64 are 3 bytes; a single digit left over is less than a byte.
    if len(encoded) % 4 == 1 or not match:
        raise WebhookVerificationError("bad_secret", "A secret is whsec_ and base64")
    return base64.b64decode(encoded + "=" * (-len(encoded) % 4))


def _required_header(headers: Mapping[str, Any], name: str) -> str:
    value = headers.get(name)
    if isinstance(value, (list, tuple)):
        value = value[0] if value else None
    if not isinstance(value, str) or value == "":
        raise WebhookVerificationError("missing_header", f"There is no {name} header")
    return value


def _parse_event(body: bytes, event_id: str) -> Event:
    try:
        event: Any = json.loads(body.decode("utf-8"))
    except ValueError:
        event = None
    if not isinstance(event, dict) or event.get("id") != event_id:
        raise WebhookVerificationError("bad_body", "The body is not the event its headers name")
    return Event(event)
