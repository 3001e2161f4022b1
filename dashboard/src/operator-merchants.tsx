import { Money } from "@kolo/ui/money.tsx";
import { Search, useQuery } from "./filters.tsx";
import { amountOf, type Item, itemOf, itemsOf, numberOf, textOf, textsOf } from "./items.ts";
import { Pages } from "./list-parts.tsx";
import { useOperatorWords } from "./operator-texts.ts";
import { Share } from "./overview.tsx";
import { type Environment, usePlace } from "./place.ts";
import { Link, useAddress } from "./router.tsx";
import { Code, Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

/** All merchants, by name: what each has, what came and went today, and what somebody should look at. */
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

/** Of which environment the figures are: live, but where the address says test. */
export function useFigures(): Environment {
  return useAddress().searchParams.get("environment") === "test" ? "test" : "live";
}

/** Changes it, and leaves everything else of the address as it is. */
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

/** Said over every figure that is no real money. */
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
  return (
    <section className="table-frame" aria-label={words.pages.merchants}>
      <table className="merchants">
        <thead>
          <tr>
            <th scope="col">{words.merchant}</th>
            <th scope="col" className="wide">
              {words.works_in}
            </th>
            <th scope="col" className="number">
              {words.available}
            </th>
            <th scope="col" className="number wide">
              {words.came_in}
            </th>
            <th scope="col" className="number wide">
              {words.went_out}
            </th>
            <th scope="col" className="number wide">
              {words.succeeded}
            </th>
            <th scope="col">{words.attention}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <MerchantRow key={textOf(item, "id")} item={item} environment={environment} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function MerchantRow({ item, environment }: { readonly item: Item; readonly environment: Environment }) {
  const place = usePlace();
  const balances = itemsOf(item, "balances");
  const [came_in, went_out] = [itemOf(item, "came_in"), itemOf(item, "went_out")];
  const sum = (field: string): number => numberOf(came_in, field) + numberOf(went_out, field);
  const query = environment === "test" ? "?environment=test" : "";
  return (
    <tr className="opens">
      <td>
        <Link className="row-link" to={place.to(`/merchants/${textOf(item, "id")}${query}`)}>
          {textOf(item, "name")}
        </Link>
      </td>
      <td className="wide">
        <Keys item={item} />
      </td>
      <td className="number">
        {balances.length === 0 && "–"}
        {balances.map((balance) => (
          <span key={textOf(balance, "currency")} className="line">
            <Money amount={amountOf(balance, "available") ?? 0n} currency={textOf(balance, "currency")} />
          </span>
        ))}
      </td>
      <td className="number wide">
        <Volume moved={came_in} currency={textOf(item, "currency")} />
      </td>
      <td className="number wide">
        <Volume moved={went_out} currency={textOf(item, "currency")} />
      </td>
      <td className="number wide">
        <Share complete={sum("complete")} failed={sum("failed")} />
      </td>
      <td>
        <Attention item={item} />
      </td>
    </tr>
  );
}

/** In which environments it has keys that work. */
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

/** What somebody should look at, in words; a dash where there is nothing. */
function Attention({ item }: { readonly item: Item }) {
  const words = useOperatorWords();
  const [reviews, webhooks] = [numberOf(item, "reviews_open"), numberOf(item, "webhooks_failing")];
  const parts = [
    reviews > 0 ? words.reviews_open(reviews) : "",
    webhooks > 0 ? words.webhooks_failing(webhooks) : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? <span className="quiet">–</span> : <span className="caution">{parts.join(", ")}</span>;
}
