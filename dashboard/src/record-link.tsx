import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";

const PAGES = new Map([
  ["ben", "beneficiaries"],
  ["cus", "customers"],
  ["pay", "payments"],
  ["trf", "transfers"],
  ["btr", "bulk"],
  ["ref", "refunds"],
  ["lnk", "payment-links"],
  ["whk", "webhooks"],
  ["evt", "events"],
]);

/** The page of a record id; null for any other text, and for records without a page. */
export function pageOf(text: string): string | null {
  const page = /^[a-z]{3}_[0-9a-z]{26}$/.test(text) ? PAGES.get(text.slice(0, 3)) : undefined;
  return page === undefined ? null : `/${page}/${text}`;
}

/** A record id as a link; any other text as it is. */
export function RecordLink({ text }: { readonly text: string }) {
  const place = usePlace();
  const page = pageOf(text);
  return page === null ? text || "–" : <Link to={place.to(page)}>{text}</Link>;
}
