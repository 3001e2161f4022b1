import { fieldsEnvelope } from "#http/envelope.ts";
import { type Route, route } from "#http/route.ts";
import { Type } from "#kernel/fields.ts";
import { listOrderRules } from "./retrieve.ts";
import { DuplicateGuard, Limit } from "./schema.ts";

const retrieved = fieldsEnvelope(
  200,
  { message: "Limits retrieved" },
  { limits: Type.Array(Limit), duplicate_guard: DuplicateGuard },
);

export const limitRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/limits",
    access: "private",
    right: "balance:read",
    tag: "Balance",
    summary: "List the limits",
    description:
      "The limits on the sum and the number of orders per hour, day and month. `used` is what counts already, and `free_at` the " +
      "end of the current hour, day or month. `duplicate_guard` is null when it is off. An order that would exceed a limit is refused with `limit_exceeded`.",
    reply: retrieved,
    handle: async (tx, { scope }) => retrieved.of(await listOrderRules(tx, scope)),
  }),
];
