"""Builds requests, decides on retries and creates errors, without I/O: the sync or async client sends and sleeps."""

from __future__ import annotations

import json
import random
import re
import time
import uuid
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Generator, List, Mapping, NamedTuple, Optional, TypedDict, Union
from urllib.parse import quote, urlencode

from .errors import KoloError
from .transport import HttpRequest, HttpResponse, TransportError

VERSION = "0.1.0"

#: Timeout of one attempt, in seconds: long enough for a service under load, and for an account look-up at a network.
TIMEOUT_S = 20.0
#: Retry window, in seconds: a service that restarts is available again within it.
PATIENCE_S = 60.0
#: The same for bulks of up to 10,000 transfers.
BULK_TIMEOUT_S = 60.0
BULK_PATIENCE_S = 300.0
#: Largest answer: a bulk of 10,000 transfers with all outcomes has at most 13 MiB.
ANSWER_LIMIT_BYTES = 32 * 1024 * 1024

RETRY_DELAY_MIN_S = 0.25
RETRY_DELAY_MAX_S = 10.0


class Retry(NamedTuple):
    """A failed attempt that the client will retry."""

    operation: str
    #: The number of the failed attempt, starting at 1.
    attempt: int
    #: The pause before the next attempt, in seconds.
    wait_s: float
    error: KoloError


class Response(NamedTuple):
    """The metadata of an HTTP answer: everything but its body."""

    operation: str
    attempt: int
    status: int
    request_id: Optional[str]
    #: The headers, with lower-case names.
    headers: Dict[str, str]


class CallOptions(TypedDict, total=False):
    """The options of one call. Each overrides the client's own option of that name."""

    #: Your idempotency key for this write: 1 to 255 visible ASCII characters. For seven days, the service executes
    #: calls with the same key and fields once, and repeats the answer. By default the client generates a key for each
    #: call.
    idempotency_key: str
    #: The id of the linked merchant to act for.
    sync: str
    #: The timeout of one attempt, in seconds. Default: 20; for bulks 60.
    timeout_s: float
    #: The retry window: no retry begins later than this after the start of the call, in seconds. Default: 60; for
    #: bulks 300. 0: no retries.
    patience_s: float
    #: The largest answer that the client reads, in bytes. Default: 32 MiB. A larger one raises `too_large`.
    answer_limit_bytes: int
    #: Called before each retry, for example to write a log line.
    on_retry: Callable[[Retry], None]
    #: Called after each answer, successful or not. An exception that it raises ends the call.
    on_response: Callable[[Response], None]


class Operation(NamedTuple):
    method: str
    path: str
    needs_private_key: bool
    #: The field that every valid answer to this operation contains; None if there is no such field.
    gives: Optional[str]


@dataclass(frozen=True, repr=False)
class Connection:
    """The address of the service, the keys, and the defaults of every call. `repr` omits the keys."""

    url: str
    public_key: str
    private_key: Optional[str]
    user_agent: str
    options: CallOptions


class Send(NamedTuple):
    request: HttpRequest


class Sleep(NamedTuple):
    seconds: float


#: A call is a generator. It yields `Send` or `Sleep` to the client, which sends back the result: for a `Send`, the
#: answer or a `TransportError`; for a `Sleep`, None.
Steps = Generator[Union[Send, Sleep], Union[HttpResponse, TransportError, None], Dict[str, Any]]

# These POST requests change nothing. An idempotency key would only make the service store their answers.
READ_ONLY_POSTS = ("/transfers/lookup", "/transfers/bulk/check", "/transfers/bulk/read")
# Authentication and rate limiting run before the idempotency key is read, so these statuses prove nothing about
# earlier attempts.
REJECTED_BEFORE_EXECUTION = (401, 403, 429)
RETRYABLE_STATUSES = (408, 425, 429, 500, 502, 503, 504)


