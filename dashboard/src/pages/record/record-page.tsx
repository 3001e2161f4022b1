import { useLanguage } from "@kolo/ui/language.tsx";
import { amountOf, type Item, isItem, itemOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, previousPath } from "#app/router.tsx";
import { useCachedApiQuery } from "#app/use-query.ts";
import { recordFailure } from "#i18n/failure-messages.ts";
import { type Messages, useMessages } from "#i18n/messages.ts";
import { AccountNumber } from "#ui/account-number.tsx";
import { ApprovalNotice } from "#ui/approval.tsx";
import { AmountOf, Cell, Receiver, StatusLabel } from "#ui/cells.tsx";
import { IdLabels } from "#ui/id-labels.tsx";
import type { ListDefinition } from "#ui/list-definitions.ts";
import { CodeBlock, Heading, LoadError, Notice, PrintHeader, Skeleton } from "#ui/page-elements.tsx";
import { FieldList } from "#ui/record-details.tsx";
import { RecordTimes, Timeline, useTimeline } from "#ui/timeline.tsx";
import { BulkEntries, BulkProgress } from "./bulk-details.tsx";
import { RecordActionBar } from "./record-action-bar.tsx";
import { RelatedRecords } from "./related-records.tsx";

const IN_PROGRESS = ["pending", "processing"];

/** One record: summary, history, all fields and actions. */
export function RecordPage({ list, id }: { readonly list: ListDefinition; readonly id: string }) {
  const messages = useMessages();
  const context = useMerchantContext();
  const key = list.record ?? "";
  const query = useCachedApiQuery(
    `${context.pagePath(list.page)} ${id}`,
    () => context.request("GET", `${list.record_path}/${encodeURIComponent(id)}${list.record_query}`),
    ({ body }) => IN_PROGRESS.includes(textOf(itemOf(body, key), "status")) || isInProgress(itemOf(body, key)),
    idPrefixesOf(list, id),
  );
  const timeline_query = useTimeline(list, id, idPrefixesOf(list, id));
  const { response } = query;
  const list_path = context.pagePath(`/${list.page}`);
  // Returns to the list with its filters and page if the record was opened from there.
  const back = (
    <Link className="back" to={previousPath().split("?")[0] === list_path ? previousPath() : list_path}>
      ← {messages.pages[list.page]}
    </Link>
  );
  if (response === null || !response.is_ok) {
    return (
      <>
        {back}
        <Heading title={recordKind(list, messages)} />
        {response === null ? <Skeleton /> : <LoadError response={response} reload={query.reload} />}
      </>
    );
  }
  const item = itemOf(response.body, key);
  const kind = recordKind(list, messages);
  const title = titleOf(item) || kind;
  return (
    <>
      {back}
      <PrintHeader kind={title === kind ? "" : kind} />
      <Heading title={title} />
      <Summary item={item} />
      {list.page === "bulk" && <BulkProgress bulk={item} />}
      <ApprovalNotice
        item={item}
        reload={() => {
          query.reload();
          timeline_query?.reload();
        }}
      />
      <RecordActionBar
        list={list}
        item={item}
        reload={() => {
          query.reload();
          timeline_query?.reload();
        }}
      />
      <div className="record">
        {timeline_query ? <Timeline query={timeline_query} /> : <RecordTimes item={item} />}
        <div>
          <IdLabels items={[item]}>
            <FieldList item={withReceiverName(item)} />
          </IdLabels>
          {list.page === "bulk" && <BulkEntries bulk={item} />}
          <RelatedRecords list={list} id={textOf(item, "id")} />
        </div>
      </div>
      <details className="raw">
        <summary>{messages.raw}</summary>
        <CodeBlock label={messages.raw}>{JSON.stringify(item, null, 2)}</CodeBlock>
      </details>
    </>
  );
}

/** The name of a record's type. */
function recordKind({ record, page }: ListDefinition, { records, pages }: Messages): string {
  return Object.entries(records).find(([name]) => name === record)?.[1] ?? pages[page];
}

/** The ids and id prefixes whose changes affect this page: the record's own, and those of the records it sums up. */
function idPrefixesOf({ page, id_prefixes }: ListDefinition, id: string): readonly string[] {
  if (id_prefixes.length === 0) return [];
  return [id, ...(page === "bulk" ? ["trf_"] : []), ...(page === "payments" ? ["ref_"] : [])];
}

function isInProgress(item: Item): boolean {
  const progress = itemOf(item, "progress");
  return IN_PROGRESS.some((status) => typeof progress[status] === "number" && progress[status] !== 0);
}

/** A record's display name. The id would wrap on a phone; it is the first of the facts instead. */
function titleOf(item: Item): string {
  const fields = ["name", "reference", "url", "email", "event"].map((field) => textOf(item, field));
  return [...fields, bulkTitle(item)].find((text) => text !== "") ?? "";
}

/** Shows the payee once, with the name at the time of the order: the beneficiary's name may have changed since. */
function withReceiverName({ receiver, ...item }: Item): Item {
  if (!isItem(receiver)) return item;
  return { ...item, beneficiary: { id: textOf(itemOf(item, "beneficiary"), "id"), name: textOf(receiver, "name") } };
}

/** A bulk's title is its description. */
function bulkTitle(item: Item): string {
  return item.total_transfers === undefined ? "" : textOf(item, "description");
}

function Summary({ item }: { readonly item: Item }) {
  const messages = useMessages();
  const { language } = useLanguage();
  const amount_field = amountOf(item, "total_amount") === null ? "amount" : "total_amount";
  const progress = itemOf(item, "progress");
  const receiver = itemOf(item, "receiver");
  return (
    <div className="summary">
      {amountOf(item, amount_field) !== null && (
        <p className="summary-sum">
          <AmountOf item={item} field={amount_field} />
        </p>
      )}
      {textOf(item, "status") !== "" && <StatusLabel status={textOf(item, "status")} />}
      {item.active !== undefined && <Cell item={item} column="active" />}
      {textOf(receiver, "number") !== "" && (
        <p>
          <Receiver
            receiver={receiver}
            number={<AccountNumber id={textOf(item, "id")} number={textOf(receiver, "number")} />}
          />
        </p>
      )}
      {Object.entries(progress).map(([status, count]) =>
        count === 0 ? null : (
          <p key={status} className="summary-count">
            <StatusLabel status={status} /> {String(count)}
          </p>
        ),
      )}
      {textOf(item, "failure_reason") !== "" && (
        <Notice tone="bad">
          <p>
            <strong>
              {messages.statuses.failed}
              {language === "fr" ? "\u00a0:" : ":"}
            </strong>{" "}
            {recordFailure(item, language)}
          </p>
        </Notice>
      )}
    </div>
  );
}
