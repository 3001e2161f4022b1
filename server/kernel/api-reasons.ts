import type { ReasonCatalogue } from "./reasons.ts";

/**
 * The reasons for errors of the merchants' API. Programs compare them: a reason is never renamed, and never used for
 * another condition. The texts are the rows of `docs/reference/errors.md`.
 */
export const API_REASONS = {
  // The request as a whole.
  malformed_request: ["bad_request", "after_change", "The request is not valid HTTP.", "Correct the client."],
  request_incomplete: ["bad_request", "later", "The connection or the body ended early.", "Send the request again."],
  request_timed_out: ["timed_out", "later", "The request took too long to arrive.", "Send it again, faster."],
  expectation_unsupported: ["expectation_failed", "after_change", "`Expect` is not `100-continue`.", "Leave it out."],
  headers_too_large: ["headers_too_large", "after_change", "The headers are over the limit.", "Send shorter headers."],
  host_invalid: ["bad_request", "after_change", "`Host` is missing, invalid or repeated.", "Send one valid `Host`."],
  path_invalid: ["bad_request", "after_change", "The path cannot be decoded.", "Encode the path as a URL."],
  path_not_found: ["not_found", "after_change", "No operation has this path.", "Compare the path with the operations."],
  method_not_allowed: [
    "method_not_allowed",
    "after_change",
    "The path has other methods.",
    "Use a method of `Allow`.",
    "methods",
  ],
  precondition_failed: ["bad_request", "after_change", "A file does not match `If-Match` or similar.", "Leave it out."],
  media_type_unsupported: [
    "unsupported_media_type",
    "after_change",
    "The body is neither JSON nor a form.",
    "Send JSON.",
  ],
  encoding_unsupported: [
    "unsupported_media_type",
    "after_change",
    "The body is compressed.",
    "Send it uncompressed.",
    "encoding",
  ],
  charset_unsupported: [
    "unsupported_media_type",
    "after_change",
    "The text is not in UTF-8.",
    "Send text in UTF-8.",
    "charset",
  ],
  body_too_large: ["too_large", "after_change", "The body is over the limit.", "Split it, or send less."],
  body_too_deep: ["bad_request", "after_change", "The body nests too deep.", "Send a flatter body.", "maximum"],
  body_too_complex: [
    "bad_request",
    "after_change",
    "The body has too many values.",
    "Split it, or send less.",
    "maximum",
  ],
  invalid_json: ["bad_request", "after_change", "The body is not valid JSON.", "Correct the JSON."],
  invalid_form: ["bad_request", "after_change", "The form cannot be read exactly.", "Correct it as `errors` says."],
  invalid_utf8: ["bad_request", "after_change", "The body or query is not valid UTF-8.", "Encode it as UTF-8."],
  invalid_unicode: ["bad_request", "after_change", "A text has a NUL or invalid Unicode.", "Remove those characters."],
  duplicate_name: ["bad_request", "after_change", "An object has one name twice.", "Send each name once."],

  // The caller.
  key_missing: ["unauthorized", "after_change", "`Authorization` is missing.", "Send the public key in it."],
  key_invalid: [
    "unauthorized",
    "after_change",
    "The public key is wrong, expired or revoked.",
    "Check the key and its environment; create another one in the dashboard.",
  ],
  key_with_scheme: [
    "unauthorized",
    "after_change",
    "`Authorization` has a scheme, such as `Bearer`, before the key.",
    "Send the key alone.",
  ],
  key_is_private: [
    "unauthorized",
    "after_change",
    "`Authorization` has a private key.",
    "Send the public key in `Authorization`, and the private key in `X-Grant`.",
  ],
  grant_required: ["forbidden", "after_change", "The operation requires the private key.", "Send it in `X-Grant`."],
  grant_invalid: [
    "forbidden",
    "after_change",
    "The private key is wrong, expired, revoked or of another pair.",
    "Check that both keys are of one merchant and environment.",
  ],
  grant_with_scheme: [
    "forbidden",
    "after_change",
    "`X-Grant` has a scheme, such as `Bearer`, before the key.",
    "Send the key alone.",
  ],
  grant_is_public: ["forbidden", "after_change", "`X-Grant` has a public key.", "Send the private key in it."],
  right_missing: [
    "forbidden",
    "after_change",
    "The private key lacks a right.",
    "Use a key that has the right.",
    "right",
  ],
  link_right_missing: [
    "forbidden",
    "after_change",
    "The link to the merchant in `X-Sync` lacks a right.",
    "Ask that merchant to extend the link.",
    "right",
  ],
  grant_ip_not_allowed: [
    "forbidden",
    "after_change",
    "Your IP address is not on the private key's list.",
    "Send from a listed address, or extend the key's list.",
  ],
  ip_not_allowed: [
    "forbidden",
    "after_change",
    "Your IP address is not on the list of addresses that may send money.",
    "Send from a listed address, or add this one in the dashboard.",
  ],
  linked_merchant_not_found: ["not_found", "after_change", "No link to the merchant in `X-Sync`.", "Check its id."],

  // Limits and failures of the service.
  rate_limited: ["too_many_requests", "later", "The limit of requests is used up.", "Wait as `Retry-After` says."],
  too_many_wrong_keys: [
    "too_many_requests",
    "later",
    "Too many wrong keys from your network.",
    "Correct the key; wait.",
  ],
  too_many_lists: ["too_many_requests", "later", "Too many lists are read at once.", "Wait as `Retry-After` says."],
  too_much_data: ["too_many_requests", "later", "Too much data was sent at once.", "Wait as `Retry-After` says."],
  too_many_lookups: ["too_many_requests", "later", "Too many look-ups run at once.", "Wait as `Retry-After` says."],
  internal_error: ["internal", "later", "A fault of ours; nothing was written.", "Try again; report the `Request-Id`."],
  service_unavailable: [
    "unavailable",
    "later",
    "The service has no database at the moment.",
    "Send the same request with the same `Idempotency-Key` after `Retry-After`.",
  ],
  service_busy: [
    "unavailable",
    "later",
    "Too many orders wait to be written.",
    "Send the same request with the same `Idempotency-Key` after `Retry-After`.",
  ],
  provider_unavailable: ["unavailable", "later", "The network does not answer.", "Wait as `Retry-After` says."],

  // Idempotency.
  idempotency_key_invalid: [
    "bad_request",
    "after_change",
    "The key is not 1 to 255 visible ASCII.",
    "Send another key.",
  ],
  idempotency_key_reused: [
    "invalid",
    "after_change",
    "The `Idempotency-Key` belongs to a different request.",
    "Send the first request's exact body, or use a new key for a new order.",
  ],
  idempotency_in_progress: [
    "conflict",
    "later",
    "The first request with this `Idempotency-Key` has no answer yet.",
    "Send the same request with the same key after `Retry-After`.",
  ],

  // The order.
  invalid_request: ["bad_request", "after_change", "Fields are wrong by themselves.", "Correct them: `field_reasons`."],
  validation_failed: [
    "invalid",
    "after_change",
    "Fields do not fit stored data, the catalogue or a rule of business.",
    "Correct the fields in `field_reasons`. With `Retry-After`, the same request may succeed later.",
  ],
  possible_duplicate: [
    "invalid",
    "after_change",
    "An earlier transfer has the same amount and payee.",
    "If it is another payment, send it with `allow_duplicate: true`.",
    ...(["transfer", "free_at"] as const),
  ],
  limit_exceeded: [
    "invalid",
    "later",
    "The order would exceed a limit of the merchant.",
    "Send at most `remaining`, or wait until `free_at`.",
    ...(["limit", "applies_to", "period", "measure", "maximum", "remaining", "currency", "free_at"] as const),
  ],
  insufficient_funds: [
    "insufficient_funds",
    "later",
    "The balance does not cover the order and its fee; nothing was reserved.",
    "Add funds, then send the order again.",
    ...(["required", "currency"] as const),
  ],
  reference_taken: [
    "conflict",
    "final",
    "The reference exists, perhaps from an earlier request of yours.",
    "Retrieve the record by its reference; use another reference for another order.",
    "reference",
  ],

  // Records.
  transfer_not_found: ["not_found", "after_change", "No transfer of yours has this id or reference.", "Check it."],
  schedule_not_found: ["not_found", "after_change", "No schedule of yours has this id.", "Check it."],
  schedule_ended: ["invalid", "final", "The schedule has ended.", "Create another schedule."],
  schedule_not_active: ["invalid", "after_change", "The schedule is paused or has ended.", "Resume it first."],
  too_many_schedules: [
    "invalid",
    "after_change",
    "You have the maximum number of schedules.",
    "Delete one that you no longer need.",
    "maximum",
  ],
  sandbox_only: ["invalid", "final", "Only the sandbox has the operation.", "Use a test key."],
  bulk_transfer_not_cancelable: [
    "invalid",
    "final",
    "None of the bulk's transfers is `pending` any more.",
    "Retrieve the bulk transfer for their statuses.",
  ],
  bulk_transfer_not_found: ["not_found", "after_change", "No bulk transfer of yours has this id.", "Check it."],
  beneficiary_not_found: ["not_found", "after_change", "No beneficiary of yours has this id.", "Check it."],
  payment_not_found: ["not_found", "after_change", "No payment of yours has this id or reference.", "Check it."],
  payment_link_not_found: ["not_found", "after_change", "No payment link of yours has this id.", "Check it."],
  refund_not_found: ["not_found", "after_change", "No refund of yours has this id.", "Check it."],
  withdrawal_not_found: ["not_found", "after_change", "No withdrawal of yours has this id or reference.", "Check it."],
  withdrawal_account_not_found: [
    "not_found",
    "after_change",
    "No withdrawal account of yours has this id.",
    "Check it.",
  ],
  customer_not_found: ["not_found", "after_change", "No customer of yours has this id.", "Check it."],
  webhook_not_found: ["not_found", "after_change", "No webhook of yours has this id.", "Check it."],
  delivery_not_found: ["not_found", "after_change", "The webhook has no delivery with this id.", "Check it."],
  event_not_found: ["not_found", "after_change", "No event of yours has this id.", "Check it, and its age."],

  // The state of a record.
  transfer_not_cancelable: ["invalid", "final", "The transfer was sent or has ended.", "Retrieve its status."],
  withdrawal_not_cancelable: ["invalid", "final", "The withdrawal was sent or has ended.", "Retrieve its status."],
  withdrawal_account_confirmed: ["invalid", "final", "The account is confirmed.", "There is nothing to do."],
  too_many_withdrawal_accounts: [
    "invalid",
    "after_change",
    "You have the maximum number of accounts.",
    "Remove one first.",
  ],
  second_person_required: [
    "forbidden",
    "after_change",
    "In live two people confirm the account in the dashboard.",
    "Let another person confirm it.",
  ],
  payment_not_cancelable: ["invalid", "final", "The payment has ended, or is being paid.", "Retrieve its status."],
  payment_not_processable: ["invalid", "final", "The payment has ended, or is being paid.", "Retrieve its status."],
  customer_blocked: ["invalid", "after_change", "The merchant has blocked the payer.", "Unblock the customer first."],
  payment_tries_exhausted: ["too_many_requests", "final", "The payment had too many tries.", "Create another payment."],
  webhook_inactive: ["invalid", "after_change", "The webhook is switched off.", "Switch it on first."],
  delivery_blocked: [
    "invalid",
    "after_change",
    "The webhook delivers in order, and an earlier delivery has not arrived.",
    "Retry the earlier delivery.",
  ],
  secret_rotation_in_progress: [
    "conflict",
    "after_change",
    "A new secret of the webhook is being introduced.",
    "Confirm or cancel it, or rotate with `overlap_hours` 0.",
    "until",
  ],
  no_new_secret: ["invalid", "after_change", "The webhook has no new secret.", "Rotate its secret first."],
  cursor_outdated: [
    "conflict",
    "after_change",
    "The cursor is not of this feed: the database was restored from a backup.",
    "Begin again at `after=0`, and leave out events that you have handled.",
  ],
} as const satisfies ReasonCatalogue;

export type ApiReason = keyof typeof API_REASONS;
