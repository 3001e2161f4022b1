import { fieldsEnvelope, listEnvelope, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { ServiceError } from "#kernel/errors.ts";
import { IdText, Type } from "#kernel/fields.ts";
import { unsupportedFieldErrors } from "#kernel/unsupported-fields.ts";
import { presentRun } from "./present.ts";
import { validateRule } from "./rules.ts";
import { NewWithdrawalRule, WithdrawalRule, WithdrawalRuleRun } from "./schema.ts";
import { advanceWithdrawalRule, listWithdrawalRules, removeWithdrawalRule, setWithdrawalRule } from "./set.ts";
import { find, listRuns } from "./store.ts";

const tag = "Withdrawals";
const params = Type.Object({ id: IdText });

const listed = fieldsEnvelope(
  200,
  { message: "Withdrawal rules retrieved" },
  { withdrawal_rules: Type.Array(WithdrawalRule) },
);
const set = resourceEnvelope(200, { message: "Withdrawal rule set" }, "withdrawal_rule", WithdrawalRule);
const due = resourceEnvelope(202, { message: "Withdrawal rule is due now" }, "withdrawal_rule", WithdrawalRule);
const removed = messageEnvelope(200, { message: "Withdrawal rule removed" });
const runs = listEnvelope({ message: "Runs retrieved" }, "items", WithdrawalRuleRun);

export const withdrawalRuleRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/withdrawal-rules",
    access: "private",
    right: "withdrawals:read",
    tag,
    summary: "List withdrawal rules",
    description: "At most one per currency, each with its last run.",
    reply: listed,
    handle: async (tx, { scope }) => listed.of({ withdrawal_rules: [...(await listWithdrawalRules(tx, scope))] }),
  }),
  route({
    method: "PUT",
    path: "/withdrawal-rules",
    access: "private",
    right: "withdrawals:write",
    is_address_checked: true,
    tag,
    summary: "Set a withdrawal rule",
    description:
      "Withdraws the available balance to a confirmed account every day or on days of the week, in the merchant's time zone. " +
      "It replaces the rule in the account's currency, if there is one. Each due time has exactly one run: a withdrawal, or the " +
      "reason why there is none.",
    body: NewWithdrawalRule,
    body_rules: {
      validate: ({ body, input, environment }) => ({
        ...validateRule(body),
        ...unsupportedFieldErrors("withdrawal rules", input, environment),
      }),
    },
    reply: set,
    errors: ["invalid"],
    handle: async (tx, { scope, person, body }) => set.of(await setWithdrawalRule(tx, scope, body, person)),
  }),
  route({
    method: "DELETE",
    path: "/withdrawal-rules/{id}",
    access: "private",
    right: "withdrawals:write",
    tag,
    summary: "Remove a withdrawal rule",
    description: "Withdrawals that it has made continue.",
    params,
    reply: removed,
    errors: ["not_found"],
    async handle(tx, { scope, person, params }) {
      await removeWithdrawalRule(tx, scope, params.id, person);
      return removed.of(null);
    },
  }),
  route({
    method: "GET",
    path: "/withdrawal-rules/{id}/runs",
    access: "private",
    right: "withdrawals:read",
    tag,
    summary: "List withdrawal rule runs",
    description: "One per due time, the latest first.",
    params,
    query: Type.Object(pageFields),
    reply: runs,
    errors: ["not_found"],
    async handle(tx, { scope, params, query }) {
      if (!(await find(tx, scope, params.id)))
        throw new ServiceError("withdrawal_rule_not_found", "Withdrawal rule not found");
      const page = readPageRequest(query);
      const { rows, totals } = await listRuns(tx, scope, params.id, page);
      return runs.of({ ...page, items: rows.map(presentRun), totals });
    },
  }),
  route({
    method: "POST",
    path: "/withdrawal-rules/{id}/run",
    access: "private",
    right: "withdrawals:write",
    is_address_checked: true,
    tag,
    summary: "Run a withdrawal rule",
    description: "In test only: the next run is due now.",
    params,
    reply: due,
    errors: ["not_found", "invalid"],
    handle: async (tx, { scope, params }) => due.of(await advanceWithdrawalRule(tx, scope, params.id)),
  }),
];