def call_steps(
    connection: Connection,
    name: str,
    operation: Operation,
    *,
    params: Optional[Mapping[str, str]] = None,
    query: Optional[Mapping[str, Any]] = None,
    body: Optional[Mapping[str, Any]] = None,
    file: Optional[bytes] = None,
    follow_token: Optional[str] = None,
    options: Optional[CallOptions] = None,
) -> Steps:
    """Makes a call: retries a lost answer, 408, 425, 429, 5xx, and a 409 with `Retry-After`, always with one key."""
    chosen: Dict[str, Any] = {**connection.options, **(options or {})}
    is_bulk = operation.path.startswith("/transfers/bulk")
    timeout_s = chosen.get("timeout_s", BULK_TIMEOUT_S if is_bulk else TIMEOUT_S)
    patience_s = chosen.get("patience_s", BULK_PATIENCE_S if is_bulk else PATIENCE_S)
    key: Optional[str] = None
    if operation.method != "GET" and operation.path not in READ_ONLY_POSTS:
        chosen_key = chosen.get("idempotency_key")
        key = str(uuid.uuid4()) if chosen_key is None else _checked_idempotency_key(chosen_key)
    headers, content = _content(connection, name, operation, body, file, chosen.get("sync"), key)
    if follow_token is not None:
        headers["X-Follow-Token"] = _checked_follow_token(follow_token)
    request = HttpRequest(
        method=operation.method,
        url=f"{connection.url}{_filled(operation.path, params or {})}{_query_text(query or {})}",
        headers=headers,
        body=content,
        timeout_s=timeout_s,
        answer_limit_bytes=chosen.get("answer_limit_bytes", ANSWER_LIMIT_BYTES),
    )
    deadline_s = time.monotonic() + patience_s
    is_unknown = False
    attempt = 0
    while True:
        attempt += 1
        received = yield Send(request)
        outcome = _outcome(received, operation.gives)
        if outcome.response is not None and "on_response" in chosen:
            status, answer_headers = outcome.response.status, outcome.response.headers
            chosen["on_response"](Response(name, attempt, status, answer_headers.get("request-id"), answer_headers))
        if outcome.kind == "done":
            return outcome.body
        is_unknown = key is not None and _may_have_happened(outcome, is_unknown)
        error = _error(outcome, connection.url, timeout_s, key, is_unknown)
        wait_s = _retry_delay(attempt, outcome.retry_after_s)
        if not _is_retryable(outcome) or time.monotonic() + wait_s > deadline_s:
            raise error
        if "on_retry" in chosen:
            chosen["on_retry"](Retry(name, attempt, wait_s, error))
        yield Sleep(wait_s)


@dataclass(frozen=True)
class _Outcome:
    """The result of one attempt.

    `kind` is `done`, `refused` (by Kolo), `foreign` (an answer of another server), `too_large` or `silent`.
    """

    kind: str
    response: Optional[HttpResponse] = None
    body: Any = None
    failure: Optional[TransportError] = None

    @property
    def status(self) -> int:
        return 0 if self.response is None else self.response.status

    @property
    def retry_after_s(self) -> Optional[int]:
        return None if self.response is None else _seconds(self.response.headers.get("retry-after"))

    @property
    def is_still_running(self) -> bool:
        """Only a 409 with `Retry-After` is temporary: the first request with this key still runs."""
        return self.status == 409 and self.retry_after_s is not None


def _outcome(received: Union[HttpResponse, TransportError, None], gives: Optional[str]) -> _Outcome:
    if not isinstance(received, HttpResponse):
        return _Outcome("silent", failure=received)
    if received.body is None:
        return _Outcome("too_large", received)
    try:
        body = json.loads(received.body)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        return _Outcome("foreign", received)
    if 200 <= received.status < 300 and (gives is None or gives in body):
        return _Outcome("done", received, body)
    if received.status < 400 or not isinstance(body.get("message"), str):
        return _Outcome("foreign", received)
    return _Outcome("refused", received, body)


