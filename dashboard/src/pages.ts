/**
 * Every page of the dashboard, by its address behind the business and the environment; a part with a colon is any. What is
 * here is shown by `app.tsx`, looked at by the test of all pages and pictured by `tools/dashboard-pictures.ts`: none of
 * the three can forget one.
 */
export const PAGES = [
  "/",
  "/payments",
  "/payments/new",
  "/payments/:id",
  "/payment-links",
  "/payment-links/new",
  "/payment-links/:id",
  "/refunds",
  "/refunds/:id",
  "/customers",
  "/customers/new",
  "/customers/:id",
  "/customers/:id/edit",
  "/transfers",
  "/transfers/new",
  "/transfers/:id",
  "/bulk",
  "/bulk/new",
  "/bulk/:id",
  "/approvals",
  "/beneficiaries",
  "/beneficiaries/new",
  "/beneficiaries/:id",
  "/beneficiaries/:id/edit",
  "/balance",
  "/fees",
  "/webhooks",
  "/webhooks/new",
  "/webhooks/:id",
  "/webhooks/:id/edit",
  "/webhooks/:id/deliveries/:delivery",
  "/events",
  "/events/:id",
  "/developers",
  "/developers/requests",
  "/developers/requests/:id",
  "/connections",
  "/business",
  "/people",
  "/security",
  "/log",
] as const;
export type PageName = (typeof PAGES)[number];

/** Where an address leads: the page, and what stands in place of its colons. */
export interface Found {
  readonly page: PageName;
  readonly id: string;
  readonly delivery: string;
}

/** The page at an address; null for one that names none. */
export function pageAt(path: string): Found | null {
  const given = partsOf(path);
  const page = PAGES.find((name) => fits(partsOf(name), given));
  if (page === undefined) return null;
  const named = partsOf(page);
  const told = (name: string): string => given[named.indexOf(`:${name}`)] ?? "";
  return { page, id: told("id"), delivery: told("delivery") };
}

function fits(named: readonly string[], given: readonly string[]): boolean {
  return named.length === given.length && named.every((part, place) => part.startsWith(":") || part === given[place]);
}

/** What stands between the slashes of an address. */
export function partsOf(path: string): readonly string[] {
  return path
    .split("/")
    .filter((part) => part !== "")
    .map(readPart);
}

/** What is no text as addresses write it stands for itself: it names no record. */
function readPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
