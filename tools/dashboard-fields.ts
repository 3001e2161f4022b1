// Generates the dashboard's field names from the tables of fields in server/resources/*/schema.ts. `npm run docs`
// writes them to dashboard/src/app/fields.ts.
import { FIELD_LABELS, type FieldName } from "../server/kernel/field-labels.ts";
import { listColumns, namesIn } from "../server/kernel/field-table.ts";
import { BENEFICIARY_FIELDS } from "../server/resources/beneficiaries/schema.ts";
import { FILE_COLUMNS } from "../server/resources/bulk/file.ts";
import { BULK_FIELDS } from "../server/resources/bulk/schema.ts";
import { CUSTOMER_FIELDS } from "../server/resources/customers/schema.ts";
import { INVOICE_FIELDS } from "../server/resources/invoices/schema.ts";
import { PAYMENT_LINK_FIELDS } from "../server/resources/links/schema.ts";
import { PAYMENT_FIELDS } from "../server/resources/payments/schema.ts";
import { REFUND_FIELDS } from "../server/resources/refunds/schema.ts";
import { TRANSFER_FIELDS } from "../server/resources/transfers/schema.ts";
import { WITHDRAWAL_ACCOUNT_FIELDS } from "../server/resources/withdrawal-accounts/schema.ts";
import { WITHDRAWAL_FIELDS } from "../server/resources/withdrawals/schema.ts";

// Makes a field without a label a type error.
type Names = readonly FieldName[];

const LIST_COLUMNS: Readonly<Record<string, { readonly columns: Names; readonly others: Names }>> = {
  payments: listColumns(PAYMENT_FIELDS),
  "payment-links": listColumns(PAYMENT_LINK_FIELDS),
  invoices: listColumns(INVOICE_FIELDS),
  refunds: listColumns(REFUND_FIELDS),
  transfers: listColumns(TRANSFER_FIELDS),
  bulk: listColumns(BULK_FIELDS),
  withdrawals: listColumns(WITHDRAWAL_FIELDS),
  "withdrawal-accounts": listColumns(WITHDRAWAL_ACCOUNT_FIELDS),
  beneficiaries: listColumns(BENEFICIARY_FIELDS),
  customers: listColumns(CUSTOMER_FIELDS),
};

const FORM_INPUTS: Readonly<Record<string, Names>> = {
  payments: namesIn(PAYMENT_FIELDS, "form"),
  "payment-links": namesIn(PAYMENT_LINK_FIELDS, "form"),
  transfers: namesIn(TRANSFER_FIELDS, "form"),
  "withdrawal-accounts": namesIn(WITHDRAWAL_ACCOUNT_FIELDS, "form"),
  beneficiaries: namesIn(BENEFICIARY_FIELDS, "form"),
  customers: namesIn(CUSTOMER_FIELDS, "form"),
};

const file_columns: Names = FILE_COLUMNS;

/** Returns the text of dashboard/src/app/fields.ts. */
export function dashboardFields(): string {
  const labels = (at: 0 | 1) =>
    Object.fromEntries(Object.entries(FIELD_LABELS).map(([name, label]) => [name, label[at]]));
  const constant = (comment: string, name: string, value: unknown): string =>
    `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value, null, 2)}`;
  return [
    "// Written by `npm run docs` from the tables of fields in server/resources and the labels in server/kernel.",
    `${constant("The name of each field, by language.", "FIELD_LABELS", { en: labels(0), fr: labels(1) })};`,
    `${constant("The columns of each list: those shown by default, and the others.", "LIST_COLUMNS", LIST_COLUMNS)} as const;`,
    `${constant("The inputs of each form. That of transfers has others besides.", "FORM_INPUTS", FORM_INPUTS)} as const;`,
    `${constant("The fields that a file of payees may have as columns.", "FILE_COLUMNS", file_columns)} as const;`,
    "",
  ]
    .join("\n\n")
    .replace(/\n\n$/, "\n");
}
