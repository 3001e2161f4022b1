import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useEffect, useRef } from "react";
import { useMerchantContext } from "#app/merchant-context.ts";
import type { ListBody, RecordFields } from "#app/records.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { useBreakpoint } from "./breakpoints.ts";
import { Cell, fieldText, PartyName } from "./cells.tsx";
import { useCatalogue, useChannelNames } from "./channel-catalogue.tsx";
import { DayRangeFilter, SearchField, SelectFilter, useSetQueryParam } from "./filters.tsx";
import { IdLabels, PARTY_FIELDS } from "./id-labels.tsx";
import { visibleColumns } from "./list-columns.ts";
import type { ColumnName, FilterChoice, ListDefinition } from "./list-definitions.ts";
import { Table, type TableColumn } from "./table.tsx";

/** The rows of a list, each with a link to its record if it has one. */
export function ListTable({ list, items }: { readonly list: ListDefinition; readonly items: readonly RecordFields[] }) {
  const messages = useMessages();
  const context = useMerchantContext();
  const { searchParams } = useAddress();
  const section = useRef<HTMLElement>(null);
  const breakpoint = useBreakpoint();
  const { opens } = list;
  useRowKeys(section, opens !== null);
  const shown = visibleColumns(list, searchParams.get("columns"), breakpoint);
  const identified_by = breakpoint === "phone" ? list.identified_by.filter((column) => !shown.includes(column)) : [];
  function secondaryOf(column: ColumnName, at: number): Pick<TableColumn<RecordFields>, "secondary"> {
    if (at === 0 && identified_by.length > 0)
      return { secondary: (item) => <RowIdentity item={item} by={identified_by} /> };
    const below = breakpoint === "phone" ? list.below[column] : undefined;
    if (below === undefined || shown.includes(below)) return {};
    // A time is understood without a label.
    const label = below.endsWith("_at") ? "" : `${messages.columns[below]} `;
    return { secondary: (item) => [label, <Cell key="cell" item={item} column={below} />] };
  }
  return (
    <section className="list" ref={section}>
      <IdLabels items={items}>
        <Table
          label={messages.pages[list.page]}
          rows={items}
          to={opens === null ? undefined : (item) => context.pagePath(`${opens}/${item.id}`)}
          columns={shown.map((column, at) => ({
            name: column,
            header: messages.columns[column],
            cell: (item) => <Cell item={item} column={column} />,
            ...secondaryOf(column, at),
            ...layoutOf(list, column),
          }))}
        />
      </IdLabels>
    </section>
  );
}

/** The field that identifies a row on a narrow window, where its own column is hidden. */
function RowIdentity({ item, by }: { readonly item: RecordFields; readonly by: readonly ColumnName[] }) {
  const field = by.find((one) => fieldText(item, one) !== "");
  if (field === undefined) return null;
  const text = fieldText(item, field);
  return PARTY_FIELDS.includes(field) ? <PartyName id={text} is_link={false} /> : text;
}

const NUMERIC_COLUMNS = [
  ...["amount", "total_amount", "amount_total", "amount_refunded", "fee", "balance", "debt"],
  ...["amount_paid", "amount_reserved", "amount_overdue", "amount_net", "max_payments", "max_amount_collected"],
  ...["total_transfers", "events", "attempts", "sequence"],
];

function layoutOf(list: ListDefinition, column: ColumnName): Pick<TableColumn<RecordFields>, "align" | "className"> {
  return {
    className: `column-${column}${list.first.includes(column) ? "" : " cut"}`,
    ...(NUMERIC_COLUMNS.includes(column) ? { align: "end" } : {}),
  };
}

/** J and K move the focus between the rows' links. The arrow keys do so, too, once a row's link has the focus. */
function useRowKeys(section: { readonly current: HTMLElement | null }, is_on: boolean): void {
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      const is_typing = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (is_typing || event.metaKey || event.ctrlKey || event.altKey) return;
      const step =
        event.key === "j" || event.key === "ArrowDown" ? 1 : event.key === "k" || event.key === "ArrowUp" ? -1 : 0;
      const rows = [...(section.current?.querySelectorAll<HTMLAnchorElement>(".row-link") ?? [])];
      const { activeElement } = document;
      const here = activeElement instanceof HTMLAnchorElement ? rows.indexOf(activeElement) : -1;
      if (step === 0 || (here < 0 && event.key.startsWith("Arrow"))) return;
      event.preventDefault();
      rows[Math.min(rows.length - 1, Math.max(0, here + step))]?.focus();
    }
    if (!is_on) return undefined;
    window.addEventListener("keydown", handleKey);
    return () => window.removeEventListener("keydown", handleKey);
  }, [section, is_on]);
}

