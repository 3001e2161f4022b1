import { type ReactNode, useEffect, useState } from "react";
import { useMessages } from "#i18n/messages.ts";
import { type PlatformOperatorMessages, usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { ChannelsPage } from "#pages/platform-operator/channels-page.tsx";
import { MerchantPage } from "#pages/platform-operator/merchant-page.tsx";
import { MerchantsPage } from "#pages/platform-operator/merchants-page.tsx";
import { PlatformOperatorsPage } from "#pages/platform-operator/operators-page.tsx";
import { ReconciliationPage, StatementPage } from "#pages/platform-operator/reconciliation-page.tsx";
import { ReviewPage } from "#pages/platform-operator/review-page.tsx";
import { ReviewsPage } from "#pages/platform-operator/reviews-page.tsx";
import { SecurityPage } from "#pages/security/security-page.tsx";
import { Heading, Skeleton } from "#ui/page-elements.tsx";
import type { ApiResponse } from "./api.ts";
import { Shell, UserMenu } from "./frame.tsx";
import { itemOf, itemsOf, textOf } from "./items.ts";
import { MerchantReactContext, useMerchantContext } from "./merchant-context.ts";
import { PageNotFound } from "./not-found.tsx";
import { pathSegments } from "./pages.ts";
import { Link } from "./router.tsx";
import { useApiQuery } from "./use-query.ts";

type PageName = keyof PlatformOperatorMessages["pages"];

const GROUPS: readonly (readonly [group: keyof PlatformOperatorMessages["groups"], pages: readonly PageName[]])[] = [
  ["look", ["merchants", "channels"]],
  ["decide", ["reviews", "reconciliation"]],
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
  const [write_count, setWriteCount] = useState(0);
  useEffect(() => {
    document.documentElement.dataset.environment = "operator";
  }, []);
  const parts = pathSegments(page);
  const [name = ""] = parts;
  const { reviews, counts } = useOpenCounts(`${page} ${write_count}`);
  // A decision changes the counts of open work: reload them after each successful write.
  async function requestAndCount(...args: Parameters<typeof context.request>): Promise<ApiResponse> {
    const response = await context.request(...args);
    if (response.is_ok && args[0] !== "GET") setWriteCount((before) => before + 1);
    return response;
  }
  return (
    <MerchantReactContext value={{ ...context, request: requestAndCount }}>
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
          <Page key={page} parts={parts} />
        </AccessGate>
      </Shell>
    </MerchantReactContext>
  );
}

const PAGES_BY_PATTERN: Readonly<Record<string, (id: string) => ReactNode>> = {
  "": () => <MerchantsPage />,
  merchants: () => <MerchantsPage />,
  "merchants/:id": (id) => <MerchantPage id={id} />,
  channels: () => <ChannelsPage />,
  reviews: () => <ReviewsPage />,
  "reviews/:id": (id) => <ReviewPage id={id} />,
  reconciliation: () => <ReconciliationPage />,
  "reconciliation/:id": (id) => <StatementPage id={id} />,
  log: () => <PlatformOperatorsPage />,
  security: () => <SecurityPage />,
};

function Page({ parts: [name = "", id, ...more] }: { readonly parts: readonly string[] }) {
  const pattern = [name, ...(id === undefined ? [] : [":id"]), ...more].join("/");
  const show = Object.entries(PAGES_BY_PATTERN).find(([page]) => page === pattern)?.[1];
  return show ? show(id ?? "") : <PageNotFound />;
}

interface AccessGateProps {
  readonly name: string;
  /** The service's answer to the list of reviews. */
  readonly reviews: ApiResponse | null;
  readonly children: ReactNode;
}

/**
 * Shows the missing requirement instead of the page: the second factor, or the role. The security page is always open.
 */
function AccessGate({ name, reviews, children }: AccessGateProps) {
  const messages = usePlatformOperatorMessages();
  const context = useMerchantContext();
  if (name === "security") return <>{children}</>;
  if (reviews === null) return <Skeleton />;
  const is_revoked = reviews.status === 404;
  if (!is_revoked && reviews.errors.second_factor === undefined) return <>{children}</>;
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

/** The counts of open work, reloaded on each page, after each decision and when the user's second factor changes. */
function useOpenCounts(version: string): { readonly reviews: ApiResponse | null; readonly counts: OpenCounts } {
  const context = useMerchantContext();
  const key = `${version} ${itemOf(context.me, "session").has_second_factor}`;
  const reviews = useApiQuery(`reviews ${key}`, () => context.request("GET", "/reviews")).response;
  const exceptions = useApiQuery(`exceptions ${key}`, () => context.request("GET", "/exceptions")).response?.body ?? {};
  const channels = useApiQuery(`channels ${key}`, () => context.request("GET", "/channels")).response?.body ?? {};
  const paused = itemsOf(channels, "items")
    .flatMap((account) => itemsOf(account, "channels"))
    .filter((channel) => channel.status === "paused");
  const counts = {
    reviews: itemsOf(reviews?.body ?? {}, "items").length,
    reconciliation: itemsOf(exceptions, "items").length + itemsOf(exceptions, "drifts").length,
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
  const [business] = itemsOf(me, "businesses");
  if (!business) return null;
  return (
    <Link className="to-operator" to={`/dashboard/test/${textOf(business, "id")}`}>
      {messages.to_business}
    </Link>
  );
}
