import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Cell } from "./cells.tsx";
import { type Item, itemsOf, numberOf, textOf } from "./items.ts";
import type { List } from "./lists.ts";
import { usePlace } from "./place.ts";
import { go, Link, useAddress } from "./router.tsx";
import { useSendWords } from "./send-texts.ts";
import { Code, Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { type Asked, useAnswer } from "./use-answer.ts";

const FILTERS = ["search", "status", "date_start", "date_end"];
const MOVING = ["pending", "processing"];
const TYPING_MS = 250;

/** A list: its filters in the address, its rows, and what to do when there are none. */
export function ListPage({ list, above }: { readonly list: List; readonly above?: ReactNode }) {
  const words = useWords();
  const send = useSendWords();
  const place = usePlace();
  const { searchParams } = useAddress();
  const query = searchParams.toString();
  const asked = useAnswer(
    `${place.to(list.page)} ${query}`,
    () => place.ask("GET", `${list.path}${query === "" ? "" : `?${query}`}`),
    ({ body }) => itemsOf(body, list.key).some((item) => MOVING.includes(textOf(item, "status"))),
  );
  const title = words.pages[list.page];
  return (
    <>
      <Heading title={title}>
        {list.start && place.may(list.start.right) && (
          <Link className="button button-main" to={place.to(list.start.page)}>
            {send.actions[list.start.label]}
          </Link>
        )}
      </Heading>
      {above}
      <Filters list={list} />
      <Rows list={list} asked={asked} is_filtered={FILTERS.some((name) => searchParams.has(name))} />
    </>
  );
}

function Rows({
  list,
  asked,
  is_filtered,
}: {
  readonly list: List;
  readonly asked: Asked;
  readonly is_filtered: boolean;
}) {
  const { answer } = asked;
  if (answer === null) return <Skeleton />;
  if (!answer.is_ok) return <Failure answer={answer} again={asked.again} />;
  const items = itemsOf(answer.body, list.key);
  if (items.length === 0) return <Nothing list={list} is_filtered={is_filtered} />;
  return (
    <>
      <Table list={list} items={items} />
      <Pages body={answer.body} />
    </>
  );
}

function Table({ list, items }: { readonly list: List; readonly items: readonly Item[] }) {
  const words = useWords();
  const place = usePlace();
  const body = useRef<HTMLTableSectionElement>(null);
  const opens = list.record !== null;
  useRowKeys(body, opens);
  const label = (column: string): string =>
    Object.entries(words.columns).find(([name]) => name === column)?.[1] ?? words.columns.amount;
  return (
    <section className="table-frame" aria-label={words.pages[list.page]}>
      <table>
        <thead>
          <tr>
            {list.columns.map((column) => (
              <th key={column} scope="col" className={classOf(list, column)}>
                {label(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody ref={body}>
          {items.map((item) => (
            <tr key={textOf(item, "id")} className={opens ? "opens" : undefined}>
              {list.columns.map((column, place_in_row) => (
                <td key={column} className={classOf(list, column)}>
                  {opens && place_in_row === 0 ? (
                    <Link className="row-link" to={place.to(`/${list.page}/${textOf(item, "id")}`)}>
                      <Cell item={item} column={column} />
                    </Link>
                  ) : (
                    <Cell item={item} column={column} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function classOf(list: List, column: string): string {
  const is_number = ["amount", "total_amount", "balance", "total_transfers", "events"].includes(column);
  return [is_number && "number", list.first.includes(column) ? "" : "wide", `column-${column}`]
    .filter(Boolean)
    .join(" ");
}

/** J and K walk through the rows, as arrows do; Enter opens, because each row begins with a link. */
function useRowKeys(body: { readonly current: HTMLTableSectionElement | null }, is_on: boolean): void {
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      const is_typing = event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
      if (is_typing || event.metaKey || event.ctrlKey || event.altKey) return;
      const step =
        event.key === "j" || event.key === "ArrowDown" ? 1 : event.key === "k" || event.key === "ArrowUp" ? -1 : 0;
      const rows = [...(body.current?.querySelectorAll<HTMLAnchorElement>(".row-link") ?? [])];
      const { activeElement } = document;
      const here = activeElement instanceof HTMLAnchorElement ? rows.indexOf(activeElement) : -1;
      if (step === 0 || (here < 0 && event.key.startsWith("Arrow"))) return;
      event.preventDefault();
      rows[Math.min(rows.length - 1, Math.max(0, here + step))]?.focus();
    }
    if (!is_on) return undefined;
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, [body, is_on]);
}

/** Sets a part of the query; every other filter stays, and the list begins at its first page again. */
function useQuery(): (name: string, value: string) => void {
  const { pathname, searchParams } = useAddress();
  return (name, value) => {
    const next = new URLSearchParams(searchParams);
    if (value === "") next.delete(name);
    else next.set(name, value);
    if (name !== "page") next.delete("page");
    go(`${pathname}${next.size > 0 ? `?${next}` : ""}`, name !== "page");
  };
}

function Filters({ list }: { readonly list: List }) {
  const words = useWords();
  const { pathname, searchParams } = useAddress();
  const set = useQuery();
  if (!list.has_search && !list.has_dates && list.statuses.length === 0) return null;
  const value = (name: string): string => searchParams.get(name) ?? "";
  const is_filtered = FILTERS.some((name) => searchParams.has(name));
  return (
    <div className="filters">
      {list.has_search && <Search key={pathname} value={value("search")} onValue={(text) => set("search", text)} />}
      {list.statuses.length > 0 && (
        <label className="filter">
          <span>{words.filter_status}</span>
          <select value={value("status")} onChange={(event) => set("status", event.currentTarget.value)}>
            <option value="">{words.all}</option>
            {list.statuses.map((status) => (
              <option key={status} value={status}>
                {words.statuses[status]}
              </option>
            ))}
          </select>
        </label>
      )}
      {list.has_dates &&
        (["date_start", "date_end"] as const).map((name) => (
          <label className="filter" key={name}>
            <span>{name === "date_start" ? words.from : words.to}</span>
            <input type="date" value={value(name)} onChange={(event) => set(name, event.currentTarget.value)} />
          </label>
        ))}
      {is_filtered && (
        <Link className="button button-quiet" to={pathname}>
          {words.clear}
        </Link>
      )}
    </div>
  );
}

function Search({ value, onValue }: { readonly value: string; readonly onValue: (text: string) => void }) {
  const words = useWords();
  const [text, setText] = useState(value);
  const latest = useRef(onValue);
  latest.current = onValue;
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => latest.current(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  useEffect(() => {
    function pressed(event: KeyboardEvent): void {
      if (event.key !== "/" || (event.target instanceof HTMLElement && event.target.tagName === "INPUT")) return;
      event.preventDefault();
      input.current?.focus();
    }
    window.addEventListener("keydown", pressed);
    return () => window.removeEventListener("keydown", pressed);
  }, []);
  return (
    <label className="filter filter-search">
      <span className="hidden">{words.search}</span>
      <input
        ref={input}
        type="search"
        placeholder={words.search_hint}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <kbd>/</kbd>
    </label>
  );
}

function Pages({ body }: { readonly body: Item }) {
  const words = useWords();
  const { language } = useLanguage();
  const set = useQuery();
  const [page, last] = [numberOf(body, "current_page"), numberOf(body, "last_page")];
  const written = (number: number): string => formatAmount(BigInt(number), "XAF", language);
  return (
    <div className="pages">
      <p className="quiet">{words.count(written(numberOf(body, "selected")), written(numberOf(body, "totals")))}</p>
      {last > 1 && (
        <div className="pages-buttons">
          {page > 1 && (
            <button type="button" className="button" onClick={() => set("page", String(page - 1))}>
              {words.previous}
            </button>
          )}
          {page < last && (
            <button type="button" className="button" onClick={() => set("page", String(page + 1))}>
              {words.next}
            </button>
          )}
        </div>
      )}
    </div>
  );
}

function Nothing({ list, is_filtered }: { readonly list: List; readonly is_filtered: boolean }) {
  const words = useWords();
  const { pathname } = useAddress();
  if (is_filtered) {
    return (
      <div className="empty">
        <h2>{words.empty_filtered}</h2>
        <Link className="button" to={pathname}>
          {words.clear}
        </Link>
      </div>
    );
  }
  return (
    <div className="empty">
      <h2>{words.empty_title}</h2>
      <p className="quiet">{words.empty_hint}</p>
      <Code label="curl">{list.curl}</Code>
    </div>
  );
}
