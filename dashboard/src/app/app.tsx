import { useLanguage } from "@kolo/ui/language.tsx";
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { ApprovalsPage } from "#pages/approvals/approvals-page.tsx";
import { AuditLogPage } from "#pages/audit-log/audit-log-page.tsx";
import { UploadPage } from "#pages/bulk/upload-page.tsx";
import { Balances, OverviewPage } from "#pages/overview/overview-page.tsx";
import { EditRecordPage, NewRecordPage } from "#pages/record/record-form-page.tsx";
import { RecordPage } from "#pages/record/record-page.tsx";
import { SendPage } from "#pages/send/send-page.tsx";
import { ForgottenPasswordPage } from "#pages/sign-in/forgotten-password-page.tsx";
import { InvitationPage, ResetPage, SignIn, SignInAgain } from "#pages/sign-in/sign-in-page.tsx";
import { Catalogue } from "#ui/channel-catalogue.tsx";
import { LISTS, type ListDefinition } from "#ui/list-definitions.ts";
import { ListPage } from "#ui/list-page.tsx";
import { FORMS, type RecordForm } from "#ui/record-forms.ts";
import { SignedOutLayout } from "#ui/signed-out-layout.tsx";
import { sendOperation, sessionRenewed } from "./api.ts";
import { clearCacheAndReload, followChanges, query_client } from "./api-query.ts";
import type { Me } from "./api-types.ts";
import { Frame } from "./frame.tsx";
import {
  type Environment,
  MerchantReactContext,
  merchantContextFor,
  platformOperatorContext,
} from "./merchant-context.ts";
import { BusinessNotFound, PageNotFound } from "./not-found.tsx";
import { type MatchedPage, type PageName, pageAt } from "./pages.ts";
import type { RarePageName } from "./rare-pages.tsx";
import { go, useAddress } from "./router.tsx";
import { useStepUp } from "./step-up.tsx";
import { notifyTabs, onTabNotified } from "./tab-sync.ts";

/** The dashboard: loads the session's user, and shows the page for the URL. */
export function App() {
  const { pathname, hash } = useAddress();
  // Undefined before the first response; null without a session.
  const [me, setMe] = useState<Me | null | undefined>();
  const [is_expired, setExpired] = useState(false);
  // The service writes mails to the person in this language.
  const { language } = useLanguage();
  const refresh = useCallback(async () => {
    const response = await sendOperation("GET /me", { headers: { "accept-language": language } });
    // Keep the current page after a lost response or an expired session, so that no input is lost.
    setMe((before) => (response.is_ok ? response.body.me : (before ?? null)));
    if (response.is_ok || response.status === 401) setExpired(!response.is_ok);
    return response.is_ok;
  }, [language]);
  const isExpired = useCallback(async () => {
    await sessionRenewed();
    const is_signed_in = await refresh();
    setExpired(!is_signed_in);
    return !is_signed_in;
  }, [refresh]);
  useEffect(() => void refresh(), [refresh]);
  // All tabs share one session. After another tab signs in as another user, this tab must not show the old data.
  const reloadSession = useCallback(() => {
    clearCacheAndReload();
    void refresh();
  }, [refresh]);
  useEffect(() => onTabNotified(reloadSession), [reloadSession]);
  const enter = (): void => {
    notifyTabs();
    reloadSession();
  };
  if (pathname === "/dashboard/invitation") return <InvitationPage token={hash.slice(1)} onDone={enter} />;
  if (pathname === "/dashboard/reset") return <ResetPage token={hash.slice(1)} onDone={enter} />;
  if (pathname === "/dashboard/forgotten") return <ForgottenPasswordPage />;
  if (me === undefined) return null;
  if (me === null) return <SignIn onDone={enter} />;
  return (
    <>
      {is_expired && <SignInAgain onDone={enter} />}
      {/* Hidden, not removed, while the session has expired: input remains if the same user signs in again. */}
      <div hidden={is_expired}>
        <SignedIn
          key={me.profile.id}
          me={me}
          refresh={refresh}
          isExpired={isExpired}
          onSignedOut={() => {
            notifyTabs();
            query_client.clear();
            setMe(null);
          }}
        />
      </div>
    </>
  );
}

