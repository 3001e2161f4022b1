/**
 * Every page of the dashboard, as the path after business and environment; a part with a colon is a parameter.
 * `app.tsx` shows these pages, a test visits each of them, and `tools/dashboard-pictures.ts` takes a screenshot of
 * each. All three read this list, so none can miss a page.
 */
export const PAGES = [
  "/",
  "/payments",
  "/payments/new",
  "/payments/:id",
  "/payment-links",
  "/payment-links/new",
  "/payment-links/:id",
  "/payment-links/:id/edit",
  "/invoices",
  "/invoices/new",
  "/invoices/:id",
  "/received-parts",
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
  "/schedules",
  "/schedules/new",
  "/schedules/:id",
  "/withdrawals",
  "/withdrawals/new",
  "/withdrawals/automatic",
  "/withdrawals/:id",
  "/withdrawal-accounts",
  "/withdrawal-accounts/new",
  "/withdrawal-accounts/:id",
  "/approvals",
  "/approvals/:id",
  "/beneficiaries",
  "/beneficiaries/new",
  "/beneficiaries/:id",
  "/beneficiaries/:id/edit",
  "/balance",
  "/statements",
  "/corrections",
  "/fees",
  "/limits",
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
  "/notifications",
  "/log",
] as const;
export type PageName = (typeof PAGES)[number];

/** Every page of the platform operators, as the path after `/dashboard/operator`. */
export const OPERATOR_PAGES = [
  "/",
  "/merchants",
  "/merchants/:id",
  "/channels",
  "/reviews",
  "/reviews/:id",
  "/merchants/:id/entries",
  "/withdrawals",
  "/withdrawals/:id",
  "/corrections",
  "/reconciliation",
  "/reconciliation/:id",
  "/log",
  "/security",
] as const;
export type OperatorPageName = (typeof OPERATOR_PAGES)[number];

/** The page of an address, with its parameters. */
export interface MatchedPage {
  readonly page: PageName;
  readonly id: string;
  readonly delivery: string;
}

/** The page of an address; null for an unknown address. */
export function pageAt(path: string): MatchedPage | null {
  return match(PAGES, path);
}

/** The platform operators' page of an address; null for an unknown address. */
export function operatorPageAt(path: string): { readonly page: OperatorPageName; readonly id: string } | null {
  return match(OPERATOR_PAGES, path);
}

function match<Name extends string>(
  names: readonly Name[],
  path: string,
): { readonly page: Name; readonly id: string; readonly delivery: string } | null {
  const segments = pathSegments(path);
  const page = names.find((name) => matchesPattern(pathSegments(name), segments));
  if (page === undefined) return null;
  const pattern = pathSegments(page);
  const param = (name: string): string => segments[pattern.indexOf(`:${name}`)] ?? "";
  return { page, id: param("id"), delivery: param("delivery") };
}

function matchesPattern(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => part.startsWith(":") || part === segments[index])
  );
}

/** The decoded path segments. */
export function pathSegments(path: string): readonly string[] {
  return path
    .split("/")
    .filter((part) => part !== "")
    .map(decodeSegment);
}

/** Returns a malformed percent encoding unchanged: no record has such a name. */
function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
