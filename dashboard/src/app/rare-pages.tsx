import type { ReactNode } from "react";
import { DecisionPage } from "#pages/approvals/decision-page.tsx";
import { NewSchedulePage } from "#pages/bulk/new-schedule-page.tsx";
import { SchedulePage } from "#pages/bulk/schedule-page.tsx";
import { BusinessPage } from "#pages/business/business-page.tsx";
import { DevelopersPage } from "#pages/developers/developers-page.tsx";
import { RequestLogPage, RequestPage } from "#pages/developers/request-log-page.tsx";
import { FeesPage } from "#pages/fees/fees-page.tsx";
import { NewInvoicePage } from "#pages/invoices/new-invoice-page.tsx";
import { LimitsPage } from "#pages/limits/limits-page.tsx";
import { LinkPage } from "#pages/links/link-page.tsx";
import { MerchantLinksPage } from "#pages/merchant-links/merchant-links-page.tsx";
import { NotificationsPage } from "#pages/notifications/notifications-page.tsx";
import { PartyPage } from "#pages/parties/party-page.tsx";
import { PeoplePage } from "#pages/people/people-page.tsx";
import { SecurityPage } from "#pages/security/security-page.tsx";
import { StatementPage } from "#pages/statements/statement-page.tsx";
import { DeliveryPage } from "#pages/webhooks/delivery-page.tsx";
import { EditWebhookPage, NewWebhookPage } from "#pages/webhooks/webhook-form.tsx";
import { WebhookPage } from "#pages/webhooks/webhook-page.tsx";
import { AutomaticWithdrawalsPage } from "#pages/withdrawals/automatic-page.tsx";
import { NewWithdrawalPage } from "#pages/withdrawals/new-withdrawal-page.tsx";
import type { MatchedPage, PageName } from "./pages.ts";

export { AutomaticWithdrawals } from "#pages/withdrawals/automatic-page.tsx";

type PageComponents = Readonly<Partial<Record<PageName, (matched: MatchedPage) => ReactNode>>>;

/** The pages that few people open each day. They are one file of the build, loaded with the first of them. */
const RARE_PAGES = {
  "/invoices/new": () => <NewInvoicePage />,
  "/payment-links/:id": ({ id }) => <LinkPage id={id} />,
  "/customers/:id": ({ id }) => <PartyPage page="customers" id={id} />,
  "/beneficiaries/:id": ({ id }) => <PartyPage page="beneficiaries" id={id} />,
  "/schedules/new": () => <NewSchedulePage />,
  "/schedules/:id": ({ id }) => <SchedulePage id={id} />,
  "/withdrawals/new": () => <NewWithdrawalPage />,
  "/withdrawals/automatic": () => <AutomaticWithdrawalsPage />,
  "/approvals/:id": ({ id }) => <DecisionPage id={id} />,
  "/statements": () => <StatementPage />,
  "/fees": () => <FeesPage />,
  "/limits": () => <LimitsPage />,
  "/webhooks/new": () => <NewWebhookPage />,
  "/webhooks/:id": ({ id }) => <WebhookPage id={id} />,
  "/webhooks/:id/edit": ({ id }) => <EditWebhookPage id={id} />,
  "/webhooks/:id/deliveries/:delivery": ({ id, delivery }) => <DeliveryPage webhook={id} id={delivery} />,
  "/developers": () => <DevelopersPage />,
  "/developers/requests": () => <RequestLogPage />,
  "/developers/requests/:id": ({ id }) => <RequestPage id={id} />,
  "/connections": () => <MerchantLinksPage />,
  "/business": () => <BusinessPage />,
  "/people": () => <PeoplePage />,
  "/security": () => <SecurityPage />,
  "/notifications": () => <NotificationsPage />,
} satisfies PageComponents;
export type RarePageName = keyof typeof RARE_PAGES;

export function RarePage({ matched }: { readonly matched: MatchedPage }) {
  const components: PageComponents = RARE_PAGES;
  return components[matched.page]?.(matched);
}
