import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import { columnsNamed, columnsShown } from "./columns.ts";
import { ExportButton } from "./export-button.tsx";
import { useQuery } from "./filters.tsx";
import { useFormWords } from "./form-texts.ts";
import { type Item, itemsOf, numberOf, textOf } from "./items.ts";
import { asksOf, Filters, isFiltered, ListTable, Pages } from "./list-parts.tsx";
import type { List } from "./lists.ts";
import { Menu } from "./menu.tsx";
import { usePlace } from "./place.ts";
import { useRoom } from "./room.ts";
import { Link, useAddress } from "./router.tsx";
import { Code, Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";
import { type Asked, useSeenAnswer } from "./use-answer.ts";

const MOVING = ["pending", "processing"];

/** A list with its filters, rows and empty state. The filters are in the address. */
export function ListPage({ list, above }: { readonly list: List; readonly above?: ReactNode }) {
  const words = useWords();
  const forms = useFormWords();
  const place = usePlace();
  return (
    <>
      <Heading title={words.pages[list.page]}>
        {list.start && place.may(list.start.right) && (
          <Link className="button button-main" to={place.to(list.start.page)}>
            {forms.starts[list.start.label]}
          </Link>
        )}
      </Heading>
      {above}
      <ListOf list={list} />
    </>
  );
}

/** The list without a heading, for pages with more content. */
export function ListOf({ list }: { readonly list: List }) {
  const place = usePlace();
  const { searchParams } = useAddress();
  const asks = asksOf(list, searchParams);
  const query = asks.size === 0 ? "" : `?${asks}`;
  const asked = useSeenAnswer(
    `${place.to(list.path)} ${query}`,
    () => place.ask("GET", `${list.path}${query}`),
    ({ body }) =>
      itemsOf(body, list.key).some((item) => MOVING.includes(textOf(item, "status") || textOf(item, "state"))),
    list.about,
  );
  const is_filtered = isFiltered(list, searchParams);
  // An empty list without filters needs no filters, column menu or export.
  const is_bare =
    asked.answer?.is_ok === true &&
    !is_filtered &&
    !isPastEnd(asked.answer.body) &&
    itemsOf(asked.answer.body, list.key).length === 0;
  return (
    <>
      {!is_bare && (
        <div className="list-head">
          <Filters list={list} />
          <Tools list={list} query={asks} />
        </div>
      )}
      <Rows list={list} asked={asked} is_filtered={is_filtered} />
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
  if (isPastEnd(answer.body)) return <NoSuchPage />;
  if (items.length === 0) return <Nothing list={list} is_filtered={is_filtered} />;
  return (
    <>
      <ListTable list={list} items={items} />
      <Pages body={answer.body} />
    </>
  );
}

/** Whether the address names a page after the last one. */
function isPastEnd(body: Item): boolean {
  return numberOf(body, "totals") > 0 && numberOf(body, "current_page") > numberOf(body, "last_page");
}

function NoSuchPage() {
  const words = useWords();
  const { pathname, searchParams } = useAddress();
  const first = new URLSearchParams(searchParams);
  first.delete("page");
  return (
    <div className="empty">
      <h2>{words.no_page}</h2>
      <Link className="button" to={`${pathname}${first.size > 0 ? `?${first}` : ""}`}>
        {words.first_page}
      </Link>
    </div>
  );
}

/** The column menu, and the export of all matching rows. */
function Tools({ list, query }: { readonly list: List; readonly query: URLSearchParams }) {
  const words = useWords();
  const place = usePlace();
  const { searchParams } = useAddress();
  const { language } = useLanguage();
  const set = useQuery();
  const room = useRoom();
  const shown = columnsShown(list, searchParams.get("columns"), room);
  const filter = new URLSearchParams(query);
  for (const name of ["page", "limit"]) filter.delete(name);
  for (const [name, value] of Object.entries(list.sheet_query)) filter.set(name, value);
  filter.set("language", language);
  if (language === "fr") filter.set("separator", "semicolon");
  return (
    <div className="list-tools">
      <Menu label={words.choose_columns}>
        {[...list.columns, ...list.others].map((column) => (
          <label key={column} className="check">
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={() => set("columns", columnsNamed(list, shown, column, room))}
            />
            {words.columns[column]}
          </label>
        ))}
      </Menu>
      {list.sheet !== null && place.may("export") && (
        <ExportButton
          label={words.export}
          href={`${place.api(`/exports/${list.sheet}`)}?${filter}`}
          permission={() => place.ask("GET", "/export-permission")}
        />
      )}
    </div>
  );
}

function Nothing({ list, is_filtered }: { readonly list: List; readonly is_filtered: boolean }) {
  const words = useWords();
  const forms = useFormWords();
  const place = usePlace();
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
      {list.start && place.may(list.start.right) && (
        <p>
          <Link className="button" to={place.to(list.start.page)}>
            {forms.starts[list.start.label]}
          </Link>
        </p>
      )}
      {list.curl !== "" && (
        <>
          <p className="quiet">{words.empty_hint}</p>
          <Code label="curl">{list.curl}</Code>
        </>
      )}
    </div>
  );
}
