import { Money } from "@kolo/ui/money.tsx";
import { useApi } from "#app/api-query.ts";
import type { MerchantSummary, MovementTotals } from "#app/api-types.ts";
import { type Environment, useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { useBreakpoint } from "#ui/breakpoints.ts";
import { SuccessRate } from "#ui/channel-totals.tsx";
import { SearchField, useSetQueryParam } from "#ui/filters.tsx";
import { Pagination } from "#ui/list-table.tsx";
import { CodeBlock, Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";

/** All merchants by name, with balance, today's volume and open problems. */
export function MerchantsPage() {
  const messages = usePlatformOperatorMessages();
  const { searchParams } = useAddress();
  const set = useSetQueryParam();
  const environment = useFiguresEnvironment();
  const search = searchParams.get("search") ?? "";
  const query = useApi("GET /operator/merchants", {
    query: { environment, search, page: Number(searchParams.get("page") ?? "1") },
  });
  const { data } = query;
  const items = data?.items ?? [];
  return (
    <>
      <Heading title={messages.pages.merchants}>
        <FiguresSwitch />
      </Heading>
      {environment === "test" && <TestFigures />}
      <div className="filters">
        <SearchField hint={messages.search} value={search} onValue={(text) => set("search", text)} />
      </div>
      <QueryState query={query} />
      {data && items.length === 0 && <NoMerchants is_filtered={search !== ""} />}
      {items.length > 0 && <Merchants items={items} environment={environment} />}
      {data && items.length > 0 && <Pagination body={data} />}
    </>
  );
}

/** The environment of the figures: live, unless the URL's query says test. */
export function useFiguresEnvironment(): Environment {
  return useAddress().searchParams.get("environment") === "test" ? "test" : "live";
}

/** Switches the environment and keeps the rest of the URL. */
export function FiguresSwitch() {
  const messages = usePlatformOperatorMessages();
  const all = useMessages();
  const { pathname, searchParams } = useAddress();
  const environment = useFiguresEnvironment();
  const pathFor = (name: Environment): string => {
    const next = new URLSearchParams(searchParams);
    if (name === "test") next.set("environment", "test");
    else next.delete("environment");
    return `${pathname}${next.size > 0 ? `?${next}` : ""}`;
  };
  return (
    <nav
      className={environment === "test" ? "switch figures figures-test" : "switch figures"}
      aria-label={messages.environment}
    >
      {(["live", "test"] as const).map((name) => (
        <Link key={name} to={pathFor(name)} is_current={name === environment}>
          {all[name]}
        </Link>
      ))}
    </nav>
  );
}

/** The notice above figures of the test environment. */
export function TestFigures() {
  const { test, test_note } = useMessages();
  return (
    <Notice>
      <strong>{test}</strong> {test_note}
    </Notice>
  );
}

function NoMerchants({ is_filtered }: { readonly is_filtered: boolean }) {
  const messages = usePlatformOperatorMessages();
  return (
    <div className="empty">
      <h2>{is_filtered ? messages.nobody_found : messages.nobody}</h2>
      <p className="quiet">{is_filtered ? messages.nobody_found_hint : messages.nobody_hint}</p>
      {!is_filtered && (
        <CodeBlock label={messages.nobody_hint}>
          kolo merchants create --name "Chez Jeanne" --email jeanne@example.cm
        </CodeBlock>
      )}
    </div>
  );
}

function Merchants({
  items,
  environment,
}: {
  readonly items: readonly MerchantSummary[];
  readonly environment: Environment;
}) {
  const messages = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const is_narrow = useBreakpoint() === "phone";
  const query = environment === "test" ? "?environment=test" : "";
  return (
    <section className="list">
      <Table<MerchantSummary>
        label={messages.pages.merchants}
        rows={items}
        to={(item) => context.pagePath(`/merchants/${item.id}${query}`)}
        columns={[
          {
            name: "name",
            header: messages.merchant,
            cell: (item) => item.name,
            ...(is_narrow ? { secondary: (item) => <OpenProblems item={item} none="" /> } : {}),
          },
          {
            name: "works_in",
            header: messages.works_in,
            hidden_below_px: 900,
            cell: (item) => <KeyEnvironments item={item} />,
          },
          { name: "available", header: messages.available, align: "end", cell: (item) => <Available item={item} /> },
          {
            name: "came_in",
            header: messages.came_in,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => <Volume movement={item.came_in} currency={item.currency} />,
          },
          {
            name: "went_out",
            header: messages.went_out,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => <Volume movement={item.went_out} currency={item.currency} />,
          },
          {
            name: "succeeded",
            header: messages.succeeded,
            align: "end",
            hidden_below_px: 900,
            cell: (item) => <SuccessRate complete={movedTotal(item, "complete")} failed={movedTotal(item, "failed")} />,
          },
          {
            name: "attention",
            header: messages.attention,
            hidden_below_px: 600,
            cell: (item) => <OpenProblems item={item} none="–" />,
          },
        ]}
      />
    </section>
  );
}

/** The sum of this field over money in and money out. */
function movedTotal(item: MerchantSummary, field: "complete" | "failed"): number {
  return item.came_in[field] + item.went_out[field];
}

function Available({ item }: { readonly item: MerchantSummary }) {
  const balances = item.balances;
  if (balances.length === 0) return <>–</>;
  return balances.map((balance) => (
    <span key={balance.currency} className="line">
      <Money amount={BigInt(balance.available)} currency={balance.currency} />
    </span>
  ));
}

/** The environments in which the merchant has active keys. */
function KeyEnvironments({ item }: { readonly item: MerchantSummary }) {
  const messages = usePlatformOperatorMessages();
  const environments = item.environments;
  if (environments.includes("live")) return <>{messages.live_too}</>;
  return <span className="quiet">{environments.length > 0 ? messages.test_only : messages.no_keys}</span>;
}

function Volume({ movement, currency }: { readonly movement: MovementTotals; readonly currency: string }) {
  if (movement.count === 0) return <>–</>;
  return <Money amount={BigInt(movement.volume)} currency={currency} />;
}

/** The merchant's open problems, as text. */
function OpenProblems({ item, none }: { readonly item: MerchantSummary; readonly none: string }) {
  const messages = usePlatformOperatorMessages();
  const { reviews_open: reviews, withdrawals_waiting: withdrawals, webhooks_failing: webhooks } = item;
  const parts = [
    reviews > 0 ? messages.reviews_open(reviews) : "",
    withdrawals > 0 ? messages.withdrawals_waiting(withdrawals) : "",
    webhooks > 0 ? messages.webhooks_failing(webhooks) : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? (
    <span className="quiet">{none}</span>
  ) : (
    <span className="caution">{parts.join(", ")}</span>
  );
}
