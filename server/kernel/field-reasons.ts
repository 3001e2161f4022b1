import { API_REASONS } from "./api-reasons.ts";
import { OneOf, Type } from "./fields.ts";
import { type ParamName, type ParamsNamed, paramSchemas, type ReasonParams } from "./reason-params.ts";
import type { ParamsByReason, Reason } from "./reasons.ts";

/** When a field has the reason, what the caller does about it, and the names of its parameters. */
export type FieldReasonEntry = readonly [when: string, advice: string, ...params: readonly ParamName[]];

export type FieldReasonCatalogue = Readonly<Record<string, FieldReasonEntry>>;

/**
 * The reasons for which the merchants' API refuses a field. Programs compare them: a reason is never renamed, and never
 * used for another condition. The texts are the rows of `docs/reference/errors.md`.
 */
export const FIELD_REASONS = {
  // The form of a value.
  required: ["The field is missing or empty.", "Send it."],
  invalid_type: ["The value has another type.", "Send the type of the OpenAPI document.", "type"],
  invalid_format: ["The text has another form.", "Send the form that the OpenAPI document gives."],
  invalid_currency_code: ["The text is not a currency code.", "Send three capital letters, such as XAF."],
  invalid_country_code: ["The text is not a country code.", "Send two capital letters, such as CM."],
  invalid_email: ["The text is not an e-mail address.", "Send one such as jane@example.cm."],
  invalid_value: ["The value is not allowed.", "Correct it as the message says."],
  not_one_of: ["The value is not in the list.", "Send one of `values`.", "values"],
  too_small: ["The number is too small.", "Send at least `minimum`.", "minimum"],
  too_large: ["The number is too large.", "Send at most `maximum`.", "maximum"],
  too_short: ["The text is too short.", "Send at least `minimum` characters.", "minimum"],
  too_long: ["The text is too long.", "Send at most `maximum` characters.", "maximum"],
  too_few: ["The list is too short.", "Send at least `minimum` entries.", "minimum"],
  too_many: ["The list is too long.", "Send at most `maximum` entries.", "maximum"],
  unknown_parameter: ["The query has an unknown name.", "Use one of `known`.", "known"],
  repeated_parameter: ["The query has the name several times.", "Send it once."],
  misspelled_field: ["The field is known in another spelling.", "Write its name as in `known`.", "known"],
  live_key: ["The field asks for a test, and the key is a live one.", "Use a key of the test environment."],
  unsupported_field: ["Kolo does not support the field for `resource`.", "Leave it out.", "resource"],
  invalid_unicode: ["The text has a NUL or invalid Unicode.", "Remove those characters."],
  invalid_form: ["The form cannot be read exactly.", "Correct it as the message says."],
  conflicting_parameter: ["The field excludes the parameter `other`.", "Send one of the two.", "other"],
  invalid_day: ["There is no such day.", "Send a day as YYYY-MM-DD."],
  invalid_moment: ["There is no such moment.", "Send a moment as 2026-03-01T12:00:00Z."],
  scheduled_in_past: ["The moment is not in the future.", "Send a later moment, or leave it out."],
  scheduled_too_far: ["The moment is too far ahead.", "Send a moment within `maximum` days.", "maximum"],
  time_zone_of_merchant: [
    "The times are in the merchant's time zone.",
    "Send `time_zone`, or leave it out.",
    "time_zone",
  ],
  due_in_past: ["The due date is not in the future.", "Send a later moment."],
  due_at_of_instalments: ["`due_at` is sent with `instalments`.", "Send one of the two."],
  instalments_sum: ["The instalments do not add up to the amount.", "Make their sum `required`.", "required"],
  instalments_order: ["An instalment is not due after the one before it.", "Put them in the order of their due dates."],
  schedule_never_due: ["The schedule would end before it is due.", "Send a later end, or more runs."],
  days_not_daily: ["A daily schedule has no days.", "Leave the days out."],
  reference_of_schedule: ["An entry of a schedule has a reference.", "Leave it out: every run makes new transfers."],
  schedule_missing: ["`reserve_funds` is sent without `scheduled_at`.", "Send both, or neither."],
  end_before_start: ["The end is before the start.", "Send a later end."],
  search_too_broad: ["The search would read too much.", "Choose fewer days, or search for more letters."],
  cursor_outdated: ["The cursor is not of this feed.", "Begin again at `after=0`."],
  invalid_url: ["The text is not a web address.", "Send a URL that begins with https://."],
  url_with_password: ["The URL has a user name or a password.", "Leave it out."],
  app_scheme: [
    "The URL has an app's own scheme that none of your publishable keys lists.",
    "Add the scheme, such as com.example.shop://, to a key; or send an https:// link that opens the app.",
  ],
  not_with_publishable_key: ["A publishable key may not set the field.", "Leave it out, or create it on your server."],
  callback_of_other_origin: [
    "The callback is not of an origin or app on the publishable key's list.",
    "Send a callback of a listed origin, or add its origin to the key.",
  ],

  limit_not_stricter: ["The platform operator's limit is stricter.", "Send at most `maximum`.", "maximum"],
  limits_exhausted: ["The merchant has `maximum` limits.", "Remove one first.", "maximum"],
  limit_currency: ["An amount needs a currency; a count has none.", "Send it, or leave it out."],
  limit_holder: [
    "The limit is not one of a key or person, or there is none with this id.",
    "Correct it, or leave it out.",
  ],

  payee_blocked: ["The payee's number or account is blocked.", "Pay somebody else, or ask the owner of the block."],
  otp_required: ["The number needs a one-time code of its network.", "Send the payer's code as `otp`.", "channel"],
  payer_blocked: ["The payer's number is blocked.", "Pay with another number."],
  block_party: ["The block has no valid number.", "Send a phone number, or an account number with its bank code."],
  already_blocked: ["The number or account is blocked already.", "Send nothing: the block applies."],
  blocks_exhausted: ["The merchant has `maximum` blocks.", "Remove one first.", "maximum"],

  // References and records.
  reference_invalid: ["The reference has a space or another sign.", "Send plain letters, digits and signs."],
  reference_reserved: ["The reference could be an id, a key or a path.", "Choose another reference."],
  reference_taken: ["A record with the reference exists.", "Retrieve it, or use another.", "reference"],
  possible_duplicate: [
    "An earlier transfer has the same amount and payee.",
    "If it is another payment, send it with `allow_duplicate: true`.",
    ...(["transfer", "free_at"] as const),
  ],
  reference_repeated: ["Another entry of the bulk has the reference.", "Change one of them.", "entry"],
  unknown_beneficiary: ["No beneficiary of yours has this id.", "Check it."],
  unknown_customer: ["No customer of yours has this id.", "Check it."],
  unknown_withdrawal_account: ["No withdrawal account of yours has this id.", "Check it."],
  withdrawal_account_unconfirmed: ["The withdrawal account is not confirmed.", "Confirm it first."],
  withdrawal_account_cooling: ["The withdrawal account is new.", "Wait until `until`.", "until"],
  unknown_payment: ["No payment of yours has this id.", "Check it."],
  immutable_field: ["The field cannot change.", "Create a new record."],

  // Money.
  unknown_currency: ["Kolo does not know the currency.", "Send a currency of `GET /currencies`.", "currency"],
  unknown_country: ["There is no such country.", "Send a country of `GET /countries`.", "country"],
  no_exchange_rate: ["There is no rate between the currencies.", "Choose another currency.", "from", "to"],
  bulk_currency_mismatch: ["The entry has another currency than the bulk.", "Leave it out."],
  invoice_part_too_large: [
    "The part is more than what is left of the invoice.",
    "Send at most `maximum`.",
    "maximum",
    "currency",
  ],
  logo_kind: ["The picture is no PNG, JPEG or WebP file.", "Send one of these."],
  logo_too_large: ["The picture has too many bytes or pixels.", "Send at most `maximum` pixels a side.", "maximum"],
  link_amount_too_large: [
    "The amount is more than what the payment link still takes.",
    "Send at most `maximum`.",
    "maximum",
    "currency",
  ],
  link_limit_below_payments: [
    "The payments of the link already come to more than the limit.",
    "Send at least `minimum`, or deactivate the link.",
    "minimum",
  ],
  invoice_part_not_allowed: [
    "The invoice does not take a part of this amount.",
    "Pay whole instalments, or an amount that `minimum_part` allows.",
  ],
  amount_below_minimum: [
    "The amount is below every channel's minimum.",
    "Send an amount within the limits.",
    ...(["minimum", "maximum", "currency"] as const),
  ],
  amount_above_maximum: [
    "The amount is above the channel's maximum, whatever the balance.",
    "Split it, or choose another channel.",
    ...(["minimum", "maximum", "currency"] as const),
  ],

  // Channels.
  unknown_channel: ["The channel does not exist for this operation.", "Send a channel of `GET /channels`."],
  channel_not_connected: [
    "No provider account of yours carries the channel.",
    "Choose another channel, or connect its provider.",
    ...(["channel", "environment"] as const),
  ],
  channel_currency_mismatch: ["The channel has another currency.", "Change one.", "channel", "currency"],
  channel_not_collecting: ["The channel does not collect the currency.", "Change one.", "channel", "currency"],
  channel_country_mismatch: ["The channel serves another country.", "Change one.", "channel", "country"],
  channel_without_phone: ["The channel does not pay to telephone numbers.", "Choose another channel.", "channel"],
  channel_paused: ["The channel is paused.", "Try again after `Retry-After`."],
  no_collecting_channel: ["No channel collects the currency.", "Choose another.", "currency", "environment"],
  no_channel_in_country: ["No channel collects the currency there.", "Choose another.", "currency", "country"],
  locked_currency_mismatch: ["The currency differs from the payment's currency.", "Leave it out.", "currency"],
  unknown_network: ["The number's network is not clear.", "Choose one of `channels`.", "channels"],
  unreachable_network: ["No channel reaches the number's network.", "Choose another.", "network", "channels"],

  // People and numbers.
  invalid_phone: ["The text is not a telephone number.", "Send it with its country code."],
  phone_of_other_country: ["The number is not a telephone number of the country.", "Correct it.", "country"],
  invalid_mobile_number: [
    "The number is not a mobile number of the country.",
    "Correct it.",
    ...(["country", "digits", "first_digits"] as const),
  ],
  unknown_mobile_range: [
    "No network of the country has mobile numbers in this range.",
    "Correct the number.",
    "country",
    "range",
  ],
  recipient_required: ["The order names no recipient.", "Send `beneficiary` or `beneficiary_data`."],
  recipient_ambiguous: ["The order names several recipients.", "Send one."],
  contact_required: ["The customer has no contact.", "Send an e-mail address or a phone number."],
  payer_required: ["The order names no payer.", "Send an e-mail address, a phone number or a customer."],
  required_for_type: ["A beneficiary of the type needs the field.", "Send it.", "type"],
  required_by_channel: ["The channel needs the field.", "Send it.", "channel"],
  beneficiary_type_mismatch: ["The channel does not pay the type.", "Change one.", "channel", "type"],
  beneficiary_currency_mismatch: ["The beneficiary has another currency.", "Change one.", "currency"],

  // Refunds.
  payment_not_complete: ["The payment is not complete.", "Refund it once it is."],
  payment_fully_refunded: ["The payment has been refunded in full.", "There is nothing to do."],
  payment_reversed: ["The provider says that the payment did not arrive.", "Nothing can be refunded."],
  nothing_to_refund: ["A refund that had failed went out after all.", "Nothing can be refunded."],
  refund_too_large: ["Less can still be refunded.", "Send at most `maximum`.", "maximum", "currency"],

  // Split payments.
  part_size_required: ["The part has no size.", "Send `basis_points` or `amount`."],
  fixed_part_of_open_amount: ["The payer chooses the amount.", "Send the part as `basis_points`."],
  split_exceeds_payment: ["The parts are more than the payment.", "Send smaller parts, or a larger payment."],
  part_merchant_not_linked: ["No link to the part's merchant.", "Check its id, or link the merchant first."],
  part_environment_not_linked: [
    "The link to the part's merchant lacks the environment.",
    "Ask that merchant to extend the link.",
    "environment",
  ],
  unknown_part: ["The payment has no such part.", "Check its id."],
  part_not_held: ["Nothing of the part is held: it is released or refunded.", "There is nothing to do."],
  payment_not_split: ["The payment has no parts.", "Leave it out."],

  // Webhooks.
  too_many_webhooks: ["The merchant has `maximum` webhooks.", "Delete one first.", "maximum"],
  host_not_public: ["The host is not on the public internet.", "Use a public host."],
  port_not_allowed: ["The port is not allowed.", "Use one of `ports`.", "ports"],

  // Files of bulk transfers.
  file_too_large: ["The file is too large.", "Split it.", "maximum_mib"],
  file_too_complex: ["The file has too much in it, up to the line.", "Split it.", "line"],
  file_too_large_unpacked: ["The workbook unpacks to too much.", "Split it.", "maximum_mib"],
  file_encrypted: ["The file is encrypted, or an .xls.", "Save it as .xlsx without a password."],
  file_unreadable: ["The file is no workbook that can be read.", "Save it again."],
  file_encoding_mixed: ["A line has another encoding than the rest.", "Save the file again.", "line", "encoding"],
  file_character_invalid: ["A line has a character such as NUL.", "Remove it.", "line"],
  file_quotes_invalid: ["A line's quotes do not match.", "Correct the line.", "line", "problem"],
  file_too_many_lines: ["The file has too many lines.", "Split it.", "maximum"],
  file_too_many_rows: ["The file has too many rows.", "Split it.", "maximum"],
  file_too_many_columns: ["A line has too many columns.", "Remove some.", "line", "maximum"],
  file_row_too_long: ["A line is too long.", "Shorten it.", "line", "maximum"],
  file_row_too_wide: [
    "A line has more cells than the heading.",
    "Quote cells with separators.",
    ...(["line", "cells", "heading_line", "heading_cells"] as const),
  ],
  file_columns_missing: ["The first line lacks columns.", "Add them.", "columns"],
  file_column_unsupported: ["Kolo does not support the column.", "Leave it out.", "headings"],
  file_columns_repeated: ["The first line has a column twice.", "Leave one of each.", "columns", "headings"],
} as const satisfies FieldReasonCatalogue;

