import { lazy, type ReactNode, Suspense, useCallback, useEffect, useState } from "react";
import { type Answer, ask, renewed } from "./api.ts";
import { ApprovalsPage } from "./approvals-page.tsx";
import { BusinessPage } from "./business-page.tsx";
import { Catalogue } from "./channel-name.tsx";
import { ConnectionsPage } from "./connections-page.tsx";
import { DeliveryPage } from "./delivery-page.tsx";
import { DevelopersPage } from "./developers.tsx";
import { FeesPage } from "./fees-page.tsx";
import { ForgottenPage } from "./forgotten-page.tsx";
import { Frame } from "./frame.tsx";
import { type Item, itemOf, itemsOf, textOf } from "./items.ts";
import { ListPage } from "./list-page.tsx";
import { LISTS, type List } from "./lists.ts";
import { listen } from "./live.ts";
import { LogPage } from "./log-page.tsx";
import { NoSuchBusiness, NoSuchPage } from "./not-found.tsx";
import { Balances, OverviewPage } from "./overview.tsx";
import { type Found, type PageName, pageAt } from "./pages.ts";
import { PeoplePage } from "./people.tsx";
import { type Environment, operatorPlaceOf, PlaceContext, placeOf } from "./place.ts";
import { useProof } from "./proof.tsx";
import { EditRecordPage, NewRecordPage } from "./record-form.tsx";
import { FORMS, type RecordForm } from "./record-forms.ts";
import { RecordPage } from "./record-page.tsx";
import { RequestPage, RequestsPage } from "./requests-page.tsx";
import { go, useAddress } from "./router.tsx";
import { SecurityPage } from "./security.tsx";
import { useSelfWords } from "./self-texts.ts";
import { SendPage } from "./send-page.tsx";
import { Door, InvitationPage, ResetPage, SignIn, SignInAgain } from "./sign-in.tsx";
import { onTold, tellTabs } from "./tabs.ts";
import { UploadPage } from "./upload-page.tsx";
import { askAllAgain, forgetAnswers } from "./use-answer.ts";
import { EditWebhookPage, NewWebhookPage } from "./webhook-form.tsx";
import { WebhookPage } from "./webhook-page.tsx";

/** The dashboard: loads the session's user, and shows the page of the address. */
export function App() {
  const { pathname, hash } = useAddress();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [is_over, setOver] = useState(false);
  const refresh = useCallback(async () => {
    const given = await ask("GET", "/me");
    // A lost answer or an expired session keeps the current page, so that no input is lost.
    setAnswer((before) => (before?.is_ok && !given.is_ok ? before : given));
    if (given.is_ok || given.status === 401) setOver(!given.is_ok);
    return given.is_ok;
  }, []);
  const isOver = useCallback(async () => {
    await renewed();
    const is_in = await refresh();
    setOver(!is_in);
    return !is_in;
  }, [refresh]);
  useEffect(() => void refresh(), [refresh]);
  // All tabs share one session. After another tab signs in as somebody else, this tab must not show the old data.
  const lookAgain = useCallback(() => {
    forgetAnswers();
    askAllAgain();
    void refresh();
  }, [refresh]);
  useEffect(() => onTold(lookAgain), [lookAgain]);
  const enter = (): void => {
    tellTabs();
    lookAgain();
  };
  if (pathname === "/dashboard/invitation") return <InvitationPage token={hash.slice(1)} onDone={enter} />;
  if (pathname === "/dashboard/reset") return <ResetPage token={hash.slice(1)} onDone={enter} />;
  if (pathname === "/dashboard/forgotten") return <ForgottenPage />;
  if (answer === null) return null;
  if (!answer.is_ok) return <SignIn onDone={enter} />;
  const me = itemOf(answer.body, "me");
  return (
    <>
      {is_over && <SignInAgain onDone={enter} />}
      {/* Hidden while the session is over; the input is still there when the same person signs in again. */}
      <div hidden={is_over}>
        <Inside
          key={textOf(itemOf(me, "profile"), "id")}
          me={me}
          refresh={refresh}
          isOver={isOver}
          signedOut={() => {
            tellTabs();
            forgetAnswers();
            setAnswer({ ...answer, is_ok: false });
          }}
        />
      </div>
    </>
  );
}

// Loaded lazily, because few users are platform operators.
const OperatorArea = lazy(() => import("./operator-area.tsx"));

const ADDRESS = /^\/dashboard\/(test|live)\/(mer_\w+)(\/.*)?$/;
const OPERATOR = /^\/dashboard\/operator(\/.*)?$/;

interface InsideProps {
  readonly me: Item;
  readonly refresh: () => Promise<unknown>;
  /** Whether the session has expired or was ended elsewhere. */
  readonly isOver: () => Promise<boolean>;
  /** Called when the user signs out. */
  readonly signedOut: () => void;
}

function Inside({ me, refresh, isOver, signedOut }: InsideProps) {
  const { pathname } = useAddress();
  const { proof, askProof } = useProof();
  const tools = { askProof, refresh, isOver };
  const is_nowhere = itemsOf(me, "businesses").length === 0;
  if (me.is_operator !== true || !(OPERATOR.test(pathname) || is_nowhere)) {
    return <Business me={me} tools={tools} signedOut={signedOut} proof={proof} />;
  }
  return (
    <PlaceContext value={operatorPlaceOf(me, tools)}>
      <Suspense fallback={null}>
        <OperatorArea page={OPERATOR.exec(pathname)?.[1] ?? ""} signedOut={signedOut} />
      </Suspense>
      {proof}
    </PlaceContext>
  );
}

