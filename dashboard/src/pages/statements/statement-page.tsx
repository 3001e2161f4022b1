import { Button } from "@kolo/ui/button.tsx";
import { currencyName, formatAmount } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import type { ReactNode } from "react";
import { useApi } from "#app/api-query.ts";
import type { BalanceStatement } from "#app/api-types.ts";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link, useAddress } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { AmountOf, ShortChannelName } from "#ui/cells.tsx";
import { ExportButton } from "#ui/export-button.tsx";
import { DayRangeFilter, useSetQueryParam } from "#ui/filters.tsx";
import { Heading, Notice, PrintHeader, QueryState } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import "./statements.css";
import { useStatementMessages } from "./statement-messages.ts";
import { neighbours, statementQuery, titleOf } from "./statement-period.ts";

/** The balance at the start and the end of a period, and the movements between them. */
export function StatementPage() {
  const messages = useStatementMessages();
  const { pages } = useMessages();
  const { searchParams } = useAddress();
  const input = statementQuery(searchParams);
  const query = useApi("GET /{environment}/balance/statement", { query: input ?? {} }, { is_enabled: input !== null });
  const statement = input === null ? undefined : query.data?.statement;
  return (
    <>
      <Heading title={pages.statements}>
        {statement && <Download statement={statement} />}
        <Button onClick={() => print()}>{messages.print}</Button>
      </Heading>
      <PeriodFilters statement={statement} />
      {input === null && <p className="quiet">{messages.choose_range}</p>}
      {input !== null && <QueryState query={query} />}
      {statement && <Statement statement={statement} />}
    </>
  );
}

function Download({ statement }: { readonly statement: BalanceStatement }) {
  const messages = useMessages();
  const context = useMerchantContext();
  const { language } = useLanguage();
  const { date_start, date_end, currency } = statement;
  if (!context.hasRight("export")) return null;
  const file = new URLSearchParams({ date_start, date_end, currency, language });
  if (language === "fr") file.set("separator", "semicolon");
  return (
    <ExportButton
      label={messages.export}
      href={`${context.apiUrl("/balance/statement/export")}?${file}`}
      permission={() => context.send("GET /{environment}/export-permission", {})}
    />
  );
}

function PeriodFilters({ statement }: { readonly statement: BalanceStatement | undefined }) {
  const messages = useStatementMessages();
  const { searchParams } = useAddress();
  const set = useSetQueryParam();
  const period = searchParams.get("period") ?? "month";
  return (
    <div className="filters">
      <label className="filter">
        <span>{messages.period}</span>
        <select value={period} onChange={(event) => set("period", event.currentTarget.value)}>
          {(["month", "week", "day", "range"] as const).map((name) => (
            <option key={name} value={name}>
              {messages.periods[name]}
            </option>
          ))}
        </select>
      </label>
      <CurrencyFilter currency={statement?.currency} />
      {period === "range" ? <DayRangeFilter /> : <Neighbours statement={statement} />}
    </div>
  );
}

/** The periods before and after. */
function Neighbours({ statement }: { readonly statement: BalanceStatement | undefined }) {
  const messages = useStatementMessages();
  const { language } = useLanguage();
  const { pathname, searchParams } = useAddress();
  if (!statement) return null;
  const [before, after] = neighbours(statement);
  const linkTo = (date: string): string => {
    const next = new URLSearchParams(searchParams);
    next.set("date", date);
    return `${pathname}?${next}`;
  };
  return (
    <nav className="statement-nav" aria-label={messages.period}>
      <Link className="button" to={linkTo(before)}>
        {messages.previous}
      </Link>
      <strong aria-live="polite">{titleOf(statement, language)}</strong>
      {after === null ? null : (
        <Link className="button" to={linkTo(after)}>
          {messages.next}
        </Link>
      )}
    </nav>
  );
}

