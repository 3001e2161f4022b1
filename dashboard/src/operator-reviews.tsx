import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { Time } from "./cells.tsx";
import { useDecisionWords, wordOf } from "./decision-texts.ts";
import { amountOf, type Item, itemsOf, textOf } from "./items.ts";
import { useOperatorWords } from "./operator-texts.ts";
import { usePlace } from "./place.ts";
import { useRoom } from "./room.ts";
import { Link, useAddress } from "./router.tsx";
import { Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { Table } from "./table.tsx";
import { useWords } from "./texts.ts";
import { useAnswer } from "./use-answer.ts";

/** The manual review cases: the open ones, or all. */
export function ReviewsPage() {
  const words = useDecisionWords();
  const { pages } = useOperatorWords();
  const place = usePlace();
  const is_all = useAddress().searchParams.get("all") === "true";
  const path = is_all ? "/reviews?all=true" : "/reviews";
  // Polls, because other platform operators decide meanwhile.
  const asked = useAnswer(
    path,
    () => place.ask("GET", path),
    () => true,
  );
  const { answer } = asked;
  const items = itemsOf(answer?.body ?? {}, "items");
  return (
    <>
      <Heading title={pages.reviews}>
        <nav className="switch figures" aria-label={words.show}>
          <Link to={place.to("/reviews")} is_current={!is_all}>
            {words.open}
          </Link>
          <Link to={place.to("/reviews?all=true")} is_current={is_all}>
            {words.all}
          </Link>
        </nav>
      </Heading>
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={asked.again} />}
      {answer?.is_ok && items.length === 0 && (
        <div className="empty">
          <h2>{words.none}</h2>
          <p className="quiet">{words.none_hint}</p>
        </div>
      )}
      {items.length > 0 && <ReviewsTable items={items} />}
    </>
  );
}

/** Review cases, each with a link. */
export function ReviewsTable({ items }: { readonly items: readonly Item[] }) {
  const words = useDecisionWords();
  const { pages } = useOperatorWords();
  const place = usePlace();
  const is_narrow = useRoom() === "telephone";
  const since = (item: Item) => <Time at={textOf(item, "opened_at")} />;
  return (
    <Table
      label={pages.reviews}
      rows={items}
      to={(item) => place.to(`/reviews/${textOf(item, "id")}`)}
      columns={[
        {
          name: "amount",
          header: words.amount,
          align: "end",
          cell: (item) => <Money amount={amountOf(item, "amount") ?? 0n} currency={textOf(item, "currency")} />,
        },
        {
          name: "kind",
          header: words.what,
          cell: (item) => wordOf(words.kinds, textOf(item, "kind")),
          secondary: (item) => (
            <>
              {wordOf(words.orders, textOf(item, "order_kind"))} · {textOf(item, "channel")}
              {item.environment === "test" && <TestWord />}
              {is_narrow && <div>{since(item)}</div>}
            </>
          ),
        },
        {
          name: "merchant",
          header: words.merchant,
          hidden_below_px: 900,
          cell: (item) => textOf(item, "merchant_name"),
        },
        { name: "stands", header: words.stands, hidden_below_px: 900, cell: (item) => <Stands item={item} /> },
        ...(is_narrow ? [] : [{ name: "since", header: words.since, className: "moment", cell: since }]),
      ]}
    />
  );
}

/** The label of records in the test environment. */
export function TestWord() {
  const { test } = useWords();
  return <> · {test}</>;
}

/** The state of a case: open, proposed, or decided with the name of the person. */
export function Stands({ item }: { readonly item: Item }) {
  const words = useDecisionWords();
  const [proposed, resolution] = [textOf(item, "proposed"), textOf(item, "resolution")];
  const said = (what: string): string => wordOf(words.resolutions, what);
  if (resolution !== "") {
    return <Status kind="complete">{words.decided(said(resolution), textOf(item, "resolved_by"))}</Status>;
  }
  if (proposed === "") return <Status kind="pending">{words.waiting}</Status>;
  return <Status kind="processing">{words.proposed(said(proposed), textOf(item, "proposed_by"))}</Status>;
}
