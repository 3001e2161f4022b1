import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#config.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import { cookiesOf } from "#http/cookies.ts";
import type { Route } from "#http/route.ts";
import { answerFor } from "#http/server.ts";
import { forVisitors } from "#http/visitors.ts";
import type { Id } from "#kernel/ids.ts";
import { changesPaths } from "#resources/changes/routes.ts";
import { watch } from "#resources/changes/watch.ts";
import { type Admit, dashboardPaths } from "#resources/dashboard/routes.ts";
import { OWN_PERMISSIONS } from "#resources/dashboard/rules.ts";
import { resetUrl } from "#resources/dashboard/staff.ts";
import { checkFresh, isStillAdmitted } from "#resources/dashboard/standing.ts";
import { exportPaths } from "#resources/exports/routes.ts";
import { mailing } from "#resources/mails/deliver.ts";
import { smtp } from "#resources/mails/sender.ts";
import { operatorPaths } from "#resources/operators/routes.ts";
import { passkeyPaths } from "#resources/passkeys/routes.ts";
import { isKept } from "#resources/passkeys/store.ts";
import {
  type AuthenticationAct,
  type Origin,
  recordAuthentication,
  recordFailure,
} from "#resources/people/authentication.ts";
import { isStillPassword } from "#resources/people/reset.ts";
import { peoplePaths } from "#resources/people/routes.ts";
import { enter, renewFor, sessionPaths, visitorOf } from "#resources/sessions/routes.ts";
import { provePassword } from "#resources/sessions/sign-in.ts";
import { endOthers, markSeen } from "#resources/sessions/store.ts";
import { admitTry } from "#resources/sessions/throttle.ts";

/** The dashboard's own API: sign-in, people, and every API operation for the signed-in user. */
export function dashboardApi(
  db: Database,
  routes: readonly Route[],
  { public_url, rate_limit, mail, reviews_need_two }: Config,
  onError: (error: unknown, name: string) => void,
): (app: FastifyInstance) => Promise<void> {
  const has_mail = mail !== null;
  const sessions = { transact: db.engine, cookies: cookiesOf(public_url), has_mail, onError };
  const record = (tx: Tx, request: FastifyRequest, person: Id<"per">, act: AuthenticationAct): Promise<void> =>
    recordAuthentication(tx, person, act, originOf(request), { has_mail });
  const whoAsks = (request: FastifyRequest) => visitorOf(sessions, request);
  return forVisitors({ public_url, rate_limit }, [
    sessionPaths(sessions),
    peoplePaths({
      transact: db.engine,
      visitorOf: whoAsks,
      checkFresh,
      provePassword: (visitor, password) => provePassword(db.engine, visitor, password),
      enter(request, reply, person) {
        const isStill = (tx: Tx): Promise<boolean> => isStillPassword(tx, person);
        return enter(sessions, request, reply, { person: person.id, has_second_factor: false, isStill });
      },
      renew: (reply, visitor, has_second_factor) => renewFor(sessions, reply, visitor, has_second_factor),
      endOthers: (tx, person, visitor) => endOthers(tx, person, visitor?.session.id ?? null),
      admitAsk: (caller) => admitTry(db.engine, [{ limit: "link", who: caller }]),
      rememberDevice: (request, reply, person) => sessions.cookies.rememberDevice(request, reply, person),
      ...{ record, has_mail },
    }),
    passkeyPaths({
      transact: db.engine,
      public_url,
      visitorOf: whoAsks,
      checkFresh,
      enter(request, reply, { person, id }) {
        const isStill = (tx: Tx): Promise<boolean> => isKept(tx, person, id);
        return enter(sessions, request, reply, { person, has_second_factor: true, isStill });
      },
      renew: (reply, visitor, has_second_factor) => renewFor(sessions, reply, visitor, has_second_factor),
      endOthers: (tx, person, visitor) => endOthers(tx, person, visitor.session.id),
      record,
      recordFailure: (tx, request, person) => recordFailure(tx, person, "passkey", originOf(request)),
    }),
    operatorPaths({ transact: db.engine, visitorOf: whoAsks, reviews_need_two }),
    dashboardPaths({
      transact: db.engine,
      look: db.read,
      visitorOf: whoAsks,
      answer: (scope, request, reply, route) => answerFor(db, scope, request, reply, route),
      ...{ routes, public_url, has_mail },
      others(app, admit) {
        filesAndChanges(app, admit, db, onError);
      },
    }),
  ]);
}

/** Routes that do not return JSON: lists as files, and the stream of live updates. */
function filesAndChanges(
  app: FastifyInstance,
  admit: Admit,
  db: Database,
  onError: (error: unknown, name: string) => void,
): void {
  const { engine: transact, read: look, onWake } = db;
  exportPaths({
    ...{ transact, look },
    async admit(request, operation) {
      const desk = await admit(request, operation);
      const { merchant, environment, visitor } = desk;
      const person = visitor.person.id;
      return {
        ...{ merchant, scope: { merchant, environment }, person, actor: `user:${person}` },
        isStillAdmitted: () =>
          transact(async (tx) => {
            const is_still = await isStillAdmitted(tx, desk, OWN_PERMISSIONS[operation]);
            // A download under way keeps the session from an idle timeout.
            if (is_still) await markSeen(tx, visitor.session.id);
            return is_still;
          }),
      };
    },
  })(app);
  changesPaths({
    watch: watch({ transact, look, onWake, onError: (error) => onError(error, "follow changes") }),
    async admit(request) {
      const desk = await admit(request, "GET /changes");
      const { merchant, environment, visitor } = desk;
      return {
        scope: { merchant, environment },
        session: visitor.session.id,
        isStillAdmitted: () => transact((tx) => isStillAdmitted(tx, desk, OWN_PERMISSIONS["GET /changes"])),
      };
    },
  })(app);
}

/** The job that sends the dashboard's mail, and the URL of the links in it; both null without a mail server. */
export interface Mailing {
  readonly mailing: ReturnType<typeof mailing> | null;
  readonly resetUrlOf: ((token: string) => string) | null;
}

export function mailOf(db: Database, { mail, public_url }: Config): Mailing {
  if (mail === null) return { mailing: null, resetUrlOf: null };
  return { mailing: mailing(db, smtp(mail)), resetUrlOf: (token) => resetUrl(public_url, token) };
}

function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, agent: request.headers["user-agent"] ?? "" };
}
