import assert from "node:assert/strict";
import { describe, it } from "node:test";
import writeExcelFile from "write-excel-file/node";
import type {
  NewTransfer as DashboardNewTransfer,
  Transfer as DashboardTransfer,
} from "#dashboard/src/app/api-types.ts";
import type { FIELD_LABELS, FILE_COLUMNS, FORM_INPUTS, LIST_COLUMNS } from "#dashboard/src/app/fields.ts";
import type { NewTransfer as SdkNewTransfer, Transfer as SdkTransfer } from "#sdk/api.ts";
import type { SchemaColumns } from "#server/db/schema/columns.ts";
import { sql } from "#server/db/tx.ts";
import type { FieldName } from "#server/kernel/field-labels.ts";
import {
  columnsOf,
  type listColumns,
  type namesIn,
  optionalTextNames,
  type RowOf,
} from "#server/kernel/field-table.ts";
import { BENEFICIARY_FIELDS } from "#server/resources/beneficiaries/schema.ts";
import { BULK_FIELDS } from "#server/resources/bulk/schema.ts";
import { CUSTOMER_FIELDS } from "#server/resources/customers/schema.ts";
import { columnHeading } from "#server/resources/exports/headings.ts";
import { INVOICE_FIELDS } from "#server/resources/invoices/schema.ts";
import { PAYMENT_LINK_FIELDS } from "#server/resources/links/schema.ts";
import { PAYMENT_FIELDS } from "#server/resources/payments/schema.ts";
import { REFUND_FIELDS } from "#server/resources/refunds/schema.ts";
import { SCHEDULE_FIELDS } from "#server/resources/schedules/schema.ts";
import { type NewTransfer, TRANSFER_FIELDS, type Transfer } from "#server/resources/transfers/schema.ts";
import { WITHDRAWAL_ACCOUNT_FIELDS } from "#server/resources/withdrawal-accounts/schema.ts";
import { WITHDRAWAL_FIELDS } from "#server/resources/withdrawals/schema.ts";
import { transfer_order } from "#server/testing/orders.ts";
import { createTestUser } from "#server/testing/users.ts";
import { startTestWorld } from "#server/testing/world.ts";

type Transfers = typeof TRANSFER_FIELDS;
type Same<One, Other> = [Exclude<One, Other>, Exclude<Other, One>] extends [never, never] ? true : false;

/** The columns of a table of fields that no migration adds. */
type Unmigrated<Fields, Table extends keyof SchemaColumns> = Exclude<keyof RowOf<Fields>, SchemaColumns[Table]>;
/**
 * The columns of a table that its table of fields does not have. Only queries use `deleted_at` and `merged_into`; no row
 * is read with them.
 */
type Unlisted<Fields, Table extends keyof SchemaColumns> = Exclude<
  SchemaColumns[Table],
  keyof RowOf<Fields> | "deleted_at" | "merged_into"
>;
type None<Columns extends never> = Columns;

// A type error here names the fields whose column no migration adds. After a new migration, run `npm run docs`.
export type UnmigratedColumns =
  | None<Unmigrated<typeof BENEFICIARY_FIELDS, "beneficiaries">>
  | None<Unmigrated<typeof BULK_FIELDS, "bulk_transfers">>
  | None<Unmigrated<typeof CUSTOMER_FIELDS, "customers">>
  | None<Unmigrated<typeof INVOICE_FIELDS, "invoices">>
  | None<Unmigrated<typeof PAYMENT_LINK_FIELDS, "payment_links">>
  | None<Unmigrated<typeof PAYMENT_FIELDS, "payments">>
  | None<Unmigrated<typeof REFUND_FIELDS, "refunds">>
  | None<Unmigrated<typeof SCHEDULE_FIELDS, "schedules">>
  | None<Unmigrated<typeof TRANSFER_FIELDS, "transfers">>
  | None<Unmigrated<typeof WITHDRAWAL_ACCOUNT_FIELDS, "withdrawal_accounts">>
  | None<Unmigrated<typeof WITHDRAWAL_FIELDS, "withdrawals">>;

// A type error here names the columns that a migration adds and no table of fields has.
export type UnlistedColumns =
  | None<Unlisted<typeof BENEFICIARY_FIELDS, "beneficiaries">>
  | None<Unlisted<typeof BULK_FIELDS, "bulk_transfers">>
  | None<Unlisted<typeof CUSTOMER_FIELDS, "customers">>
  | None<Unlisted<typeof PAYMENT_LINK_FIELDS, "payment_links">>
  | None<Unlisted<typeof PAYMENT_FIELDS, "payments">>
  | None<Unlisted<typeof REFUND_FIELDS, "refunds">>
  | None<Unlisted<typeof SCHEDULE_FIELDS, "schedules">>
  | None<Unlisted<typeof TRANSFER_FIELDS, "transfers">>
  | None<Unlisted<typeof WITHDRAWAL_ACCOUNT_FIELDS, "withdrawal_accounts">>
  | None<Unlisted<typeof WITHDRAWAL_FIELDS, "withdrawals">>;

