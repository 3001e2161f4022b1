import type { NewSchedule } from "#app/api-types.ts";
import { columnIndex, type Spreadsheet, type SpreadsheetField, type SpreadsheetRow } from "./spreadsheet.ts";

type NewScheduledTransfer = NewSchedule["transfers"][number];

/**
 * The rows of a checked file as transfers of a schedule. References are left out: every run makes transfers of its own,
 * and a reference is unique.
 */
export function toScheduledTransfers(
  spreadsheet: Spreadsheet,
  rows: readonly SpreadsheetRow[],
  default_channel: string,
): readonly NewScheduledTransfer[] {
  return rows.map(({ cells }) => {
    const text = (field: SpreadsheetField): string => {
      const index = columnIndex(spreadsheet, field);
      return index === null ? "" : (cells[index] ?? "").trim();
    };
    const filledFields = <Field extends SpreadsheetField>(
      ...fields: readonly Field[]
    ): { readonly [Name in Field]?: string } =>
      Object.assign({}, ...fields.flatMap((field) => (text(field) === "" ? [] : [{ [field]: text(field) }])));
    const { beneficiary } = filledFields("beneficiary");
    return {
      ...{
        amount: amountOf(text("amount")),
        channel: text("channel") || default_channel,
        ...filledFields("description"),
      },
      ...(beneficiary === undefined
        ? {
            beneficiary_data: {
              ...filledFields("email", "account_number", "bank_code", "country"),
              ...{ name: text("name"), phone: text("phone") },
            },
          }
        : { beneficiary }),
    };
  });
}

/**
 * Reads an amount as the service reads it in a file: `75 000`, `75 000 FCFA` or `75000,00`. Returns NaN, which the
 * service refuses, for any other text: `Number` alone would read `75.000` as 75.
 */
function amountOf(text: string): number {
  const digits = text
    .replace(/[\s']/g, "")
    .replace(/(FCFA|XAF|XOF|F)$/i, "")
    .replace(/[.,]0{1,2}$/, "");
  return /^\d{1,15}$/.test(digits) ? Number(digits) : Number.NaN;
}
