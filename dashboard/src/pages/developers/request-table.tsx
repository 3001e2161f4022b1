import { formatAmount, type Language } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { type Item, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApiQuery } from "#app/use-query.ts";
import { Time } from "#ui/cells.tsx";
import { Skeleton } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { useRequestLogMessages } from "./request-log-messages.ts";

const FIRST_FAILURE = 400;
const LATEST = 5;

/** The HTTP status of a request, with a shape for success or failure. */
export function ResponseStatus({ request }: { readonly request: Item }) {
  const status = numberOf(request, "status");
  return <Status kind={status < FIRST_FAILURE ? "complete" : "failed"}>{status}</Status>;
}

/** The duration in milliseconds; below 10 ms with one decimal. */
export function durationText(request: Item, language: Language): string {
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
  const messages = useRequestLogMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const omittedText = (request: Item): string | null => {
    const count = numberOf(request, "left_out");
    return count === 0 ? null : messages.left_out(formatAmount(BigInt(count), "XAF", language));
  };
  return (
    <Table
      label={messages.title}
      rows={items}
      to={(request) => context.pagePath(`/developers/requests/${textOf(request, "id")}`)}
      detail={omittedText}
      columns={[
        {
          name: "request",
          header: messages.request,
          className: "column-request",
          cell: (request) => <MethodAndPath request={request} />,
        },
        {
          name: "status",
          header: messages.status,
          className: "column-status",
          cell: (request) => <ResponseStatus request={request} />,
        },
        {
          name: "created_at",
          header: messages.when,
          className: "column-created_at",
          cell: (request) => <Time at={textOf(request, "created_at")} />,
        },
        {
          name: "duration",
          header: messages.duration,
          align: "end",
          hidden_below_px: 900,
          cell: (request) => durationText(request, language),
        },
        { name: "key", header: messages.key, hidden_below_px: 900, cell: (request) => <KeyName request={request} /> },
      ]}
    />
  );
}

function MethodAndPath({ request }: { readonly request: Item }) {
  return (
    <code>
      <span className="method">{textOf(request, "method")}</span> {textOf(request, "path")}
    </code>
  );
}

/** The latest requests, and a link to all. */
export function LatestRequests() {
  const messages = useRequestLogMessages();
  const context = useMerchantContext();
  const { response } = useApiQuery(
    context.pagePath("latest requests"),
    () => context.request("GET", "/requests"),
    () => true,
  );
  const items = itemsOf(response?.body ?? {}, "items").slice(0, LATEST);
  return (
    <section aria-labelledby="requests">
      <div className="section-head">
        <h2 id="requests">{messages.title}</h2>
        <Link className="button" to={context.pagePath("/developers/requests")}>
          {messages.all}
        </Link>
      </div>
      <p className="quiet">{messages.help}</p>
      {response === null && <Skeleton />}
      {response?.is_ok && items.length === 0 && <p>{messages.none}</p>}
      {items.length > 0 && <RequestTable items={items} />}
    </section>
  );
}
