import { Button } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import { Copyable, Time } from "./cells.tsx";
import { Chip, Days, Search, useQuery } from "./filters.tsx";
import { type Item, itemOf, itemsOf, textOf } from "./items.ts";
import { curl } from "./lists.ts";
import { NeedsFactor } from "./needs-factor.tsx";
import { usePlace } from "./place.ts";
import { useRequestWords } from "./request-texts.ts";
import { AnswerStatus, KeyName, RequestTable, tookOf } from "./requests.tsx";
import { Link, useAddress } from "./router.tsx";
import { useSelfWords } from "./self-texts.ts";
import { Code, Failure, Heading, Notice, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { type Asked, useAnswer } from "./use-answer.ts";

const FILTERS = ["search", "status", "method", "key", "date_start", "date_end"];
const METHODS = ["GET", "POST", "PUT", "DELETE"];

/** The request log of this environment's keys, newest first. Filters and position are in the address. */
export function RequestsPage() {
  const words = useRequestWords();
  const { pages } = useWords();
  const place = usePlace();
  const { searchParams } = useAddress();
  const asks = new URLSearchParams([...searchParams].filter(([name]) => [...FILTERS, "before"].includes(name)));
  const query = asks.size === 0 ? "" : `?${asks}`;
  const asked = useAnswer(
    `${place.to("requests")} ${query}`,
    () => place.ask("GET", `/requests${query}`),
    // No polling during a search, because a search scans many rows.
    () => !searchParams.has("before") && !searchParams.has("search"),
  );
  return (
    <>
      <Link className="back" to={place.to("/developers")}>
        ← {pages.developers}
      </Link>
      <Heading title={words.title} />
      <p className="quiet log-help">{words.help}</p>
      <RequestFilters />
      <Requests asked={asked} is_filtered={FILTERS.some((name) => searchParams.has(name))} />
    </>
  );
}

function RequestFilters() {
  const words = useRequestWords();
  const all = useWords();
  const place = usePlace();
  const { pathname, searchParams } = useAddress();
  const set = useQuery();
  const { answer } = useAnswer(place.to("keys"), () => place.ask("GET", "/keys"));
  const value = (name: string): string => searchParams.get(name) ?? "";
  return (
    <div className="filters">
      <Search hint={words.search} value={value("search")} onValue={(text) => set("search", text)} />
      <Chip all={words.any} label={words.status} value={value("status")} onValue={(text) => set("status", text)}>
        {Object.entries(words.statuses).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </Chip>
      <Chip all={words.any} label={words.method} value={value("method")} onValue={(text) => set("method", text)}>
        {METHODS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Chip>
      <Chip all={words.any} label={words.key} value={value("key")} onValue={(text) => set("key", text)}>
        {itemsOf(answer?.body ?? {}, "items")
          .filter(({ kind }) => kind === "public")
          .map((key) => (
            <option key={textOf(key, "id")} value={textOf(key, "id")}>
              {textOf(key, "name")} …{textOf(key, "hint")}
            </option>
          ))}
      </Chip>
      <Days />
      {FILTERS.some((name) => searchParams.has(name)) && (
        <Link className="button button-quiet" to={pathname}>
          {all.clear}
        </Link>
      )}
    </div>
  );
}

function Requests({ asked, is_filtered }: { readonly asked: Asked; readonly is_filtered: boolean }) {
  const words = useRequestWords();
  const all = useWords();
  const self = useSelfWords();
  const { searchParams } = useAddress();
  const set = useQuery();
  const { answer, again } = asked;
  if (answer === null) return <Skeleton />;
  if (answer.errors.second_factor !== undefined) return <NeedsFactor />;
  if (answer.errors.role !== undefined) return <Notice>{self.no_right}</Notice>;
  if (!answer.is_ok) return <Failure answer={answer} again={again} />;
  const items = itemsOf(answer.body, "items");
  const last = items.at(-1);
  return (
    <>
      {items.length > 0 ? (
        <RequestTable items={items} />
      ) : (
        <div className="empty">
          <h2>{is_filtered ? all.empty_filtered : words.none}</h2>
          {!is_filtered && (
            <>
              <p className="quiet">{all.empty_hint}</p>
              <Code label="curl">{curl("/balance")}</Code>
            </>
          )}
        </div>
      )}
      <div className="pages">
        <div className="pages-buttons">
          {searchParams.has("before") && <Button onClick={() => set("before", "")}>{words.newest}</Button>}
          {answer.body.has_more === true && last && (
            <Button onClick={() => set("before", textOf(last, "id"))}>{words.older}</Button>
          )}
        </div>
      </div>
    </>
  );
}

/** All details of one request. */
export function RequestPage({ id }: { readonly id: string }) {
  const words = useRequestWords();
  const place = usePlace();
  const { answer, again } = useAnswer(place.to(`request ${id}`), () =>
    place.ask("GET", `/requests/${encodeURIComponent(id)}`),
  );
  const request = itemOf(answer?.body ?? {}, "request");
  return (
    <>
      <Link className="back" to={place.to("/developers/requests")}>
        ← {words.title}
      </Link>
      <Heading title={answer?.is_ok ? `${textOf(request, "method")} ${textOf(request, "route")}` : words.request} />
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={again} />}
      {answer?.is_ok && <Known request={request} />}
    </>
  );
}

function Known({ request }: { readonly request: Item }) {
  const { language } = useLanguage();
  const words = useRequestWords();
  const { facts } = words;
  const text = (field: string): ReactNode => textOf(request, field) || null;
  const rows: readonly (readonly [keyof typeof facts, ReactNode])[] = [
    ["id", <Copyable key="id" text={textOf(request, "id")} />],
    ["path", <code key="path">{textOf(request, "path")}</code>],
    ["error", text("error") && <code key="error">{textOf(request, "error")}</code>],
    ["fields", text("fields") && <code key="fields">{textOf(request, "fields")}</code>],
    ["key", <KeyName key="key" request={request} />],
    ["address", <code key="address">{textOf(request, "address")}</code>],
    ["acted_for", text("acted_for") && <code key="acted_for">{textOf(request, "acted_for")}</code>],
    ["duration", tookOf(request, language)],
  ];
  return (
    <>
      <div className="summary">
        <AnswerStatus request={request} />
        <p>{textOf(request, "message")}</p>
        <p className="quiet">
          <Time at={textOf(request, "created_at")} />
        </p>
      </div>
      <dl className="facts facts-alone">
        {rows.map(
          ([name, shown]) =>
            shown !== null && (
              <div key={name}>
                <dt>{facts[name]}</dt>
                <dd>{shown}</dd>
              </div>
            ),
        )}
      </dl>
      <p className="quiet">{words.not_kept}</p>
    </>
  );
}
