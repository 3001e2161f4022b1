from __future__ import annotations

from typing import Any, Dict, List, Optional, TypedDict


class FieldRefusal(TypedDict):
    """The reason code for an invalid field, with the values that the reason names, such as `maximum`."""

    reason: str
    params: Dict[str, Any]


class KoloError(Exception):
    """The error that every failed call raises. `message` is a sentence for people, `kind` is for programs.

    The kinds are those of the TypeScript SDK: `insufficient_funds`, `reference_taken`, `invalid`, `not_found`,
    `unauthorized`, `forbidden`, `conflict`, `key_reused`, `under_way`, `too_many_requests`, `unavailable`,
    `no_answer`, `not_kolo`, `too_large` and `not_ended`.
    """

    def __init__(
        self,
        kind: str,
        message: str,
        *,
        status: Optional[int] = None,
        reason: Optional[str] = None,
        params: Optional[Dict[str, Any]] = None,
        errors: Optional[Dict[str, List[str]]] = None,
        field_reasons: Optional[Dict[str, List[FieldRefusal]]] = None,
        request_id: Optional[str] = None,
        retry_after_s: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        is_unknown: bool = False,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        #: The HTTP status of the answer; None without an answer.
        self.status = status
        #: The reason code of the refusal; None without an answer from the service.
        self.reason = reason
        #: The values that the reason names, such as `required`; empty if it names none.
        self.params = params or {}
        #: Error messages by field; empty if no field is wrong.
        self.errors = errors or {}
        #: The reason codes by field, for programs.
        self.field_reasons = field_reasons or {}
        #: The `Request-Id` header of the answer.
        self.request_id = request_id
        #: The wait from the `Retry-After` header, in seconds; None without one.
        self.retry_after_s = retry_after_s
        #: The idempotency key of the write; None for a read.
        self.idempotency_key = idempotency_key
        #: Whether a write may have happened despite the error. If true, call again within seven days with the same
        #: fields and this `idempotency_key`: the write happens once. Never call again without the key.
        self.is_unknown = is_unknown

    def to_dict(self) -> Dict[str, Any]:
        """The fields for a log entry."""
        return {**vars(self)}


class WebhookVerificationError(Exception):
    """The error of a rejected request: answer it with HTTP 400.

    `code` is `missing_header`, `bad_secret`, `bad_timestamp`, `bad_signature`, `bad_body` or `parsed_body`.
    `bad_secret` and `parsed_body` are mistakes in your program, not in the request.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
