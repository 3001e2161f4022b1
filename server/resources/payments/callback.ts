import { badRequest } from "#kernel/errors.ts";
import type { PaymentRow } from "./schema.ts";

/** Throws `bad_request` for a callback that is no web address, or has a password in it: every payer would be shown it. */
export function checkCallback(callback: string | undefined): void {
  if (callback === undefined) return;
  const url = URL.parse(callback);
  if (!url || !/^https?:$/.test(url.protocol)) throw badRequest("callback", "Enter a URL that begins with https://");
  if (url.username || url.password) throw badRequest("callback", "Leave the user name and password out of the URL");
}

/** Where the payer goes back to, and with what (interface-decisions 24); null where the merchant named no place. */
export function callbackOf(payment: PaymentRow): string | null {
  const url = payment.callback === null ? null : URL.parse(payment.callback);
  if (!url) return null;
  url.searchParams.set("reference", payment.reference);
  url.searchParams.set("trxref", payment.merchant_reference ?? payment.reference);
  url.searchParams.set("status", payment.status);
  return url.href;
}