interface BusinessProps {
  readonly me: Item;
  readonly tools: Parameters<typeof placeOf>[3];
  readonly signedOut: () => void;
  readonly proof: ReactNode;
}

function Business({ me, tools, signedOut, proof }: BusinessProps) {
  const words = useSelfWords();
  const { pathname } = useAddress();
  const [, environment_text = "test", id, page = ""] = ADDRESS.exec(pathname) ?? [];
  const environment: Environment = environment_text === "live" ? "live" : "test";
  const businesses = itemsOf(me, "businesses");
  const [first] = businesses;
  const business = id === undefined ? first : businesses.find((one) => textOf(one, "id") === id);
  useEffect(() => {
    document.documentElement.dataset.environment = environment;
    if (id === undefined && business) go(`/dashboard/${environment}/${textOf(business, "id")}`, true);
  }, [environment, id, business]);
  const business_id = business === undefined ? "" : textOf(business, "id");
  useEffect(() => {
    if (business_id === "" || id === undefined) return undefined;
    return listen(`/dashboard/api/merchants/${business_id}/${environment}/changes`);
  }, [business_id, environment, id]);
  if (!business && first) {
    return <NoSuchBusiness own={`/dashboard/${environment}/${textOf(first, "id")}`} name={textOf(first, "name")} />;
  }
  if (!business) {
    return (
      <Door title={words.nowhere_title}>
        <p>{words.nowhere}</p>
      </Door>
    );
  }
  // Without a business in the address, nothing is shown until the redirect has changed the address.
  if (id === undefined) return null;
  const place = placeOf(me, business, environment, tools);
  return (
    <PlaceContext value={place}>
      <Frame page={page.split("/")[1] ?? ""} businesses={businesses} signedOut={signedOut}>
        <Catalogue key={place.to("")}>
          <Page key={place.to(page)} page={page} />
        </Catalogue>
      </Frame>
      {proof}
    </PlaceContext>
  );
}

const SHOWN: Readonly<Record<PageName, (found: Found) => ReactNode>> = {
  "/": () => <OverviewPage />,
  "/payments": () => <Listed name="payments" />,
  "/payments/new": () => <New name="payments" />,
  "/payments/:id": ({ id }) => <Opened name="payments" id={id} />,
  "/payment-links": () => <Listed name="payment-links" />,
  "/payment-links/new": () => <New name="payment-links" />,
  "/payment-links/:id": ({ id }) => <Opened name="payment-links" id={id} />,
  "/refunds": () => <Listed name="refunds" />,
  "/refunds/:id": ({ id }) => <Opened name="refunds" id={id} />,
  "/customers": () => <Listed name="customers" />,
  "/customers/new": () => <New name="customers" />,
  "/customers/:id": ({ id }) => <Opened name="customers" id={id} />,
  "/customers/:id/edit": ({ id }) => <Edited name="customers" id={id} />,
  "/transfers": () => <Listed name="transfers" />,
  "/transfers/new": () => <SendPage />,
  "/transfers/:id": ({ id }) => <Opened name="transfers" id={id} />,
  "/bulk": () => <Listed name="bulk" />,
  "/bulk/new": () => <UploadPage />,
  "/bulk/:id": ({ id }) => <Opened name="bulk" id={id} />,
  "/approvals": () => <ApprovalsPage />,
  "/beneficiaries": () => <Listed name="beneficiaries" />,
  "/beneficiaries/new": () => <New name="beneficiaries" />,
  "/beneficiaries/:id": ({ id }) => <Opened name="beneficiaries" id={id} />,
  "/beneficiaries/:id/edit": ({ id }) => <Edited name="beneficiaries" id={id} />,
  "/balance": () => <Listed name="balance" above={<Balances />} />,
  "/fees": () => <FeesPage />,
  "/webhooks": () => <Listed name="webhooks" />,
  "/webhooks/new": () => <NewWebhookPage />,
  "/webhooks/:id": ({ id }) => <WebhookPage id={id} />,
  "/webhooks/:id/edit": ({ id }) => <EditWebhookPage id={id} />,
  "/webhooks/:id/deliveries/:delivery": ({ id, delivery }) => <DeliveryPage webhook={id} id={delivery} />,
  "/events": () => <Listed name="events" />,
  "/events/:id": ({ id }) => <Opened name="events" id={id} />,
  "/developers": () => <DevelopersPage />,
  "/developers/requests": () => <RequestsPage />,
  "/developers/requests/:id": ({ id }) => <RequestPage id={id} />,
  "/connections": () => <ConnectionsPage />,
  "/business": () => <BusinessPage />,
  "/people": () => <PeoplePage />,
  "/security": () => <SecurityPage />,
  "/log": () => <LogPage />,
};

function Page({ page }: { readonly page: string }) {
  const found = pageAt(page);
  return found ? SHOWN[found.page](found) : <NoSuchPage />;
}

function Listed({ name, above = null }: { readonly name: List["page"]; readonly above?: ReactNode }) {
  const list = LISTS.find(({ page }) => page === name);
  return list ? <ListPage list={list} above={above} /> : null;
}

function Opened({ name, id }: { readonly name: List["page"]; readonly id: string }) {
  const list = LISTS.find(({ page }) => page === name);
  return list ? <RecordPage list={list} id={id} /> : null;
}

function New({ name }: { readonly name: RecordForm["page"] }) {
  const form = FORMS.find(({ page }) => page === name);
  return form ? <NewRecordPage form={form} /> : null;
}

function Edited({ name, id }: { readonly name: RecordForm["page"]; readonly id: string }) {
  const form = FORMS.find(({ page }) => page === name);
  return form ? <EditRecordPage form={form} id={id} /> : null;
}
