import { formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import { type ApiQuery, useApi } from "#app/api-query.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { type ListBody, type RecordFields, rowsOf } from "#app/records.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { useSearchMessages } from "#i18n/search-messages.ts";
import { AmountOf, EmailAddress, fieldText, PartyName, PhoneNumber, StatusLabel, Time } from "#ui/cells.tsx";
import { IdLabels, PARTY_FIELDS } from "#ui/id-labels.tsx";
import { recordPage } from "#ui/record-link.tsx";
import { useCommands } from "./commands.ts";
import { matchingCommands } from "./matching-commands.ts";

// One letter matches nearly everything.
const TEXT_MIN = 2;
const RESULTS_PER_LIST = 5;
const COMMANDS_MAX = 6;
const REQUEST_ID = /^req_[0-9a-z]{26}$/;

interface SearchResultsProps {
  readonly text: string;
  /** The text after a pause in typing. */
  readonly settled_text: string;
  readonly onOpen: () => void;
}

/** The commands and the records that match the text. */
export function SearchResults({ text, settled_text, onOpen }: SearchResultsProps) {
  return (
    <>
      <Commands text={text} onOpen={onOpen} />
      {settled_text.length >= TEXT_MIN && <Results text={settled_text} onOpen={onOpen} />}
    </>
  );
}

interface ResultsProps {
  readonly text: string;
  readonly onOpen: () => void;
}

/** The pages and actions whose names have the text. */
function Commands({ text, onOpen }: ResultsProps) {
  const messages = useSearchMessages();
  const commands = matchingCommands(useCommands(), text).slice(0, COMMANDS_MAX);
  if (commands.length === 0) return null;
  return (
    <ResultGroup title={messages.go}>
      {commands.map(({ label, path }) => (
        <li key={path}>
          <Link className="find-result" to={path} onClick={onOpen}>
            {label}
          </Link>
        </li>
      ))}
    </ResultGroup>
  );
}

function ResultGroup({ title, all, children }: { title: string; all?: ReactNode; children: ReactNode }) {
  return (
    <section className="find-group">
      <div className="find-group-head">
        <h3>{title}</h3>
        {all}
      </div>
      <ul>{children}</ul>
    </section>
  );
}

/** The search of each list; its records match the same text. */
function useResults(text: string) {
  const query = { search: text, limit: RESULTS_PER_LIST };
  return [
    { page: "customers", query: useApi("GET /{environment}/customers", { query }) },
    { page: "beneficiaries", query: useApi("GET /{environment}/beneficiaries", { query }) },
    { page: "payments", query: useApi("GET /{environment}/payments", { query }) },
    { page: "transfers", query: useApi("GET /{environment}/transfers", { query }) },
    { page: "refunds", query: useApi("GET /{environment}/refunds", { query }) },
    { page: "payment-links", query: useApi("GET /{environment}/payment-links", { query }) },
    { page: "bulk", query: useApi("GET /{environment}/bulk-transfers", { query }) },
  ] as const;
}

type ResultPage = ReturnType<typeof useResults>[number]["page"];
// These lists have no search field of their own.
const UNSEARCHED_PAGES: readonly ResultPage[] = ["payment-links", "bulk"];

function Results({ text, onOpen }: ResultsProps) {
  const messages = useSearchMessages();
  const results = useResults(text);
  const by_id = useRecordById(
    text,
    results.map(({ page }) => page),
  );
  const is_loading = results.some(({ query }) => query.data === undefined && query.failure === null);
  const shown = results.flatMap(({ query }) => (query.data === undefined ? [] : rowsOf(query.data))).length;
  const total = shown + (by_id === null ? 0 : 1);
  return (
    <>
      {by_id && (
        <ResultGroup title={messages.by_id}>
          <li>
            <Link className="find-result" to={by_id.path} onClick={onOpen}>
              {by_id.kind} <code>{text}</code>
            </Link>
          </li>
        </ResultGroup>
      )}
      {results.map(({ page, query }) => (
        <ListResults key={page} page={page} query={query} text={text} onOpen={onOpen} />
      ))}
      <p role="status" className={total === 0 ? "find-status quiet" : "hidden"}>
        {is_loading ? messages.searching : total === 0 ? messages.none(text) : messages.found(total)}
      </p>
    </>
  );
}

/** The page of a record whose whole id is the text; null if one of the searched lists finds it. */
function useRecordById(
  text: string,
  searched: readonly string[],
): { readonly path: string; readonly kind: string } | null {
  const context = useMerchantContext();
  const { pages } = useMessages();
  const { request } = useSearchMessages();
  if (REQUEST_ID.test(text) && context.hasRight("develop")) {
    return { path: context.pagePath(`/developers/requests/${text}`), kind: request };
  }
  const record_page = recordPage(text);
  const list = Object.entries(pages).find(([page]) => record_page?.startsWith(`/${page}/`));
  if (record_page === null || list === undefined || searched.includes(list[0])) return null;
  return { path: context.pagePath(record_page), kind: list[1] };
}

interface ListResultsProps extends ResultsProps {
  readonly page: ResultPage;
  readonly query: ApiQuery<ListBody & Parameters<typeof rowsOf>[0]>;
}

/** The newest records of one list that match, with a link to the others. */
function ListResults({ page, query: { data, failure }, text, onOpen }: ListResultsProps) {
  const messages = useSearchMessages();
  const { pages } = useMessages();
  const { language } = useLanguage();
  const context = useMerchantContext();
  if (failure) {
    return (
      <p className="quiet find-status">
        {messages.failed} {pages[page]}. {failure.message}
      </p>
    );
  }
  if (data === undefined || data.totals === 0) return null;
  const items = rowsOf(data);
  const has_more = data.totals > items.length && !UNSEARCHED_PAGES.includes(page);
  const all = has_more && (
    <Link to={context.pagePath(`/${page}?${new URLSearchParams({ search: text })}`)} onClick={onOpen}>
      {messages.all(formatAmount(BigInt(data.totals), "XAF", language))}
    </Link>
  );
  return (
    <IdLabels items={items}>
      <ResultGroup title={pages[page]} all={all}>
        {items.map((item) => (
          <li key={item.id}>
            <Link className="find-result" to={context.pagePath(`/${page}/${item.id}`)} onClick={onOpen}>
              <Result item={item} />
            </Link>
          </li>
        ))}
      </ResultGroup>
    </IdLabels>
  );
}

/** A record in a line: who or what it is, then how much, its state and its time. */
function Result({ item }: { readonly item: RecordFields }) {
  const messages = useSearchMessages();
  const party = PARTY_FIELDS.find((field) => fieldText(item, field) !== "");
  const name = fieldText(item, "name") || fieldText(item, "description");
  const detail = fieldText(item, "reference") || fieldText(item, "email");
  const number = fieldText(item, "phone");
  const amount = item.amount ?? item.total_amount;
  const status = fieldText(item, "status");
  return (
    <>
      <span className="find-who">
        <strong>
          {party === undefined ? name || number || item.id : <PartyName id={fieldText(item, party)} is_link={false} />}
        </strong>{" "}
        <span className="quiet">
          {number !== "" && name !== "" && <PhoneNumber number={number} />}{" "}
          {item.total_transfers !== undefined && messages.transfers(item.total_transfers)}{" "}
          {detail.includes("@") ? <EmailAddress email={detail} /> : detail}
        </span>
      </span>
      {typeof amount === "number" && (
        <>
          <span className="find-sum">
            <AmountOf amount={amount} currency={item.currency} />
          </span>
          <span className="find-state">
            {status !== "" && <StatusLabel status={status} />} <Time at={fieldText(item, "created_at")} />
          </span>
        </>
      )}
    </>
  );
}