function filterNames(list: ListDefinition): readonly string[] {
  return [
    ...list.choices.map(({ name }) => name),
    ...(list.search !== null ? ["search"] : []),
    ...(list.has_dates ? ["date_start", "date_end"] : []),
    ...(list.read === "GET /{environment}/transfers" ? ["bulk_transfer"] : []),
    ...(list.read === "GET /{environment}/withdrawals" ? ["account"] : []),
    ...(list.read === "GET /{environment}/payments" ? ["payment_link"] : []),
  ];
}

/** Whether the URL's query contains a filter of this list. */
export function isFiltered(list: ListDefinition, query: URLSearchParams): boolean {
  return filterNames(list).some((name) => query.has(name));
}

/**
 * The query for the service. Removes unknown parameters, such as a newsletter's tracking parameters, because the
 * service refuses them.
 */
export function toApiParams(list: ListDefinition, query: URLSearchParams): URLSearchParams {
  const supported = [...filterNames(list), "page", "limit"];
  return new URLSearchParams([...query].filter(([name]) => supported.includes(name)));
}

/** The filters of a list. Their values are in the URL's query. */
export function Filters({ list }: { readonly list: ListDefinition }) {
  const messages = useMessages();
  const { pathname, searchParams } = useAddress();
  const set = useSetQueryParam();
  if (list.search === null && !list.has_dates && list.choices.length === 0) return null;
  const value = (name: string): string => searchParams.get(name) ?? "";
  return (
    <div className="filters">
      {list.search !== null && (
        <SearchField
          key={pathname}
          hint={messages.search_hint[list.search]}
          value={value("search")}
          onValue={(text) => set("search", text)}
        />
      )}
      {list.choices.map(({ name, values }) => (
        <SelectFilter key={name} label={messages.filters[name]} value={value(name)} onValue={(text) => set(name, text)}>
          {name === "channels" ? (
            <ChannelOptions kind={values[0] ?? ""} />
          ) : (
            <FilterOptions name={name} values={values} />
          )}
        </SelectFilter>
      ))}
      {list.has_dates && <DayRangeFilter />}
      {isFiltered(list, searchParams) && (
        <Link className="button button-quiet" to={pathname}>
          {messages.clear}
        </Link>
      )}
    </div>
  );
}

/** The options of a filter, with their texts. */
function FilterOptions({ name, values }: FilterChoice) {
  const { statuses, kinds } = useMessages();
  const labels = new Map(Object.entries({ ...statuses, ...kinds }));
  return values.map((one) => (
    <option key={one} value={one}>
      {name === "active" ? statuses[one === "true" ? "active" : "inactive"] : (labels.get(one) ?? one)}
    </option>
  ));
}

/** The channels for money in, or for money out, as options. */
function ChannelOptions({ kind }: { readonly kind: string }) {
  const nameOfChannel = useChannelNames();
  return useCatalogue()
    .filter(({ kinds }) => kinds.some((one) => one === kind))
    .map(({ id }) => (
      <option key={id} value={id}>
        {nameOfChannel(id)}
      </option>
    ));
}

/** The row count and the links to the other pages. */
export function Pagination({ body }: { readonly body: ListBody }) {
  const messages = useMessages();
  const { language } = useLanguage();
  const set = useSetQueryParam();
  const { current_page: page, last_page: last } = body;
  const written = (number: number): string => formatAmount(BigInt(number), "XAF", language);
  return (
    <div className="pages">
      <p className="quiet">{messages.count(written(body.selected), written(body.totals))}</p>
      {last > 1 && (
        <div className="pages-buttons">
          {page > 1 && (
            <button type="button" className="button" onClick={() => set("page", String(page - 1))}>
              {messages.previous}
            </button>
          )}
          {page < last && (
            <button type="button" className="button" onClick={() => set("page", String(page + 1))}>
              {messages.next}
            </button>
          )}
        </div>
      )}
    </div>
  );
}
