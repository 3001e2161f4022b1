import { formatAmount, type Language } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useApi } from "#app/api-query.ts";
import type { LoggedRequest } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { Time } from "#ui/cells.tsx";
import { Skeleton } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { useRequestLogMessages } from "./request-log-messages.ts";

const FIRST_FAILURE = 400;
const LATEST = 5;

/** The HTTP status of a request, with a shape for success or failure. */
export function ResponseStatus({ request }: { readonly request: LoggedRequest }) {
  const status = request.status;
  return <Status kind={status < FIRST_FAILURE ? "complete" : "failed"}>{status}</Status>;
}

/** The duration in milliseconds; below 10 ms with one decimal. */
export function durationText(request: LoggedRequest, language: Language): string {
  const ms = request.duration_ms;
  const digits = ms < 10 ? 1 : 0;
  return `${ms.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ms`;
}

/** A key's name and its last characters. */
export function KeyName({ request }: { readonly request: LoggedRequest }) {
  const name = request.key_name;
  if (!name) return <code>{request.key}</code>;
  return (
    <>
      {name} <code className="quiet">…{request.key_hint}</code>
    </>
  );
}

/** Requests as a table, each with a link to its details. */
export function RequestTable({ items }: { readonly items: readonly LoggedRequest[] }) {
  const messages = useRequestLogMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const omittedText = (request: LoggedRequest): string | null => {
    const count = request.left_out;
    return count === 0 ? null : messages.left_out(formatAmount(BigInt(count), "XAF", language));
  };
  return (
    <Table
      label={messages.title}
      rows={items}
      to={(request) => context.pagePath(`/developers/requests/${request.id}`)}
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
          cell: (request) => <Time at={request.created_at} />,
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

function MethodAndPath({ request }: { readonly request: LoggedRequest }) {
  return (
    <code>
      <span className="method">{request.method}</span> {request.path}
    </code>
  );
}

/** The latest requests, and a link to all. */
export function LatestRequests() {
  const messages = useRequestLogMessages();
  const context = useMerchantContext();
  const { data, failure } = useApi("GET /{environment}/requests", { query: {} });
  const items = data?.items.slice(0, LATEST) ?? [];
  return (
    <section aria-labelledby="requests">
      <div className="section-head">
        <h2 id="requests">{messages.title}</h2>
        <Link className="button" to={context.pagePath("/developers/requests")}>
          {messages.all}
        </Link>
      </div>
      <p className="quiet">{messages.help}</p>
      {!data && !failure && <Skeleton />}
      {data && items.length === 0 && <p>{messages.none}</p>}
      {items.length > 0 && <RequestTable items={items} />}
    </section>
  );
}
