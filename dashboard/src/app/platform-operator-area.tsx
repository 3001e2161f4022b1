import { Fragment, type ReactNode, useEffect } from "react";
import { useMessages } from "#i18n/messages.ts";
import { type PlatformOperatorMessages, usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { BankTaskPage } from "#pages/platform-operator/bank-task-page.tsx";
import { BankTasksPage } from "#pages/platform-operator/bank-tasks-page.tsx";
import { ChannelsPage } from "#pages/platform-operator/channels-page.tsx";
import { CorrectionsPage } from "#pages/platform-operator/corrections-page.tsx";
import { EntriesPage } from "#pages/platform-operator/entries-page.tsx";
import { MerchantPage } from "#pages/platform-operator/merchant-page.tsx";
import { MerchantsPage } from "#pages/platform-operator/merchants-page.tsx";
import { PlatformOperatorsPage } from "#pages/platform-operator/operators-page.tsx";
import { ReconciliationPage, StatementPage } from "#pages/platform-operator/reconciliation-page.tsx";
import { ReviewPage } from "#pages/platform-operator/review-page.tsx";
import { ReviewsPage } from "#pages/platform-operator/reviews-page.tsx";
import { SecurityPage } from "#pages/security/security-page.tsx";
import { Heading, Skeleton } from "#ui/page-elements.tsx";
import { urlOf } from "./api.ts";
import { type ApiQuery, followChanges, useApi } from "./api-query.ts";
import { Shell, UserMenu } from "./frame.tsx";
import { useMerchantContext } from "./merchant-context.ts";
import { PageNotFound } from "./not-found.tsx";
import { type OperatorPageName, operatorPageAt } from "./pages.ts";
import { Link, useAddress } from "./router.tsx";

type PageName = keyof PlatformOperatorMessages["pages"];

const GROUPS: readonly (readonly [group: keyof PlatformOperatorMessages["groups"], pages: readonly PageName[]])[] = [
  ["look", ["merchants", "channels"]],
  ["decide", ["reviews", "withdrawals", "corrections", "reconciliation"]],
  ["self", ["log", "security"]],
];

interface PlatformOperatorAreaProps {
  /** The part of the address after the area's own. */
  readonly page: string;
  readonly onSignedOut: () => void;
}

/** The platform operators' area, with its own frame and colours, distinct from a business's pages. */
export default function PlatformOperatorArea({ page, onSignedOut }: PlatformOperatorAreaProps) {
  const messages = usePlatformOperatorMessages();
  const all = useMessages();
  const context = useMerchantContext();
  useEffect(() => {
    document.documentElement.dataset.environment = "operator";
  }, []);
  const matched = operatorPageAt(page);
  const [, name = ""] = (matched?.page ?? page).split("/");
  const { searchParams } = useAddress();
  const merchant = matched?.page.startsWith("/merchants/:id")
    ? { merchant: matched.id, environment: searchParams.get("environment") ?? "live" }
    : {};
  const stream_path = urlOf("/operator/changes", { query: merchant }, null);
  const { refresh } = context;
  useEffect(() => followChanges(stream_path, refresh), [stream_path, refresh]);
  const { reviews, counts } = useOpenCounts();
  return (
    <Shell
      bar={{ label: all.operator, note: messages.area_note }}
      side={(close) => (
        <>
          <p className="business">{all.operator}</p>
          <PlatformOperatorNavigation page={name} counts={counts} onGo={close} />
          <UserMenu onSignedOut={onSignedOut}>
            <BusinessLink />
          </UserMenu>
        </>
      )}
    >
      <AccessGate name={name} reviews={reviews}>
        {matched ? <Fragment key={page}>{PAGE_COMPONENTS[matched.page](matched.id)}</Fragment> : <PageNotFound />}
      </AccessGate>
    </Shell>
  );
}

const PAGE_COMPONENTS: Readonly<Record<OperatorPageName, (id: string) => ReactNode>> = {
  "/": () => <MerchantsPage />,
  "/merchants": () => <MerchantsPage />,
  "/merchants/:id": (id) => <MerchantPage id={id} />,
  "/channels": () => <ChannelsPage />,
  "/reviews": () => <ReviewsPage />,
  "/reviews/:id": (id) => <ReviewPage id={id} />,
  "/merchants/:id/entries": (id) => <EntriesPage id={id} />,
  "/withdrawals": () => <BankTasksPage />,
  "/withdrawals/:id": (id) => <BankTaskPage id={id} />,
  "/corrections": () => <CorrectionsPage />,
  "/reconciliation": () => <ReconciliationPage />,
  "/reconciliation/:id": (id) => <StatementPage id={id} />,
  "/log": () => <PlatformOperatorsPage />,
  "/security": () => <SecurityPage />,
};

interface AccessGateProps {
  readonly name: string;
  /** The list of reviews, which every platform operator may read. */
  readonly reviews: ApiQuery<unknown>;
  readonly children: ReactNode;
}

/**
 * Shows the missing requirement instead of the page: the second factor, or the role. The security page needs neither.
 */
function AccessGate({ name, reviews, children }: AccessGateProps) {
  const messages = usePlatformOperatorMessages();
  const context = useMerchantContext();
  if (name === "security") return <>{children}</>;
  const { data, failure } = reviews;
  if (data === undefined && !failure) return <Skeleton />;
  const is_revoked = failure?.status === 404;
  if (!is_revoked && failure?.errors.second_factor === undefined) return <>{children}</>;
  return (
    <>
      <Heading title={is_revoked ? messages.gone : messages.factor_title} />
      <p className="quiet explained">{is_revoked ? messages.gone_hint : messages.factor_hint}</p>
      {!is_revoked && (
        <p className="actions">
          <Link className="button button-main" to={context.pagePath("/security")}>
            {messages.pages.security}
          </Link>
        </p>
      )}
    </>
  );
}

type OpenCounts = Readonly<Partial<Record<PageName, number>>>;

/** The number of open items for each link of the navigation. */
function useOpenCounts(): { readonly reviews: ApiQuery<unknown>; readonly counts: OpenCounts } {
  const reviews = useApi("GET /operator/reviews", { query: {} });
  const { items: exceptions = [], drifts = [] } = useApi("GET /operator/exceptions", {}).data ?? {};
  const accounts = useApi("GET /operator/channels", {}).data?.items ?? [];
  const paused = accounts.flatMap(({ channels }) => channels).filter(({ status }) => status === "paused");
  const corrections = useApi("GET /operator/corrections", { query: {} }).data?.items ?? [];
  const withdrawals = useApi("GET /operator/withdrawals", { query: {} }).data?.items ?? [];
  const counts = {
    withdrawals: withdrawals.length,
    corrections: corrections.length,
    reviews: reviews.data?.items.length ?? 0,
    reconciliation: exceptions.length + drifts.length,
    channels: paused.length,
  };
  return { reviews, counts };
}

interface PlatformOperatorNavigationProps {
  readonly page: string;
  readonly counts: OpenCounts;
  readonly onGo: () => void;
}

function PlatformOperatorNavigation({ page, counts, onGo }: PlatformOperatorNavigationProps) {
  const messages = usePlatformOperatorMessages();
  const all = useMessages();
  const context = useMerchantContext();
  return (
    <nav className="ways" aria-label={all.menu}>
      {GROUPS.map(([group, pages]) => (
        <div key={group} className="ways-group">
          <p className="ways-title">{messages.groups[group]}</p>
          <ul>
            {pages.map((name) => (
              <li key={name}>
                <Link
                  to={context.pagePath(name === "merchants" ? "" : `/${name}`)}
                  is_current={(page || "merchants") === name}
                  onClick={onGo}
                >
                  {messages.pages[name]}
                  <Badge count={counts[name] ?? 0} label={name === "channels" ? messages.troubled : messages.waits} />
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** A count beside a link of the navigation. */
function Badge({ count, label }: { readonly count: number; readonly label: (count: number) => string }) {
  if (count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count}</span>
      <span className="hidden">{label(count)}</span>
    </span>
  );
}

function BusinessLink() {
  const messages = usePlatformOperatorMessages();
  const { me } = useMerchantContext();
  const [business] = me.businesses;
  if (!business) return null;
  return (
    <Link className="to-operator" to={`/dashboard/test/${business.id}`}>
      {messages.to_business}
    </Link>
  );
}
