import { type ReactNode, useEffect, useState } from "react";
import type { Answer } from "./api.ts";
import { Shell, Who } from "./frame.tsx";
import { itemOf, itemsOf, textOf } from "./items.ts";
import { NoSuchPage } from "./not-found.tsx";
import { ChannelsPage } from "./operator-channels.tsx";
import { OperatorLogPage } from "./operator-log.tsx";
import { MerchantPage } from "./operator-merchant.tsx";
import { MerchantsPage } from "./operator-merchants.tsx";
import { ReconciliationPage, StatementPage } from "./operator-reconciliation.tsx";
import { ReviewPage } from "./operator-review.tsx";
import { ReviewsPage } from "./operator-reviews.tsx";
import { type OperatorTexts, useOperatorWords } from "./operator-texts.ts";
import { partsOf } from "./pages.ts";
import { PlaceContext, usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { SecurityPage } from "./security.tsx";
import { Heading, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

type PageName = keyof OperatorTexts["pages"];

const GROUPS: readonly (readonly [group: keyof OperatorTexts["groups"], pages: readonly PageName[]])[] = [
  ["look", ["merchants", "channels"]],
  ["decide", ["reviews", "reconciliation"]],
  ["self", ["log", "security"]],
];

interface AreaProps {
  /** The part of the address after the area's own. */
  readonly page: string;
  readonly signedOut: () => void;
}

/** The platform operators' area, with its own frame and colours, distinct from a business's pages. */
export default function OperatorArea({ page, signedOut }: AreaProps) {
  const words = useOperatorWords();
  const all = useWords();
  const place = usePlace();
  const [deeds, setDeeds] = useState(0);
  useEffect(() => {
    document.documentElement.dataset.environment = "operator";
  }, []);
  const parts = partsOf(page);
  const [name = ""] = parts;
  const { reviews, counts } = useCounts(`${page} ${deeds}`);
  // A decision changes the counts of open work: reload them after each successful write.
  async function asking(...given: Parameters<typeof place.ask>): Promise<Answer> {
    const answer = await place.ask(...given);
    if (answer.is_ok && given[0] !== "GET") setDeeds((before) => before + 1);
    return answer;
  }
  return (
    <PlaceContext value={{ ...place, ask: asking }}>
      <Shell
        bar={{ label: all.operator, note: words.area_note }}
        side={(close) => (
          <>
            <p className="business">{all.operator}</p>
            <Ways page={name} counts={counts} onGo={close} />
            <Who signedOut={signedOut}>
              <ToBusiness />
            </Who>
          </>
        )}
      >
        <Admitted name={name} reviews={reviews}>
          <Page key={page} parts={parts} />
        </Admitted>
      </Shell>
    </PlaceContext>
  );
}

const SHOWN: Readonly<Record<string, (id: string) => ReactNode>> = {
  "": () => <MerchantsPage />,
  merchants: () => <MerchantsPage />,
  "merchants/:id": (id) => <MerchantPage id={id} />,
  channels: () => <ChannelsPage />,
  reviews: () => <ReviewsPage />,
  "reviews/:id": (id) => <ReviewPage id={id} />,
  reconciliation: () => <ReconciliationPage />,
  "reconciliation/:id": (id) => <StatementPage id={id} />,
  log: () => <OperatorLogPage />,
  security: () => <SecurityPage />,
};

function Page({ parts: [name = "", id, ...more] }: { readonly parts: readonly string[] }) {
  const named = [name, ...(id === undefined ? [] : [":id"]), ...more].join("/");
  const show = Object.entries(SHOWN).find(([page]) => page === named)?.[1];
  return show ? show(id ?? "") : <NoSuchPage />;
}

interface AdmittedProps {
  readonly name: string;
  /** The service's answer to the list of reviews. */
  readonly reviews: Answer | null;
  readonly children: ReactNode;
}

/** Shows the missing requirement instead of the page: the second factor, or the role. The security page is always open. */
function Admitted({ name, reviews, children }: AdmittedProps) {
  const words = useOperatorWords();
  const place = usePlace();
  if (name === "security") return <>{children}</>;
  if (reviews === null) return <Skeleton />;
  const is_gone = reviews.status === 404;
  if (!is_gone && reviews.errors.second_factor === undefined) return <>{children}</>;
  return (
    <>
      <Heading title={is_gone ? words.gone : words.factor_title} />
      <p className="quiet explained">{is_gone ? words.gone_hint : words.factor_hint}</p>
      {!is_gone && (
        <p className="actions">
          <Link className="button button-main" to={place.to("/security")}>
            {words.pages.security}
          </Link>
        </p>
      )}
    </>
  );
}

type Counts = Readonly<Partial<Record<PageName, number>>>;

/** The counts of open work, reloaded on each page, after each decision and when the user's second factor changes. */
function useCounts(turn: string): { readonly reviews: Answer | null; readonly counts: Counts } {
  const place = usePlace();
  const key = `${turn} ${itemOf(place.me, "session").has_second_factor}`;
  const reviews = useAnswer(`reviews ${key}`, () => place.ask("GET", "/reviews")).answer;
  const exceptions = useAnswer(`exceptions ${key}`, () => place.ask("GET", "/exceptions")).answer?.body ?? {};
  const channels = useAnswer(`channels ${key}`, () => place.ask("GET", "/channels")).answer?.body ?? {};
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

interface WaysProps {
  readonly page: string;
  readonly counts: Counts;
  readonly onGo: () => void;
}

function Ways({ page, counts, onGo }: WaysProps) {
  const words = useOperatorWords();
  const all = useWords();
  const place = usePlace();
  return (
    <nav className="ways" aria-label={all.menu}>
      {GROUPS.map(([group, pages]) => (
        <div key={group} className="ways-group">
          <p className="ways-title">{words.groups[group]}</p>
          <ul>
            {pages.map((name) => (
              <li key={name}>
                <Link
                  to={place.to(name === "merchants" ? "" : `/${name}`)}
                  is_current={(page || "merchants") === name}
                  onClick={onGo}
                >
                  {words.pages[name]}
                  <Badge count={counts[name] ?? 0} said={name === "channels" ? words.troubled : words.waits} />
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
function Badge({ count, said }: { readonly count: number; readonly said: (count: number) => string }) {
  if (count === 0) return null;
  return (
    <span className="badge">
      <span aria-hidden="true">{count}</span>
      <span className="hidden">{said(count)}</span>
    </span>
  );
}

function ToBusiness() {
  const words = useOperatorWords();
  const { me } = usePlace();
  const [business] = itemsOf(me, "businesses");
  if (!business) return null;
  return (
    <Link className="to-operator" to={`/dashboard/test/${textOf(business, "id")}`}>
      {words.to_business}
    </Link>
  );
}