/** The reasons of fields of the dashboard, the payment page and the commands of platform operators. */
export const STAFF_FIELD_REASONS = {
  // People.
  weak_password: ["The password is too easy to guess.", "Choose another password.", "weakness"],
  code_required: ["The person has an app for codes.", "Send its code."],
  password_required: ["The action requires the password.", "Send it."],
  app_code_wrong: ["The code is not the one that the app shows now.", "Send the next code."],
  passkey_response_invalid: ["The browser's answer is not valid.", "Register the passkey again."],
  too_many_passkeys: ["The person has `maximum` passkeys.", "Remove one first.", "maximum"],
  already_member: ["The person belongs to the business.", "There is nothing to do.", "email"],
  too_many_open_invitations: ["The business has `maximum` open invitations.", "Withdraw one first.", "maximum"],
  last_owner: ["A business keeps an owner.", "Make somebody else an owner first."],
  name_required: ["No person has this address yet.", "Send a name, too.", "email"],
  own_merchant: ["The id is that of this business.", "Enter the other's."],
  unknown_merchant: ["No business has this id.", "Check it."],
  time_zone_invalid: ["There is no such time zone.", "Send an IANA name, such as Africa/Douala."],

  // Keys and addresses.
  day_not_in_future: ["The day is not after today.", "Send a later day."],
  key_form_invalid: ["The text cannot be a key.", "Send another text."],
  key_of_other_environment: ["A test key begins with test_, a live key does not.", "Send another text."],
  origins_of_other_key: ["Only a publishable key has origins.", "Leave them out."],
  origin_invalid: ["The text is not an origin.", "Send one such as https://shop.example.cm.", "origin"],
  restriction_of_public_key: ["Only a private key has rights or addresses.", "Leave them out."],
  unknown_right: ["There is no such right.", "Send rights of `values`.", "values"],
  address_invalid: ["The text is not an IP address or range.", "Send one such as 203.0.113.0/24.", "address"],
  address_not_listed: ["The range is not on the list.", "Reload the list.", "range"],

  // Cases.
  approval_not_needed: ["The order does not wait for approval.", "There is nothing to do."],
  approval_decided: ["The approval is already decided.", "There is nothing to do.", "state"],
  approval_of_bulk: [
    "The order is part of a bulk transfer, which is approved as a whole.",
    "Decide about the bulk transfer.",
    "bulk",
  ],
  already_resolved: ["The case is resolved.", "There is nothing to do.", "by", "resolution"],
  nothing_to_resolve: ["Statement and books agree.", "There is nothing to do."],
  resolution_not_allowed: ["The case has other resolutions.", "Send one of `values`.", "values"],
  order_not_ended: ["The order has not ended.", "Wait, or resolve its review."],
  booked_by_other_record: ["Another record books the same money.", "Send `ignore`.", "record"],
  on_other_statement: ["Another statement has the movement.", "Send `ignore`.", "statement"],
  corrected_by_statement: ["A statement's line has corrected the balance.", "Send `ignore`."],
  note_required: ["A resolution needs its reason.", "Send it."],
  withdrawal_task_closed: ["The withdrawal is in another state.", "Start it first, or reload the list.", "state"],
  document_required: ["A correction needs the reference of a document.", "Send its reference."],
  entry_not_reversible: ["Only the order's end or a review reverses the entry.", "Cancel or review the order."],
  entry_reversed: ["The entry has a booked or proposed reversal.", "Reverse the reversal, or reject it."],
  entry_superseded: ["Later entries changed the order's amount.", "Reverse the latest of them first."],
  invoice_paid_again: ["The invoice was paid again meanwhile.", "Refund one of its payments first."],
  refund_given_again: ["The payment was refunded again meanwhile.", "Reverse that refund first."],
  merchant_required: ["A resolution needs the merchant of the books.", "Send it."],

  // Settings of platform operators.
  unknown_setting: ["The provider has no such setting.", "Send one of `values`.", "values"],
  setting_required: ["The provider needs the setting.", "Send it."],
  setting_invalid: ["The setting has another form.", "Correct it as the message says."],
  account_name_invalid: ["The account's name has another form.", "Send lower-case letters, digits and hyphens."],
  account_name_taken: ["The name belongs to an account of another provider or market.", "Choose another name."],
  market_has_account: ["Another account carries the same orders.", "Change that account, or disconnect it first."],
  market_not_served: ["The provider has no channel in the country.", "Send one of `values`.", "values"],
  dial_code_invalid: ["The text is not a USSD code.", "Send one such as *165#."],
  unknown_mapping: ["There is no such mapping of columns.", "Send one of `values`.", "values"],
  channel_of_other_provider: ["The channel has another provider.", "Choose one of the provider's channels."],
  fee_on_routed_channel: ["The orders cost the fee of one of `channels`.", "Set that fee.", "channel", "channels"],
  bands_overlap: ["Two bands begin with the same amount.", "Keep one of them."],
  percentage_invalid: ["The percentage is not from 0 to 100.", "Correct it."],
  maximum_below_minimum: ["The maximum is below the minimum.", "Correct one of them."],
  expiry_not_in_future: ["The moment is not in the future.", "Send a later one."],
  top_up_too_large: ["The balance would be too large.", "Send less.", "maximum", "currency"],
  rate_of_one_currency: ["A rate is between two currencies.", "Send another currency."],
  rate_invalid: ["The rate is no positive decimal number.", "Correct it."],
  parity_fixed: ["The parity of the currencies is fixed.", "Leave it out.", "from", "to"],
  rates_file_invalid: ["The file is not the Central Bank's daily file.", "Send that file."],
  statement_currency_mismatch: [
    "A line has another currency than the report.",
    "Send the right currency.",
    ...(["line", "currency", "statement_currency"] as const),
  ],
  statement_column_missing: ["The file has no such column.", "Correct the mapping.", "headings"],
  statement_amount_invalid: ["An amount cannot be read.", "Correct the line.", "line", "cell"],
  statement_fee_invalid: ["A fee cannot be read.", "Correct the line.", "line", "cell"],
  statement_date_invalid: ["A date cannot be read.", "Correct the line.", "line", "cell"],
  statement_direction_unclear: ["A line shows neither money in nor money out.", "Correct it.", "line", "cell"],

  // Requests of pages.
  event_stream_required: ["`Accept` does not ask for an event stream.", "Send `text/event-stream`."],
  webhook_required: ["Deliveries are exported per webhook.", "Send its id."],
} as const satisfies FieldReasonCatalogue;

