import { Button } from "@kolo/ui/button.tsx";
import { useTranslation } from "@kolo/ui/language.tsx";
import { useMerchantContext } from "#app/merchant-context.ts";
import { Link } from "#app/router.tsx";
import { useMessages } from "#i18n/messages.ts";
import { Notice } from "#ui/page-elements.tsx";
import { Table } from "#ui/table.tsx";
import type { RowRepeat } from "./check-spreadsheet.ts";
import type { Spreadsheet } from "./spreadsheet.ts";

const SHOWN_MAX = 100;

const MESSAGES = {
  en: {
    line: "Line",
    rows: (count: number) => (count === 1 ? "What was read: one row" : `What was read: ${count} rows`),
    first: (count: number) => `The first ${count} are shown.`,
    empty: "(no heading)",
    repeats: (count: number) =>
      `${count === 1 ? "One row pays" : `${count} rows pay`} somebody twice: the same number, the same amount.`,
    within: (line: number, first: number) => `Line ${line} pays the same as line ${first}`,
    before: (line: number) => `Line ${line} pays the same as a transfer of the last day`,
    see: "See it",
    more: (count: number) => `And ${count} more.`,
    leave: (count: number) => (count === 1 ? "Leave this row out" : `Leave these ${count} rows out`),
  },
  fr: {
    line: "Ligne",
    rows: (count: number) =>
      count === 1 ? "Ce qui a été lu\u00a0: une ligne" : `Ce qui a été lu\u00a0: ${count} lignes`,
    first: (count: number) => `Les ${count} premières sont affichées.`,
    empty: "(sans titre)",
    repeats: (count: number) =>
      `${count === 1 ? "Une ligne paie" : `${count} lignes paient`} quelqu’un deux fois\u00a0: même numéro, même montant.`,
    within: (line: number, first: number) => `La ligne ${line} paie la même chose que la ligne ${first}`,
    before: (line: number) => `La ligne ${line} paie la même chose qu’un transfert de moins d’un jour`,
    see: "Le voir",
    more: (count: number) => `Et ${count} autres.`,
    leave: (count: number) => (count === 1 ? "Laisser cette ligne de côté" : `Laisser ces ${count} lignes de côté`),
  },
};

interface RepeatedPaymentsProps {
  readonly repeats: readonly RowRepeat[];
  readonly is_busy: boolean;
  readonly onLeaveOut: (lines: readonly number[]) => void;
}

/** The rows that pay the same amount to the same payee as another row, or as a transfer of the last 24 hours. */
export function RepeatedPayments({ repeats, is_busy, onLeaveOut }: RepeatedPaymentsProps) {
  const messages = useTranslation(MESSAGES);
  const context = useMerchantContext();
  const lines = [...new Set(repeats.map(({ row }) => row.line))];
  return (
    <Notice>
      {messages.repeats(lines.length)}
      <ul>
        {repeats.slice(0, SHOWN_MAX).map(({ row, of }) =>
          typeof of === "string" ? (
            <li key={`${row.line} ${of}`}>
              {messages.before(row.line)}. <Link to={context.pagePath(`/transfers/${of}`)}>{messages.see}</Link>
            </li>
          ) : (
            <li key={`${row.line} ${of.line}`}>{messages.within(row.line, of.line)}.</li>
          ),
        )}
      </ul>
      {repeats.length > SHOWN_MAX && <p>{messages.more(repeats.length - SHOWN_MAX)}</p>}
      <Button tone="quiet" is_busy={is_busy} onClick={() => onLeaveOut(lines)}>
        {messages.leave(lines.length)}
      </Button>
    </Notice>
  );
}

/** The rows as the service parsed them, by line in the file. */
export function ParsedRows({
  spreadsheet,
  excluded_lines,
}: {
  readonly spreadsheet: Spreadsheet;
  readonly excluded_lines: ReadonlySet<number>;
}) {
  const messages = useTranslation(MESSAGES);
  const { columns } = useMessages();
  const labels = new Map<string, string>(Object.entries(columns));
  const rows = spreadsheet.rows.filter(({ line }) => !excluded_lines.has(line));
  const shown = rows.slice(0, SHOWN_MAX);
  return (
    <details className="read-rows">
      <summary>{messages.rows(rows.length)}</summary>
      <Table
        label={messages.rows(rows.length)}
        rows={shown.map(({ line, cells }) => ({ id: String(line), line, cells }))}
        columns={[
          { name: "line", header: messages.line, align: "end", cell: ({ line }) => String(line) },
          ...spreadsheet.columns.map(({ heading, field }, at) => ({
            ...{ name: `column ${at}`, header: labels.get(field ?? "") ?? (heading || messages.empty) },
            cell: ({ line }: { readonly line?: unknown }) => shown.find((row) => row.line === line)?.cells[at] ?? "",
          })),
        ]}
      />
      {rows.length > shown.length && <p className="quiet">{messages.first(shown.length)}</p>}
    </details>
  );
}