// Loaded lazily, because few users are platform operators.
const PlatformOperatorArea = lazy(() => import("./platform-operator-area.tsx"));

// Loaded lazily, so that the first page stays small.
const rarePages = () => import("./rare-pages.tsx");
const RarePage = lazy(async () => ({ default: (await rarePages()).RarePage }));
const AutomaticWithdrawals = lazy(async () => ({ default: (await rarePages()).AutomaticWithdrawals }));

const MERCHANT_PATH = /^\/dashboard\/(test|live)\/(mer_\w+)(\/.*)?$/;
const OPERATOR_PATH = /^\/dashboard\/operator(\/.*)?$/;

interface SignedInProps {
  readonly me: Me;
  readonly refresh: () => Promise<unknown>;
  /** Whether the session has expired or was ended elsewhere. */
  readonly isExpired: () => Promise<boolean>;
  /** Called when the user signs out. */
  readonly onSignedOut: () => void;
}

function SignedIn({ me, refresh, isExpired, onSignedOut }: SignedInProps) {
  const { pathname } = useAddress();
  const { dialog: step_up_dialog, requestStepUp } = useStepUp();
  const tools = { requestStepUp, refresh, isExpired };
  const has_no_business = me.businesses.length === 0;
  if (!me.is_operator || !(OPERATOR_PATH.test(pathname) || has_no_business)) {
    return <MerchantArea me={me} tools={tools} onSignedOut={onSignedOut} step_up_dialog={step_up_dialog} />;
  }
  return (
    <MerchantReactContext value={platformOperatorContext(me, tools)}>
      <Suspense fallback={null}>
        <PlatformOperatorArea page={OPERATOR_PATH.exec(pathname)?.[1] ?? ""} onSignedOut={onSignedOut} />
      </Suspense>
      {step_up_dialog}
    </MerchantReactContext>
  );
}

interface MerchantAreaProps {
  readonly me: Me;
  readonly tools: Parameters<typeof merchantContextFor>[3];
  readonly onSignedOut: () => void;
  readonly step_up_dialog: ReactNode;
}

function MerchantArea({ me, tools, onSignedOut, step_up_dialog }: MerchantAreaProps) {
  const messages = useAccountMessages();
  const { pathname } = useAddress();
  const [, environment_text = "test", id, page = ""] = MERCHANT_PATH.exec(pathname) ?? [];
  const environment: Environment = environment_text === "live" ? "live" : "test";
  const { businesses } = me;
  const [first] = businesses;
  const business = id === undefined ? first : businesses.find((one) => one.id === id);
  useEffect(() => {
    document.documentElement.dataset.environment = environment;
    if (id === undefined && business) go(`/dashboard/${environment}/${business.id}`, true);
  }, [environment, id, business]);
  const business_id = business?.id;
  const { refresh } = tools;
  useEffect(() => {
    if (business_id === undefined || id === undefined) return undefined;
    return followChanges(`/merchants/${business_id}/${environment}/changes`, refresh);
  }, [business_id, environment, id, refresh]);
  if (!business && first) {
    return <BusinessNotFound own={`/dashboard/${environment}/${first.id}`} name={first.name} />;
  }
  if (!business) {
    return (
      <SignedOutLayout title={messages.nowhere_title}>
        <p>{messages.nowhere}</p>
      </SignedOutLayout>
    );
  }
  // Without a business in the URL, render nothing until the redirect to the user's own business.
  if (id === undefined) return null;
  const context = merchantContextFor(me, business, environment, tools);
  return (
    <MerchantReactContext value={context}>
      <Frame page={page.split("/")[1] ?? ""} businesses={businesses} onSignedOut={onSignedOut}>
        <Catalogue key={context.pagePath("")}>
          <Page key={context.pagePath(page)} page={page} />
        </Catalogue>
      </Frame>
      {step_up_dialog}
    </MerchantReactContext>
  );
}

type PageComponent = (matched: MatchedPage) => ReactNode;

