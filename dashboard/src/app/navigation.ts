import type { Messages } from "#i18n/messages.ts";
import type { MerchantContext } from "./merchant-context.ts";

type PageName = keyof Messages["pages"];

/** The pages in the navigation, by group. */
export const GROUPS: readonly (readonly [group: keyof Messages["groups"] | null, pages: readonly PageName[]])[] = [
  [null, ["overview"]],
  ["in", ["payments", "payment-links", "invoices", "received-parts", "refunds", "customers"]],
  ["out", ["transfers", "bulk", "schedules", "approvals", "beneficiaries"]],
  ["books", ["balance", "statements", "withdrawals", "withdrawal-accounts", "corrections", "fees", "limits"]],
  ["build", ["webhooks", "events", "developers"]],
  ["settings", ["business", "people", "connections", "security", "notifications", "log"]],
];

/** Whether the person's role shows the page in the navigation. */
export function isPageShown(page: PageName, { hasRight }: Pick<MerchantContext, "hasRight">): boolean {
  return (page !== "log" || hasRight("manage")) && (page !== "developers" || hasRight("develop"));
}