def _may_have_happened(outcome: _Outcome, was_unknown: bool) -> bool:
    """Whether a write may have happened, given this attempt's outcome and the result for the earlier ones."""
    if outcome.kind == "silent":
        return was_unknown or outcome.failure is None or outcome.failure.is_sent
    if outcome.kind == "too_large":
        return True
    if outcome.kind == "foreign":
        return was_unknown or outcome.status < 300 or outcome.status >= 500 or outcome.status == 408
    if outcome.is_still_running or outcome.status == 408 or outcome.status >= 500:
        return True
    # Any other refusal with the same key proves that no earlier attempt succeeded.
    return was_unknown and outcome.status in REJECTED_BEFORE_EXECUTION


def _is_retryable(outcome: _Outcome) -> bool:
    if outcome.kind == "too_large":
        return False
    if outcome.kind == "silent":
        return True
    if outcome.kind == "foreign":
        return outcome.status < 300 or outcome.status in RETRYABLE_STATUSES
    return outcome.status in RETRYABLE_STATUSES or outcome.is_still_running


def _retry_delay(attempt: int, retry_after_s: Optional[int]) -> float:
    """Exponential back-off with jitter, so that clients that failed together do not retry together."""
    step_s = min(RETRY_DELAY_MAX_S, RETRY_DELAY_MIN_S * 2 ** min(attempt - 1, 30))
    return (step_s / 2 if retry_after_s is None else retry_after_s) + random.random() * step_s / 2


def _content(
    connection: Connection,
    name: str,
    operation: Operation,
    body: Optional[Mapping[str, Any]],
    file: Optional[bytes],
    sync: Optional[str],
    key: Optional[str],
) -> "tuple[Dict[str, str], Optional[bytes]]":
    """The headers and the bytes of a request."""
    headers = {
        "Accept": "application/json",
        "Authorization": connection.public_key,
        "User-Agent": connection.user_agent,
    }
    # A split sends money to other merchants, so the service requires the private key for it.
    has_split = body is not None and body.get("split") is not None
    if operation.needs_private_key or has_split:
        if connection.private_key is None:
            raise TypeError(f"{name} needs the private key: Kolo(url=…, public_key=…, private_key=…)")
        headers["X-Grant"] = connection.private_key
    if sync is not None:
        headers["X-Sync"] = _checked_sync(sync)
    if key is not None:
        headers["Idempotency-Key"] = key
    if file is not None:
        # A workbook is a zip archive: its first two bytes are `PK`.
        workbook = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        headers["Content-Type"] = workbook if file[:2] == b"PK" else "text/csv"
        return headers, file
    if body is not None:
        headers["Content-Type"] = "application/json"
        return headers, json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8", "surrogatepass")
    return headers, None


def _filled(path: str, params: Mapping[str, str]) -> str:
    """Fills the parameters into the path. An empty value or dots alone would change the path's segments."""

    def value(match: "re.Match[str]") -> str:
        text = params.get(match[1])
        if not isinstance(text, str) or re.fullmatch(r"\.{0,2}", text):
            raise TypeError(f"{text!r} is no {match[1]} that can be in a path: give the id")
        return quote(text, safe="")

    return re.sub(r"\{(\w+)\}", value, path)


def _query_text(query: Mapping[str, Any]) -> str:
    def text(value: Any) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    pairs = [(name, text(value)) for name, value in query.items() if value is not None]
    return f"?{urlencode(pairs)}" if pairs else ""


def _checked_idempotency_key(key: str) -> str:
    if not re.fullmatch(r"[!-~]{1,255}", key):
        raise TypeError("An idempotency key is 1 to 255 visible ASCII characters")
    return key


def _checked_sync(sync: str) -> str:
    """A line break would add a header to the request."""
    if not re.fullmatch(r"[!-~]+", sync):
        raise TypeError("sync is the id of a linked merchant: it has no spaces or line breaks")
    return sync


def _checked_follow_token(token: str) -> str:
    if not isinstance(token, str) or not re.fullmatch(r"[!-~]+", token):
        raise TypeError("follow_token is the token of the answer that created the payment")
    return token


