import type { ApiResponse } from "#app/api.ts";
import type { BulkTransferCheck } from "#app/api-types.ts";
import { fieldRefusals, type Refusal } from "#i18n/server-messages.ts";
import {
  type Spreadsheet,
  type SpreadsheetField,
  type SpreadsheetRow,
  toCsv,
  toSpreadsheetField,
} from "./spreadsheet.ts";

/** An error in one cell of one row. */
export interface RowProblem {
  readonly row: SpreadsheetRow;
  readonly column: SpreadsheetField | null;
  readonly refusals: readonly Refusal[];
}

/** A row that repeats a payee and an amount. */
export interface RowRepeat {
  readonly row: SpreadsheetRow;
  /** The earlier row of the file, or the id of a transfer of the last 24 hours. */
  readonly of: SpreadsheetRow | string;
}

/** The result of checking a spreadsheet: the totals of its valid rows, and the errors of the others. */
export interface SpreadsheetCheck {
  /** The service's check of the valid rows; null if no check succeeded. */
  readonly check: BulkTransferCheck | null;
  readonly problems: readonly RowProblem[];
  readonly repeats: readonly RowRepeat[];
  /** The service's last answer. */
  readonly response: ApiResponse<{ readonly bulk_check: BulkTransferCheck }>;
}

// The service reports malformed cells first, then errors that need its records. After ten rounds the user must correct
// the file.
const CHECKS_MAX = 10;

/**
 * Checks all rows. The service stops at malformed rows, so the others are checked again without them. One run thus
 * finds every error, and the totals of the valid rows.
 */
export async function checkSpreadsheet(
  spreadsheet: Spreadsheet,
  rows: readonly SpreadsheetRow[],
  checkCsv: (csv: string) => Promise<SpreadsheetCheck["response"]>,
): Promise<SpreadsheetCheck> {
  const problems: RowProblem[] = [];
  let remaining = rows;
  for (let attempt = 1; ; attempt += 1) {
    const response = await checkCsv(toCsv(spreadsheet, remaining));
    if (response.is_ok) {
      const { bulk_check: check } = response.body;
      const all = [...problems, ...problemsOf(remaining, check)];
      return { check, problems: sortByLine(all), repeats: sortByLine(repeatsOf(remaining, check)), response };
    }
    const new_problems = problemsOf(remaining, response.body);
    problems.push(...new_problems);
    const wrong_rows = new Set(new_problems.map(({ row }) => row));
    remaining = remaining.filter((row) => !wrong_rows.has(row));
    if (new_problems.length === 0 || remaining.length === 0 || attempt === CHECKS_MAX) {
      return { check: null, problems: sortByLine(problems), repeats: [], response };
    }
  }
}

function problemsOf(rows: readonly SpreadsheetRow[], body: object): readonly RowProblem[] {
  return Object.entries(fieldRefusals(body)).flatMap(([path, refusals]) => {
    const [, entry = "", field = ""] = /^transfers\.(\d+)\.?(.*)$/.exec(path) ?? [];
    const row = entry === "" ? undefined : rows[Number(entry)];
    return row ? [{ row, column: toSpreadsheetField(field.replace(/^beneficiary_data\./, "")), refusals }] : [];
  });
}

function repeatsOf(rows: readonly SpreadsheetRow[], check: BulkTransferCheck): readonly RowRepeat[] {
  const within_file = check.repeats.flatMap((repeat) => {
    const [row, of] = [rows[repeat.entry], rows[repeat.first]];
    return row && of ? [{ row, of }] : [];
  });
  const earlier_transfers = check.duplicates.flatMap((duplicate) => {
    const row = rows[duplicate.entry];
    return row ? [{ row, of: duplicate.transfer }] : [];
  });
  return [...within_file, ...earlier_transfers];
}

function sortByLine<RowResult extends { readonly row: SpreadsheetRow }>(
  items: readonly RowResult[],
): readonly RowResult[] {
  return [...items].sort((one, other) => one.row.line - other.row.line);
}
