import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#config.ts";
import type { Database } from "#db/pool.ts";
import type { Route } from "#http/route.ts";
import { answerFor } from "#http/server.ts";
import { forVisitors, sessionCookie } from "#http/visitors.ts";
import { dashboardPaths } from "#resources/dashboard/routes.ts";
import { checkFresh } from "#resources/dashboard/standing.ts";
import { peoplePaths } from "#resources/people/routes.ts";
import { enter, renewFor, sessionPaths, visitorOf } from "#resources/sessions/routes.ts";
import { provePassword } from "#resources/sessions/sign-in.ts";
import { endOthers } from "#resources/sessions/store.ts";

/** What the dashboard asks: signing in, people, and every operation of the API for who is signed in. */
export function dashboardApi(
  db: Database,
  routes: readonly Route[],
  { public_url, rate_limit }: Config,
): (app: FastifyInstance) => Promise<void> {
  const sessions = { transact: db.engine, cookie: sessionCookie(public_url) };
  const whoAsks = (request: FastifyRequest) => visitorOf(sessions, request);
  return forVisitors({ public_url, rate_limit }, [
    sessionPaths(sessions),
    peoplePaths({
      transact: db.engine,
      visitorOf: whoAsks,
      checkFresh,
      provePassword: (person, password) => provePassword(db.engine, person, password),
      enter: (request, reply, person) => enter(sessions, request, reply, person),
      renew: (reply, visitor, has_second_factor) => renewFor(sessions, reply, visitor, has_second_factor),
      endOthers: (tx, person, visitor) => endOthers(tx, person, visitor?.session.id ?? null),
    }),
    dashboardPaths({
      transact: db.engine,
      look: db.read,
      visitorOf: whoAsks,
      answer: (scope, request, reply, route) => answerFor(db, scope, request, reply, route),
      ...{ routes, public_url },
    }),
  ]);
}
