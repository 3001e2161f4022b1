import { resourceEnvelope } from "#http/envelope.ts";
import { type Route, route } from "#http/route.ts";
import { retrieveStatement } from "./retrieve.ts";
import { BalanceStatementView, StatementQuery } from "./schema.ts";

const retrieved = resourceEnvelope(200, { message: "Statement retrieved" }, "statement", BalanceStatementView);

export const statementRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/balance/statement",
    access: "private",
    right: "balance:read",
    tag: "Balance",
    summary: "Retrieve a balance statement",
    description:
      "The balance at the start and the end of a day, week, month or range of days, and the sums of the movements by line and by channel. " +
      "An order counts when it completes: until then its amount is reserved, and belongs to the balance. " +
      "The closing balance of a period is the opening balance of the next.",
    query: StatementQuery,
    reply: retrieved,
    errors: ["invalid"],
    async handle(tx, { scope, query }) {
      return retrieved.of(await retrieveStatement(tx, scope, query));
    },
  }),
];
