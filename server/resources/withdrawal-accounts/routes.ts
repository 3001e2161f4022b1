import { listEnvelope, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { ServiceError } from "#kernel/errors.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { confirmWithdrawalAccount, removeWithdrawalAccount } from "./confirm.ts";
import { presentWithdrawalAccount } from "./present.ts";
import { registerWithdrawalAccount } from "./register.ts";
import { NewWithdrawalAccount, WithdrawalAccount } from "./schema.ts";
import { find, list } from "./store.ts";

const tag = "Withdrawals";
const params = Type.Object({ id: IdText });

const listed = listEnvelope({ message: "Withdrawal accounts retrieved" }, "items", WithdrawalAccount);
const created = resourceEnvelope(
  201,
  { message: "Withdrawal account registered" },
  "withdrawal_account",
  WithdrawalAccount,
);
const shown = resourceEnvelope(
  200,
  { message: "Withdrawal account retrieved" },
  "withdrawal_account",
  WithdrawalAccount,
);
const confirmed = resourceEnvelope(
  200,
  { message: "Withdrawal account confirmed" },
  "withdrawal_account",
  WithdrawalAccount,
);
const removed = messageEnvelope(200, { message: "Withdrawal account removed" });

export function withdrawalAccountRoutes({ cooling_ms }: { readonly cooling_ms: number }): readonly Route[] {
  return [
    route({
      method: "GET",
      path: "/withdrawal-accounts",
      access: "private",
      right: "withdrawals:read",
      tag,
      summary: "List withdrawal accounts",
      description: "Newest first, without removed ones.",
      query: Type.Object(pageFields),
      reply: listed,
      async handle(tx, { scope, query }) {
        const page = readPageRequest(query);
        const { rows, totals } = await list(tx, scope, page);
        return listed.of({ ...page, items: rows.map(presentWithdrawalAccount), totals });
      },
    }),
    route({
      method: "POST",
      path: "/withdrawal-accounts",
      access: "private",
      right: "withdrawals:write",
      is_address_checked: true,
      tag,
      summary: "Create a withdrawal account",
      description:
        "A bank account or a wallet of your own. Money goes to it once it is confirmed, and in live after a cooling time. " +
        "A person who registers it in the dashboard is the first of the two who confirm it in live.",
      body: NewWithdrawalAccount,
      reply: created,
      errors: ["invalid"],
      handle: async (tx, { scope, person, body }) =>
        created.of(presentWithdrawalAccount(await registerWithdrawalAccount(tx, scope, body, person))),
    }),
    route({
      method: "GET",
      path: "/withdrawal-accounts/{id}",
      access: "private",
      right: "withdrawals:read",
      tag,
      summary: "Retrieve a withdrawal account",
      params,
      reply: shown,
      errors: ["not_found"],
      async handle(tx, { scope, params }) {
        const row = await find(tx, scope, params.id);
        if (!row) throw new ServiceError("withdrawal_account_not_found", "Withdrawal account not found");
        return shown.of(presentWithdrawalAccount(row));
      },
    }),
    route({
      method: "POST",
      path: "/withdrawal-accounts/{id}/confirm",
      access: "private",
      right: "withdrawals:write",
      is_address_checked: true,
      tag,
      summary: "Confirm a withdrawal account",
      description: "In live two people must confirm it in the dashboard. In test a key can confirm it.",
      params,
      reply: confirmed,
      errors: ["not_found", "invalid"],
      handle: async (tx, { scope, person, params }) =>
        confirmed.of(
          presentWithdrawalAccount(await confirmWithdrawalAccount(tx, scope, params.id, person, cooling_ms)),
        ),
    }),
    route({
      method: "DELETE",
      path: "/withdrawal-accounts/{id}",
      access: "private",
      right: "withdrawals:write",
      tag,
      summary: "Delete a withdrawal account",
      description: "Existing withdrawals to it continue.",
      params,
      reply: removed,
      errors: ["not_found"],
      async handle(tx, { scope, person, params }) {
        await removeWithdrawalAccount(tx, scope, params.id, person);
        return removed.of(null);
      },
    }),
  ];
}
