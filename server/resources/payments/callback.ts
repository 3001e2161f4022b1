import { badRequest } from "#kernel/errors.ts";
import type { PaymentRow } from "./schema.ts";

/** Throws `bad_request` for a callback that is no web address. */
export function checkCallback(callback: string | undefined): void {
  if (callback === undefined || /^https?:$/.test(URL.parse(callback)?.protocol ?? "")) return;
  throw badRequest("callback", "Enter a URL that begins with https://");
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
