import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import type { Language } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { type ReactNode, useRef, useState } from "react";
import type { ApiResponse } from "#app/api.ts";
import type { BulkTransferCheck } from "#app/api-types.ts";
import { useAccountMessages } from "#i18n/account-messages.ts";
import { useMessages } from "#i18n/messages.ts";
import { type SendMessages, useSendMessages } from "#i18n/send-messages.ts";
import { type Refusal, refusalText } from "#i18n/server-messages.ts";
import { AmountOf } from "#ui/cells.tsx";
import { useFocusOnMount } from "#ui/focus.ts";
import { Notice } from "#ui/page-elements.tsx";
import { actionErrorText } from "#ui/use-action.tsx";
import type { RowProblem, SpreadsheetCheck } from "./check-spreadsheet.ts";
import { columnIndex, type Spreadsheet, type SpreadsheetField, type SpreadsheetRow, withCell } from "./spreadsheet.ts";
import { ParsedRows, RepeatedPayments } from "./spreadsheet-rows.tsx";

const ROWS_SHOWN = 100;

/** The currency and channel of all rows. */
export interface BulkQuery {
  readonly currency: string;
  readonly channel: string;
}

/** A checked spreadsheet, and its excluded rows. */
export interface Upload {
  readonly spreadsheet: Spreadsheet;
  /** The line numbers of the excluded rows. */
  readonly excluded_lines: ReadonlySet<number>;
  readonly query: BulkQuery;
  readonly result: SpreadsheetCheck;
  /** A unique key of this check. */
  readonly key: string;
}

interface UploadReviewProps {
  readonly upload: Upload;
  /** Checks the changed spreadsheet again. Returns null on success, else the failed answer. */
  readonly onChange: (
    spreadsheet: Spreadsheet,
    excluded_lines: ReadonlySet<number>,
  ) => Promise<ApiResponse<unknown> | null>;
  /** The part of the page below, shown once every included row is right. */
  readonly children: (check: BulkTransferCheck) => ReactNode;
}

/** The rows of a spreadsheet that will be sent. */
export function includedRows(spreadsheet: Spreadsheet, excluded_lines: ReadonlySet<number>): readonly SpreadsheetRow[] {
  return spreadsheet.rows.filter(({ line }) => !excluded_lines.has(line));
}

/** The totals of a spreadsheet, the form that corrects wrong rows, and what follows. */
export function UploadReview({ upload, onChange, children }: UploadReviewProps) {
  const messages = useSendMessages();
  const account_messages = useAccountMessages();
  const { spreadsheet, excluded_lines, result } = upload;
  const { check, problems } = result;
  const [error, setError] = useState("");
  const [is_busy, setBusy] = useState(false);
  const section = useRef<HTMLElement>(null);
  useFocusOnMount(section);
  async function recheck(changed: Spreadsheet, excluded: ReadonlySet<number>): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const response = await onChange(changed, excluded);
    setBusy(false);
    if (response) setError(actionErrorText(response, account_messages));
  }
  return (
    <section className="review" aria-labelledby="preview" ref={section}>
      <h2 id="preview">{messages.preview}</h2>
      {check && <CheckTotals check={check} />}
      {excluded_lines.size > 0 && (
        <Notice>
          {messages.left_out(excluded_lines.size)}{" "}
          <Button tone="quiet" is_busy={is_busy} onClick={() => void recheck(spreadsheet, new Set())}>
            {messages.put_back}
          </Button>
        </Notice>
      )}
      {problems.length > 0 && <Corrections upload={upload} is_busy={is_busy} error={error} onRecheck={recheck} />}
      {problems.length === 0 && error !== "" && <Notice tone="bad">{error}</Notice>}
      {result.repeats.length > 0 && (
        <RepeatedPayments
          repeats={result.repeats}
          is_busy={is_busy}
          onLeaveOut={(lines) => void recheck(spreadsheet, new Set([...excluded_lines, ...lines]))}
        />
      )}
      {check && problems.length === 0 && children(check)}
      <ParsedRows spreadsheet={spreadsheet} excluded_lines={excluded_lines} />
    </section>
  );
}

