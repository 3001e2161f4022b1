import { listEnvelope } from "#http/envelope.ts";
import { pageFields, readPageRequest } from "#http/pagination.ts";
import { type Route, route } from "#http/route.ts";
import { Type } from "#kernel/fields.ts";
import { presentCorrection } from "./present.ts";
import { BookedCorrection } from "./schema.ts";
import { listBooked } from "./store.ts";

const listed = listEnvelope({ message: "Corrections retrieved" }, "items", BookedCorrection);

export const correctionRoutes: readonly Route[] = [
  route({
    method: "GET",
    path: "/corrections",
    access: "private",
    right: "balance:read",
    tag: "Balance",
    summary: "List corrections",
    description: "The corrections that the platform operator booked on your balance, newest first.",
    query: Type.Object(pageFields),
    reply: listed,
    async handle(tx, { scope, query }) {
      const page = readPageRequest(query);
      const { rows, totals } = await listBooked(tx, scope, page);
      return listed.of({ ...page, items: rows.map(presentCorrection), totals });
    },
  }),
];
