import type { ReasonTexts } from "./reason-texts.ts";

const QUOTES_ADVICE = 'put the whole cell in quotation marks, and write each one inside it twice ("Hotel 5"" Akwa")';

/** The text of each reason. */
export const ENGLISH_REASONS: ReasonTexts = {
  // The HTTP request.
  malformed_request: "The request is not valid HTTP",
  request_incomplete: "The request ended before its body did",
  request_timed_out: "The request took too long to arrive",
  expectation_unsupported: "Expect nothing but 100-continue",
  headers_too_large: "The headers are too large",
  host_invalid: "The request needs one valid Host header",
  path_invalid: "The path is not valid",
  path_not_found: "There is nothing at this address",
  method_not_allowed: (p) => `Use ${p.list("methods")} here`,
  precondition_failed: "The file does not match a precondition of the request, such as If-Match",
  media_type_unsupported: "Send application/json or application/x-www-form-urlencoded",
  encoding_unsupported: (p) => `Send the text as it is, not packed with ${p.text("encoding")}`,
  charset_unsupported: (p) => `Send text in UTF-8, not in ${p.text("charset")}`,
  body_too_large: "That is too large: split it",
  body_too_deep: (p) => `The request nests deeper than ${p.count("maximum", "level", "levels")}`,
  body_too_complex: (p) => `The request has more than ${p.count("maximum", "value", "values")}: split it`,
  invalid_json: "The request is not valid JSON",
  invalid_form: "The form cannot be read exactly",
  invalid_utf8: "The text is not valid UTF-8",
  invalid_unicode: "The text has characters that are no text: enter it again",
  duplicate_name: "The request gives the same name twice",

  // API keys and IP addresses of the caller.
  key_missing: "The request was refused: reload the page",
  key_invalid: "The request was refused: reload the page",
  key_with_scheme: "The request was refused: reload the page",
  key_is_private: "The request was refused: reload the page",
  grant_required: "Confirm your identity first",
  grant_invalid: "The request was refused: reload the page",
  grant_with_scheme: "The request was refused: reload the page",
  grant_is_public: "The request was refused: reload the page",
  right_missing: (p) => `This private key lacks the right ${p.text("right")}`,
  link_right_missing: (p) => `The link to this merchant lacks the right ${p.text("right")}`,
  grant_ip_not_allowed: "This private key may not be used from your IP address",
  ip_not_allowed: "Your IP address is not allowed to initiate transfers",
  publishable_key_refused: "The request was refused: reload the page",
  key_origin_not_allowed: "The request was refused: reload the page",
  follow_token_missing: "The request was refused: reload the page",
  linked_merchant_not_found: "This business is not connected",

  // Limits and failures of the service.
  rate_limited: "Too many requests: try again shortly",
  too_many_wrong_keys: "Too many wrong keys: wait a moment, then try again",
  too_many_lists: "Too many lists at once: try again shortly",
  too_much_data: "Too much was sent at once: try again shortly",
  too_many_lookups: "Too many look-ups at once: try again shortly",
  internal_error: "Something went wrong on our side",
  service_unavailable: "The service is busy: try again shortly",
  service_busy: "The service is busy: try again shortly",
  provider_unavailable: "The network does not answer. Try again later",

  // Idempotency.
  idempotency_key_invalid: "The request was refused: reload the page",
  idempotency_key_reused: "This request was sent before in another form: reload the page",
  idempotency_in_progress: "The same request is still running",

  // Validation of an order as a whole.
  invalid_request: "Some fields are not correct",
  validation_failed: "Some fields are not correct",
  possible_duplicate: (p) => `The transfer ${p.text("transfer")} has the same amount and payee`,
  limit_exceeded: (p) =>
    p.text("measure") === "count"
      ? `A limit allows ${p.count("remaining", "more order", "more orders")} until ${p.moment("free_at")}`
      : `A limit allows ${p.money("remaining")} more until ${p.moment("free_at")}`,
  insufficient_funds: (p) => `The balance does not hold ${p.money("required")}: add money first`,
  reference_taken: (p) => `The reference ${p.text("reference")} was used before`,

  // Records that do not exist.
  transfer_not_found: "Transfer not found",
  schedule_not_found: "Schedule not found",
  schedule_ended: "The schedule has ended: create another one",
  schedule_not_active: "The schedule is paused or has ended",
  too_many_schedules: "You have the maximum number of schedules: delete one first",
  sandbox_only: "Only test mode can do this",
  bulk_transfer_not_cancelable: "None of these transfers can be canceled any more",
  bulk_transfer_not_found: "Bulk transfer not found",
  beneficiary_not_found: "Beneficiary not found",
  payment_not_found: "Payment not found",
  payment_link_not_found: "Payment link not found",
  refund_not_found: "Refund not found",
  customer_not_found: "Customer not found",
  webhook_not_found: "Webhook not found",
  delivery_not_found: "Delivery not found",
  event_not_found: "Event not found",

  // The state of a record.
  transfer_not_cancelable: "The transfer can no longer be canceled",
  payment_not_cancelable: "The payment can no longer be canceled",
  payment_not_processable: "The payment can no longer be paid",
  customer_blocked: "This customer is blocked and cannot pay",
  payment_tries_exhausted: "Too many attempts for this payment",
  webhook_inactive: "The webhook is switched off: switch it on first",
  delivery_blocked: "This delivery waits for the one before it: retry that one",
  secret_rotation_in_progress: (p) =>
    `A new secret is already being introduced, until ${p.moment("until")}: confirm it first`,
  no_new_secret: "No new secret is being introduced",
  cursor_outdated: "The list has changed: reload the page",

  // Signing in.
  sign_in_required: "Sign in first",
  password_step_missing: "Begin with your password",
  credentials_wrong: "The e-mail address or the password is not right",
  password_wrong: "This is not your password",
  code_wrong: "This code is not right, or was used before",
  passkey_rejected: "The passkey was not accepted: try again",
  too_many_tries: "Too many tries: wait a moment, then try again",
  password_tries_exhausted: "Too many wrong passwords: sign in again",
  code_tries_exhausted: "Too many wrong codes today: use a recovery code, a passkey or a browser you have used before",
  https_required: "Signing in needs HTTPS: ask whoever runs this service",
  origin_not_allowed: "The request was refused: reload the page",
  passkeys_unavailable: "Passkeys need HTTPS: ask whoever runs this service",
  passkey_exists: "This passkey is registered already",
  passkey_not_found: "Passkey not found",
  session_not_found: "Session not found",
  second_factor_exists: "There is a second factor already: remove it first",
  second_factor_confirmed: "The second factor is confirmed already",
  second_factor_missing: "Set a second factor up first",
  reset_link_expired: "This link is no longer valid: ask for a new one",
  mail_unavailable: "This Kolo sends no mail: ask whoever runs it for a link",

  // Authorization.
  role_not_allowed: "Your role does not allow this: ask an owner of the business",
  second_factor_required: "This needs a second factor: set one up under Security, and sign in with it",
  step_up_required: "Confirm your identity again",
  own_order: "You created this order: another person must decide",
  not_a_member: "You do not belong to this business",
  member_not_found: "This person does not belong to the business",

  // Invitations.
  invitation_not_found: "Invitation not found",
  invitation_expired: "This invitation is no longer valid: ask for a new one",
  invitation_for_other_person: (p) => `This invitation is for ${p.text("email")}: sign in as that person`,
  too_many_invitations: "This address had too many invitations: wait a day",
  account_exists: "There is an account with this address: sign in, then open the link again",

  // Lists, exports and payment pages.
  list_not_found: "There is no such list",
  logged_request_not_found: "There is no such request, or it is too old",
  account_number_not_found: "There is no account number here",
  too_many_exports: "Wait for the other files to arrive",
  too_many_pages: "Too many pages are open",
  payment_page_not_found: "This payment page does not exist",
  payment_link_closed: "This payment link is closed",
  payment_link_unknown: "This payment link does not exist",
  page_not_built: "This page is not ready yet",

  // Merchants and keys.
  merchant_not_found: (p) => `There is no merchant ${p.text("merchant")}`,
  merchant_link_not_found: "These businesses are not connected",
  merchant_link_to_itself: "A business needs no link to itself",
  merchant_link_empty: "Grant at least one right in at least one environment",
  key_not_found: "Key not found",
  key_exists: "This key exists already",
  key_revoked: "This key is revoked",

  // Platform operators.
  person_not_found: (p) => `Nobody with the address ${p.text("email")} has an account`,
  person_exists: (p) => `${p.text("email")} has an account already`,
  operator_exists: (p) => `${p.text("email")} is a platform operator already`,
  operator_not_found: (p) => `${p.text("email")} is no platform operator`,
  provider_account_not_found: "There is no such account in use",
  review_case_not_found: "There is no such case",
  attempt_not_found: "There is no such attempt",
  drift_not_found: "There is no such open drift",
  statement_not_found: "Statement not found",
  withdrawal_not_found: "Withdrawal not found",
  withdrawal_account_not_found: "Withdrawal account not found",
  withdrawal_rule_not_found: "Withdrawal rule not found",
  withdrawal_not_cancelable: "It was sent or has ended, and cannot be canceled",
  withdrawal_account_confirmed: "The account is confirmed already",
  too_many_withdrawal_accounts: "You have the maximum number of accounts: remove one first",
  second_person_required: "A second person must confirm it",
  withdrawal_task_not_found: "No bank pays a withdrawal with this id",
  correction_not_found: "Correction not found",
  ledger_entry_not_found: "The merchant has no such entry",
  statement_line_not_found: "Line not found",
  statement_exists: (p) => `This file was imported before: ${p.text("statement")}`,
  charged_order_not_found: "No such order has completed at a provider",
  merchant_funds_insufficient: (p) =>
    `The merchant has only ${p.money("available")} of ${p.money("required")}: book it to the house`,
  profit_insufficient: (p) => `The profit is ${p.money("available")}, not ${p.money("required")}`,
  statement_empty: "The file has no lines",
  mail_not_configured: "The settings for mail are missing",
  metrics_closed: "The metrics are closed",
  metrics_token_invalid: "The token for metrics is wrong",
  worker_stalled: (p) => `Stopped workers: ${p.list("workers")}`,

  // The format of a value.
  required: "This field is required",
  invalid_type: (p) => TYPES[p.text("type")] ?? "Enter a value of another form",
  invalid_format: "This value is not valid",
  invalid_currency_code: "Enter a three-letter currency code, such as XAF",
  invalid_country_code: "Enter a two-letter country code, such as CM",
  invalid_email: "Enter an e-mail address, such as jane@example.cm",
  invalid_value: "This value is not valid",
  not_one_of: (p) => `Use one of: ${p.list("values")}`,
  too_small: (p) => `Enter a number of at least ${p.number("minimum")}`,
  too_large: (p) => `Enter a number of at most ${p.number("maximum")}`,
  too_short: (p) => `Enter at least ${p.count("minimum", "character", "characters")}`,
  too_long: (p) => `Enter at most ${p.count("maximum", "character", "characters")}`,
  too_few: (p) => `Choose at least ${p.number("minimum")}`,
  too_many: (p) => `Choose at most ${p.number("maximum")}`,
  unknown_parameter: (p) => `Unknown here. Known are: ${p.list("known")}`,
  repeated_parameter: "Give one value: it was given several times",
  misspelled_field: (p) => `Write this name as ${p.list("known")}`,
  live_key: "This is a live key: use a key of the test environment for a test",
  unsupported_field: "Kolo does not support this: leave it out",
  conflicting_parameter: (p) => `Leave it out with ${p.text("other")}`,
  invalid_day: "Enter a day that exists",
  invalid_moment: "Enter a moment, such as 2026-03-01T12:00:00Z",
  scheduled_in_past: "Enter a moment in the future",
  scheduled_too_far: "This is too far ahead",
  time_zone_of_merchant: (p) => `The times are in your time zone, ${p.text("time_zone")}`,
  schedule_never_due: "Enter a later day: the schedule would end before it is due",
  days_not_daily: "Leave the days out: daily is every day",
  reference_of_schedule: "Leave the reference out: every run makes new transfers",
  schedule_missing: "Choose the date of sending, too",
  end_before_start: "The end is before the start",
  search_too_broad: "This search has too much to look through: choose fewer days",
  invalid_url: "Enter a URL that begins with https://",
  url_with_password: "Leave the user name and password out of the URL",
  app_scheme: "Add the app's scheme to a publishable key first, or enter an https:// link, which can open the app",
  not_with_publishable_key: "A publishable key may not set this",
  callback_of_other_origin: "The callback is not of an origin or app on the publishable key's list",

  // References and records.
  reference_invalid: "Enter plain letters, digits or signs, without spaces",
  reference_reserved: "Choose another reference: this one looks like an id, a key or an address of the API",
  reference_repeated: "Another entry has the same reference",
  unknown_beneficiary: "Beneficiary not found",
  unknown_customer: "Customer not found",
  unknown_payment: "Payment not found",
  immutable_field: "This cannot be changed: add another beneficiary instead",

  // Money.
  unknown_currency: (p) => `Kolo does not know the currency ${p.text("currency")}`,
  unknown_country: (p) => `There is no country ${p.text("country")}`,
  no_exchange_rate: (p) => `There is no exchange rate from ${p.text("from")} to ${p.text("to")}`,
  bulk_currency_mismatch: "It differs from the bulk's currency",
  amount_below_minimum: (p) => `Enter an amount from ${p.money("minimum")} to ${p.money("maximum")}`,
  amount_above_maximum: (p) => `Enter an amount from ${p.money("minimum")} to ${p.money("maximum")}`,

  // Channels.
  unknown_channel: "This channel does not exist",
  channel_not_connected: (p) => `The channel ${p.text("channel")} is not connected here`,
  channel_currency_mismatch: (p) => `The channel ${p.text("channel")} carries another currency: ${p.text("currency")}`,
  channel_not_collecting: (p) => `The channel ${p.text("channel")} does not collect ${p.text("currency")}`,
  channel_country_mismatch: (p) => `The channel ${p.text("channel")} serves another country`,
  channel_without_phone: (p) => `The channel ${p.text("channel")} does not pay to telephone numbers`,
  channel_paused: "The network does not answer at the moment. Try again later",
  no_collecting_channel: (p) => `No channel collects ${p.text("currency")} here`,
  no_channel_in_country: (p) => `No channel collects ${p.text("currency")} in ${p.country("country")}`,
  locked_currency_mismatch: (p) => `It differs from the currency ${p.text("currency")}`,
  unknown_network: (p) => `The network of this number is not clear: choose ${p.list("channels")}`,
  unreachable_network: (p) =>
    `This is a number of ${p.text("network")}, which no channel reaches here. If it has moved to another network, choose ${p.list("channels")}`,

  // Payers, payees and their phone numbers.
  invalid_phone: "Enter a telephone number, with its country code if it is not of your country",
  phone_of_other_country: (p) => `Enter a telephone number of ${p.country("country")}`,
  invalid_mobile_number: (p) =>
    p.list("first_digits") === ""
      ? `Enter a mobile number of ${p.country("country")}`
      : `Enter a mobile number of ${p.country("country")}: ${p.number("digits")} digits that begin with ${p.list("first_digits")}`,
  unknown_mobile_range: (p) => `No mobile number of ${p.country("country")} begins with ${p.text("range")}`,
  recipient_required: "Give a beneficiary, or the recipient's name and number",
  recipient_ambiguous: "Give either a beneficiary or the recipient's name and number",
  contact_required: "Give an e-mail address or a telephone number",
  payer_required: "Give an e-mail address, a telephone number or a customer",
  required_for_type: "This field is required",
  required_by_channel: (p) => `The channel ${p.text("channel")} needs it`,
  beneficiary_type_mismatch: (p) => `The channel ${p.text("channel")} does not pay this beneficiary`,
  beneficiary_currency_mismatch: (p) => `The beneficiary receives ${p.text("currency")}`,

  // Limits and blocks.
  payee_blocked: "This number or account is blocked",
  payer_blocked: "This number is blocked",
  block_party: "Enter a phone number, or an account number with its bank code",
  already_blocked: "This number or account is blocked already",
  blocks_exhausted: (p) => `There are ${p.number("maximum")} blocks already: remove one first`,
  block_not_found: "There is no such block, or the platform operator set it",
  limit_not_stricter: (p) => `The platform operator allows at most ${p.number("maximum")}`,
  limits_exhausted: (p) => `There are ${p.number("maximum")} limits already: remove one first`,
  limit_currency: "An amount needs a currency; a number of orders has none",
  limit_holder: "There is no such key or person",
  limit_not_found: "There is no such limit, or the platform operator set it",

  // Refunds.
  payment_not_complete: "Only a complete payment can be refunded",
  payment_fully_refunded: "The payment has been refunded in full",
  payment_reversed: "The provider later reported that the payment was not received",
  nothing_to_refund: "Nothing is left to refund: the provider later reported a failed refund as paid",
  refund_too_large: (p) => `Of this payment ${p.money("maximum")} can still be refunded`,

  // Webhooks.
  too_many_webhooks: (p) => `There are ${p.count("maximum", "webhook", "webhooks")} already: delete one first`,
  host_not_public: "This address is not on the public internet",
  port_not_allowed: (p) => `Use port ${p.list("ports")}`,

  // Files.
  file_too_large: (p) => `The file has more than ${p.number("maximum_mib")} MiB: split it`,
  file_too_complex: (p) => `The file has too much in it, up to line ${p.number("line")}: split it`,
  file_too_large_unpacked: (p) => `The file unpacks to more than ${p.number("maximum_mib")} MiB: split it`,
  file_encrypted: "The file is encrypted, or an .xls: save it as .xlsx without a password",
  file_unreadable: "The file is no workbook that can be read: save it again",
  file_encoding_mixed: (p) =>
    `Line ${p.number("line")} is not valid ${p.text("encoding")}, as the rest of the file is: save the file again`,
  file_character_invalid: (p) =>
    `Line ${p.number("line")} has a character that is no part of a text, such as NUL: remove it`,
  file_quotes_invalid: (p) =>
    `Line ${p.number("line")} ${QUOTE_PROBLEMS[p.text("problem")] ?? "has quotation marks that do not match"}: ${QUOTES_ADVICE}`,
  file_too_many_lines: (p) => `The file has more than ${p.count("maximum", "line", "lines")}`,
  file_too_many_rows: (p) => `The file has more than ${p.count("maximum", "row", "rows")}: split it`,
  file_too_many_columns: (p) => `Line ${p.number("line")} has more than ${p.count("maximum", "column", "columns")}`,
  file_row_too_long: (p) => `Line ${p.number("line")} has more than ${p.count("maximum", "character", "characters")}`,
  file_row_too_wide: (p) =>
    `Line ${p.number("line")} has ${p.count("cells", "cell", "cells")}, and the heading in line ${p.number("heading_line")} has ${p.number("heading_cells")}`,
  file_columns_missing: (p) => `The file's first line must name its columns: ${p.list("columns")}`,
  file_column_unsupported: (p) => `Kolo does not do what the column ${p.list("headings")} asks: leave it out`,
  file_columns_repeated: (p) =>
    `The file has more than one column for ${p.list("columns")}, ${p.list("headings")}: leave one of each`,

  // Dashboard users.
  weak_password: (p) => `${WEAKNESSES[p.text("weakness")] ?? "This password is easy to guess"}: choose another`,
  code_required: "Enter the code your app shows",
  password_required: "Enter your password",
  app_code_wrong: "Enter the six digits the app shows now",
  passkey_response_invalid: "The browser's answer is not valid: register the passkey again",
  too_many_passkeys: (p) => `There are ${p.number("maximum")} already: remove one first`,
  already_member: (p) => `${p.text("email")} belongs to this business already`,
  too_many_open_invitations: (p) =>
    `${p.count("maximum", "invitation is", "invitations are")} open: withdraw one first`,
  last_owner: "A business keeps at least one owner: make somebody else an owner first",
  name_required: "Nobody has this address yet: give a name, too",
  own_merchant: "This is the id of this business: enter the other's",
  unknown_merchant: "There is no business with this id: mer_…",
  time_zone_invalid: "There is no such time zone: enter one such as Africa/Douala",

  // API keys and their allowed IP addresses.
  day_not_in_future: "Enter a day after today",
  key_form_invalid: "This text cannot be a key",
  key_of_other_environment: "A key that begins with test_ is a test key",
  origins_of_other_key: "Only a publishable key has origins",
  origin_invalid: (p) =>
    `Enter an origin such as https://shop.example.cm, or an app's scheme such as com.example.shop://, not ${p.text("origin")}`,
  restriction_of_public_key: "Only a private key has rights or addresses of its own",
  unknown_right: (p) => `Use one of: ${p.list("values")}`,
  address_invalid: (p) => `Enter an IP address or a range such as 203.0.113.0/24, not ${p.text("address")}`,
  address_not_listed: (p) => `${p.text("range")} is not on the list`,

  // Approvals, manual review cases and reconciliation.
  approval_not_needed: "This does not wait for a second person",
  approval_decided: "Somebody has decided already",
  approval_of_bulk: (p) => `This is decided with its bulk, ${p.text("bulk")}`,
  already_resolved: "Somebody has decided already: reload the page",
  nothing_to_resolve: "Statement and books agree by now: book nothing",
  resolution_not_allowed: "This decision is no longer possible: reload the page",
  order_not_ended: "The order has not ended: it does by itself, or in its case",
  booked_by_other_record: (p) => `It is in the books by ${p.text("record")}, which is the same: book nothing`,
  on_other_statement: (p) => `It is on the statement ${p.text("statement")}: book nothing`,
  corrected_by_statement: "A statement's line has set it right by now: book nothing",
  unknown_withdrawal_account: "Withdrawal account not found",
  withdrawal_account_unconfirmed: "The withdrawal account is not confirmed yet",
  withdrawal_account_cooling: "The withdrawal account is new: wait until its first day is over",
  withdrawal_task_closed: "The withdrawal is in another state: reload the list",
  document_required: "Enter the reference of the document",
  entry_not_reversible: "This entry is not reversed by hand: cancel or review its order",
  entry_reversed: "The entry already has a booked or proposed reversal",
  entry_superseded: "Later entries changed the amount of this order: reverse the latest of them first",
  refund_given_again: "The payment was refunded again: reverse that refund first",
  note_required: "Say why",
  merchant_required: "Name the merchant whose books change",

  // Settings of platform operators.
  unknown_setting: (p) => `The provider has no such setting. It has: ${p.list("values")}`,
  setting_required: "This setting is required",
  setting_invalid: "This setting has another form",
  account_name_invalid: "Enter lower-case letters, digits and hyphens, such as mtn-uganda",
  account_name_taken: "An account of another provider or market has this name: choose another",
  market_has_account: "Another account carries these orders in this market: change it, or disconnect it first",
  market_not_served: (p) => `The markets of this provider are ${p.list("values")}`,
  unknown_mapping: (p) => `There is a mapping for ${p.list("values")}`,
  channel_of_other_provider: "The channel belongs to another provider",
  fee_on_routed_channel: (p) => `Orders over ${p.text("channel")} cost the fee of ${p.list("channels")}: set that one`,
  bands_overlap: "Two bands begin with the same amount",
  percentage_invalid: "Enter a percentage from 0 to 100",
  maximum_below_minimum: "The maximum is below the minimum",
  expiry_not_in_future: "Enter a moment in the future",
  top_up_too_large: (p) => `A top-up or a correction may bring a balance to ${p.money("maximum")} at most`,
  rate_of_one_currency: "A rate is between two currencies",
  rate_invalid: "Enter a positive decimal number with a point, such as 655.957",
  parity_fixed: (p) => `The parity of ${p.text("from")} and ${p.text("to")} is fixed`,
  rates_file_invalid: "This is not the Central Bank's daily file of rates",
  statement_currency_mismatch: (p) =>
    `Line ${p.number("line")} is an order in ${p.text("currency")}, and the statement was said to be in ${p.text("statement_currency")}`,
  statement_column_missing: (p) => `The file has no column for it: ${p.list("headings")}`,
  statement_amount_invalid: (p) => `Line ${p.number("line")}: the amount ${p.text("cell")} cannot be read`,
  statement_fee_invalid: (p) => `Line ${p.number("line")}: the fee ${p.text("cell")} cannot be read`,
  statement_date_invalid: (p) => `Line ${p.number("line")}: the date ${p.text("cell")} cannot be read`,
  statement_direction_unclear: (p) =>
    `Line ${p.number("line")}: whether money came in or went out is not clear from “${p.text("cell")}”`,

  // Requests that the dashboard sends.
  event_stream_required: "The page asked for another form: reload it",
  webhook_required: "Name the webhook",
};

const TYPES: Readonly<Record<string, string>> = {
  string: "Enter a text",
  integer: "Enter a whole number",
  number: "Enter a number",
  boolean: "Enter true or false",
  array: "Enter a list",
};

const QUOTE_PROBLEMS: Readonly<Record<string, string>> = {
  inside_cell: "has a quotation mark inside a cell that does not begin with one",
  formula: "has a formula with quotation marks in it",
  unclosed: "opens a quotation mark that is never closed",
  text_behind: "has text behind a closing quotation mark",
};

const WEAKNESSES: Readonly<Record<string, string>> = {
  common: "This password is on the lists of those that are tried first",
  words: "This password is mostly a name: yours, your address, your business or Kolo",
  pattern: "This password is a row of keys, a sequence or a repetition",
};