// A type error here means that the generated files are older than the field tables: run `npm run docs`.
export const generated_files_are_current: Readonly<Record<string, true>> = {
  sdk_request: true satisfies Same<keyof SdkNewTransfer, keyof NewTransfer>,
  sdk_answer: true satisfies Same<keyof SdkTransfer, keyof Transfer>,
  dashboard_request: true satisfies Same<keyof DashboardNewTransfer, keyof NewTransfer>,
  dashboard_answer: true satisfies Same<keyof DashboardTransfer, keyof Transfer>,
  labels: true satisfies Same<keyof (typeof FIELD_LABELS)["en"], FieldName>,
  form: true satisfies Same<
    (typeof FORM_INPUTS)["transfers"][number],
    ReturnType<typeof namesIn<"form", Transfers>>[number]
  >,
  file: true satisfies Same<(typeof FILE_COLUMNS)[number], ReturnType<typeof namesIn<"file", Transfers>>[number]>,
  list: true satisfies Same<
    (typeof LIST_COLUMNS)["transfers"]["columns" | "others"][number],
    ReturnType<typeof listColumns<Transfers>>["columns"][number]
  >,
};

const world = await startTestWorld();

const SQL_NAMES: Readonly<Record<string, string>> = {
  ...{ text: "text", bigint: "int8", int: "int4", boolean: "bool", timestamptz: "timestamptz", json: "json" },
  bytea: "bytea",
};

describe("the tables of fields", () => {
  for (const [table, fields] of [
    ["transfers", TRANSFER_FIELDS],
    ["payments", PAYMENT_FIELDS],
    ["refunds", REFUND_FIELDS],
    ["schedules", SCHEDULE_FIELDS],
    ["customers", CUSTOMER_FIELDS],
    ["beneficiaries", BENEFICIARY_FIELDS],
    ["bulk_transfers", BULK_FIELDS],
    ["payment_links", PAYMENT_LINK_FIELDS],
    ["invoices", INVOICE_FIELDS],
    ["withdrawals", WITHDRAWAL_FIELDS],
    ["withdrawal_accounts", WITHDRAWAL_ACCOUNT_FIELDS],
  ] as const) {
    it(`name columns that ${table} has, with their types`, async () => {
      const stored = await world.db.engine((tx) =>
        tx.rows<{ readonly name: string; readonly type: string }>(sql`
          select column_name::text as name, udt_name::text as type
          from information_schema.columns
          where table_schema = current_schema() and table_name = ${table}`),
      );
      const types = new Map(stored.map(({ name, type }) => [name, type]));
      for (const [name, type] of Object.entries(columnsOf(fields))) {
        assert.equal(types.get(name)?.replace("jsonb", "json"), SQL_NAMES[type], `${table}.${name}`);
      }
    });
  }
});

describe("an optional text of a transfer", () => {
  for (const [index, name] of optionalTextNames(TRANSFER_FIELDS).entries()) {
    it(`${name} is returned in answers, events and exports, from a request, a CSV file and a workbook`, async () => {
      const shop = await world.merchant({ balance: 1_000_000n });
      const owner = await createTestUser(world, shop.id, "owner");
      await owner.enrollSecondFactor();
      const headers = ["name", "phone", "amount", "channel", name];
      const cells = (text: string) => ["Jane", "677123456", "500", "cm.mtn", text];

      const created = await shop.post("/transfers", { ...transfer_order, [name]: `from a request ${index}` });
      assert.equal(created.body.transfer?.[name], `from a request ${index}`, created.text);
      const csv = [headers, cells("from a file")].map((row) => row.join(",")).join("\n");
      const workbook = await writeExcelFile(
        [headers, cells("from a workbook")].map((row) => row.map((value) => ({ value }))),
      ).toBuffer();
      for (const [type, bytes] of [
        ["text/csv", csv],
        ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", new Uint8Array(workbook)],
      ] as const) {
        const answer = await fetch(`${world.url}/transfers/bulk?currency=XAF`, {
          method: "POST",
          headers: { "content-type": type, authorization: shop.public_key, "x-grant": shop.private_key },
          body: bytes,
        });
        assert.equal(answer.status, 201, await answer.text());
      }
      await shop.post("/transfers", transfer_order);

      const expected = [null, "from a workbook", "from a file", `from a request ${index}`];
      const { body } = await shop.get("/transfers");
      assert.deepEqual(
        body.items.map((item: Readonly<Record<string, unknown>>) => item[name]),
        expected,
      );
      const one = await shop.get(`/transfers/${created.body.transfer.id}`);
      assert.equal(one.body.transfer[name], `from a request ${index}`);
      const events = await shop.get("/events?type=transfer.created");
      assert.deepEqual(
        events.body.items.map((event: { readonly data: Readonly<Record<string, unknown>> }) => event.data[name]),
        expected,
      );
      const { text } = await owner.send("GET", `/merchants/${shop.id}/${shop.environment}/exports/transfers`);
      const [head = "", ...lines] = text.trimEnd().split("\r\n");
      const column = head.split(",").indexOf(columnHeading(name, "en", ""));
      assert.deepEqual(
        lines.map((line) => line.split(",")[column]),
        expected.map((value) => value ?? ""),
      );
    });
  }
});
