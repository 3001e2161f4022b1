import { lazy, type ReactNode, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { type Answer, ask } from "./api.ts";
import { ApprovalsPage } from "./approvals-page.tsx";
import { ConnectionsPage } from "./connections-page.tsx";
import { DeliveryPage } from "./delivery-page.tsx";
import { DevelopersPage } from "./developers.tsx";
import { FeesPage } from "./fees-page.tsx";
import { ForgottenPage } from "./forgotten-page.tsx";
import { Frame } from "./frame.tsx";
import { type Item, itemOf, itemsOf, textOf } from "./items.ts";
import { ListPage } from "./list-page.tsx";
import { LISTS } from "./lists.ts";
import { listen } from "./live.ts";
import { LogPage } from "./log-page.tsx";
import { Balances, OverviewPage } from "./overview.tsx";
import { PeoplePage } from "./people.tsx";
import { type Environment, operatorPlaceOf, PlaceContext, placeOf } from "./place.ts";
import { Proof } from "./proof.tsx";
import { EditRecordPage, NewRecordPage } from "./record-form.tsx";
import { FORMS } from "./record-forms.ts";
import { RecordPage } from "./record-page.tsx";
import { RequestPage, RequestsPage } from "./requests-page.tsx";
import { go, useAddress } from "./router.tsx";
import { SecurityPage } from "./security.tsx";
import { useSelfWords } from "./self-texts.ts";
import { SendPage } from "./send-page.tsx";
import { Door, InvitationPage, ResetPage, SignIn } from "./sign-in.tsx";
import { UploadPage } from "./upload-page.tsx";
import { EditWebhookPage, NewWebhookPage } from "./webhook-form.tsx";
import { WebhookPage } from "./webhook-page.tsx";

/** The whole dashboard: who is there, and which page of it the address names. */
export function App() {
  const { pathname, hash } = useAddress();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const refresh = useCallback(async () => setAnswer(await ask("GET", "/me")), []);
  useEffect(() => void refresh(), [refresh]);
  const enter = (): void => void refresh();
  if (pathname === "/dashboard/invitation") return <InvitationPage token={hash.slice(1)} onDone={enter} />;
  if (pathname === "/dashboard/reset") return <ResetPage token={hash.slice(1)} onDone={enter} />;
  if (pathname === "/dashboard/forgotten") return <ForgottenPage />;
  if (answer === null) return null;
  if (!answer.is_ok) return <SignIn onDone={enter} />;
  return (
    <Inside me={itemOf(answer.body, "me")} refresh={refresh} signedOut={() => setAnswer({ ...answer, is_ok: false })} />
  );
}

// Few are operators: who is none need not load it.
const OperatorArea = lazy(() => import("./operator-area.tsx"));

const ADDRESS = /^\/dashboard\/(test|live)\/(mer_\w+)(\/.*)?$/;
const OPERATOR = /^\/dashboard\/operator(\/.*)?$/;

interface InsideProps {
  readonly me: Item;
  readonly refresh: () => Promise<void>;
  readonly signedOut: () => void;
}

function Inside({ me, refresh, signedOut }: InsideProps) {
  const { pathname } = useAddress();
  const [is_asked, setAsked] = useState(false);
  const answerProof = useRef<(is_given: boolean) => void>(() => {});
  const askProof = (): Promise<boolean> =>
    new Promise((resolve) => {
      answerProof.current = resolve;
      setAsked(true);
    });
  const tools = { askProof, refresh, signedOut };
  const proof = is_asked && (
    <Proof
      onEnd={(is_given) => {
        setAsked(false);
        answerProof.current(is_given);
      }}
    />
  );
  const is_nowhere = itemsOf(me, "businesses").length === 0;
  if (me.is_operator !== true || !(OPERATOR.test(pathname) || is_nowhere)) {
    return <Business me={me} tools={tools} proof={proof} />;
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
  readonly proof: ReactNode;
}

function Business({ me, tools, proof }: BusinessProps) {
  const words = useSelfWords();
  const { pathname } = useAddress();
  const [, environment_text = "test", id, page = ""] = ADDRESS.exec(pathname) ?? [];
  const environment: Environment = environment_text === "live" ? "live" : "test";
  const businesses = itemsOf(me, "businesses");
  const business = businesses.find((one) => textOf(one, "id") === id) ?? businesses[0];
  useEffect(() => {
    document.documentElement.dataset.environment = environment;
    if (id === undefined && business) go(`/dashboard/${environment}/${textOf(business, "id")}`, true);
  }, [environment, id, business]);
  const business_id = business === undefined ? "" : textOf(business, "id");
  useEffect(() => {
    if (business_id === "" || id === undefined) return undefined;
    return listen(`/dashboard/api/merchants/${business_id}/${environment}/changes`);
  }, [business_id, environment, id]);
  if (!business) {
    return (
      <Door title={words.nowhere_title}>
        <p>{words.nowhere}</p>
      </Door>
    );
  }
  // Where one is shows in the address first: nothing is shown of a place that is not named.
  if (id === undefined) return null;
  const place = placeOf(me, business, environment, tools);
  return (
    <PlaceContext value={place}>
      <Frame page={page.split("/")[1] ?? ""} businesses={businesses} signedOut={tools.signedOut}>
        <Page key={place.to(page)} page={page} />
      </Frame>
      {proof}
    </PlaceContext>
  );
}

function Page({ page }: { readonly page: string }) {
  const [, name = "", record = "", part = "", one = ""] = page.split("/").map(decodeURIComponent);
  const list = LISTS.find((known) => known.page === name);
  const form = FORMS.find((known) => known.page === name);
  if (name === "transfers" && record === "new") return <SendPage />;
  if (name === "bulk" && record === "new") return <UploadPage />;
  if (name === "webhooks" && record !== "") return <WebhookPages webhook={record} part={part} one={one} />;
  if (form && record === "new") return <NewRecordPage form={form} />;
  if (form && part === "edit") return <EditRecordPage form={form} id={record} />;
  if (list && record !== "" && list.record !== null) return <RecordPage list={list} id={record} />;
  if (list) return <ListPage list={list} above={name === "balance" ? <Balances /> : null} />;
  if (name === "fees") return <FeesPage />;
  if (name === "developers" && record === "requests") return part === "" ? <RequestsPage /> : <RequestPage id={part} />;
  if (name === "developers") return <DevelopersPage />;
  if (name === "approvals") return <ApprovalsPage />;
  if (name === "connections") return <ConnectionsPage />;
  if (name === "people") return <PeoplePage />;
  if (name === "security") return <SecurityPage />;
  if (name === "log") return <LogPage />;
  return <OverviewPage />;
}

function WebhookPages(props: { readonly webhook: string; readonly part: string; readonly one: string }) {
  const { webhook, part, one } = props;
  if (webhook === "new") return <NewWebhookPage />;
  if (part === "edit") return <EditWebhookPage id={webhook} />;
  if (part === "deliveries" && one !== "") return <DeliveryPage webhook={webhook} id={one} />;
  return <WebhookPage id={webhook} />;
}