/**
 * Every reason of a field. The reason of a whole error is one of them, if the caller corrects the error in that field.
 */
export type FieldReason = keyof FieldReasonEntries | Reason;

type FieldReasonEntries = typeof FIELD_REASONS & typeof STAFF_FIELD_REASONS;

type EntryParams = {
  readonly [R in keyof FieldReasonEntries as FieldReasonEntries[R] extends readonly [unknown, unknown]
    ? never
    : R]: FieldReasonEntries[R] extends readonly [unknown, unknown, ...infer Names extends ParamName[]]
    ? ParamsNamed<Names[number]>
    : never;
};

/** The parameters of each reason of a field that has any. */
export type ParamsByFieldReason = EntryParams & Omit<ParamsByReason, keyof FieldReasonEntries>;

export type PlainFieldReason = Exclude<FieldReason, keyof ParamsByFieldReason>;

/** A reason, its message, and its parameters if it has any. */
export type FieldErrorArguments =
  | readonly [reason: PlainFieldReason, message: string]
  | {
      [R in keyof ParamsByFieldReason]: readonly [reason: R, message: string, params: ParamsByFieldReason[R]];
    }[keyof ParamsByFieldReason];

/**
 * The parameters of a reason of the merchants' API. The schema lists the parameters of all reasons; each reason has
 * some of them.
 */
export const ApiReasonParams = Type.Unsafe<ReasonParams>({
  title: "ReasonParams",
  type: "object",
  properties: paramSchemas([
    ...Object.values(API_REASONS).flatMap(([, , , , ...names]) => names),
    ...Object.values(FIELD_REASONS).flatMap(([, , ...names]) => names),
  ]),
  additionalProperties: true,
  description: "The values that the reason names. `docs/reference/errors.md` lists the names of each reason.",
});

/** The reasons for the refusal of fields, in the order of the messages in `errors`. */
export const FieldReasons = Type.Record(
  Type.String(),
  Type.Array(
    Type.Object({
      reason: OneOf([...Object.keys(FIELD_REASONS)], {
        title: "FieldReason",
        description: "Why a field was refused, for programs. `docs/reference/errors.md` explains each reason.",
      }),
      params: ApiReasonParams,
    }),
  ),
  { description: "The same for programs: for each field, the reasons in the order of `errors`." },
);
