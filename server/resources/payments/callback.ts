import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import type { PaymentRow } from "./schema.ts";

// Browsers remove tabs and line breaks from an address and add a missing `//`. The pattern refuses such addresses, so
// that the browser opens exactly the address that was validated.
const WEB_ADDRESS = /^https?:\/\/\P{Cc}+$/iu;

const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:\/\//i;
// Another app can register the same scheme, and would then receive the payer and the outcome. Without an app the link
// fails.
const APP_LINK = "An app's own scheme is not accepted: enter an https:// link, which can open the app";

/**
 * Returns field errors for a callback that is not a web address, or that contains a password, which every payer would
 * see.
 */
export function validateCallback(callback: unknown): FieldErrors {
  if (typeof callback !== "string") return {};
  if (OTHER_SCHEME.test(callback.trim())) return { callback: [fieldError("app_scheme", APP_LINK)] };
  const url = WEB_ADDRESS.test(callback.trim()) ? URL.parse(callback) : null;
  if (!url) return { callback: [fieldError("invalid_url", "Enter a URL that begins with https://")] };
  if (url.username || url.password) {
    return { callback: [fieldError("url_with_password", "Leave the user name and password out of the URL")] };
  }
  return {};
}

/**
 * Returns the address to which the payer returns, with the outcome appended to the query (interface-decisions 24 and
 * 43); null without a callback. The merchant's text is kept as it is: parsing and serializing it would change escapes,
 * flags and bytes that are not UTF-8.
 */
export function callbackWithOutcome(
  payment: Pick<PaymentRow, "callback" | "reference" | "merchant_reference" | "status">,
): string | null {
  if (payment.callback === null) return null;
  const [, address = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(payment.callback.trim()) ?? [];
  const query = Object.entries({
    reference: payment.reference,
    trxref: payment.merchant_reference ?? payment.reference,
    status: payment.status,
  }).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const separator = !address.includes("?") ? "?" : /[?&]$/.test(address) ? "" : "&";
  return `${address}${separator}${query.join("&")}${fragment}`;
}
