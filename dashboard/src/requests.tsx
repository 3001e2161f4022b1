import { formatAmount, type Language } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { Time } from "./cells.tsx";
import { type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useRequestWords } from "./request-texts.ts";
import { Link } from "./router.tsx";
import { Skeleton } from "./shell-parts.tsx";
import { Table } from "./table.tsx";
import { useAnswer } from "./use-answer.ts";

const FIRST_FAILURE = 400;
const LATEST = 5;

/** The HTTP status of a request, with a shape for success or failure. */
export function AnswerStatus({ request }: { readonly request: Item }) {
  const status = numberOf(request, "status");
  return <Status kind={status < FIRST_FAILURE ? "complete" : "failed"}>{status}</Status>;
}

/** The duration in milliseconds; below 10 ms with one decimal. */
export function tookOf(request: Item, language: Language): string {
  const ms = numberOf(request, "duration_ms");
  const digits = ms < 10 ? 1 : 0;
  return `${ms.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ms`;
}

/** A key's name and its last characters. */
export function KeyName({ request }: { readonly request: Item }) {
  const name = textOf(request, "key_name");
  if (name === "") return <code>{textOf(request, "key")}</code>;
  return (
    <>
      {name} <code className="quiet">…{textOf(request, "key_hint")}</code>
    </>
  );
}

/** Requests as a table, each with a link to its details. */
export function RequestTable({ items }: { readonly items: readonly Item[] }) {
  const words = useRequestWords();
  const place = usePlace();
  const { language } = useLanguage();
  const leftOut = (request: Item): string | null => {
    const count = numberOf(request, "left_out");
    return count === 0 ? null : words.left_out(formatAmount(BigInt(count), "XAF", language));
  };
  return (
    <Table
      label={words.title}
      rows={items}
      to={(request) => place.to(`/developers/requests/${textOf(request, "id")}`)}
      detail={leftOut}
      columns={[
        {
          name: "request",
          header: words.request,
          className: "column-request",
          cell: (request) => <Asked request={request} />,
        },
        {
          name: "status",
          header: words.status,
          className: "column-status",
          cell: (request) => <AnswerStatus request={request} />,
        },
        {
          name: "created_at",
          header: words.when,
          className: "column-created_at",
          cell: (request) => <Time at={textOf(request, "created_at")} />,
        },
        {
          name: "duration",
          header: words.duration,
          align: "end",
          hidden_below_px: 900,
          cell: (request) => tookOf(request, language),
        },
        { name: "key", header: words.key, hidden_below_px: 900, cell: (request) => <KeyName request={request} /> },
      ]}
    />
  );
}

function Asked({ request }: { readonly request: Item }) {
  return (
    <code>
      <span className="method">{textOf(request, "method")}</span> {textOf(request, "path")}
    </code>
  );
}

/** The latest requests, and a link to all. */
export function LatestRequests() {
  const words = useRequestWords();
  const place = usePlace();
  const { answer } = useAnswer(
    place.to("latest requests"),
    () => place.ask("GET", "/requests"),
    () => true,
  );
  const items = itemsOf(answer?.body ?? {}, "items").slice(0, LATEST);
  return (
    <section aria-labelledby="requests">
      <div className="section-head">
        <h2 id="requests">{words.title}</h2>
        <Link className="button" to={place.to("/developers/requests")}>
          {words.all}
        </Link>
      </div>
      <p className="quiet">{words.help}</p>
      {answer === null && <Skeleton />}
      {answer?.is_ok && items.length === 0 && <p>{words.none}</p>}
      {items.length > 0 && <RequestTable items={items} />}
    </section>
  );
}
