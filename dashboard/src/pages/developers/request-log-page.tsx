import { Button } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import { type Item, itemOf, itemsOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { type Query, useApiQuery } from "#app/use-query.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { Copyable, Time } from "#ui/cells.tsx";
import { DayRangeFilter, SearchField, SelectFilter, useSetQueryParam } from "#ui/filters.tsx";
import { curl } from "#ui/list-definitions.ts";
import { CodeBlock, Heading, LoadError, Notice, Skeleton } from "#ui/page-elements.tsx";
import { SecondFactorNotice } from "#ui/second-factor-notice.tsx";
import { useRequestLogMessages } from "./request-log-messages.ts";
import { durationText, KeyName, RequestTable, ResponseStatus } from "./request-table.tsx";

const FILTERS = ["search", "status", "method", "key", "date_start", "date_end"];
const METHODS = ["GET", "POST", "PUT", "DELETE"];

/** The request log of this environment's keys, newest first. Filters and position are in the address. */
export function RequestLogPage() {
  const messages = useRequestLogMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const { searchParams } = useAddress();
  const params = new URLSearchParams([...searchParams].filter(([name]) => [...FILTERS, "before"].includes(name)));
  const query_string = params.size === 0 ? "" : `?${params}`;
  const query = useApiQuery(
    `${context.pagePath("requests")} ${query_string}`,
    () => context.request("GET", `/requests${query_string}`),
    // No polling during a search, because a search scans many rows.
    () => !searchParams.has("before") && !searchParams.has("search"),
  );
  return (
    <>
      <Link className="back" to={context.pagePath("/developers")}>
        ← {pages.developers}
      </Link>
      <Heading title={messages.title} />
      <p className="quiet log-help">{messages.help}</p>
      <RequestFilters />
      <RequestList query={query} is_filtered={FILTERS.some((name) => searchParams.has(name))} />
    </>
  );
}

function RequestFilters() {
  const messages = useRequestLogMessages();
  const all = useMessages();
  const context = useMerchantContext();
  const { pathname, searchParams } = useAddress();
  const set = useSetQueryParam();
  const { response } = useApiQuery(context.pagePath("keys"), () => context.request("GET", "/keys"));
  const value = (name: string): string => searchParams.get(name) ?? "";
  return (
    <div className="filters">
      <SearchField hint={messages.search} value={value("search")} onValue={(text) => set("search", text)} />
      <SelectFilter
        all={messages.any}
        label={messages.status}
        value={value("status")}
        onValue={(text) => set("status", text)}
      >
        {Object.entries(messages.statuses).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </SelectFilter>
      <SelectFilter
        all={messages.any}
        label={messages.method}
        value={value("method")}
        onValue={(text) => set("method", text)}
      >
        {METHODS.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectFilter>
      <SelectFilter all={messages.any} label={messages.key} value={value("key")} onValue={(text) => set("key", text)}>
        {itemsOf(response?.body ?? {}, "items")
          .filter(({ kind }) => kind === "public")
          .map((key) => (
            <option key={textOf(key, "id")} value={textOf(key, "id")}>
              {textOf(key, "name")} …{textOf(key, "hint")}
            </option>
          ))}
      </SelectFilter>
      <DayRangeFilter />
      {FILTERS.some((name) => searchParams.has(name)) && (
        <Link className="button button-quiet" to={pathname}>
          {all.clear}
        </Link>
      )}
    </div>
  );
}

function RequestList({ query, is_filtered }: { readonly query: Query; readonly is_filtered: boolean }) {
  const messages = useRequestLogMessages();
  const all = useMessages();
  const account_messages = useAccountMessages();
  const { searchParams } = useAddress();
  const set = useSetQueryParam();
  const { response, reload } = query;
  if (response === null) return <Skeleton />;
  if (response.errors.second_factor !== undefined) return <SecondFactorNotice />;
  if (response.errors.role !== undefined) return <Notice>{account_messages.no_right}</Notice>;
  if (!response.is_ok) return <LoadError response={response} reload={reload} />;
  const items = itemsOf(response.body, "items");
  const last = items.at(-1);
  return (
    <>
      {items.length > 0 ? (
        <RequestTable items={items} />
      ) : (
        <div className="empty">
          <h2>{is_filtered ? all.empty_filtered : messages.none}</h2>
          {!is_filtered && (
            <>
              <p className="quiet">{all.empty_hint}</p>
              <CodeBlock label="curl">{curl("/balance")}</CodeBlock>
            </>
          )}
        </div>
      )}
      <div className="pages">
        <div className="pages-buttons">
          {searchParams.has("before") && <Button onClick={() => set("before", "")}>{messages.newest}</Button>}
          {response.body.has_more === true && last && (
            <Button onClick={() => set("before", textOf(last, "id"))}>{messages.older}</Button>
          )}
        </div>
      </div>
    </>
  );
}

/** All details of one request. */
export function RequestPage({ id }: { readonly id: string }) {
  const messages = useRequestLogMessages();
  const context = useMerchantContext();
  const { response, reload } = useApiQuery(context.pagePath(`request ${id}`), () =>
    context.request("GET", `/requests/${encodeURIComponent(id)}`),
  );
  const request = itemOf(response?.body ?? {}, "request");
  return (
    <>
      <Link className="back" to={context.pagePath("/developers/requests")}>
        ← {messages.title}
      </Link>
      <Heading
        title={response?.is_ok ? `${textOf(request, "method")} ${textOf(request, "route")}` : messages.request}
      />
      {response === null && <Skeleton />}
      {response && !response.is_ok && <LoadError response={response} reload={reload} />}
      {response?.is_ok && <RequestDetails request={request} />}
    </>
  );
}

function RequestDetails({ request }: { readonly request: Item }) {
  const { language } = useLanguage();
  const messages = useRequestLogMessages();
  const { facts } = messages;
  const text = (field: string): ReactNode => textOf(request, field) || null;
  const rows: readonly (readonly [keyof typeof facts, ReactNode])[] = [
    ["id", <Copyable key="id" text={textOf(request, "id")} />],
    ["path", <code key="path">{textOf(request, "path")}</code>],
    ["error", text("error") && <code key="error">{textOf(request, "error")}</code>],
    ["fields", text("fields") && <code key="fields">{textOf(request, "fields")}</code>],
    ["key", <KeyName key="key" request={request} />],
    ["address", <code key="address">{textOf(request, "address")}</code>],
    ["acted_for", text("acted_for") && <code key="acted_for">{textOf(request, "acted_for")}</code>],
    ["duration", durationText(request, language)],
  ];
  return (
    <>
      <div className="summary">
        <ResponseStatus request={request} />
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
      <p className="quiet">{messages.not_kept}</p>
    </>
  );
}
