import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useApi } from "#app/api-query.ts";
import type { Review } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { useBreakpoint } from "#ui/breakpoints.ts";
import { Time } from "#ui/cells.tsx";
import { Heading, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { messageByName, useDecisionMessages } from "./decision-messages.ts";

/** The manual review cases: the open ones, or all. */
export function ReviewsPage() {
  const messages = useDecisionMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const is_all = useAddress().searchParams.get("all") === "true";
  const query = useApi("GET /operator/reviews", { query: is_all ? { all: true } : {} });
  const { data } = query;
  const items = data?.items ?? [];
  return (
    <>
      <Heading title={pages.reviews}>
        <nav className="switch figures" aria-label={messages.show}>
          <Link to={context.pagePath("/reviews")} is_current={!is_all}>
            {messages.open}
          </Link>
          <Link to={context.pagePath("/reviews?all=true")} is_current={is_all}>
            {messages.all}
          </Link>
        </nav>
      </Heading>
      <QueryState query={query} />
      {data && items.length === 0 && (
        <div className="empty">
          <h2>{messages.none}</h2>
          <p className="quiet">{messages.none_hint}</p>
        </div>
      )}
      {items.length > 0 && <ReviewsTable items={items} />}
    </>
  );
}

/** Review cases, each with a link. */
export function ReviewsTable({ items }: { readonly items: readonly Review[] }) {
  const messages = useDecisionMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const is_narrow = useBreakpoint() === "phone";
  const since = (item: Review) => <Time at={item.opened_at} />;
  return (
    <Table
      label={pages.reviews}
      rows={items}
      to={(item) => context.pagePath(`/reviews/${item.id}`)}
      columns={[
        {
          name: "amount",
          header: messages.amount,
          align: "end",
          cell: (item) => <Money amount={BigInt(item.amount)} currency={item.currency} />,
        },
        {
          name: "kind",
          header: messages.what,
          cell: (item) => messageByName(messages.kinds, item.kind),
          secondary: (item) => (
            <>
              {messageByName(messages.orders, item.order_kind)} · {item.channel}
              {item.environment === "test" && <TestLabel />}
              {is_narrow && <div>{since(item)}</div>}
            </>
          ),
        },
        {
          name: "merchant",
          header: messages.merchant,
          hidden_below_px: 900,
          cell: (item) => item.merchant_name,
        },
        { name: "stands", header: messages.stands, hidden_below_px: 900, cell: (item) => <ReviewState item={item} /> },
        ...(is_narrow ? [] : [{ name: "since", header: messages.since, className: "moment", cell: since }]),
      ]}
    />
  );
}

/** The label of records in the test environment. */
export function TestLabel() {
  const { test } = useMessages();
  return <> · {test}</>;
}

/** The state of a case: open, proposed, or decided with the name of the person. */
export function ReviewState({ item }: { readonly item: Review }) {
  const messages = useDecisionMessages();
  const { proposed, resolution } = item;
  const resolutionText = (what: string): string => messageByName(messages.resolutions, what);
  if (resolution) {
    return <Status kind="complete">{messages.decided(resolutionText(resolution), item.resolved_by ?? "")}</Status>;
  }
  if (!proposed) return <Status kind="pending">{messages.waiting}</Status>;
  return <Status kind="processing">{messages.proposed(resolutionText(proposed), item.proposed_by ?? "")}</Status>;
}
