import { fieldsEnvelope, listEnvelope as listOf } from "#http/envelope.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { CurrencyCode, Type } from "#kernel/fields.ts";
import { balanceHistory } from "./history.ts";
import { retrieveBalances } from "./retrieve.ts";
import { BalanceEntry, BalanceView } from "./schema.ts";

const retrieved = fieldsEnvelope(
  200,
  { message: "Balance retrieved" },
  { balance: BalanceView, balances: Type.Array(BalanceView) },
);

const history = listOf({ message: "Balance history retrieved" }, "items", BalanceEntry);

export const balanceRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/balance",
    access: "private",
    right: "balance:read",
    tag: "Balance",
    summary: "Retrieve the balance",
    description:
      "`available` can be spent. `reserved` is held for transfers and refunds that have not ended. `total` is the sum of both. " +
      "`balance` is in the requested currency, or in the merchant's own. `balances` lists every currency.",
    query: Type.Object({ currency: Type.Optional(CurrencyCode) }),
    reply: retrieved,
    errors: ["invalid"],
    async handle(tx, { scope, query }) {
      const { requested, all } = await retrieveBalances(tx, scope, query.currency ?? null);
      return retrieved.of({ balance: requested, balances: [...all] });
    },
  }),
  route({
    method: "GET",
    path: "/balance/history",
    access: "private",
    right: "balance:read",
    tag: "Balance",
    summary: "List the balance's history",
    description: "Newest first, each entry with the balance after it.",
    query: Type.Object({ ...pageFields, currency: Type.Optional(CurrencyCode) }),
    reply: history,
    errors: ["invalid"],
    async handle(tx, { scope, query }) {
      const page = readPageRequest(query);
      return history.of({ ...page, ...(await balanceHistory(tx, scope, query.currency ?? null, page)) });
    },
  }),
];