function CheckTotals({ check }: { readonly check: BulkTransferCheck }) {
  const messages = useSendMessages();
  const sums = { total_amount: messages.sum, total_fee: messages.fees, available: messages.available };
  return (
    <dl className="sums">
      <div>
        <dt>{messages.rows}</dt>
        <dd>{check.total_transfers}</dd>
      </div>
      {(["total_amount", "total_fee", "available"] as const).map((field) => (
        <div key={field}>
          <dt>{sums[field]}</dt>
          <dd>
            <AmountOf amount={check[field]} currency={check.currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface CorrectionsProps {
  readonly upload: Upload;
  readonly is_busy: boolean;
  readonly error: string;
  readonly onRecheck: (spreadsheet: Spreadsheet, excluded_lines: ReadonlySet<number>) => Promise<void>;
}

/** The form that corrects or excludes the wrong rows, each named by its line in the file. */
function Corrections({ upload, is_busy, error, onRecheck }: CorrectionsProps) {
  const messages = useSendMessages();
  const { spreadsheet, excluded_lines, result } = upload;
  const [edits, setEdits] = useState<ReadonlyMap<string, string>>(new Map());
  const rows = groupByLine(result.problems);
  const changed = (): Spreadsheet => ({
    ...spreadsheet,
    rows: spreadsheet.rows.map((row) =>
      [...edits].reduce((edited_row, [cell, text]) => {
        const [line, index] = cell.split(" ").map(Number);
        return line === row.line ? withCell(edited_row, index ?? 0, text) : edited_row;
      }, row),
    ),
  });
  return (
    <>
      <Notice tone="bad">{messages.errors(rows.size)}</Notice>
      <form
        noValidate
        aria-label={messages.problem}
        onSubmit={(event) => {
          event.preventDefault();
          void onRecheck(changed(), excluded_lines);
        }}
      >
        <ol className="corrections">
          {[...rows].slice(0, ROWS_SHOWN).map(([line, problems]) => (
            <li key={line}>
              <RowProblems
                spreadsheet={spreadsheet}
                problems={problems}
                edits={edits}
                onEdit={(cell, text) => setEdits(new Map([...edits, [cell, text]]))}
              />
            </li>
          ))}
        </ol>
        {rows.size > ROWS_SHOWN && <p className="quiet">{messages.more_rows(rows.size - ROWS_SHOWN)}</p>}
        {error !== "" && <Notice tone="bad">{error}</Notice>}
        <div className="actions">
          <Button type="submit" is_busy={is_busy}>
            {messages.check_again}
          </Button>
          <Button
            is_busy={is_busy}
            onClick={() => void onRecheck(spreadsheet, new Set([...excluded_lines, ...rows.keys()]))}
          >
            {messages.leave_out(rows.size)}
          </Button>
        </div>
      </form>
    </>
  );
}

// The reasons for which the service refuses a cell that is no whole amount above zero.
const NO_AMOUNT = ["invalid_type", "too_small", "required"];

/** The errors of a cell, worded for people who edit a spreadsheet. */
function problemText({ column, refusals }: RowProblem, messages: SendMessages, language: Language): string {
  const texts = refusals.map((refusal) => cellText(column, refusal, messages) ?? refusalText(refusal, language));
  return [...new Set(texts)].join(", ");
}

function cellText(column: SpreadsheetField | null, { reason }: Refusal, messages: SendMessages): string | null {
  if (reason === "reference_repeated") return messages.same_reference;
  return column === "amount" && NO_AMOUNT.includes(reason) ? messages.plain_amount : null;
}

function groupByLine(problems: readonly RowProblem[]): ReadonlyMap<number, readonly RowProblem[]> {
  const rows = new Map<number, RowProblem[]>();
  for (const problem of problems) rows.set(problem.row.line, [...(rows.get(problem.row.line) ?? []), problem]);
  return rows;
}

interface RowProps {
  readonly spreadsheet: Spreadsheet;
  readonly problems: readonly RowProblem[];
  readonly edits: ReadonlyMap<string, string>;
  /** A cell is identified by the line of its row and its column index. */
  readonly onEdit: (cell: string, text: string) => void;
}

function RowProblems({ spreadsheet, problems, edits, onEdit }: RowProps) {
  const messages = useSendMessages();
  const { columns } = useMessages();
  const { language } = useLanguage();
  const row = problems[0]?.row;
  if (!row) return null;
  const name = columnIndex(spreadsheet, "name");
  const labels = new Map<string, string>(Object.entries(columns));
  return (
    <>
      <p>
        <strong>{messages.line(row.line)}</strong> <span>{name === null ? "" : row.cells[name]}</span>
      </p>
      {problems.map((problem) => {
        const { column } = problem;
        const index = column === null ? null : columnIndex(spreadsheet, column);
        const problem_text = problemText(problem, messages, language);
        if (index === null) {
          return (
            <p key={problem_text} className="field-error">
              {column === null
                ? problem_text
                : `${labels.get(column) ?? column}${language === "fr" ? "\u00a0:" : ":"} ${problem_text}`}
            </p>
          );
        }
        const cell = `${row.line} ${index}`;
        return (
          <Field
            key={cell}
            {...{
              label: labels.get(column ?? "") ?? spreadsheet.columns[index]?.heading ?? "",
              error: problem_text,
              name: `cell ${cell}`,
            }}
            value={edits.get(cell) ?? row.cells[index] ?? ""}
            onValue={(value) => onEdit(cell, value)}
          />
        );
      })}
    </>
  );
}
