import { Button } from "@kolo/ui/button.tsx";
import { formatDate } from "@kolo/ui/format-date.ts";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useState } from "react";
import type { Answer } from "#app/api.ts";
import { useApi } from "#app/api-query.ts";
import type { Drift, Statement, StatementException } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { usePlatformOperatorMessages } from "#i18n/platform-operator-messages.ts";
import { Time } from "#ui/cells.tsx";
import { CodeBlock, Dialog, Heading, LoadError, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { type DecisionMessages, messageByName, useDecisionMessages } from "./decision-messages.ts";

/** The open differences, and the imported statements. */
export function ReconciliationPage() {
  const messages = useDecisionMessages();
  const { pages } = usePlatformOperatorMessages();
  const exceptions_query = useApi("GET /operator/exceptions", {});
  const statements_query = useApi("GET /operator/statements", {});
  const { items = [], drifts = [] } = exceptions_query.data ?? {};
  const statements = statements_query.data?.items ?? [];
  return (
    <>
      <Heading title={pages.reconciliation} />
      <section aria-labelledby="exceptions">
        <h2 id="exceptions">{messages.exceptions}</h2>
        <QueryState query={exceptions_query} />
        {exceptions_query.data && items.length + drifts.length === 0 && (
          <p className="quiet explained">
            {messages.exceptions_none}. {messages.exceptions_none_hint}
          </p>
        )}
        <ul className="orders">
          {drifts.map((drift) => (
            <DriftItem key={drift.id} drift={drift} reload={exceptions_query.reload} />
          ))}
          {items.map((item) => (
            <ExceptionItem key={item.id} item={item} reload={exceptions_query.reload} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="statements">
        <h2 id="statements">{messages.statements}</h2>
        {statements_query.failure && <LoadError response={statements_query.failure} reload={statements_query.reload} />}
        {statements_query.data && statements.length === 0 && (
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

function Statements({ items }: { readonly items: readonly Statement[] }) {
  const messages = useDecisionMessages();
  const context = useMerchantContext();
  return (
    <Table
      label={messages.statements}
      rows={items}
      to={(item) => context.pagePath(`/reconciliation/${item.id}`)}
      columns={[
        {
          name: "statement",
          header: messages.statement,
          cell: (item) => item.name,
          secondary: (item) => [item.provider.toUpperCase(), item.merchant_name].filter(Boolean).join(" · "),
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
          cell: (item) => item.lines,
        },
        { name: "stands", header: messages.stands, cell: (item) => <StatementState item={item} /> },
        { name: "taken", header: messages.taken, hidden_below_px: 900, cell: (item) => <ImportedBy item={item} /> },
      ]}
    />
  );
}

function StatementPeriod({ item }: { readonly item: Statement }) {
  const { language } = useLanguage();
  const day = (field: "begins_at" | "ends_at"): string =>
    formatDate(new Date(item[field]), language, {
      ...{ day: "numeric", month: "short", year: "numeric", timeZone: item.time_zone },
    });
  const [from, to] = [day("begins_at"), day("ends_at")];
  return <span title={item.time_zone}>{from === to ? from : `${from} – ${to}`}</span>;
}

function StatementState({ item }: { readonly item: Statement }) {
  const messages = useDecisionMessages();
  const [open, all] = [item.exceptions_open, item.exceptions];
  return <Status kind={open > 0 ? "pending" : "complete"}>{messages.waiting_of(open, all)}</Status>;
}

function ImportedBy({ item }: { readonly item: Statement }) {
  const messages = useDecisionMessages();
  return (
    <>
      <Time at={item.imported_at} />{" "}
      <span className="quiet">
        {messages.by} {item.imported_by}
      </span>
    </>
  );
}

interface ExceptionProps {
  readonly item: StatementException;
  readonly reload: () => void;
}

const RESOLUTIONS = ["correct", "absorb", "ignore"] as const;

/** One difference: the statement's side, the ledger's side, and the button to decide. */
function ExceptionItem({ item, reload }: ExceptionProps) {
  const messages = useDecisionMessages();
  const [is_open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const statement_amount = item.statement_amount === null ? null : BigInt(item.statement_amount);
  const { currency, resolution } = item;
  const booked = BigInt(item.booked);
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Money amount={(statement_amount ?? 0n) - booked} currency={currency} />
        </p>
        <p>{messageByName(messages.exception_kinds, item.exception)}</p>
        <p className="quiet">
          {messages.statement_says}{" "}
          {statement_amount === null ? "–" : <Money amount={statement_amount} currency={currency} />} ·{" "}
          {messages.books_say} <Money amount={booked} currency={currency} />
        </p>
        <p className="quiet">{exceptionDetails(item, messages)}</p>
      </div>
      {!resolution ? (
        <Button onClick={() => setOpen(true)}>{messages.resolve}</Button>
      ) : (
        <p className="explained">
          <Status kind="complete">
            {messages.decided(messageByName(messages.resolutions, resolution), item.resolved_by ?? "")}
          </Status>
          <span className="quiet line">{item.note}</span>
        </p>
      )}
      {is_open && (
        <ResolveDialog item={item} difference={(statement_amount ?? 0n) - booked} close={close} reload={reload} />
      )}
    </li>
  );
}

interface ResolveDialogProps {
  readonly item: StatementException;
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
  const sum = formatMoney(difference < 0n ? -difference : difference, item.currency, language);
  return (
    <Dialog title={`${messageByName(messages.exception_kinds, item.exception)} · ${sum}`} onClose={close}>
      <DecisionForm
        choices={RESOLUTIONS}
        effects={{ correct: difference < 0n ? messages.charged(sum) : messages.credited(sum) }}
        is_proposal={() => false}
        asks_merchant={!item.merchant}
        send={(body) => context.send("POST /operator/exceptions/{id}/resolve", { params: { id: item.id }, body })}
        onDone={() => {
          close();
          reload();
        }}
      />
      <Button onClick={close}>{cancel_text}</Button>
    </Dialog>
  );
}

function exceptionDetails(item: StatementException, messages: DecisionMessages): string {
  const parts = [
    item.merchant_name,
    item.provider_id,
    item.party,
    item.line ? messages.line(item.line) : "",
    item.attempt,
  ];
  return parts.filter(Boolean).join(" · ");
}

/** A provider account whose balance differs from the ledger. A person must explain it; nothing is booked. */
function DriftItem({ drift, reload }: { readonly drift: Drift; readonly reload: () => void }) {
  const messages = useDecisionMessages();
  const { keep: cancel_text } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const [is_open, setOpen] = useState(false);
  const amount = BigInt(drift.drift);
  const sum = formatMoney(amount < 0n ? -amount : amount, drift.currency, language);
  const description = amount < 0n ? messages.holds_less(sum) : messages.holds_more(sum);
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Money amount={BigInt(drift.drift)} currency={drift.currency} />
        </p>
        <p>
          {messages.exception_kinds.balance} · {drift.provider.toUpperCase()}
        </p>
        <p className="quiet">
          {description}. {messages.found} <Time at={drift.found_at} /> · <code>{drift.account}</code>
        </p>
      </div>
      <Button onClick={() => setOpen(true)}>{messages.explain}</Button>
      {is_open && (
        <Dialog title={description} onClose={() => setOpen(false)}>
          <p className="quiet">{messages.explain_hint}</p>
          <DecisionForm
            choices={["ignore" as const]}
            is_proposal={() => false}
            send={(body) => context.send("POST /operator/exceptions/{id}/resolve", { params: { id: drift.id }, body })}
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
  ...["booked_outside", "corrected", "unexplained", "fees", "charges_booked"],
] as const;

/** One statement: its totals beside the ledger's, and the cause of each difference. */
export function StatementPage({ id }: { readonly id: string }) {
  const { pages } = usePlatformOperatorMessages();
  const context = useMerchantContext();
  const query = useApi("GET /operator/statements/{id}", { params: { id } });
  const { data } = query;
  return (
    <>
      <Link className="back" to={context.pagePath("/reconciliation")}>
        ← {pages.reconciliation}
      </Link>
      <Heading title={data?.statement.name ?? id} />
      <QueryState query={query} />
      {data && <StatementDetails {...data} reload={query.reload} />}
    </>
  );
}

interface StatementDetailsProps extends Answer<"GET /operator/statements/{id}"> {
  readonly reload: () => void;
}

function StatementDetails({ statement, report, items, reload }: StatementDetailsProps) {
  const messages = useDecisionMessages();
  const shown = SUMS.filter((field) => field.endsWith("_total") || report[field] !== 0);
  return (
    <>
      <div className="summary">
        <StatementState item={statement} />
        <p>
          {statement.provider.toUpperCase()} · <StatementPeriod item={statement} />
        </p>
        <p className="quiet">{messages.matched(report.matched)}</p>
      </div>
      <section aria-labelledby="sums">
        <h2 id="sums">{messages.sums}</h2>
        <dl className="sums statement-sums">
          {shown.map((field) => (
            <div key={field}>
              <dt>{messages.sums_of[field]}</dt>
              <dd>
                <Money amount={BigInt(report[field])} currency={statement.currency} />
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
            <ExceptionItem key={item.id} item={item} reload={reload} />
          ))}
        </ul>
      </section>
    </>
  );
}
