import { Button } from "@kolo/ui/button.tsx";
import { formatDate } from "@kolo/ui/format-date.ts";
import { formatMoney } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { Money } from "@kolo/ui/money.tsx";
import { Status } from "@kolo/ui/status.tsx";
import { useState } from "react";
import { Time } from "./cells.tsx";
import { DecisionForm } from "./decision-form.tsx";
import { type DecisionTexts, useDecisionWords, wordOf } from "./decision-texts.ts";
import { amountOf, type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";
import { useOperatorWords } from "./operator-texts.ts";
import { usePlace } from "./place.ts";
import { Link } from "./router.tsx";
import { Code, Dialog, Failure, Heading, Skeleton } from "./shell-parts.tsx";
import { Table } from "./table.tsx";
import { useAnswer } from "./use-answer.ts";

/** The open differences, and the imported statements. */
export function ReconciliationPage() {
  const words = useDecisionWords();
  const { pages } = useOperatorWords();
  const place = usePlace();
  const waiting = useAnswer("exceptions", () => place.ask("GET", "/exceptions"));
  const taken = useAnswer("statements", () => place.ask("GET", "/statements"));
  const items = itemsOf(waiting.answer?.body ?? {}, "items");
  const drifts = itemsOf(waiting.answer?.body ?? {}, "drifts");
  const statements = itemsOf(taken.answer?.body ?? {}, "items");
  return (
    <>
      <Heading title={pages.reconciliation} />
      <section aria-labelledby="exceptions">
        <h2 id="exceptions">{words.exceptions}</h2>
        {waiting.answer === null && <Skeleton />}
        {waiting.answer && !waiting.answer.is_ok && <Failure answer={waiting.answer} again={waiting.again} />}
        {waiting.answer?.is_ok && items.length + drifts.length === 0 && (
          <p className="quiet explained">
            {words.exceptions_none}. {words.exceptions_none_hint}
          </p>
        )}
        <ul className="orders">
          {drifts.map((drift) => (
            <Drift key={textOf(drift, "id")} drift={drift} again={waiting.again} />
          ))}
          {items.map((item) => (
            <Exception key={textOf(item, "id")} item={item} again={waiting.again} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="statements">
        <h2 id="statements">{words.statements}</h2>
        {taken.answer && !taken.answer.is_ok && <Failure answer={taken.answer} again={taken.again} />}
        {taken.answer?.is_ok && statements.length === 0 && (
          <>
            <p className="quiet explained">
              {words.statements_none}. {words.statements_none_hint}
            </p>
            <Code label={words.statements_none_hint}>kolo reconcile import mtn march.xlsx</Code>
          </>
        )}
        {statements.length > 0 && <Statements items={statements} />}
      </section>
    </>
  );
}

function Statements({ items }: { readonly items: readonly Item[] }) {
  const words = useDecisionWords();
  const place = usePlace();
  return (
    <Table
      label={words.statements}
      rows={items}
      to={(item) => place.to(`/reconciliation/${textOf(item, "id")}`)}
      columns={[
        {
          name: "statement",
          header: words.statement,
          cell: (item) => textOf(item, "name"),
          secondary: (item) =>
            [textOf(item, "provider").toUpperCase(), textOf(item, "merchant_name")].filter(Boolean).join(" · "),
        },
        { name: "covers", header: words.covers, hidden_below_px: 900, cell: (item) => <Covered item={item} /> },
        {
          name: "lines",
          header: words.lines,
          align: "end",
          hidden_below_px: 900,
          cell: (item) => numberOf(item, "lines"),
        },
        { name: "stands", header: words.stands, cell: (item) => <Agrees item={item} /> },
        { name: "taken", header: words.taken, hidden_below_px: 900, cell: (item) => <Taken item={item} /> },
      ]}
    />
  );
}

function Covered({ item }: { readonly item: Item }) {
  const { language } = useLanguage();
  const day = (field: string): string =>
    formatDate(new Date(textOf(item, field)), language, {
      ...{ day: "numeric", month: "short", year: "numeric", timeZone: textOf(item, "time_zone") },
    });
  const [from, to] = [day("begins_at"), day("ends_at")];
  return <span title={textOf(item, "time_zone")}>{from === to ? from : `${from} – ${to}`}</span>;
}

function Agrees({ item }: { readonly item: Item }) {
  const words = useDecisionWords();
  const [open, all] = [numberOf(item, "exceptions_open"), numberOf(item, "exceptions")];
  return <Status kind={open > 0 ? "pending" : "complete"}>{words.waiting_of(open, all)}</Status>;
}

function Taken({ item }: { readonly item: Item }) {
  const words = useDecisionWords();
  return (
    <>
      <Time at={textOf(item, "imported_at")} />{" "}
      <span className="quiet">
        {words.by} {textOf(item, "imported_by")}
      </span>
    </>
  );
}

interface WaitingProps {
  readonly item: Item;
  readonly again: () => void;
}

const SETTLEMENTS = ["correct", "absorb", "ignore"];

/** One difference: the statement's side, the ledger's side, and the button to decide. */
function Exception({ item, again }: WaitingProps) {
  const words = useDecisionWords();
  const [is_asked, setAsked] = useState(false);
  const close = (): void => setAsked(false);
  const said = amountOf(item, "said");
  const [booked, currency] = [amountOf(item, "booked") ?? 0n, textOf(item, "currency")];
  const resolution = textOf(item, "resolution");
  const line = numberOf(item, "line");
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Money amount={(said ?? 0n) - booked} currency={currency} />
        </p>
        <p>{wordOf(words.exception_kinds, textOf(item, "exception"))}</p>
        <p className="quiet">
          {words.statement_says} {said === null ? "–" : <Money amount={said} currency={currency} />} · {words.books_say}{" "}
          <Money amount={booked} currency={currency} />
        </p>
        <p className="quiet">{describe(item, line, words)}</p>
      </div>
      {resolution === "" ? (
        <Button onClick={() => setAsked(true)}>{words.resolve}</Button>
      ) : (
        <p className="explained">
          <Status kind="complete">
            {words.decided(wordOf(words.resolutions, resolution), textOf(item, "resolved_by"))}
          </Status>
          <span className="quiet line">{textOf(item, "note")}</span>
        </p>
      )}
      {is_asked && <Settle item={item} difference={(said ?? 0n) - booked} close={close} again={again} />}
    </li>
  );
}

interface SettleProps {
  readonly item: Item;
  /** The amount in the smallest unit by which the provider moved more than the ledger has. */
  readonly difference: bigint;
  readonly close: () => void;
  readonly again: () => void;
}

/** The decision on the account that a difference is booked to. The amount is shown before the booking. */
function Settle({ item, difference, close, again }: SettleProps) {
  const words = useDecisionWords();
  const { keep } = useOperatorWords();
  const place = usePlace();
  const { language } = useLanguage();
  const sum = formatMoney(difference < 0n ? -difference : difference, textOf(item, "currency"), language);
  return (
    <Dialog title={`${wordOf(words.exception_kinds, textOf(item, "exception"))} · ${sum}`} onClose={close}>
      <DecisionForm
        choices={SETTLEMENTS}
        means={{ correct: difference < 0n ? words.charged(sum) : words.credited(sum) }}
        is_proposal={() => false}
        asks_books={textOf(item, "merchant") === ""}
        send={(body) => place.ask("POST", `/exceptions/${textOf(item, "id")}/resolve`, body)}
        onDone={() => {
          close();
          again();
        }}
      />
      <Button onClick={close}>{keep}</Button>
    </Dialog>
  );
}

function describe(item: Item, line: number, words: DecisionTexts): string {
  const known = [
    textOf(item, "merchant_name"),
    textOf(item, "provider_id"),
    textOf(item, "party"),
    line > 0 ? words.line(line) : "",
    textOf(item, "attempt"),
  ];
  return known.filter((part) => part !== "").join(" · ");
}

/** A provider account whose balance differs from the ledger. A person must explain it; nothing is booked. */
function Drift({ drift, again }: { readonly drift: Item; readonly again: () => void }) {
  const words = useDecisionWords();
  const { keep } = useOperatorWords();
  const place = usePlace();
  const { language } = useLanguage();
  const [is_asked, setAsked] = useState(false);
  const amount = amountOf(drift, "drift") ?? 0n;
  const sum = formatMoney(amount < 0n ? -amount : amount, textOf(drift, "currency"), language);
  const said = amount < 0n ? words.holds_less(sum) : words.holds_more(sum);
  return (
    <li className="order">
      <div>
        <p className="order-sum">
          <Money amount={amountOf(drift, "drift") ?? 0n} currency={textOf(drift, "currency")} />
        </p>
        <p>
          {words.exception_kinds.balance} · {textOf(drift, "provider").toUpperCase()}
        </p>
        <p className="quiet">
          {said}. {words.found} <Time at={textOf(drift, "found_at")} /> · <code>{textOf(drift, "account")}</code>
        </p>
      </div>
      <Button onClick={() => setAsked(true)}>{words.explain}</Button>
      {is_asked && (
        <Dialog title={said} onClose={() => setAsked(false)}>
          <p className="quiet">{words.explain_hint}</p>
          <DecisionForm
            choices={["ignore"]}
            is_proposal={() => false}
            send={(body) => place.ask("POST", `/exceptions/${textOf(drift, "id")}/resolve`, body)}
            onDone={() => {
              setAsked(false);
              again();
            }}
          />
          <Button onClick={() => setAsked(false)}>{keep}</Button>
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
  const words = useDecisionWords();
  const { pages } = useOperatorWords();
  const place = usePlace();
  const path = `/statements/${encodeURIComponent(id)}`;
  const asked = useAnswer(path, () => place.ask("GET", path));
  const { answer } = asked;
  const statement = itemOf(answer?.body ?? {}, "statement");
  const report = itemOf(answer?.body ?? {}, "report");
  const items = itemsOf(answer?.body ?? {}, "items");
  const shown = SUMS.filter((field) => field.endsWith("_total") || numberOf(report, field) !== 0);
  return (
    <>
      <Link className="back" to={place.to("/reconciliation")}>
        ← {pages.reconciliation}
      </Link>
      <Heading title={textOf(statement, "name") || id} />
      {answer === null && <Skeleton />}
      {answer && !answer.is_ok && <Failure answer={answer} again={asked.again} />}
      {answer?.is_ok && (
        <>
          <div className="summary">
            <Agrees item={statement} />
            <p>
              {textOf(statement, "provider").toUpperCase()} · <Covered item={statement} />
            </p>
            <p className="quiet">{words.matched(numberOf(report, "matched"))}</p>
          </div>
          <section aria-labelledby="sums">
            <h2 id="sums">{words.sums}</h2>
            <dl className="sums statement-sums">
              {shown.map((field) => (
                <div key={field}>
                  <dt>{words.sums_of[field]}</dt>
                  <dd>
                    <Money amount={amountOf(report, field) ?? 0n} currency={textOf(statement, "currency")} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          <section aria-labelledby="differences">
            <h2 id="differences">{words.differences}</h2>
            {items.length === 0 && <p className="quiet">{words.agrees}</p>}
            <ul className="orders">
              {items.map((item) => (
                <Exception key={textOf(item, "id")} item={item} again={asked.again} />
              ))}
            </ul>
          </section>
        </>
      )}
    </>
  );
}
