import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";

const PAGE_OF_PREFIX = new Map([
  ["ben", "beneficiaries"],
  ["cus", "customers"],
  ["pay", "payments"],
  ["trf", "transfers"],
  ["btr", "bulk"],
  ["sch", "schedules"],
  ["ref", "refunds"],
  ["wdr", "withdrawals"],
  ["wac", "withdrawal-accounts"],
  ["lnk", "payment-links"],
  ["ivc", "invoices"],
  ["whk", "webhooks"],
  ["evt", "events"],
]);

/** The page of a record id; null for any other text, and for records without a page. */
export function recordPage(text: string): string | null {
  const page = /^[a-z]{3}_[0-9a-z]{26}$/.test(text) ? PAGE_OF_PREFIX.get(text.slice(0, 3)) : undefined;
  return page === undefined ? null : `/${page}/${text}`;
}

/** A record id as a link; any other text unchanged. */
export function RecordLink({ text }: { readonly text: string }) {
  const context = useMerchantContext();
  const page = recordPage(text);
  return page === null ? text || "–" : <Link to={context.pagePath(page)}>{text}</Link>;
}
