import { Button } from "@kolo/ui/button.tsx";
import { formatDate } from "@kolo/ui/format-date.ts";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useState } from "react";
import { amountOf, type Item, itemOf, itemsOf, numberOf, textOf } from "#app/items.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useApiQuery } from "#app/use-query.ts";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { Time } from "#ui/cells.tsx";
import { CodeBlock, Dialog, Heading, LoadError, Skeleton } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { type DecisionMessages, messageByName, useDecisionMessages } from "./decision-messages.ts";

/** The open differences, and the imported statements. */
export function ReconciliationPage() {
  const messages = useDecisionMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const exceptions_query = useApiQuery("exceptions", () => context.request("GET", "/exceptions"));
  const statements_query = useApiQuery("statements", () => context.request("GET", "/statements"));
  const items = itemsOf(exceptions_query.response?.body ?? {}, "items");
  const drifts = itemsOf(exceptions_query.response?.body ?? {}, "drifts");
  const statements = itemsOf(statements_query.response?.body ?? {}, "items");
  return (
    <>
      <Heading title={pages.reconciliation} />
      <section aria-labelledby="exceptions">
        <h2 id="exceptions">{messages.exceptions}</h2>
        {exceptions_query.response === null && <Skeleton />}
        {exceptions_query.response && !exceptions_query.response.is_ok && (
          <LoadError response={exceptions_query.response} reload={exceptions_query.reload} />
        )}
        {exceptions_query.response?.is_ok && items.length + drifts.length === 0 && (
          <p className="quiet explained">
            {messages.exceptions_none}. {messages.exceptions_none_hint}
          </p>
        )}
        <ul className="orders">
          {drifts.map((drift) => (
            <DriftItem key={textOf(drift, "id")} drift={drift} reload={exceptions_query.reload} />
          ))}
          {items.map((item) => (
            <ExceptionItem key={textOf(item, "id")} item={item} reload={exceptions_query.reload} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="statements">
        <h2 id="statements">{messages.statements}</h2>
        {statements_query.response && !statements_query.response.is_ok && (
          <LoadError response={statements_query.response} reload={statements_query.reload} />
        )}
        {statements_query.response?.is_ok && statements.length === 0 && (
          <>
            <p className="quiet explained">
              {messages.statements_none}. {messages.statements_none_hint}
            </p>
            <CodeBlock label={messages.statements_none_hint}>kolo reconcile import mtn march.xlsx</CodeBlock>
          </>
        )}
        {statements.length > 0 && <Statements items={statements} />}
      </section>
    </>
  );
}

function Statements({ items }: { readonly items: readonly Item[] }) {
  const messages = useDecisionMessages();
  const context = useMerchantContext();
  return (
    <Table
      label={messages.statements}
      rows={items}
      to={(item) => context.pagePath(`/reconciliation/${textOf(item, "id")}`)}
      columns={[
        {
          name: "statement",
          header: messages.statement,
          cell: (item) => textOf(item, "name"),
          secondary: (item) =>
            [textOf(item, "provider").toUpperCase(), textOf(item, "merchant_name")].filter(Boolean).join(" · "),
        },
        {
          name: "covers",
          header: messages.covers,
          hidden_below_px: 900,
          cell: (item) => <StatementPeriod item={item} />,
        },
        {
          name: "lines",
          header: messages.lines,
          align: "end",
          hidden_below_px: 900,
          cell: (item) => numberOf(item, "lines"),
        },
        { name: "stands", header: messages.stands, cell: (item) => <StatementState item={item} /> },
        { name: "taken", header: messages.taken, hidden_below_px: 900, cell: (item) => <ImportedBy item={item} /> },
      ]}
    />
  );
}

function StatementPeriod({ item }: { readonly item: Item }) {
  const { language } = useLanguage();
  const day = (field: string): string =>
    formatDate(new Date(textOf(item, field)), language, {
      ...{ day: "numeric", month: "short", year: "numeric", timeZone: textOf(item, "time_zone") },
    });
  const [from, to] = [day("begins_at"), day("ends_at")];
  return <span title={textOf(item, "time_zone")}>{from === to ? from : `${from} – ${to}`}</span>;
}

function StatementState({ item }: { readonly item: Item }) {
  const messages = useDecisionMessages();
  const [open, all] = [numberOf(item, "exceptions_open"), numberOf(item, "exceptions")];
  return <Status kind={open > 0 ? "pending" : "complete"}>{messages.waiting_of(open, all)}</Status>;
}

function ImportedBy({ item }: { readonly item: Item }) {
  const messages = useDecisionMessages();
  return (
    <>
      <Time at={textOf(item, "imported_at")} />{" "}
      <span className="quiet">
        {messages.by} {textOf(item, "imported_by")}
      </span>
    </>
  );
}

interface ExceptionProps {
  readonly item: Item;
  readonly reload: () => void;
}

const RESOLUTIONS = ["correct", "absorb", "ignore"];

/** One difference: the statement's side, the ledger's side, and the button to decide. */
function ExceptionItem({ item, reload }: ExceptionProps) {
  const messages = useDecisionMessages();
  const [is_open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const statement_amount = amountOf(item, "statement_amount");
  const [booked, currency] = [amountOf(item, "booked") ?? 0n, textOf(item, "currency")];
  const resolution = textOf(item, "resolution");
  const line = numberOf(item, "line");
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Money amount={(statement_amount ?? 0n) - booked} currency={currency} />
        </p>
        <p>{messageByName(messages.exception_kinds, textOf(item, "exception"))}</p>
        <p className="quiet">
          {messages.statement_says}{" "}
          {statement_amount === null ? "–" : <Money amount={statement_amount} currency={currency} />} ·{" "}
          {messages.books_say} <Money amount={booked} currency={currency} />
        </p>
        <p className="quiet">{exceptionDetails(item, line, messages)}</p>
      </div>
      {resolution === "" ? (
        <Button onClick={() => setOpen(true)}>{messages.resolve}</Button>
      ) : (
        <p className="explained">
          <Status kind="complete">
            {messages.decided(messageByName(messages.resolutions, resolution), textOf(item, "resolved_by"))}
          </Status>
          <span className="quiet line">{textOf(item, "note")}</span>
        </p>
      )}
      {is_open && (
        <ResolveDialog item={item} difference={(statement_amount ?? 0n) - booked} close={close} reload={reload} />
      )}
    </li>
  );
}

interface ResolveDialogProps {
  readonly item: Item;
  /** The amount in the smallest unit by which the provider moved more than the ledger has. */
  readonly difference: bigint;
  readonly close: () => void;
  readonly reload: () => void;
}

/** The decision on the account that a difference is booked to. The amount is shown before the booking. */
function ResolveDialog({ item, difference, close, reload }: ResolveDialogProps) {
  const messages = useDecisionMessages();
  const { keep: cancel_text } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const sum = formatMoney(difference < 0n ? -difference : difference, textOf(item, "currency"), language);
  return (
    <Dialog title={`${messageByName(messages.exception_kinds, textOf(item, "exception"))} · ${sum}`} onClose={close}>
      <DecisionForm
        choices={RESOLUTIONS}
        effects={{ correct: difference < 0n ? messages.charged(sum) : messages.credited(sum) }}
        is_proposal={() => false}
        asks_merchant={textOf(item, "merchant") === ""}
        send={(body) => context.request("POST", `/exceptions/${textOf(item, "id")}/resolve`, body)}
        onDone={() => {
          close();
          reload();
        }}
      />
      <Button onClick={close}>{cancel_text}</Button>
    </Dialog>
  );
}

function exceptionDetails(item: Item, line: number, messages: DecisionMessages): string {
  const parts = [
    textOf(item, "merchant_name"),
    textOf(item, "provider_id"),
    textOf(item, "party"),
    line > 0 ? messages.line(line) : "",
    textOf(item, "attempt"),
  ];
  return parts.filter((part) => part !== "").join(" · ");
}

/** A provider account whose balance differs from the ledger. A person must explain it; nothing is booked. */
function DriftItem({ drift, reload }: { readonly drift: Item; readonly reload: () => void }) {
  const messages = useDecisionMessages();
  const { keep: cancel_text } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const [is_open, setOpen] = useState(false);
  const amount = amountOf(drift, "drift") ?? 0n;
  const sum = formatMoney(amount < 0n ? -amount : amount, textOf(drift, "currency"), language);
  const description = amount < 0n ? messages.holds_less(sum) : messages.holds_more(sum);
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Money amount={amountOf(drift, "drift") ?? 0n} currency={textOf(drift, "currency")} />
        </p>
        <p>
          {messages.exception_kinds.balance} · {textOf(drift, "provider").toUpperCase()}
        </p>
        <p className="quiet">
          {description}. {messages.found} <Time at={textOf(drift, "found_at")} /> ·{" "}
          <code>{textOf(drift, "account")}</code>
        </p>
      </div>
      <Button onClick={() => setOpen(true)}>{messages.explain}</Button>
      {is_open && (
        <Dialog title={description} onClose={() => setOpen(false)}>
          <p className="quiet">{messages.explain_hint}</p>
          <DecisionForm
            choices={["ignore"]}
            is_proposal={() => false}
            send={(body) => context.request("POST", `/exceptions/${textOf(drift, "id")}/resolve`, body)}
            onDone={() => {
              setOpen(false);
              reload();
            }}
          />
          <Button onClick={() => setOpen(false)}>{cancel_text}</Button>
        </Dialog>
      )}
    </li>
  );
}

const SUMS = [
  ...["statement_total", "ledger_total", "theirs_only", "ours_only", "amount_differs", "status_differs"],
  ...["booked_outside", "corrected", "unexplained", "fees"],
] as const;

/** One statement: its totals beside the ledger's, and the cause of each difference. */
export function StatementPage({ id }: { readonly id: string }) {
  const messages = useDecisionMessages();
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const path = `/statements/${encodeURIComponent(id)}`;
  const query = useApiQuery(path, () => context.request("GET", path));
  const { response } = query;
  const statement = itemOf(response?.body ?? {}, "statement");
  const report = itemOf(response?.body ?? {}, "report");
  const items = itemsOf(response?.body ?? {}, "items");
  const shown = SUMS.filter((field) => field.endsWith("_total") || numberOf(report, field) !== 0);
  return (
    <>
      <Link className="back" to={context.pagePath("/reconciliation")}>
        ← {pages.reconciliation}
      </Link>
      <Heading title={textOf(statement, "name") || id} />
      {response === null && <Skeleton />}
      {response && !response.is_ok && <LoadError response={response} reload={query.reload} />}
      {response?.is_ok && (
        <>
          <div className="summary">
            <StatementState item={statement} />
            <p>
              {textOf(statement, "provider").toUpperCase()} · <StatementPeriod item={statement} />
            </p>
            <p className="quiet">{messages.matched(numberOf(report, "matched"))}</p>
          </div>
          <section aria-labelledby="sums">
            <h2 id="sums">{messages.sums}</h2>
            <dl className="sums statement-sums">
              {shown.map((field) => (
                <div key={field}>
                  <dt>{messages.sums_of[field]}</dt>
                  <dd>
                    <Money amount={amountOf(report, field) ?? 0n} currency={textOf(statement, "currency")} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          <section aria-labelledby="differences">
            <h2 id="differences">{messages.differences}</h2>
            {items.length === 0 && <p className="quiet">{messages.agrees}</p>}
            <ul className="orders">
              {items.map((item) => (
                <ExceptionItem key={textOf(item, "id")} item={item} reload={query.reload} />
              ))}
            </ul>
          </section>
        </>
      )}
    </>
  );
}
