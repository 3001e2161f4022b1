import { Button } from "@kolo/ui/button.tsx";
import { Field } from "@kolo/ui/field.tsx";
import { formatMoney, type Language } from "@kolo/ui/format-money.ts";
import { useLanguage } from "@kolo/ui/language.tsx";
import { useRef, useState } from "react";
import type { Answer } from "./api.ts";
import { useApprovalWords } from "./approval-texts.ts";
import type { RowProblem, SheetCheck } from "./bulk-check.ts";
import { ReadRows, Repeats } from "./bulk-rows.tsx";
import { corrected, placeOf, type Sheet, type SheetColumn, type SheetRow, writeSheet } from "./bulk-sheet.ts";
import { Sum } from "./cells.tsx";
import { whyNot } from "./deed.tsx";
import { useArrival } from "./focus.ts";
import { amountOf, type Item, numberOf, textOf } from "./items.ts";
import { usePlace } from "./place.ts";
import { said } from "./said.ts";
import { useSelfWords } from "./self-texts.ts";
import type { Attempts } from "./send-once.ts";
import { type SendTexts, useSendWords } from "./send-texts.ts";
import { useSending } from "./sending.tsx";
import { Notice } from "./shell-parts.tsx";
import { useWords } from "./texts.ts";

const ROWS_SHOWN = 100;

/** A checked sheet, and the rows to leave out. */
export interface Upload {
  readonly sheet: Sheet;
  /** The line numbers of the rows to leave out. */
  readonly left: ReadonlySet<number>;
  readonly query: string;
  readonly result: SheetCheck;
  /** A unique key of this check. */
  readonly key: string;
}

/** The sheet in the form of a request. */
export interface SheetOrder {
  readonly query: string;
  readonly csv: string;
}

interface ReviewProps {
  readonly upload: Upload;
  readonly attempts: { current: Attempts<SheetOrder> };
  /** Checks the changed sheet again. Returns null on success, else the failed answer. */
  readonly onChange: (sheet: Sheet, left: ReadonlySet<number>) => Promise<Answer | null>;
}

/** The rows of a sheet that will be sent. */
export function keptOf(sheet: Sheet, left: ReadonlySet<number>): readonly SheetRow[] {
  return sheet.rows.filter(({ line }) => !left.has(line));
}

/** The totals of a sheet, the form that corrects wrong rows, and the button that sends it. */
export function Review({ upload, attempts, onChange }: ReviewProps) {
  const words = useSendWords();
  const self = useSelfWords();
  const { sheet, left, result } = upload;
  const { check, problems } = result;
  const [trouble, setTrouble] = useState("");
  const [is_busy, setBusy] = useState(false);
  const section = useRef<HTMLElement>(null);
  useArrival(section);
  async function look(changed: Sheet, without: ReadonlySet<number>): Promise<void> {
    if (is_busy) return;
    setBusy(true);
    const answer = await onChange(changed, without);
    setBusy(false);
    if (answer) setTrouble(whyNot(answer, self));
  }
  return (
    <section className="review" aria-labelledby="preview" ref={section}>
      <h2 id="preview">{words.preview}</h2>
      {check && <Sums check={check} />}
      {left.size > 0 && (
        <Notice>
          {words.left_out(left.size)}{" "}
          <Button tone="quiet" is_busy={is_busy} onClick={() => void look(sheet, new Set())}>
            {words.put_back}
          </Button>
        </Notice>
      )}
      {problems.length > 0 && <Corrections upload={upload} is_busy={is_busy} trouble={trouble} onLook={look} />}
      {problems.length === 0 && trouble !== "" && <Notice tone="bad">{trouble}</Notice>}
      {result.repeats.length > 0 && (
        <Repeats
          repeats={result.repeats}
          is_busy={is_busy}
          onLeaveOut={(lines) => void look(sheet, new Set([...left, ...lines]))}
        />
      )}
      {check && problems.length === 0 && <Send upload={upload} check={check} attempts={attempts} />}
      <ReadRows sheet={sheet} left={left} />
    </section>
  );
}

