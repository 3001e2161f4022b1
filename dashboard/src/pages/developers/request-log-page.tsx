import { Button } from "@kolo/ui/button.tsx";
import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import type { Answer } from "#app/api.ts";
import { type ApiQuery, useApi } from "#app/api-query.ts";
import type { LoggedRequest } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { fieldTexts, refusalText, requestRefusal } from "#i18n/server-messages.ts";
import { Copyable, Time } from "#ui/cells.tsx";
import { DayRangeFilter, SearchField, SelectFilter, useSetQueryParam } from "#ui/filters.tsx";
import { curl } from "#ui/list-definitions.ts";
import { CodeBlock, Heading, Notice, QueryState } from "#ui/page-elements.tsx";
import { SecondFactorNotice } from "#ui/second-factor-notice.tsx";
import { useRequestLogMessages } from "./request-log-messages.ts";
import { durationText, KeyName, RequestTable, ResponseStatus } from "./request-table.tsx";

const FILTERS = ["search", "status", "method", "key", "date_start", "date_end"];
const METHODS = ["GET", "POST", "PUT", "DELETE"];

type RequestLog = Answer<"GET /{environment}/requests">;

/** The request log of this environment's keys, newest first. Filters and position are in the URL's query. */
export function RequestLogPage() {
  const messages = useRequestLogMessages();
  const { pages } = useMessages();
  const context = useMerchantContext();
  const { searchParams } = useAddress();
  const params = new URLSearchParams([...searchParams].filter(([name]) => [...FILTERS, "before"].includes(name)));
  const query = useApi("GET /{environment}/requests", { query: Object.fromEntries(params) });
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
  const { pathname, searchParams } = useAddress();
  const set = useSetQueryParam();
  const { items: keys = [] } = useApi("GET /{environment}/keys", {}).data ?? {};
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
        {keys
          .filter(({ kind }) => kind !== "private")
          .map((key) => (
            <option key={key.id} value={key.id}>
              {key.name} …{key.hint}
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

function RequestList({ query, is_filtered }: { readonly query: ApiQuery<RequestLog>; readonly is_filtered: boolean }) {
  const messages = useRequestLogMessages();
  const all = useMessages();
  const account_messages = useAccountMessages();
  const { searchParams } = useAddress();
  const set = useSetQueryParam();
  const { data, failure } = query;
  if (failure?.errors.second_factor !== undefined) return <SecondFactorNotice />;
  if (failure?.errors.role !== undefined) return <Notice>{account_messages.no_right}</Notice>;
  if (!data) return <QueryState query={query} />;
  const { items, has_more } = data;
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
          {has_more && last && <Button onClick={() => set("before", last.id)}>{messages.older}</Button>}
        </div>
      </div>
    </>
  );
}

/** All details of one request. */
export function RequestPage({ id }: { readonly id: string }) {
  const messages = useRequestLogMessages();
  const context = useMerchantContext();
  const query = useApi("GET /{environment}/requests/{id}", { params: { id } });
  const request = query.data?.request;
  return (
    <>
      <Link className="back" to={context.pagePath("/developers/requests")}>
        ← {messages.title}
      </Link>
      <Heading title={request ? `${request.method} ${request.route}` : messages.request} />
      <QueryState query={query} />
      {request && <RequestDetails request={request} />}
    </>
  );
}

function RequestDetails({ request }: { readonly request: LoggedRequest }) {
  const { language } = useLanguage();
  const messages = useRequestLogMessages();
  const { facts } = messages;
  const { answer } = request;
  const refusal = answer && requestRefusal(answer);
  const code = (text: string | null): ReactNode => text && <code>{text}</code>;
  const rows: readonly (readonly [keyof typeof facts, ReactNode])[] = [
    ["id", <Copyable key="id" text={request.id} />],
    ["path", <code key="path">{request.path}</code>],
    ["error", code(refusal?.reason ?? request.error)],
    ["fields", answer && request.fields ? <WrongFields key="fields" answer={answer} /> : code(request.fields)],
    ["key", <KeyName key="key" request={request} />],
    ["address", <code key="address">{request.address}</code>],
    ["acted_for", code(request.acted_for)],
    ["duration", durationText(request, language)],
  ];
  return (
    <>
      <div className="summary">
        <ResponseStatus request={request} />
        <p>{refusal ? refusalText(refusal, language) : request.message}</p>
        <p className="quiet">
          <Time at={request.created_at} />
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
      {answer && (
        <details>
          <summary>{messages.answer}</summary>
          <CodeBlock label={messages.answer}>{JSON.stringify(answer, null, 2)}</CodeBlock>
        </details>
      )}
    </>
  );
}

/** The invalid fields with their reasons, in the reader's language. */
function WrongFields({ answer }: { readonly answer: object }) {
  const { language } = useLanguage();
  return (
    <ul className="rows">
      {Object.entries(fieldTexts(answer, language)).map(([field, text]) => (
        <li key={field}>
          <code>{field}</code> {text}
        </li>
      ))}
    </ul>
  );
}
