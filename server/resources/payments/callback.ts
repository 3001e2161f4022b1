import { type FieldErrors, fieldError } from "#kernel/errors.ts";
import { isAppAddress } from "#kernel/origins.ts";
import type { PaymentRow } from "./schema.ts";

// Browsers remove tabs and line breaks from an address and add a missing `//`. The pattern refuses such addresses, so
// that the browser opens exactly the address that was validated.
const WEB_ADDRESS = /^https?:\/\/\P{Cc}+$/iu;

const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:\/\//i;
const APP_LINK =
  "Use a scheme that is a domain name in reverse order, such as com.example.shop://, or an https:// link that opens the app";

/**
 * Returns field errors for a callback that is neither a web address nor an app's, or that contains a password, which
 * every payer would see. `createPayments` compares the app's scheme with the merchant's list.
 */
export function validateCallback(callback: unknown): FieldErrors {
  return typeof callback === "string" && isAppAddress(callback) ? {} : validateWebCallback(callback);
}

/** Like `validateCallback`, for a callback that must be a web address: anybody opens a payment link. */
export function validateWebCallback(callback: unknown): FieldErrors {
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
