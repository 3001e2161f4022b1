import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import type { Answer } from "#app/api.ts";
import { type ApiQuery, useApi } from "#app/api-query.ts";
import { Menu } from "#app/menu.tsx";
import { useMerchantContext } from "#app/merchant-context.ts";
import { type ListBody, type ListRead, rowsOf } from "#app/records.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useFormMessages } from "#i18n/form-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { useBreakpoint } from "./breakpoints.ts";
import { ExportButton } from "./export-button.tsx";
import { useSetQueryParam } from "./filters.tsx";
import { columnParamAfterToggle, visibleColumns } from "./list-columns.ts";
import type { ListDefinition } from "./list-definitions.ts";
import { Filters, isFiltered, ListTable, Pagination, toApiParams } from "./list-table.tsx";
import { CodeBlock, Heading, LoadError, Skeleton } from "./page-elements.tsx";

/** Whether a record with this status will change without a user's action. */
export function isInProgress(status: string | undefined): boolean {
  return status === "pending" || status === "processing";
}

/** A list with its filters, rows and empty state. The filters are in the URL's query. */
export function ListPage({ list, above }: { readonly list: ListDefinition; readonly above?: ReactNode }) {
  const messages = useMessages();
  const forms = useFormMessages();
  const context = useMerchantContext();
  return (
    <>
      <Heading title={messages.pages[list.page]}>
        {list.start && context.hasRight(list.start.right) && (
          <Link className="button button-main" to={context.pagePath(list.start.page)}>
            {forms.starts[list.start.label]}
          </Link>
        )}
      </Heading>
      {above}
      <ListSection list={list} />
    </>
  );
}

/** The list without a heading, for pages with more content. */
export function ListSection({ list }: { readonly list: ListDefinition }) {
  const { searchParams } = useAddress();
  const params = toApiParams(list, searchParams);
  const query = useApi<ListRead>(
    list.read,
    { params: { id: list.read_id }, query: Object.fromEntries(params) },
    { isInProgress: (body) => rowsOf(body).some(({ status, state }) => isInProgress(status ?? state)) },
  );
  const is_filtered = isFiltered(list, searchParams);
  // An empty list without filters needs no filters, column menu or export.
  const is_empty_unfiltered =
    query.data !== undefined && !is_filtered && !isPastEnd(query.data) && rowsOf(query.data).length === 0;
  return (
    <>
      {!is_empty_unfiltered && (
        <div className="list-head">
          <Filters list={list} />
          <ListTools list={list} query={params} />
        </div>
      )}
      <ListRows list={list} query={query} is_filtered={is_filtered} />
    </>
  );
}

function ListRows({
  list,
  query,
  is_filtered,
}: {
  readonly list: ListDefinition;
  readonly query: ApiQuery<Answer<ListRead>>;
  readonly is_filtered: boolean;
}) {
  const { data, failure } = query;
  if (failure) return <LoadError response={failure} reload={query.reload} />;
  if (!data) return <Skeleton />;
  const items = rowsOf(data);
  if (isPastEnd(data)) return <PastLastPage />;
  if (items.length === 0) return <EmptyList list={list} is_filtered={is_filtered} />;
  return (
    <>
      <ListTable list={list} items={items} />
      <Pagination body={data} />
    </>
  );
}

/** Whether the URL's query asks for a page after the last one. */
function isPastEnd({ totals, current_page, last_page }: ListBody): boolean {
  return totals > 0 && current_page > last_page;
}

function PastLastPage() {
  const messages = useMessages();
  const { pathname, searchParams } = useAddress();
  const first = new URLSearchParams(searchParams);
  first.delete("page");
  return (
    <div className="empty">
      <h2>{messages.no_page}</h2>
      <Link className="button" to={`${pathname}${first.size > 0 ? `?${first}` : ""}`}>
        {messages.first_page}
      </Link>
    </div>
  );
}

/** The column menu, and the export of all matching rows. */
function ListTools({ list, query }: { readonly list: ListDefinition; readonly query: URLSearchParams }) {
  const messages = useMessages();
  const context = useMerchantContext();
  const { searchParams } = useAddress();
  const { language } = useLanguage();
  const set = useSetQueryParam();
  const breakpoint = useBreakpoint();
  const shown = visibleColumns(list, searchParams.get("columns"), breakpoint);
  const filter = new URLSearchParams(query);
  for (const name of ["page", "limit"]) filter.delete(name);
  for (const [name, value] of Object.entries(list.export_query)) filter.set(name, value);
  filter.set("language", language);
  if (language === "fr") filter.set("separator", "semicolon");
  return (
    <div className="list-tools">
      <Menu label={messages.choose_columns}>
        {[...list.columns, ...list.others].map((column) => (
          <label key={column} className="check">
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={() => set("columns", columnParamAfterToggle(list, shown, column, breakpoint))}
            />
            {messages.columns[column]}
          </label>
        ))}
      </Menu>
      {list.export_name !== null && context.hasRight("export") && (
        <ExportButton
          label={messages.export}
          href={`${context.apiUrl(`/exports/${list.export_name}`)}?${filter}`}
          permission={() => context.send("GET /{environment}/export-permission", {})}
        />
      )}
    </div>
  );
}

function EmptyList({ list, is_filtered }: { readonly list: ListDefinition; readonly is_filtered: boolean }) {
  const messages = useMessages();
  const forms = useFormMessages();
  const context = useMerchantContext();
  const { pathname } = useAddress();
  if (is_filtered) {
    return (
      <div className="empty">
        <h2>{messages.empty_filtered}</h2>
        <Link className="button" to={pathname}>
          {messages.clear}
        </Link>
      </div>
    );
  }
  return (
    <div className="empty">
      <h2>{messages.empty_title}</h2>
      {list.start && context.hasRight(list.start.right) && (
        <p>
          <Link className="button" to={context.pagePath(list.start.page)}>
            {forms.starts[list.start.label]}
          </Link>
        </p>
      )}
      {list.curl !== "" && (
        <>
          <p className="quiet">{messages.empty_hint}</p>
          <CodeBlock label="curl">{list.curl}</CodeBlock>
        </>
      )}
    </div>
  );
}
