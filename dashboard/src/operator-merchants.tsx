import { Money } from "@kolo/ui/money.tsx";
import { Search, useQuery } from "./filters.tsx";
import { amountOf, type Item, itemOf, itemsOf, numberOf, textOf, textsOf } from "./items.ts";
import { Pages } from "./list-parts.tsx";
import { useOperatorWords } from "./operator-texts.ts";
import { Share } from "./overview.tsx";
import { type Environment, usePlace } from "./place.ts";
import { useRoom } from "./room.ts";
import { Link, useAddress } from "./router.tsx";
import { Code, Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

/** All merchants by name, with balance, today's volume and open problems. */
export function MerchantsPage() {
  const words = useOperatorWords();
  const place = usePlace();
  const { searchParams } = useAddress();
  const set = useQuery();
  const environment = useFigures();
  const search = searchParams.get("search") ?? "";
  const query = new URLSearchParams({ environment, search, page: searchParams.get("page") ?? "1" });
  const asked = useAnswer(`merchants ${query}`, () => place.ask("GET", `/merchants?${query}`));
  const { answer } = asked;
  const items = itemsOf(answer?.body ?? {}, "items");
  return (
    <>
      <Heading title={words.pages.merchants}>
        <FiguresSwitch />
      </Heading>
      {environment === "test" && <TestFigures />}
      <div className="filters">
        <Search hint={words.search} value={search} onValue={(text) => set("search", text)} />
      </div>
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={asked.again} />}
      {answer?.is_ok && items.length === 0 && <Nobody is_searched={search !== ""} />}
      {items.length > 0 && <Merchants items={items} environment={environment} />}
      {items.length > 0 && answer && <Pages body={answer.body} />}
    </>
  );
}

/** The environment of the figures: live, unless the address names test. */
export function useFigures(): Environment {
  return useAddress().searchParams.get("environment") === "test" ? "test" : "live";
}

/** Switches the environment and keeps the rest of the address. */
export function FiguresSwitch() {
  const words = useOperatorWords();
  const all = useWords();
  const { pathname, searchParams } = useAddress();
  const environment = useFigures();
  const toward = (name: Environment): string => {
    const next = new URLSearchParams(searchParams);
    if (name === "test") next.set("environment", "test");
    else next.delete("environment");
    return `${pathname}${next.size > 0 ? `?${next}` : ""}`;
  };
  return (
    <nav
      className={environment === "test" ? "switch figures figures-test" : "switch figures"}
      aria-label={words.environment}
    >
      {(["live", "test"] as const).map((name) => (
        <Link key={name} to={toward(name)} is_current={name === environment}>
          {all[name]}
        </Link>
      ))}
    </nav>
  );
}

/** The notice above figures of the test environment. */
export function TestFigures() {
  const { test, test_note } = useWords();
  return (
    <Notice>
      <strong>{test}</strong> {test_note}
    </Notice>
  );
}

function Nobody({ is_searched }: { readonly is_searched: boolean }) {
  const words = useOperatorWords();
  return (
    <div className="empty">
      <h2>{is_searched ? words.nobody_found : words.nobody}</h2>
      <p className="quiet">{is_searched ? words.nobody_found_hint : words.nobody_hint}</p>
      {!is_searched && (
        <Code label={words.nobody_hint}>kolo merchants create --name "Chez Jeanne" --email jeanne@example.cm</Code>
      )}
    </div>
  );
}

function Merchants({ items, environment }: { readonly items: readonly Item[]; readonly environment: Environment }) {
  const words = useOperatorWords();
  const place = usePlace();
  const is_narrow = useRoom() === "telephone";
  const query = environment === "test" ? "?environment=test" : "";
  return (
    <section className="list">
      <Table
        label={words.pages.merchants}
        rows={items}
        to={(item) => place.to(`/merchants/${textOf(item, "id")}${query}`)}
        columns={[
          {
            name: "name",
            header: words.merchant,
            cell: (item) => textOf(item, "name"),
            ...(is_narrow ? { secondary: (item) => <Attention item={item} none="" /> } : {}),
          },
          { name: "works_in", header: words.works_in, hidden_below_px: 900, cell: (item) => <Keys item={item} /> },
          { name: "available", header: words.available, align: "end", cell: (item) => <Available item={item} /> },
          {
            name: "came_in",
            header: words.came_in,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => <Volume moved={itemOf(item, "came_in")} currency={textOf(item, "currency")} />,
          },
          {
            name: "went_out",
            header: words.went_out,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => <Volume moved={itemOf(item, "went_out")} currency={textOf(item, "currency")} />,
          },
          {
            name: "succeeded",
            header: words.succeeded,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => <Share complete={moved(item, "complete")} failed={moved(item, "failed")} />,
          },
          {
            name: "attention",
            header: words.attention,
            hidden_below_px: 600,
            cell: (item) => <Attention item={item} none="–" />,
          },
        ]}
      />
    </section>
  );
}

/** The sum of this field over money in and money out. */
function moved(item: Item, field: string): number {
  return numberOf(itemOf(item, "came_in"), field) + numberOf(itemOf(item, "went_out"), field);
}

function Available({ item }: { readonly item: Item }) {
  const balances = itemsOf(item, "balances");
  if (balances.length === 0) return <>–</>;
  return balances.map((balance) => (
    <span key={textOf(balance, "currency")} className="line">
      <Money amount={amountOf(balance, "available") ?? 0n} currency={textOf(balance, "currency")} />
    </span>
  ));
}

/** The environments in which the merchant has active keys. */
function Keys({ item }: { readonly item: Item }) {
  const words = useOperatorWords();
  const environments = textsOf(item, "environments");
  if (environments.includes("live")) return <>{words.live_too}</>;
  return <span className="quiet">{environments.length > 0 ? words.test_only : words.no_keys}</span>;
}

function Volume({ moved, currency }: { readonly moved: Item; readonly currency: string }) {
  if (numberOf(moved, "count") === 0) return <>–</>;
  return <Money amount={amountOf(moved, "volume") ?? 0n} currency={currency} />;
}

/** The merchant's open problems, in words. */
function Attention({ item, none }: { readonly item: Item; readonly none: string }) {
  const words = useOperatorWords();
  const [reviews, webhooks] = [numberOf(item, "reviews_open"), numberOf(item, "webhooks_failing")];
  const parts = [
    reviews > 0 ? words.reviews_open(reviews) : "",
    webhooks > 0 ? words.webhooks_failing(webhooks) : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? (
    <span className="quiet">{none}</span>
  ) : (
    <span className="caution">{parts.join(", ")}</span>
  );
}