def _seconds(header: Optional[str]) -> Optional[int]:
    """Parses `Retry-After`, which is a number of seconds or an HTTP date."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", header):
        return int(header)
    try:
        return max(0, int(parsedate_to_datetime(header).timestamp() - time.time()) + 1)
    except (TypeError, ValueError):
        return None


#: More fields make the sentence unreadable; `errors` has all of them.
FIELDS_SHOWN_MAX = 5


def _error(outcome: _Outcome, url: str, timeout_s: float, key: Optional[str], is_unknown: bool) -> KoloError:
    body = outcome.body if outcome.kind == "refused" else {}
    errors = _lists(body.get("errors"))
    field_reasons = _lists(body.get("field_reasons"))
    reason = body.get("reason") if isinstance(body.get("reason"), str) else None
    params = body.get("reason_params")
    sentence = _sentence(outcome, url, timeout_s, errors)
    if is_unknown:
        sentence += f". Whether it happened is not known: ask again with the idempotency key {key}"
    error = KoloError(
        _kind(outcome, reason, field_reasons),
        sentence,
        status=outcome.status or None,
        reason=reason,
        params=params if isinstance(params, dict) else {},
        errors={field: [str(text) for text in texts] for field, texts in errors.items()},
        field_reasons=field_reasons,
        request_id=None if outcome.response is None else outcome.response.headers.get("request-id"),
        retry_after_s=outcome.retry_after_s,
        idempotency_key=key,
        is_unknown=is_unknown,
    )
    error.__cause__ = outcome.failure
    return error


def _lists(value: Any) -> Dict[str, List[Any]]:
    """Keeps the lists only: in an answer from a proxy, `errors` may have any shape."""
    if not isinstance(value, dict):
        return {}
    return {name: items for name, items in value.items() if isinstance(items, list)}


def _sentence(outcome: _Outcome, url: str, timeout_s: float, errors: Mapping[str, List[Any]]) -> str:
    if outcome.kind == "refused":
        return _refusal_message(outcome.body["message"], errors)
    if outcome.kind == "foreign":
        if 300 <= outcome.status < 400:
            return f"The server at {url} redirects ({outcome.status}): use the address of Kolo itself"
        return f"The server at {url} is not Kolo: it returned {outcome.status} without an answer of Kolo"
    if outcome.kind == "too_large":
        return "The answer is larger than answer_limit_bytes"
    if outcome.failure is not None and outcome.failure.is_timeout:
        return f"Kolo did not answer at {url} within {timeout_s:g} s"
    return f"Kolo does not answer at {url} ({outcome.failure})"


def _refusal_message(message: str, errors: Mapping[str, List[Any]]) -> str:
    more = [f"{field}: {text}" for field, texts in errors.items() for text in texts if str(text) not in message]
    shown = more[:FIELDS_SHOWN_MAX]
    if len(more) > len(shown):
        shown.append(f"and {len(more) - len(shown)} more")
    return f"{message}: {'; '.join(shown)}" if shown else message


_KINDS = {
    401: "unauthorized",
    403: "forbidden",
    404: "not_found",
    408: "unavailable",
    409: "conflict",
    429: "too_many_requests",
}
_KINDS_BY_REASON = {
    "insufficient_funds": "insufficient_funds",
    "reference_taken": "reference_taken",
    "idempotency_key_reused": "key_reused",
    "idempotency_in_progress": "under_way",
}


def _kind(outcome: _Outcome, reason: Optional[str], field_reasons: Mapping[str, List[Any]]) -> str:
    if outcome.kind == "silent":
        return "no_answer"
    if outcome.kind == "too_large":
        return "too_large"
    if outcome.kind == "foreign":
        return "unavailable" if outcome.status >= 500 else "not_kolo"
    if outcome.status >= 500:
        return "unavailable"
    if outcome.is_still_running:
        return "under_way"
    if reason in _KINDS_BY_REASON:
        return _KINDS_BY_REASON[reason]
    # For a bulk, `reference_taken` is in the errors of its entries.
    refusals = [refusal for items in field_reasons.values() for refusal in items if isinstance(refusal, dict)]
    if any(refusal.get("reason") == "reference_taken" for refusal in refusals):
        return "reference_taken"
    return _KINDS.get(outcome.status, "invalid")
