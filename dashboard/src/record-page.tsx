import { useLanguage } from "@kolo/ui/language.tsx";
import { AccountNumber } from "./account-number.tsx";
import { ApprovalOf } from "./approval.tsx";
import { BulkEntries, BulkProgress } from "./bulk-parts.tsx";
import { Cell, ReceiverOf, StatusOf, Sum } from "./cells.tsx";
import { Deeds } from "./deeds.tsx";
import { amountOf, type Item, isItem, itemOf, textOf } from "./items.ts";
import type { List } from "./lists.ts";
import { Names } from "./names.tsx";
import { usePlace } from "./place.ts";
import { Facts } from "./record-parts.tsx";
import { Related } from "./related.tsx";
import { cameFrom, Link } from "./router.tsx";
import { said } from "./said.ts";
import { Code, Failure, Heading, Notice, PrintHead, Skeleton } from "./shell-parts.tsx";
import { type Texts, useWords } from "./texts.ts";
import { Moments, Timeline, useTimeline } from "./timeline.tsx";
import { useSeenAnswer } from "./use-answer.ts";

const MOVING = ["pending", "processing"];

/** One record: summary, history, all fields and actions. */
export function RecordPage({ list, id }: { readonly list: List; readonly id: string }) {
  const words = useWords();
  const place = usePlace();
  const key = list.record ?? "";
  const asked = useSeenAnswer(
    `${place.to(list.page)} ${id}`,
    () => place.ask("GET", `${list.record_path}/${encodeURIComponent(id)}${list.record_query}`),
    ({ body }) => MOVING.includes(textOf(itemOf(body, key), "status")) || isUnderWay(itemOf(body, key)),
    aboutOf(list, id),
  );
  const traced = useTimeline(list, id, aboutOf(list, id));
  const { answer } = asked;
  const whole_list = place.to(`/${list.page}`);
  // Returns to the list with its filters and page if the record was opened from there.
  const back = (
    <Link className="back" to={cameFrom().split("?")[0] === whole_list ? cameFrom() : whole_list}>
      ← {words.pages[list.page]}
    </Link>
  );
  if (answer === null || !answer.is_ok) {
    return (
      <>
        {back}
        <Heading title={kindOf(list, words)} />
        {answer === null ? <Skeleton /> : <Failure answer={answer} again={asked.again} />}
      </>
    );
  }
  const item = itemOf(answer.body, key);
  const kind = kindOf(list, words);
  const title = titleOf(item) || kind;
  return (
    <>
      {back}
      <PrintHead kind={title === kind ? "" : kind} />
      <Heading title={title} />
      <Summary item={item} />
      {list.page === "bulk" && <BulkProgress bulk={item} />}
      <ApprovalOf
        item={item}
        again={() => {
          asked.again();
          traced?.again();
        }}
      />
      <Deeds
        list={list}
        item={item}
        again={() => {
          asked.again();
          traced?.again();
        }}
      />
      <div className="record">
        {traced ? <Timeline asked={traced} /> : <Moments item={item} />}
        <div>
          <Names items={[item]}>
            <Facts item={asOrdered(item)} />
          </Names>
          {list.page === "bulk" && <BulkEntries bulk={item} />}
          <Related list={list} id={textOf(item, "id")} />
        </div>
      </div>
      <details className="raw">
        <summary>{words.raw}</summary>
        <Code label={words.raw}>{JSON.stringify(item, null, 2)}</Code>
      </details>
    </>
  );
}

/** The name of a record's type. */
function kindOf({ record, page }: List, { records, pages }: Texts): string {
  return Object.entries(records).find(([name]) => name === record)?.[1] ?? pages[page];
}

/** The ids and id prefixes whose changes affect this page: the record's own, and those of the records it sums up. */
function aboutOf({ page, about }: List, id: string): readonly string[] {
  if (about.length === 0) return [];
  return [id, ...(page === "bulk" ? ["trf_"] : []), ...(page === "payments" ? ["ref_"] : [])];
}

function isUnderWay(item: Item): boolean {
  const progress = itemOf(item, "progress");
  return MOVING.some((status) => typeof progress[status] === "number" && progress[status] !== 0);
}

/** A record's display name. The id would wrap on a phone; it is the first of the facts instead. */
function titleOf(item: Item): string {
  const names = ["name", "reference", "url", "email", "event"].map((field) => textOf(item, field));
  return [...names, bulkTitle(item)].find((text) => text !== "") ?? "";
}

/** Shows the payee once, with the name at the time of the order: the beneficiary's name may have changed since. */
function asOrdered({ receiver, ...item }: Item): Item {
  if (!isItem(receiver)) return item;
  return { ...item, beneficiary: { id: textOf(itemOf(item, "beneficiary"), "id"), name: textOf(receiver, "name") } };
}

/** A bulk's title is its description. */
function bulkTitle(item: Item): string {
  return item.total_transfers === undefined ? "" : textOf(item, "description");
}

function Summary({ item }: { readonly item: Item }) {
  const words = useWords();
  const { language } = useLanguage();
  const amount_field = amountOf(item, "total_amount") === null ? "amount" : "total_amount";
  const progress = itemOf(item, "progress");
  const receiver = itemOf(item, "receiver");
  return (
    <div className="summary">
      {amountOf(item, amount_field) !== null && (
        <p className="summary-sum">
          <Sum item={item} field={amount_field} />
        </p>
      )}
      {textOf(item, "status") !== "" && <StatusOf status={textOf(item, "status")} />}
      {item.active !== undefined && <Cell item={item} column="active" />}
      {textOf(receiver, "number") !== "" && (
        <p>
          <ReceiverOf
            receiver={receiver}
            number={<AccountNumber id={textOf(item, "id")} number={textOf(receiver, "number")} />}
          />
        </p>
      )}
      {Object.entries(progress).map(([status, count]) =>
        count === 0 ? null : (
          <p key={status} className="summary-count">
            <StatusOf status={status} /> {String(count)}
          </p>
        ),
      )}
      {textOf(item, "failure_reason") !== "" && (
        <Notice tone="bad">
          <p>
            <strong>
              {words.statuses.failed}
              {language === "fr" ? "\u00a0:" : ":"}
            </strong>{" "}
            {said(textOf(item, "failure_reason"), language)}
          </p>
        </Notice>
      )}
    </div>
  );
}