const FREQUENT_PAGES: Readonly<Record<Exclude<PageName, RarePageName>, PageComponent>> = {
  "/": () => <OverviewPage />,
  "/payments": () => <ListRoute name="payments" />,
  "/payments/new": () => <NewRecordRoute name="payments" />,
  "/payments/:id": ({ id }) => <RecordRoute name="payments" id={id} />,
  "/payment-links": () => <ListRoute name="payment-links" />,
  "/payment-links/new": () => <NewRecordRoute name="payment-links" />,
  "/payment-links/:id/edit": ({ id }) => <EditRecordRoute name="payment-links" id={id} />,
  "/invoices": () => <ListRoute name="invoices" />,
  "/invoices/:id": ({ id }) => <RecordRoute name="invoices" id={id} />,
  "/received-parts": () => <ListRoute name="received-parts" />,
  "/refunds": () => <ListRoute name="refunds" />,
  "/refunds/:id": ({ id }) => <RecordRoute name="refunds" id={id} />,
  "/customers": () => <ListRoute name="customers" />,
  "/customers/new": () => <NewRecordRoute name="customers" />,
  "/customers/:id/edit": ({ id }) => <EditRecordRoute name="customers" id={id} />,
  "/transfers": () => <ListRoute name="transfers" />,
  "/transfers/new": () => <SendPage />,
  "/transfers/:id": ({ id }) => <RecordRoute name="transfers" id={id} />,
  "/bulk": () => <ListRoute name="bulk" />,
  "/bulk/new": () => <UploadPage />,
  "/bulk/:id": ({ id }) => <RecordRoute name="bulk" id={id} />,
  "/schedules": () => <ListRoute name="schedules" />,
  "/withdrawals": () => <ListRoute name="withdrawals" above={<AutomaticWithdrawals />} />,
  "/withdrawals/:id": ({ id }) => <RecordRoute name="withdrawals" id={id} />,
  "/withdrawal-accounts": () => <ListRoute name="withdrawal-accounts" />,
  "/withdrawal-accounts/new": () => <NewRecordRoute name="withdrawal-accounts" />,
  "/withdrawal-accounts/:id": ({ id }) => <RecordRoute name="withdrawal-accounts" id={id} />,
  "/approvals": () => <ApprovalsPage />,
  "/beneficiaries": () => <ListRoute name="beneficiaries" />,
  "/beneficiaries/new": () => <NewRecordRoute name="beneficiaries" />,
  "/beneficiaries/:id/edit": ({ id }) => <EditRecordRoute name="beneficiaries" id={id} />,
  "/balance": () => <ListRoute name="balance" above={<Balances />} />,
  "/corrections": () => <ListRoute name="corrections" />,
  "/webhooks": () => <ListRoute name="webhooks" />,
  "/events": () => <ListRoute name="events" />,
  "/events/:id": ({ id }) => <RecordRoute name="events" id={id} />,
  "/log": () => <AuditLogPage />,
};

function Page({ page }: { readonly page: string }) {
  const matched = pageAt(page);
  if (!matched) return <PageNotFound />;
  const frequent_pages: Readonly<Partial<Record<PageName, PageComponent>>> = FREQUENT_PAGES;
  const component = frequent_pages[matched.page];
  return <Suspense fallback={null}>{component ? component(matched) : <RarePage matched={matched} />}</Suspense>;
}

function ListRoute({ name, above = null }: { readonly name: ListDefinition["page"]; readonly above?: ReactNode }) {
  const list = LISTS.find(({ page }) => page === name);
  return list ? <ListPage list={list} above={above} /> : null;
}

function RecordRoute({ name, id }: { readonly name: ListDefinition["page"]; readonly id: string }) {
  const list = LISTS.find(({ page }) => page === name);
  return list?.record_read ? <RecordPage list={list} read={list.record_read} id={id} /> : null;
}

function NewRecordRoute({ name }: { readonly name: RecordForm["page"] }) {
  const form = FORMS.find(({ page }) => page === name);
  return form ? <NewRecordPage form={form} /> : null;
}

function EditRecordRoute({ name, id }: { readonly name: RecordForm["page"]; readonly id: string }) {
  const form = FORMS.find(({ page }) => page === name);
  return form ? <EditRecordPage form={form} id={id} /> : null;
}
