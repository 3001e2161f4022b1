import type { ReadTx, Tx } from "#db/tx.ts";
import { dateFields, readDateFilter, readScheduledFilter, scheduledDateFields } from "#http/date-filter.ts";
import { listEnvelope as listOf, messageEnvelope, type Reply, resourceEnvelope } from "#http/envelope.ts";
import {
  alreadyAnsweredError,
  findAnswered,
  type IdempotentRequest,
  type StoredReply,
  storeReplies,
} from "#http/idempotency.ts";
import type { InputRules } from "#http/input-parser.ts";
import { channelsField, orderSearchField, pageFields, readChannels, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { ServiceError } from "#kernel/errors.ts";
import { CurrencyCode, IdText, OneOf, Type } from "#kernel/fields.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import { cancelTransfer } from "./cancel.ts";
import { type PersonTransfer, recordCreatedTransfers } from "./create/audit-log.ts";
import { type CreatedTransfer, createTransfers, loadContextFor, type ParsedTransferOrders } from "./create/create.ts";
import type { TransferContext } from "./create/load-context.ts";
import { parseTransferOrder } from "./create/parse-order.ts";
import { recipientOf, validateRecipient } from "./create/recipient.ts";
import { presentTransfer } from "./present.ts";
import { retrieveTransfer } from "./retrieve.ts";
import { readTiming, validateTiming, validateTransferAgainstCatalogue } from "./rules.ts";
import { NewTransfer, Transfer, TransferDetails, TransferStatusField, transferTexts } from "./schema.ts";
import { list } from "./store.ts";

const tag = "Transfers";
const params = Type.Object({ reference: { ...IdText, description: "The id or the reference of the transfer." } });

const listed = listOf({ message: "Transfers retrieved" }, "items", Transfer, { has_days: true });
const initialized = resourceEnvelope(
  201,
  { phrase: "Accepted", message: "Transfer initialized" },
  "transfer",
  Transfer,
);
const retrieved = resourceEnvelope(200, { message: "Transfer retrieved" }, "transfer", TransferDetails);
const canceled = messageEnvelope(202, { message: "Transfer canceled successfully" });

const body_rules: InputRules = {
  validate: ({ body, input, environment }) => ({
    ...validateRecipient(body),
    ...validateTiming(body),
    ...unsupportedFieldErrors("transfers", input, environment),
  }),
  foresee: ({ body, environment }) => (environment === null ? {} : validateTransferAgainstCatalogue(body, environment)),
};

/** A request to create a transfer, queued for the next group commit. */
export interface TransferSubmission {
  /** The order, or the error that the checks without stored data found. */
  readonly parsed: ParsedTransferOrders[number];
  readonly idempotency: IdempotentRequest | null;
}

/** Reads the stored rows that decide the outcome of these transfers. */
export async function loadTransferContext(
  tx: ReadTx,
  submissions: readonly TransferSubmission[],
): Promise<LoadedCommit> {
  const [context, answered] = await Promise.all([
    loadContextFor(
      tx,
      submissions.map(({ parsed }) => parsed),
    ),
    findAnswered(tx, submissions),
  ]);
  return { context, answered };
}

interface LoadedCommit {
  readonly context: TransferContext;
  /** The requests whose Idempotency-Key has a stored reply already (see `findAnswered`). */
  readonly answered: ReadonlySet<IdempotentRequest>;
}

/**
 * Creates the transfers of a group commit, stores the replies for their Idempotency-Keys, and writes an audit entry for
 * each transfer that a person created.
 */
export async function commitTransfers(
  tx: Tx,
  submissions: readonly TransferSubmission[],
  { context, answered }: LoadedCommit,
): Promise<readonly (Reply | Error)[]> {
  const parsed = submissions.map(({ idempotency, parsed: read }) =>
    idempotency && answered.has(idempotency) ? alreadyAnsweredError() : read,
  );
  const outcomes = await createTransfers(tx, context, parsed);
  const replies = outcomes.map((outcome) =>
    outcome instanceof ServiceError ? outcome : initialized.wrap(outcome.text),
  );
  storeReplies(
    tx,
    replies.flatMap((reply, index): StoredReply[] => {
      const request = submissions[index]?.idempotency;
      return request && !(reply instanceof Error) ? [{ request, reply }] : [];
    }),
  );
  // Only transfers that a person created are in the audit log.
  await recordCreatedTransfers(
    tx,
    outcomes.flatMap((outcome, index) => personTransfersOf(submissions[index], outcome)),
  );
  return replies;
}

function personTransfersOf(
  submission: TransferSubmission | undefined,
  outcome: CreatedTransfer | ServiceError,
): readonly PersonTransfer[] {
  if (!submission || submission.parsed instanceof ServiceError || outcome instanceof ServiceError) return [];
  const by = submission.parsed.order.requested_by;
  return by ? [{ transfer: outcome.transfer, by }] : [];
}

export function transferRoutes(submit: (submission: TransferSubmission) => Promise<Reply>): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/transfers",
      access: "private",
      right: "transfers:read",
      tag,
      summary: "List transfers",
      description:
        "Newest first. `search` covers the reference, the amount, the beneficiary's id, name and phone, the transfer's id and the " +
        "provider's reference.",
      query: Type.Object({
        ...pageFields,
        ...orderSearchField,
        status: Type.Optional(TransferStatusField),
        ...channelsField,
        bulk_transfer: Type.Optional(Type.String({ maxLength: 40, description: "The id of a bulk transfer." })),
        approval: Type.Optional(OneOf(["waiting"], { description: "Only transfers that wait for a second approval." })),
        ...dateFields,
        ...scheduledDateFields,
      }),
      reply: listed,
      async handle(tx, { scope, query }) {
        const days = await readDateFilter(tx, scope.merchant, query);
        const scheduled = await readScheduledFilter(tx, scope.merchant, query);
        const filter = {
          search: query.search ?? null,
          status: query.status ?? null,
          channels: readChannels(query),
          bulk: query.bulk_transfer ?? null,
          is_waiting: query.approval === "waiting",
          scheduled: scheduled.range,
          ...days.range,
        };
        const page = readPageRequest(query);
        const { rows, totals } = await list(tx, scope, filter, page);
        return listed.of({
          ...page,
          items: rows.map(presentTransfer),
          totals,
          ...days.reply_fields,
          ...scheduled.reply_fields,
        });
      },
    }),
    route({
      method: "POST",
      path: "/transfers",
      access: "private",
      right: "transfers:write",
      is_address_checked: true,
      is_reply_atomic: true,
      tag,
      summary: "Create a transfer",
      description:
        "Holds the amount and the fee at once. The transfer is `pending` and is sent a moment later. Send " +
        "`beneficiary` (an id) or `beneficiary_data`. If the merchant requires a second approval, the transfer stays `pending`, " +
        "with `approval`, until a second person approves it in the dashboard. " +
        "With `scheduled_at` it stays `pending` until that moment, and can be canceled until then. " +
        "`reserve_funds` says when its money is held.",
      body: NewTransfer,
      body_rules,
      reply: initialized,
      errors: ["invalid", "conflict"],
      submit: ({ scope, person, key, body, idempotency }) =>
        submit({
          idempotency,
          parsed: parseTransferOrder({
            scope,
            amount: BigInt(body.amount),
            currency: body.currency,
            channel: body.channel,
            recipient: recipientOf(body),
            reference: body.reference ?? null,
            ...transferTexts(body),
            metadata: body.metadata ?? null,
            expect_name: body.expect_name ?? null,
            bulk: null,
            timing: readTiming(body),
            requested_by: person,
            key,
            allow_duplicate: body.allow_duplicate ?? null,
          }),
        }),
    }),
    route({
      method: "GET",
      path: "/transfers/{reference}",
      access: "private",
      right: "transfers:read",
      tag,
      summary: "Retrieve a transfer",
      params,
      query: Type.Object({ currency: Type.Optional(CurrencyCode) }),
      reply: retrieved,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, params, query }) =>
        retrieved.of(await retrieveTransfer(tx, scope, params.reference, query.currency ?? null)),
    }),
    route({
      method: "DELETE",
      path: "/transfers/{reference}",
      access: "private",
      right: "transfers:write",
      tag,
      summary: "Cancel a transfer",
      description: "Allowed only while the transfer is `pending`.",
      params,
      reply: canceled,
      errors: ["not_found", "invalid"],
      async handle(tx, { scope, person, params }) {
        await cancelTransfer(tx, scope, params.reference, person);
        return canceled.of(null);
      },
    }),
  ];
}
