import type { Answer } from "./api.ts";
import { columnNamed, type Sheet, type SheetColumn, type SheetRow, writeSheet } from "./bulk-sheet.ts";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";

/** An error in one cell of one row. */
export interface RowProblem {
  readonly row: SheetRow;
  readonly column: SheetColumn | null;
  /** The service's message. */
  readonly text: string;
}

/** A row that repeats a payee and an amount. */
export interface RowRepeat {
  readonly row: SheetRow;
  /** The earlier row of the file, or the id of a transfer of the last 24 hours. */
  readonly of: SheetRow | string;
}

/** The result of checking a sheet: the totals of its valid rows, and the errors of the others. */
export interface SheetCheck {
  /** The service's check of the valid rows; null if no check succeeded. */
  readonly check: Item | null;
  readonly problems: readonly RowProblem[];
  readonly repeats: readonly RowRepeat[];
  /** The service's last answer. */
  readonly answer: Answer;
}

// The service reports malformed cells first, then errors that need its records. After ten rounds the user must correct the
// file.
const ROUNDS_MAX = 10;

/**
 * Checks all rows. The service stops at malformed rows, so the others are checked again without them. One run thus finds
 * every error, and the totals of the valid rows.
 */
export async function checkSheet(
  sheet: Sheet,
  rows: readonly SheetRow[],
  ask: (csv: string) => Promise<Answer>,
): Promise<SheetCheck> {
  const problems: RowProblem[] = [];
  let kept = rows;
  for (let round = 1; ; round += 1) {
    const answer = await ask(writeSheet(sheet, kept));
    if (answer.is_ok) {
      const check = itemOf(answer.body, "bulk_check");
      const all = [...problems, ...problemsOf(kept, itemOf(check, "errors"))];
      return { check, problems: inOrder(all), repeats: inOrder(repeatsOf(kept, check)), answer };
    }
    const found = problemsOf(kept, itemOf(answer.body, "errors"));
    problems.push(...found);
    const wrong = new Set(found.map(({ row }) => row));
    kept = kept.filter((row) => !wrong.has(row));
    if (found.length === 0 || kept.length === 0 || round === ROUNDS_MAX) {
      return { check: null, problems: inOrder(problems), repeats: [], answer };
    }
  }
}

/** Reads the errors from the body, whose messages are the service's own; `answer.errors` is already translated. */
function problemsOf(rows: readonly SheetRow[], errors: Item): readonly RowProblem[] {
  return Object.entries(errors).flatMap(([path, texts]) => {
    const [, entry = "", field = ""] = /^transfers\.(\d+)\.?(.*)$/.exec(path) ?? [];
    const row = entry === "" ? undefined : rows[Number(entry)];
    const text = Array.isArray(texts) ? texts.join(", ") : "";
    return row ? [{ row, column: columnNamed(field.replace(/^beneficiary_data\./, "")), text }] : [];
  });
}

function repeatsOf(rows: readonly SheetRow[], check: Item): readonly RowRepeat[] {
  const within = itemsOf(check, "repeats").flatMap((repeat) => {
    const [row, of] = [rows[numberOf(repeat, "entry")], rows[numberOf(repeat, "first")]];
    return row && of ? [{ row, of }] : [];
  });
  const before = itemsOf(check, "duplicates").flatMap((duplicate) => {
    const row = rows[numberOf(duplicate, "entry")];
    return row ? [{ row, of: textOf(duplicate, "transfer") }] : [];
  });
  return [...within, ...before];
}

function inOrder<Found extends { readonly row: SheetRow }>(found: readonly Found[]): readonly Found[] {
  return [...found].sort((one, other) => one.row.line - other.row.line);
}
