import type { Answer } from "./api.ts";
import { columnNamed, type Sheet, type SheetColumn, type SheetRow, writeSheet } from "./bulk-sheet.ts";
import { type Item, itemOf, itemsOf, numberOf, textOf } from "./items.ts";

/** What is wrong with one cell of one row. */
export interface RowProblem {
  readonly row: SheetRow;
  readonly column: SheetColumn | null;
  /** In the service's words. */
  readonly text: string;
}

/** A row that pays somebody an amount that they get already. */
export interface RowRepeat {
  readonly row: SheetRow;
  /** An earlier row of the same file, or a transfer of the last day. */
  readonly of: SheetRow | string;
}

/** What would become of a sheet: of its right rows, and what is wrong with the others. */
export interface SheetCheck {
  /** The service's word on the rows without a problem; null where not even those can be looked at. */
  readonly check: Item | null;
  readonly problems: readonly RowProblem[];
  readonly repeats: readonly RowRepeat[];
  /** What the service said last. */
  readonly answer: Answer;
}

// The service names mistakes of form first, then what its records say. Beyond so many rounds, somebody looks at the file.
const ROUNDS_MAX = 10;

/**
 * Has all rows looked at. Where some are wrong in form the service stops at them: the others are then looked at alone, so
 * that everything that is wrong is known at once, with what the right rows come to.
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

/** By the body of the answer, which says it as the service does: who reads it is told in other words. */
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
