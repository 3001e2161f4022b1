import type { Tx } from "#db/tx.ts";
import { readScheduledFilter, scheduledDateFields } from "#http/date-filter.ts";
import { listEnvelope as listOf, messageEnvelope, type Reply, resourceEnvelope } from "#http/envelope.ts";
import { type IdempotentRequest, storeReplies } from "#http/idempotency.ts";
import { namesSearchField, pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { badRequest } from "#kernel/errors.ts";
import { CurrencyCode, Description, IdText, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { Person, Scope } from "#kernel/scope.ts";
import { BULK_BODIES } from "./bodies.ts";
import { cancelBulk } from "./cancel.ts";
import { checkBulk } from "./check.ts";
import { createBulk } from "./create.ts";
import { FILE_COLUMNS } from "./file.ts";
import { presentCreatedBulk } from "./present.ts";
import { listBulks, retrieveBulk } from "./retrieve.ts";
import {
  AllowDuplicate,
  Bulk,
  BulkCheck,
  BulkDetails,
  BulkFile,
  CreatedBulk,
  ENTRIES_MAX,
  NewBulk,
  type TimingFields,
  timingFields,
} from "./schema.ts";

const tag = "Bulk transfers";
/** In bytes: 10,000 entries of 1.6 KiB each. */
export const BULK_BODY_BYTES = 16 * 1024 * 1024;

const initialized = resourceEnvelope(201, { message: "Bulk transfer initialized" }, "bulk_transfer", CreatedBulk);
const retrieved = resourceEnvelope(202, { message: "Bulk transfer retrieved" }, "bulk_transfer", BulkDetails);
const listed = listOf({ message: "Bulk transfers retrieved" }, "items", Bulk, { has_days: true });
const canceled = messageEnvelope(202, { message: "Bulk transfer canceled successfully" });
const fileRead = resourceEnvelope(200, { message: "File read" }, "bulk_file", BulkFile);
const checked = resourceEnvelope(200, { message: "Bulk transfer checked" }, "bulk_check", BulkCheck);

/** The query parameters of a request with a file. A JSON body has the same fields. */
const fileFields = {
  currency: Type.Optional(CurrencyCode),
  description: Type.Optional(Description),
  ...timingFields,
  allow_duplicate: Type.Optional(AllowDuplicate),
  channel: Type.Optional(Type.String({ maxLength: 40, description: "The channel of rows that have none." })),
};
const { rules: body_rules, formats: file_bodies } = BULK_BODIES["new bulk"];
const MAIN_COLUMNS = ["name", "phone", "amount"];
const OTHER_COLUMNS = FILE_COLUMNS.filter((name) => !MAIN_COLUMNS.includes(name));
const FILE_NOTE =
  "a file with the currency in the query: CSV as `text/csv`, or a workbook (.xlsx) as its own type. The first line names the columns " +
  `(\`name\`, \`phone\`, \`amount\`, and ${OTHER_COLUMNS.map((name) => `\`${name}\``).join(", ")}).`;
const BODY_NOTE = `Send JSON, or ${FILE_NOTE}`;

/** A request to create a bulk, queued for the next commit. */
export interface BulkSubmission {
  readonly scope: Scope;
  readonly person: Person | null;
  readonly key: Id<"key"> | null;
  readonly body: NewBulk;
  readonly idempotency: IdempotentRequest | null;
}

/**
 * Creates bulks and stores the replies for their Idempotency-Keys. A bulk is large enough for a commit of its own, and
 * a refusal rolls it back.
 */
export async function commitBulks(tx: Tx, submissions: readonly BulkSubmission[]): Promise<readonly (Reply | Error)[]> {
  const replies: Reply[] = [];
  for (const { scope, person, key, body, idempotency } of submissions) {
    const reply = initialized.of(presentCreatedBulk(await createBulk(tx, scope, body, { requested_by: person, key })));
    if (idempotency) storeReplies(tx, [{ request: idempotency, reply }]);
    replies.push(reply);
  }
  return replies;
}

/**
 * Throws if a JSON request has timing fields in its query, which apply to files only. Ignoring a due time there would
 * send money too early.
 */
function requireTimingInBody(query: TimingFields, body: TimingFields): void {
  for (const field of ["scheduled_at", "reserve_funds"] as const) {
    if (query[field] !== undefined && query[field] !== body[field])
      throw badRequest(field, "conflicting_parameter", "Send this in the body", { other: "body" });
  }
}

export function bulkRoutes(submit: (submission: BulkSubmission) => Promise<Reply>): readonly Route[] {
  return [
    route({
      method: "POST",
      path: "/transfers/bulk",
      access: "private",
      right: "transfers:write",
      is_address_checked: true,
      tag,
      summary: "Create a bulk transfer",
      description: `Accepts all of the transfers and holds their sum, or accepts none. If the merchant requires a second approval, no transfer is sent before a second person approves the bulk. With \`scheduled_at\` nothing is sent before that moment; the approval may be given ahead. ${BODY_NOTE}`,
      body_limit_bytes: BULK_BODY_BYTES,
      extra_body_formats: file_bodies,
      large_body: "new bulk",
      query: Type.Object(fileFields),
      body: NewBulk,
      body_rules,
      reply: initialized,
      errors: ["invalid", "too_large"],
      submit({ scope, person, key, query, body, idempotency }) {
        requireTimingInBody(query, body);
        return submit({ scope, person, key, body, idempotency });
      },
    }),
    route({
      method: "POST",
      path: "/transfers/bulk/check",
      access: "private",
      right: "transfers:write",
      tag,
      summary: "Check a bulk transfer",
      description: `Returns the sums, fees, errors and possible duplicates of the bulk, without creating it. ${BODY_NOTE}`,
      body_limit_bytes: BULK_BODY_BYTES,
      extra_body_formats: file_bodies,
      large_body: "new bulk",
      query: Type.Object(fileFields),
      body: NewBulk,
      body_rules,
      reply: checked,
      errors: ["too_large"],
      handle: async (tx, { scope, person, body }) => checked.of(await checkBulk(tx, scope, body, person)),
    }),
    route({
      method: "POST",
      path: "/transfers/bulk/read",
      access: "private",
      right: "transfers:write",
      tag,
      summary: "Read a bulk transfer's file",
      description:
        "Parses a file of people to pay, without creating anything. The answer has the rows, the line on which each row begins, " +
        "and the field of each column. The row at index 3 becomes the entry `transfers.3`. A damaged file gets 400 with the " +
        "line in `errors.file`. Send CSV as `text/csv`, or a workbook (.xlsx) as its own type.",
      body_limit_bytes: BULK_BODY_BYTES,
      extra_body_formats: BULK_BODIES["bulk file"].formats,
      large_body: "bulk file",
      body: BulkFile,
      reply: fileRead,
      errors: ["too_large"],
      handle: async (_, { body }) => fileRead.of(body),
    }),
    route({
      method: "GET",
      path: "/transfers/bulk/{id}",
      access: "private",
      right: "transfers:read",
      tag,
      summary: "Retrieve a bulk transfer",
      description: "Returns the bulk with its transfers, and the number of transfers in each status.",
      params: Type.Object({ id: IdText }),
      query: Type.Object({
        transfers: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: ENTRIES_MAX,
            description: "The number of transfers to return, from the first; all by default.",
          }),
        ),
      }),
      reply: retrieved,
      errors: ["not_found"],
      handle: async (tx, { scope, params, query }) =>
        retrieved.of(await retrieveBulk(tx, scope, params.id, query.transfers ?? null)),
    }),
    route({
      method: "DELETE",
      path: "/transfers/bulk/{id}",
      access: "private",
      right: "transfers:write",
      tag,
      summary: "Cancel a bulk transfer",
      description:
        "Cancels those of its transfers that are `pending`, and releases their money. Refused once none of them is `pending`.",
      params: Type.Object({ id: IdText }),
      reply: canceled,
      errors: ["not_found", "invalid"],
      async handle(tx, { scope, person, params }) {
        await cancelBulk(tx, scope, params.id, person);
        return canceled.of(null);
      },
    }),
    route({
      method: "GET",
      path: "/bulk-transfers",
      access: "private",
      right: "transfers:read",
      tag,
      summary: "List bulk transfers",
      description:
        "Newest first, without their transfers: `GET /transfers?bulk_transfer=` lists those. `search` covers the description and the id.",
      query: Type.Object({
        ...pageFields,
        ...namesSearchField,
        schedule: Type.Optional(Type.String({ maxLength: 40, description: "The id of a schedule: its runs." })),
        ...scheduledDateFields,
      }),
      reply: listed,
      async handle(tx, { scope, query }) {
        const page = readPageRequest(query);
        const { range, reply_fields } = await readScheduledFilter(tx, scope.merchant, query);
        const filter = { schedule: query.schedule ?? null, search: query.search ?? null, scheduled: range };
        return listed.of({ ...page, ...(await listBulks(tx, scope, filter, page)), ...reply_fields });
      },
    }),
  ];
}
