import type { Id } from "#kernel/ids.ts";
import { pageToken, parsePageToken } from "#resources/payments/token.ts";

/** Returns the address of an invoice's hosted page. Its token opens this invoice only. */
export function invoicePageUrl(public_url: string, invoice: Id<"ivc">): string {
  return public_url + invoicePagePath(invoice);
}

/** Returns the path of that address. */
export function invoicePagePath(invoice: Id<"ivc">): string {
  return `/pay/invoice/${pageToken("invoice page", invoice)}`;
}

/** Returns the invoice of a token, or null if this service did not issue the token. Reads no table. */
export function parseInvoiceToken(token: string): Id<"ivc"> | null {
  const id = parsePageToken("invoice page", token);
  return id === null ? null : `ivc_${id}`;
}
