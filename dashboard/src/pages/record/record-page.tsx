import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { lazy, Suspense } from "react";
import { useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { type RecordFields, type RecordRead, recordOf } from "#app/records.ts";
import { Link, previousPath } from "#app/router.tsx";
import { recordFailure } from "#i18n/failure-messages.ts";
import { type Messages, useMessages } from "#i18n/messages.ts";
import { AccountNumber } from "#ui/account-number.tsx";
import { ApprovalNotice } from "#ui/approval.tsx";
import { AmountOf, Cell, Receiver, StatusLabel } from "#ui/cells.tsx";
import { IdLabels } from "#ui/id-labels.tsx";
import type { ListDefinition } from "#ui/list-definitions.ts";
import { isInProgress } from "#ui/list-page.tsx";
import { CodeBlock, Heading, LoadError, Notice, PrintHeader, Skeleton } from "#ui/page-elements.tsx";
import { FieldList } from "#ui/record-details.tsx";
import { RecordTimes, Timeline, useTimeline } from "#ui/timeline.tsx";
import { ScheduledFor } from "#ui/timing-fields.tsx";
import { BulkEntries, BulkProgress } from "./bulk-details.tsx";
import { Instalments } from "./instalments.tsx";
import { PaymentParts } from "./payment-parts.tsx";
import { RecordActionBar } from "./record-action-bar.tsx";
import { RelatedRecords } from "./related-records.tsx";
import { WithdrawalAccountNotice } from "./withdrawal-account-notice.tsx";

// Loaded lazily, so that the first page stays small.
const PaymentRequest = lazy(() => import("./payment-request.tsx"));

/** A bulk page shows the first 100 transfers only, because every change to one of them reloads them all. */
const ENTRIES_SHOWN = 100;

interface RecordPageProps {
  readonly list: ListDefinition;
  readonly read: RecordRead;
  readonly id: string;
}

/** One record: summary, history, all fields and actions. */
export function RecordPage({ list, read, id }: RecordPageProps) {
  const messages = useMessages();
  const context = useMerchantContext();
  const query = useApi<RecordRead>(
    read,
    { params: { id, reference: id }, ...(list.page === "bulk" ? { query: { transfers: ENTRIES_SHOWN } } : {}) },
    { isInProgress: (body) => isRecordInProgress(recordOf(body)) },
  );
  const timeline_query = useTimeline(list, id);
  const { data, failure } = query;
  const list_path = context.pagePath(`/${list.page}`);
  // If the record was opened from the list, the link restores the list's filters and page.
  const back = (
    <Link className="back" to={previousPath().split("?")[0] === list_path ? previousPath() : list_path}>
      ← {messages.pages[list.page]}
    </Link>
  );
  if (!data) {
    return (
      <>
        {back}
        <Heading title={recordKind(list, messages)} />
        {failure ? <LoadError response={failure} reload={query.reload} /> : <Skeleton />}
      </>
    );
  }
  const item = recordOf(data);
  const kind = recordKind(list, messages);
  const title = titleOf(item) || kind;
  return (
    <>
      {back}
      <PrintHeader kind={title === kind ? "" : kind} />
      <Heading title={title} />
      <Summary item={item} />
      {list.page === "bulk" && <BulkProgress bulk={item} />}
      {list.page === "withdrawal-accounts" && <WithdrawalAccountNotice account={item} reload={query.reload} />}
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
      {list.page === "payments" && item.status === "pending" && context.hasRight("charge") && (
        <Suspense fallback={null}>
          <PaymentRequest payment={item} />
        </Suspense>
      )}
      <div className="record">
        {timeline_query ? <Timeline query={timeline_query} /> : <RecordTimes item={item} />}
        <div>
          <IdLabels items={[item]}>
            <FieldList item={withReceiverName(item)} />
          </IdLabels>
          {list.page === "bulk" && <BulkEntries bulk={item} />}
          {item.instalments !== undefined && item.instalments.length > 1 && (
            <Instalments
              {...{ instalments: item.instalments, currency: item.currency ?? "" }}
              is_canceled={item.status === "canceled"}
            />
          )}
          {list.page === "payments" && item.split !== undefined && (
            <PaymentParts
              payment={item.id ?? ""}
              reload={() => {
                query.reload();
                timeline_query?.reload();
              }}
            />
          )}
          <RelatedRecords list={list} id={item.id ?? ""} />
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

function isRecordInProgress({ status, progress }: RecordFields): boolean {
  return isInProgress(status) || (progress?.pending ?? 0) + (progress?.processing ?? 0) > 0;
}

/** A record's display name. Never the id, which would wrap on a phone; the details show it first. */
function titleOf(item: RecordFields): string {
  const { id, name, url, email, event } = item;
  // A withdrawal without a reference of the merchant has its id as the reference.
  const reference = item.reference === id ? "" : item.reference;
  return [name, reference, url, email, event, bulkTitle(item)].find(Boolean) ?? "";
}

/** Replaces `receiver` with a beneficiary of that name: the beneficiary's own name may have changed since the order. */
function withReceiverName({ receiver, ...item }: RecordFields): object {
  if (!receiver) return item;
  const { beneficiary } = item;
  const id = typeof beneficiary === "object" ? beneficiary.id : "";
  return { ...item, beneficiary: { id, name: receiver.name } };
}

/** A bulk's title is its description. */
function bulkTitle({ total_transfers, description }: RecordFields): string {
  return total_transfers === undefined ? "" : (description ?? "");
}

function Summary({ item }: { readonly item: RecordFields }) {
  const messages = useMessages();
  const { language } = useLanguage();
  const { status, receiver, currency, progress = {} } = item;
  const amount = item.total_amount ?? item.amount;
  const failure = recordFailure(item, language);
  const returned = (item.amount ?? 0) + (item.fee ?? 0);
  // The reason of a known failure may have the provider's own code or words beside the general sentence.
  const has_details = item.failure_reason !== recordFailure(item, "en");
  // A scheduled order that found too small a balance at its due time held no money.
  const was_held = /^(trf|ref|wdr)_/.test(item.id ?? "") && item.failure_code !== "insufficient_balance";
  const is_returned = status === "failed" && was_held;
  return (
    <div className="summary">
      {typeof amount === "number" && (
        <p className="summary-sum">
          <AmountOf amount={amount} currency={currency} />
        </p>
      )}
      {status !== undefined && <StatusLabel status={status} />}
      {item.state !== undefined && <StatusLabel status={item.state} />}
      {item.state !== undefined && item.number && <p>{item.number}</p>}
      {item.active !== undefined && <Cell item={item} column="active" />}
      {receiver?.number && (
        <p>
          <Receiver receiver={receiver} number={<AccountNumber id={item.id ?? ""} number={receiver.number} />} />
        </p>
      )}
      {item.scheduled_at !== undefined && <ScheduledFor at={item.scheduled_at} />}
      {Object.entries(progress).map(([status, count]) =>
        count === 0 ? null : (
          <p key={status} className="summary-count">
            <StatusLabel status={status} /> {String(count)}
          </p>
        ),
      )}
      {item.failure_reason && (
        <Notice tone="bad">
          <p>
            <strong>
              {messages.statuses.failed}
              {language === "fr" ? "\u00a0:" : ":"}
            </strong>{" "}
            {failure}
          </p>
          {is_returned && <p>{messages.backInBalance(formatMoney(BigInt(returned), currency ?? "", language))}</p>}
          {has_details && <p className="quiet">{messages.forSupport(item.failure_reason)}</p>}
        </Notice>
      )}
    </div>
  );
}
