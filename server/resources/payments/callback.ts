import type { FieldErrors } from "#kernel/errors.ts";
import type { PaymentRow } from "./schema.ts";

// Browsers drop tabs and line ends from an address, and a missing `//` they add: what they open must be what was checked.
const WEB_ADDRESS = /^https?:\/\/\P{Cc}+$/iu;

const OTHER_SCHEME = /^(?!https?:)[a-z][a-z\d+.-]*:\/\//i;
// An app that is not installed, or another app with the same scheme, would get the payer and the outcome.
const APP_LINK = "An app's own scheme is not accepted: enter an https:// link, which can open the app";

/** What is wrong with a callback: it is no web address, or has a password in it that every payer would see. */
export function callbackProblem(callback: unknown): FieldErrors {
  if (typeof callback !== "string") return {};
  if (OTHER_SCHEME.test(callback.trim())) return { callback: [APP_LINK] };
  const url = WEB_ADDRESS.test(callback.trim()) ? URL.parse(callback) : null;
  if (!url) return { callback: ["Enter a URL that begins with https://"] };
  if (url.username || url.password) return { callback: ["Leave the user name and password out of the URL"] };
  return {};
}

/**
 * Where the payer returns to, with the outcome appended to the query (interface-decisions 24 and 43); null without a callback.
 * The merchant's own text is not parsed and written again: that would change escapes, flags and bytes that are not UTF-8.
 */
export function callbackOf(
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
