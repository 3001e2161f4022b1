import type { Reader, Tx } from "#db/tx.ts";
import { dateFields, daysIn } from "#http/days.ts";
import { bare, list as listOf, type Reply, single } from "#http/envelope.ts";
import { answeredBefore, answeredOf, type IdempotentRequest, type Kept, keep } from "#http/idempotency.ts";
import { channelsField, channelsIn, pageFields, paging, searchField } from "#http/pagination.ts";
import type { Rules } from "#http/reader.ts";
import { type Route, route } from "#http/route.ts";
import { ServiceError } from "#kernel/errors.ts";
import { CurrencyCode, IdText, OneOf, Type } from "#kernel/fields.ts";
import { unsupported } from "#kernel/unsupported.ts";
import { cancelTransfer } from "./cancel.ts";
import { type Created, createTransfers, lookUpFor, type ReadOrders } from "./create.ts";
import type { Known } from "./look-up.ts";
import { noteSent, type Sent } from "./note.ts";
import { readOrder } from "./read.ts";
import { recipientIn, recipientProblem } from "./recipient.ts";
import { retrieveTransfer } from "./retrieve.ts";
import { foreseeable } from "./rules.ts";
import { NewTransfer, Transfer, TransferDetails, TransferStatusField } from "./schema.ts";
import { show } from "./show.ts";
import { list } from "./store.ts";

const tag = "Transfers";
const params = Type.Object({ reference: { ...IdText, description: "The id or the reference of the transfer." } });

const listed = listOf({ message: "Transfers retrieved" }, "items", Transfer, { has_days: true });
const initialized = single(201, { phrase: "Accepted", message: "Transfer initialized" }, "transfer", Transfer);
const retrieved = single(200, { message: "Transfer retrieved" }, "transfer", TransferDetails);
const canceled = bare(202, { message: "Transfer canceled successfully" });

const body_rules: Rules = {
  check: ({ body, input }) => ({ ...recipientProblem(body), ...unsupported("transfers", input) }),
  foresee: ({ body, scope }) => (scope === null ? {} : foreseeable(body, scope.environment)),
};

/** A request to create a transfer that waits for its commit. */
export interface Submission {
  /** The order after the checks that need no stored data. */
  readonly read: ReadOrders[number];
  readonly idempotency: IdempotentRequest | null;
}

/** Reads the rows that a group commit of transfers needs for its decision. */
export async function lookUpTransfers(tx: Reader, submissions: readonly Submission[]): Promise<Looked> {
  const [known, answered] = await Promise.all([
    lookUpFor(
      tx,
      submissions.map(({ read }) => read),
    ),
    answeredOf(tx, submissions),
  ]);
  return { known, answered };
}

interface Looked {
  readonly known: Known;
  /** See `answeredOf`. */
  readonly answered: ReadonlySet<IdempotentRequest>;
}

/**
 * The body of a group commit of transfers: creates the transfers and stores the replies for their Idempotency-Keys in
 * one transaction.
 */
export function commitTransfers(
  tx: Tx,
  submissions: readonly Submission[],
  { known, answered }: Looked,
): readonly (Reply | Error)[] | Promise<readonly (Reply | Error)[]> {
  const read = submissions.map(({ idempotency, read }) =>
    idempotency && answered.has(idempotency) ? answeredBefore() : read,
  );
  const outcomes = createTransfers(tx, known, read);
  return outcomes instanceof Promise
    ? outcomes.then((all) => write(tx, submissions, all))
    : write(tx, submissions, outcomes);
}

/** Stores the replies for their Idempotency-Keys, and records the transfers of people in the audit log. */
function write(
  tx: Tx,
  submissions: readonly Submission[],
  outcomes: readonly (Created | ServiceError)[],
): readonly (Reply | Error)[] | Promise<readonly (Reply | Error)[]> {
  const replies = outcomes.map((outcome) =>
    outcome instanceof ServiceError ? outcome : initialized.around(outcome.text),
  );
  keep(
    tx,
    replies.flatMap((reply, place): Kept[] => {
      const request = submissions[place]?.idempotency;
      return request && !(reply instanceof Error) ? [{ request, reply }] : [];
    }),
  );
  const sent = outcomes.flatMap((outcome, place) => sentBy(submissions[place], outcome));
  // Transfers of API keys need no audit record, and so no further wait.
  return sent.length === 0 ? replies : noteSent(tx, sent).then(() => replies);
}

function sentBy(submission: Submission | undefined, outcome: Created | ServiceError): readonly Sent[] {
  if (!submission || submission.read instanceof ServiceError || outcome instanceof ServiceError) return [];
  const by = submission.read.order.asked_by;
  return by ? [{ transfer: outcome.transfer, by }] : [];
}

export function transferRoutes(submit: (submission: Submission) => Promise<Reply>): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/transfers",
      access: "private",
      right: "transfers:read",
      tag,
      summary: "List transfers",
      description:
        "Newest first. `search` looks at the reference, the amount, and the beneficiary's id, name and phone, and finds a transfer " +
        "by its id or the provider's reference.",
      query: Type.Object({
        ...pageFields,
        ...searchField,
        status: Type.Optional(TransferStatusField),
        ...channelsField,
        bulk_transfer: Type.Optional(Type.String({ maxLength: 40, description: "The id of a bulk transfer." })),
        approval: Type.Optional(OneOf(["waiting"], { description: "Only those that wait for a second person." })),
        ...dateFields,
      }),
      reply: listed,
      async handle(tx, { scope, query }) {
        const days = await daysIn(tx, scope.merchant, query);
        const filter = {
          search: query.search ?? null,
          status: query.status ?? null,
          channels: channelsIn(query),
          bulk: query.bulk_transfer ?? null,
          is_waiting: query.approval === "waiting",
          ...days.range,
        };
        const page = paging(query);
        const { rows, totals } = await list(tx, scope, filter, page);
        return listed.of({ ...page, items: rows.map(show), totals, ...days.shown });
      },
    }),
    route({
      method: "POST",
      path: "/transfers",
      aliases: [{ method: "POST", path: "/transfers/initialize" }],
      access: "private",
      right: "transfers:write",
      is_address_checked: true,
      is_one_with_answer: true,
      tag,
      summary: "Create a transfer",
      description:
        "The amount and the fee are set aside at once; the transfer is `pending` and goes out a moment later. Give " +
        "`beneficiary` (an id) or `beneficiary_data`. Where the merchant's rule asks for a second person it stays `pending`, " +
        "with `approval`, until that person agrees in the dashboard.",
      body: NewTransfer,
      body_rules,
      reply: initialized,
      errors: ["invalid", "conflict"],
      submit: ({ scope, person, body, idempotency }) =>
        submit({
          idempotency,
          read: readOrder({
            scope,
            amount: BigInt(body.amount),
            currency: body.currency,
            channel: body.channel,
            recipient: recipientIn(body),
            reference: body.reference ?? null,
            description: body.description ?? null,
            metadata: body.metadata ?? null,
            expect_name: body.expect_name ?? null,
            bulk: null,
            asked_by: person,
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
      description: "Only while it is `pending`.",
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
