import { formatAmount, type Language } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { Fragment } from "react";
import { Time } from "./cells.tsx";
import { type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { useRequestWords } from "./request-texts.ts";
import { Link } from "./router.tsx";
import { Row } from "./row.tsx";
import { Skeleton } from "./shell-parts.tsx";
import { useAnswer } from "./use-answer.ts";

const FIRST_FAILURE = 400;
const LATEST = 5;

/** The status a request was answered with: a shape for how it went, and the number. */
export function AnswerStatus({ request }: { readonly request: Item }) {
  const status = numberOf(request, "status");
  return <Status kind={status < FIRST_FAILURE ? "complete" : "failed"}>{status}</Status>;
}

/** How long it took, in milliseconds of which a fraction counts only where there are few. */
export function tookOf(request: Item, language: Language): string {
  const ms = numberOf(request, "duration_ms");
  const digits = ms < 10 ? 1 : 0;
  return `${ms.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits })} ms`;
}

/** A key as people know it: its name, and how it ends. */
export function KeyName({ request }: { readonly request: Item }) {
  const name = textOf(request, "key_name");
  if (name === "") return <code>{textOf(request, "key")}</code>;
  return (
    <>
      {name} <code className="quiet">…{textOf(request, "key_hint")}</code>
    </>
  );
}

const COLUMNS = ["request", "status", "created_at", "duration", "key"] as const;
type Column = (typeof COLUMNS)[number];
const CLASSES: Readonly<Record<Column, string>> = {
  request: "column-request",
  status: "column-status",
  created_at: "column-created_at",
  duration: "number wide",
  key: "wide",
};

/** Requests as a table, each a link to all that is known of it. */
export function RequestTable({ items }: { readonly items: readonly Item[] }) {
  const words = useRequestWords();
  const place = usePlace();
  const { language } = useLanguage();
  const { request, status, when, duration, key } = words;
  const heads = { request, status, created_at: when, duration, key };
  return (
    <div className="table-frame">
      <table>
        <thead>
          <tr>
            {COLUMNS.map((column) => (
              <th key={column} scope="col" className={CLASSES[column]}>
                {heads[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Fragment key={textOf(item, "id")}>
              <Row
                columns={COLUMNS}
                to={place.to(`/developers/requests/${textOf(item, "id")}`)}
                cell={(column) => <RequestCell request={item} column={column} language={language} />}
                classOf={(column) => CLASSES[column]}
              />
              {numberOf(item, "left_out") > 0 && (
                <tr>
                  <td className="quiet" colSpan={COLUMNS.length}>
                    {words.left_out(formatAmount(BigInt(numberOf(item, "left_out")), "XAF", language))}
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RequestCell(props: { readonly request: Item; readonly column: Column; readonly language: Language }) {
  const { request, column, language } = props;
  switch (column) {
    case "request":
      return (
        <code>
          <span className="method">{textOf(request, "method")}</span> {textOf(request, "path")}
        </code>
      );
    case "status":
      return <AnswerStatus request={request} />;
    case "created_at":
      return <Time at={textOf(request, "created_at")} />;
    case "duration":
      return <>{tookOf(request, language)}</>;
    case "key":
      return <KeyName request={request} />;
  }
}

/** The latest of them, and the way to all. */
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
