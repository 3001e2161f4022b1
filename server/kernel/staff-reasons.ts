import type { ReasonCatalogue } from "./reasons.ts";

/**
 * The reasons for errors of the dashboard, the hosted payment page and the commands of platform operators. The
 * merchants' API uses none of them.
 */
export const STAFF_REASONS = {
  // Signing in.
  sign_in_required: ["unauthorized", "after_change", "No session, or it has ended.", "Sign in."],
  password_step_missing: [
    "unauthorized",
    "after_change",
    "A code was sent without a password.",
    "Begin with the password.",
  ],
  credentials_wrong: ["unauthorized", "after_change", "The e-mail address or the password is wrong.", "Correct them."],
  password_wrong: ["unauthorized", "after_change", "The password is wrong.", "Correct it."],
  code_wrong: ["unauthorized", "after_change", "The code is wrong, or was used.", "Enter the next code."],
  passkey_rejected: ["unauthorized", "after_change", "The passkey's answer is not valid.", "Try again."],
  too_many_tries: ["too_many_requests", "later", "Too many tries.", "Wait as `Retry-After` says."],
  password_tries_exhausted: ["forbidden", "later", "Too many wrong passwords today.", "Reset the password."],
  code_tries_exhausted: ["forbidden", "later", "Too many wrong codes today.", "Use a recovery code or a passkey."],
  https_required: ["forbidden", "after_change", "Signing in needs HTTPS.", "Set `KOLO_PUBLIC_URL` to https."],
  origin_not_allowed: [
    "forbidden",
    "after_change",
    "The request is from another site.",
    "Use the dashboard's address.",
  ],
  passkeys_unavailable: [
    "invalid",
    "after_change",
    "Passkeys need a name and HTTPS.",
    "Set `KOLO_PUBLIC_URL` to https.",
  ],
  passkey_exists: ["conflict", "final", "The passkey is registered.", "Use it."],
  passkey_not_found: ["not_found", "final", "The person has no such passkey.", "Reload the list."],
  session_not_found: ["not_found", "final", "The person has no such session.", "Reload the list."],
  second_factor_exists: ["conflict", "after_change", "The person has an app for codes.", "Remove it first."],
  second_factor_confirmed: ["conflict", "final", "The app for codes is confirmed.", "Use it."],
  second_factor_missing: ["conflict", "after_change", "The person has no second factor.", "Set one up first."],
  reset_link_expired: ["not_found", "final", "The link for a new password is no longer valid.", "Ask for a new one."],
  mail_unavailable: ["invalid", "after_change", "The service sends no mail.", "Ask the platform operator for a link."],

  // Limits.
  block_not_found: [
    "not_found",
    "final",
    "There is no such block, or the platform operator set it.",
    "Reload the list.",
  ],
  limit_not_found: [
    "not_found",
    "final",
    "There is no such limit, or the platform operator set it.",
    "Reload the list.",
  ],

  // Authorization.
  role_not_allowed: ["forbidden", "after_change", "The role does not allow it.", "Ask an owner of the business."],
  second_factor_required: [
    "forbidden",
    "after_change",
    "The action requires a second factor.",
    "Set one up, and sign in with it.",
  ],
  step_up_required: [
    "forbidden",
    "after_change",
    "The action requires a recent confirmation.",
    "Confirm, then send it again.",
  ],
  own_order: ["forbidden", "final", "The person created the order or correction.", "Let somebody else approve it."],
  not_a_member: [
    "not_found",
    "after_change",
    "The person does not belong to the business.",
    "Choose another business.",
  ],
  member_not_found: ["not_found", "final", "No member of the business has this id.", "Reload the list."],

  // Invitations.
  invitation_not_found: ["not_found", "final", "The business has no such invitation.", "Reload the list."],
  invitation_expired: ["not_found", "final", "The invitation is no longer valid.", "Ask for a new one."],
  invitation_for_other_person: [
    "forbidden",
    "after_change",
    "The invitation is for another person.",
    "Sign in as that person.",
    "email",
  ],
  too_many_invitations: ["too_many_requests", "later", "The address had too many invitations.", "Wait a day."],
  account_exists: ["conflict", "after_change", "The address has an account.", "Sign in, then open the link again."],

  // Pages.
  list_not_found: ["not_found", "after_change", "There is no such list to export.", "Choose a list of the dashboard."],
  logged_request_not_found: ["not_found", "final", "The request is unknown or too old.", "Check its id."],
  party_not_found: ["not_found", "final", "The customer or beneficiary is unknown or deleted.", "Check its id."],
  parties_equal: ["invalid", "after_change", "The person to merge is the one to keep.", "Choose another person."],
  parties_differ: [
    "invalid",
    "final",
    "The two beneficiaries differ in type, country or currency.",
    "Keep both of them.",
  ],
  party_unlisted: [
    "invalid",
    "after_change",
    "The beneficiary to keep is not in the list, and the other one is.",
    "Keep the other one.",
  ],
  party_already_merged: ["conflict", "after_change", "One of the two was merged already.", "Reload the page."],
  party_merges_exhausted: ["invalid", "final", "The person to keep has the most merges already.", "Keep both of them."],
  account_number_not_found: ["not_found", "final", "The record has no account number.", "Reload the page."],
  too_many_exports: ["too_many_requests", "later", "Too many files are being sent.", "Wait as `Retry-After` says."],
  too_many_pages: ["too_many_requests", "later", "Too many pages are open.", "Close some."],
  payment_page_not_found: ["not_found", "final", "No payment has this page.", "Ask the merchant for a new link."],
  payment_link_closed: ["invalid", "final", "The merchant has closed the payment link.", "Ask the merchant."],
  payment_link_limit_reached: [
    "invalid",
    "final",
    "The payment link has taken all the payments, or all the money, that it takes.",
    "Ask the merchant.",
  ],
  payment_link_rest_reserved: [
    "invalid",
    "later",
    "Payments under way cover the rest of what the payment link takes.",
    "Wait until they have ended.",
  ],
  payment_link_unknown: ["not_found", "final", "No payment link has this page.", "Ask the merchant for a new link."],
  page_not_built: ["unavailable", "after_change", "The service has no built pages.", "Run `npm run build`."],

  // Merchants and keys.
  merchant_not_found: ["not_found", "after_change", "No merchant has this id.", "Check it.", "merchant"],
  merchant_link_not_found: ["not_found", "final", "The two merchants are not linked.", "Reload the list."],
  merchant_link_to_itself: ["invalid", "final", "A merchant needs no link to itself.", "Name another merchant."],
  merchant_link_empty: ["invalid", "after_change", "The link grants nothing.", "Grant a right in an environment."],
  key_not_found: ["not_found", "after_change", "No key has this id.", "Check it."],
  key_exists: ["conflict", "after_change", "A key with this text exists.", "Send another text."],
  key_revoked: ["conflict", "final", "The key is revoked.", "Create another key."],

  // Platform operators.
  person_not_found: ["not_found", "after_change", "No person has signed up with this address.", "Check it.", "email"],
  person_exists: ["conflict", "final", "The address has an account.", "Use it.", "email"],
  operator_exists: ["conflict", "final", "The person is a platform operator.", "There is nothing to do.", "email"],
  operator_not_found: [
    "not_found",
    "after_change",
    "The person is no platform operator.",
    "Check the address.",
    "email",
  ],
  provider_account_not_found: ["not_found", "after_change", "The provider is not connected there.", "Connect it."],
  review_case_not_found: ["not_found", "after_change", "No case for review has this id.", "Check it."],
  withdrawal_task_not_found: ["not_found", "after_change", "No bank pays a withdrawal with this id.", "Check it."],
  correction_not_found: ["not_found", "after_change", "No correction has this id.", "Check it."],
  ledger_entry_not_found: ["not_found", "after_change", "The merchant has no entry with this number.", "Check it."],
  attempt_not_found: ["not_found", "final", "The case's attempt does not exist.", "Report it."],
  drift_not_found: ["not_found", "after_change", "No open drift has this id.", "Check it."],
  statement_not_found: ["not_found", "after_change", "No statement has this id.", "Check it."],
  statement_line_not_found: ["not_found", "after_change", "No line of a statement has this id.", "Check it."],
  statement_exists: ["conflict", "final", "The file was imported before.", "Use that statement.", "statement"],
  charged_order_not_found: ["not_found", "after_change", "No such order has completed at a provider.", "Check its id."],
  merchant_funds_insufficient: [
    "insufficient_funds",
    "after_change",
    "The merchant's balance does not cover the correction.",
    "Book it to the house (`absorb`), or let the merchant owe it (`as_debt`).",
    ...(["required", "available", "currency"] as const),
  ],
  profit_insufficient: [
    "insufficient_funds",
    "after_change",
    "The fees less charges, taxes and earlier sweeps do not cover the sweep.",
    "Sweep less.",
    ...(["required", "available", "currency"] as const),
  ],
  statement_empty: ["invalid", "after_change", "The file has no lines.", "Send the provider's file."],
  mail_not_configured: [
    "invalid",
    "after_change",
    "The settings for mail are missing.",
    "Set them as the message says.",
  ],
  metrics_closed: ["not_found", "after_change", "The metrics have no token.", "Set `KOLO_METRICS_TOKEN`."],
  metrics_token_invalid: ["unauthorized", "after_change", "The token for metrics is wrong.", "Correct it."],
  worker_stalled: [
    "unavailable",
    "later",
    "A worker of the service has stopped.",
    "Restart it if it stays so.",
    "workers",
  ],
} as const satisfies ReasonCatalogue;