function Sums({ check }: { readonly check: Item }) {
  const words = useSendWords();
  const sums = { total_amount: words.sum, total_fee: words.fees, available: words.available };
  return (
    <dl className="sums">
      <div>
        <dt>{words.rows}</dt>
        <dd>{numberOf(check, "total_transfers")}</dd>
      </div>
      {(["total_amount", "total_fee", "available"] as const).map((field) => (
        <div key={field}>
          <dt>{sums[field]}</dt>
          <dd>
            <Sum item={check} field={field} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface SendProps {
  readonly upload: Upload;
  readonly check: Item;
  readonly attempts: { current: Attempts<SheetOrder> };
}

function Send({ upload, check, attempts }: SendProps) {
  const words = useSendWords();
  const approval = useApprovalWords();
  const place = usePlace();
  const { language } = useLanguage();
  const sum = formatMoney(amountOf(check, "total_amount") ?? 0n, textOf(check, "currency"), language);
  const { is_busy, trouble, send } = useSending({
    ...{ attempts, page: "/bulk", record: "bulk_transfer" },
    order: { query: upload.query, csv: writeSheet(upload.sheet, keptOf(upload.sheet, upload.left)) },
    post: ({ query, csv }, key) =>
      place.ask("POST", `/transfers/bulk${query}`, csv, { "content-type": "text/csv", "idempotency-key": key }),
  });
  return (
    <>
      {check.needs_approval === true && <Notice>{approval.will_wait}</Notice>}
      {check.is_enough !== true && <Notice tone="bad">{words.poor}</Notice>}
      {trouble}
      {check.is_enough === true && (
        <Button tone="main" is_busy={is_busy} onClick={() => void send()}>
          {words.send_all(numberOf(check, "total_transfers"), sum)}
        </Button>
      )}
    </>
  );
}

interface CorrectionsProps {
  readonly upload: Upload;
  readonly is_busy: boolean;
  readonly trouble: string;
  readonly onLook: (sheet: Sheet, left: ReadonlySet<number>) => Promise<void>;
}

/** The form that corrects or leaves out the wrong rows, each named by its line in the file. */
function Corrections({ upload, is_busy, trouble, onLook }: CorrectionsProps) {
  const words = useSendWords();
  const { sheet, left, result } = upload;
  const [typed, setTyped] = useState<ReadonlyMap<string, string>>(new Map());
  const rows = byLine(result.problems);
  const changed = (): Sheet => ({
    ...sheet,
    rows: sheet.rows.map((row) =>
      [...typed].reduce((kept, [cell, text]) => {
        const [line, place] = cell.split(" ").map(Number);
        return line === row.line ? corrected(kept, place ?? 0, text) : kept;
      }, row),
    ),
  });
  return (
    <>
      <Notice tone="bad">{words.errors(rows.size)}</Notice>
      <form
        noValidate
        aria-label={words.problem}
        onSubmit={(event) => {
          event.preventDefault();
          void onLook(changed(), left);
        }}
      >
        <ol className="corrections">
          {[...rows].slice(0, ROWS_SHOWN).map(([line, problems]) => (
            <li key={line}>
              <RowProblems
                sheet={sheet}
                problems={problems}
                typed={typed}
                onTyped={(cell, text) => setTyped(new Map([...typed, [cell, text]]))}
              />
            </li>
          ))}
        </ol>
        {rows.size > ROWS_SHOWN && <p className="quiet">{words.more_rows(rows.size - ROWS_SHOWN)}</p>}
        {trouble !== "" && <Notice tone="bad">{trouble}</Notice>}
        <div className="actions">
          <Button type="submit" is_busy={is_busy}>
            {words.check_again}
          </Button>
          <Button is_busy={is_busy} onClick={() => void onLook(sheet, new Set([...left, ...rows.keys()]))}>
            {words.leave_out(rows.size)}
          </Button>
        </div>
      </form>
    </>
  );
}

/** Rewords errors for people who edit a spreadsheet: the service's messages address developers. */
function whyWrong(column: SheetColumn | null, text: string, words: SendTexts, language: Language): string {
  if (/^The entry \d+ has the same reference$/.test(text)) return words.same_reference;
  return column === "amount" && text.startsWith("Enter a whole number") ? words.plain_amount : said(text, language);
}

function byLine(problems: readonly RowProblem[]): ReadonlyMap<number, readonly RowProblem[]> {
  const rows = new Map<number, RowProblem[]>();
  for (const problem of problems) rows.set(problem.row.line, [...(rows.get(problem.row.line) ?? []), problem]);
  return rows;
}

interface RowProps {
  readonly sheet: Sheet;
  readonly problems: readonly RowProblem[];
  readonly typed: ReadonlyMap<string, string>;
  /** A cell is identified by the line of its row and its column index. */
  readonly onTyped: (cell: string, text: string) => void;
}

function RowProblems({ sheet, problems, typed, onTyped }: RowProps) {
  const words = useSendWords();
  const { columns } = useWords();
  const { language } = useLanguage();
  const row = problems[0]?.row;
  if (!row) return null;
  const name = placeOf(sheet, "name");
  const labels = new Map<string, string>(Object.entries(columns));
  return (
    <>
      <p>
        <strong>{words.line(row.line)}</strong> <span>{name === null ? "" : row.cells[name]}</span>
      </p>
      {problems.map(({ column, text }) => {
        const place = column === null ? null : placeOf(sheet, column);
        const why = whyWrong(column, text, words, language);
        if (place === null) {
          return (
            <p key={text} className="field-error">
              {column === null ? why : `${labels.get(column) ?? column}${language === "fr" ? "\u00a0:" : ":"} ${why}`}
            </p>
          );
        }
        const cell = `${row.line} ${place}`;
        return (
          <Field
            key={cell}
            {...{
              label: labels.get(column ?? "") ?? sheet.columns[place]?.heading ?? "",
              error: why,
              name: `cell ${cell}`,
            }}
            value={typed.get(cell) ?? row.cells[place] ?? ""}
            onValue={(value) => onTyped(cell, value)}
          />
        );
      })}
    </>
  );
}
