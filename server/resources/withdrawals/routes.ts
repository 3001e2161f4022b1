import { dateFields, readDateFilter } from "#http/date-filter.ts";
import { listEnvelope, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import { cancelWithdrawal } from "./cancel.ts";
import { createWithdrawal } from "./create.ts";
import { presentWithdrawal } from "./present.ts";
import { retrieveWithdrawal } from "./retrieve.ts";
import { NewWithdrawal, Withdrawal, WithdrawalDetails, WithdrawalStatusField } from "./schema.ts";
import { list } from "./store.ts";

const tag = "Withdrawals";
const params = Type.Object({ id: IdText });

const listed = listEnvelope({ message: "Withdrawals retrieved" }, "items", Withdrawal, { has_days: true });
const created = resourceEnvelope(201, { message: "Withdrawal created" }, "withdrawal", Withdrawal);
const retrieved = resourceEnvelope(200, { message: "Withdrawal retrieved" }, "withdrawal", WithdrawalDetails);
const canceled = messageEnvelope(202, { message: "Withdrawal canceled" });

export const withdrawalRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/withdrawals",
    access: "private",
    right: "withdrawals:read",
    tag,
    summary: "List withdrawals",
    description: "Newest first.",
    query: Type.Object({
      ...pageFields,
      status: Type.Optional(WithdrawalStatusField),
      account: Type.Optional(IdText),
      ...dateFields,
    }),
    reply: listed,
    async handle(tx, { scope, query }) {
      const page = readPageRequest(query);
      const { range, reply_fields } = await readDateFilter(tx, scope.merchant, query);
      const filter = { status: query.status ?? null, account: query.account ?? null, ...range };
      const { rows, totals } = await list(tx, scope, filter, page);
      return listed.of({ ...page, items: rows.map(presentWithdrawal), totals, ...reply_fields });
    },
  }),
  route({
    method: "POST",
    path: "/withdrawals",
    access: "private",
    right: "withdrawals:write",
    is_address_checked: true,
    tag,
    summary: "Create a withdrawal",
    description:
      "Takes money from your balance to a confirmed account of yours, in that account's currency. The amount is held at once; " +
      "a withdrawal is free. If no channel reaches the account or takes the amount, the platform operator pays it through a " +
      "bank. If the merchant requires a second approval, it stays `pending`, with `approval`, until then.",
    body: NewWithdrawal,
    body_rules: {
      validate: ({ input, environment }) => unsupportedFieldErrors("withdrawals", input, environment),
    },
    reply: created,
    errors: ["invalid", "conflict"],
    async handle(tx, { scope, person, key, body }) {
      const withdrawal = await createWithdrawal(tx, scope, {
        ...{ account: body.account, amount: BigInt(body.amount), reference: body.reference ?? null, by: person, key },
        ...{ description: body.description ?? null, metadata: body.metadata ?? null },
      });
      return created.of(presentWithdrawal(withdrawal));
    },
  }),
  route({
    method: "GET",
    path: "/withdrawals/{id}",
    access: "private",
    right: "withdrawals:read",
    tag,
    summary: "Retrieve a withdrawal",
    description: "By its id or your reference.",
    params,
    reply: retrieved,
    errors: ["not_found"],
    handle: async (tx, { scope, params }) => retrieved.of(await retrieveWithdrawal(tx, scope, params.id)),
  }),
  route({
    method: "DELETE",
    path: "/withdrawals/{id}",
    access: "private",
    right: "withdrawals:write",
    tag,
    summary: "Cancel a withdrawal",
    description: "Allowed only while the withdrawal is `pending`.",
    params,
    reply: canceled,
    errors: ["not_found", "invalid"],
    async handle(tx, { scope, person, params }) {
      await cancelWithdrawal(tx, scope, params.id, person);
      return canceled.of(null);
    },
  }),
];
