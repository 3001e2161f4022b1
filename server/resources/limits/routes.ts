import { fieldsEnvelope } from "#http/envelope.ts";
import { type Route, route } from "#http/route.ts";
import { Type } from "#kernel/fields.ts";
import { listLimits } from "./retrieve.ts";
import { Limit } from "./schema.ts";

const retrieved = fieldsEnvelope(200, { message: "Limits retrieved" }, { limits: Type.Array(Limit) });

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
      "end of the current hour, day or month. An order that would exceed a limit is refused with `limit_exceeded`.",
    reply: retrieved,
    handle: async (tx, { scope }) => retrieved.of({ limits: await listLimits(tx, scope) }),
  }),
];