/** The choice of a currency, for a business with balances in several. */
function CurrencyFilter({ currency }: { readonly currency: string | undefined }) {
  const { columns } = useMessages();
  const set = useSetQueryParam();
  const balances = useApi("GET /{environment}/balance", {}).data?.balances ?? [];
  if (balances.length < 2) return null;
  return (
    <label className="filter">
      <span>{columns.currency}</span>
      <select value={currency} onChange={(event) => set("currency", event.currentTarget.value)}>
        {balances.map((balance) => (
          <option key={balance.currency}>{balance.currency}</option>
        ))}
      </select>
    </label>
  );
}

function Statement({ statement }: { readonly statement: BalanceStatement }) {
  const messages = useStatementMessages();
  const { language } = useLanguage();
  const { currency, time_zone, closing_reserved } = statement;
  const sum = (amount: number): ReactNode => <AmountOf amount={amount} currency={currency} />;
  return (
    <>
      <PrintHeader kind={`${messages.print_title} ${titleOf(statement, language)}`} />
      <dl className="summary-strip">
        {(
          [
            [messages.opening, statement.opening_balance],
            [messages.money_in, statement.amount_in],
            [messages.money_out, statement.amount_out],
            [messages.closing, statement.closing_balance],
          ] as const
        ).map(([name, amount]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sum(amount)}</dd>
          </div>
        ))}
      </dl>
      {!statement.is_final && <Notice tone="quiet">{messages.not_final}</Notice>}
      {statement.lines.length > 0 && <Lines statement={statement} />}
      {statement.channels.length > 0 && <Channels statement={statement} />}
      <p className="quiet statement-note">
        {messages.note(time_zone)} {closing_reserved > 0 && messages.reserved}{" "}
        {closing_reserved > 0 && sum(closing_reserved)}
      </p>
    </>
  );
}

/** A row of a statement's table: a line, a channel or the total. */
interface StatementRow {
  readonly id: string;
  readonly name: ReactNode;
  readonly count: number;
  readonly amount_in: number;
  readonly amount_out: number;
}

function Lines({ statement }: { readonly statement: BalanceStatement }) {
  const messages = useStatementMessages();
  const { count, amount_in, amount_out, lines, currency } = statement;
  const total = { id: "total", name: <strong>{messages.total}</strong>, count, amount_in, amount_out };
  const rows = [...lines.map((line) => ({ ...line, id: line.line, name: messages.lines[line.line] })), total];
  return <SumTable label={messages.movements} first={messages.movement} rows={rows} currency={currency} />;
}

function Channels({ statement }: { readonly statement: BalanceStatement }) {
  const messages = useStatementMessages();
  const rows = statement.channels.map((channel) => ({
    ...channel,
    id: channel.channel ?? "none",
    name: channel.channel === null ? messages.no_channel : <ShortChannelName id={channel.channel} />,
  }));
  return (
    <section aria-labelledby="channels">
      <h2 id="channels">{messages.by_channel}</h2>
      <SumTable label={messages.by_channel} first={messages.channel} rows={rows} currency={statement.currency} />
    </section>
  );
}

interface SumTableProps {
  readonly label: string;
  /** The header of the first column. */
  readonly first: string;
  readonly rows: readonly StatementRow[];
  readonly currency: string;
}

/** A table of sums: the currency is in the headers, so that the figures align. */
function SumTable({ label, first, rows, currency }: SumTableProps) {
  const messages = useStatementMessages();
  const { language } = useLanguage();
  const figure = (amount: number): string => (amount === 0 ? "" : formatAmount(BigInt(amount), currency, language));
  const unit = currencyName(currency, language);
  return (
    <section className="list">
      <Table
        label={label}
        rows={rows}
        columns={[
          { name: "name", header: first, cell: (row) => row.name },
          {
            ...{ name: "count", header: messages.count, align: "end", hidden_below_px: 600 },
            cell: (row) => row.count.toLocaleString(language),
          },
          { name: "in", header: `${messages.in} (${unit})`, align: "end", cell: (row) => figure(row.amount_in) },
          { name: "out", header: `${messages.out} (${unit})`, align: "end", cell: (row) => figure(row.amount_out) },
        ]}
      />
    </section>
  );
}
