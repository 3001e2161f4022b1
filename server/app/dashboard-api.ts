import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Config } from "#config.ts";
import type { Database } from "#db/pool.ts";
import type { Tx } from "#db/tx.ts";
import type { BrowserOperation } from "#http/browser-operation.ts";
import { browserSessionRoutes } from "#http/browser-session.ts";
import { openCookies } from "#http/cookies.ts";
import type { Route } from "#http/route.ts";
import { runRoute } from "#http/server.ts";
import type { Id } from "#kernel/ids.ts";
import { type AuthenticatedVisitor, isStillAuthorized, requireStepUp } from "#resources/dashboard/authorization.ts";
import { resetUrl } from "#resources/dashboard/members.ts";
import { DASHBOARD_PERMISSIONS } from "#resources/dashboard/role-permissions.ts";
import { type AdmitRequest, dashboardPaths, MEMBER_OPERATIONS } from "#resources/dashboard/routes.ts";
import { EXPORT_OPERATIONS, exportPaths } from "#resources/exports/routes.ts";
import type { ReminderSettings } from "#resources/invoices/remind.ts";
import { createFeedWatcher } from "#resources/live-updates/feed-watcher.ts";
import { followedByOperator, LIVE_UPDATE_OPERATIONS, liveUpdatePaths } from "#resources/live-updates/routes.ts";
import { mailWorker } from "#resources/outbox-mail/deliver.ts";
import { smtpSender } from "#resources/outbox-mail/smtp-sender.ts";
import { authorizeOperator, isStillOperator } from "#resources/platform-operators/authorization.ts";
import { PLATFORM_OPERATIONS, platformOperatorPaths } from "#resources/platform-operators/routes.ts";
import { OPERATOR_PERMISSIONS } from "#resources/platform-operators/rules.ts";
import { PASSKEY_OPERATIONS, passkeyPaths } from "#resources/users/passkeys/routes.ts";
import { isRegistered } from "#resources/users/passkeys/store.ts";
import { isCurrentPassword } from "#resources/users/reset-password.ts";
import { USER_OPERATIONS, userPaths } from "#resources/users/routes.ts";
import {
  type AuthenticationEvent,
  type ClientInfo,
  recordAuthentication,
  recordFailedSignIn,
} from "#resources/users/security-events.ts";
import {
  renewVisitorSession,
  requireVisitor,
  SESSION_OPERATIONS,
  sessionPaths,
  startSession,
} from "#resources/users/sessions/routes.ts";
import { verifyPassword } from "#resources/users/sessions/sign-in.ts";
import { endOtherSessions, markSeen } from "#resources/users/sessions/store.ts";
import { delayTry } from "#resources/users/sessions/throttle.ts";

/** Every operation of the browser pages' own API. */
export const BROWSER_OPERATIONS: readonly BrowserOperation[] = [
  ...SESSION_OPERATIONS,
  ...USER_OPERATIONS,
  ...PASSKEY_OPERATIONS,
  ...PLATFORM_OPERATIONS,
  ...MEMBER_OPERATIONS,
  ...EXPORT_OPERATIONS,
  ...LIVE_UPDATE_OPERATIONS,
];

/** The dashboard's own API: sign-in, people, and every API operation for the signed-in user. */
export function dashboardApi(
  db: Database,
  routes: readonly Route[],
  { public_url, rate_limit, mail, review_dual_control, funds_dual_control_above }: Config,
  onError: (error: unknown, name: string) => void,
): (app: FastifyInstance) => Promise<void> {
  const has_mail = mail !== null;
  const sessions = { transact: db.engine, cookies: openCookies(public_url), has_mail, onError };
  const record = (tx: Tx, request: FastifyRequest, person: Id<"per">, action: AuthenticationEvent): Promise<void> =>
    recordAuthentication(tx, person, action, requestOrigin(request), { has_mail });
  const visitorOfRequest = (request: FastifyRequest) => requireVisitor(sessions, request);
  return browserSessionRoutes({ public_url, rate_limit }, [
    sessionPaths(sessions),
    userPaths({
      transact: db.engine,
      visitorOf: visitorOfRequest,
      requireStepUp,
      verifyPassword: (visitor, password) => verifyPassword(db.engine, visitor, password),
      startSession(request, reply, person) {
        const isStill = (tx: Tx): Promise<boolean> => isCurrentPassword(tx, person);
        return startSession(sessions, request, reply, {
          person: person.id,
          has_second_factor: false,
          isStillValid: isStill,
        });
      },
      renewSession: (reply, visitor, has_second_factor) =>
        renewVisitorSession(sessions, reply, visitor, has_second_factor),
      endOtherSessions: (tx, person, visitor) => endOtherSessions(tx, person, visitor?.session.id ?? null),
      limitResetRequests: (caller) => delayTry(db.engine, [{ limit: "link", subject: caller }]),
      rememberDevice: (request, reply, person) => sessions.cookies.rememberDevice(request, reply, person),
      ...{ record, has_mail },
    }),
    passkeyPaths({
      transact: db.engine,
      public_url,
      visitorOf: visitorOfRequest,
      requireStepUp,
      startSession(request, reply, { person, id }) {
        const isStill = (tx: Tx): Promise<boolean> => isRegistered(tx, person, id);
        return startSession(sessions, request, reply, { person, has_second_factor: true, isStillValid: isStill });
      },
      renewSession: (reply, visitor, has_second_factor) =>
        renewVisitorSession(sessions, reply, visitor, has_second_factor),
      endOtherSessions: (tx, person, visitor) => endOtherSessions(tx, person, visitor.session.id),
      record,
      recordFailure: (tx, request, person) => recordFailedSignIn(tx, person, "passkey", requestOrigin(request)),
    }),
    platformOperatorPaths({
      transact: db.engine,
      visitorOf: visitorOfRequest,
      ...{ reviews_need_two: review_dual_control, funds_dual_control_above },
    }),
    dashboardPaths({
      transact: db.engine,
      readSnapshot: db.read,
      visitorOf: visitorOfRequest,
      runApiOperation: (scope, request, reply, route) => runRoute(db, scope, request, reply, route),
      ...{ routes, public_url, has_mail },
      registerOthers(app, admit) {
        exportAndLiveUpdateRoutes(app, { admit, visitorOf: visitorOfRequest }, db, onError);
      },
    }),
  ]);
}

/** Routes that do not return JSON: lists as files, and the stream of live updates. */
function exportAndLiveUpdateRoutes(
  app: FastifyInstance,
  {
    admit,
    visitorOf,
  }: { readonly admit: AdmitRequest; visitorOf(request: FastifyRequest): Promise<AuthenticatedVisitor> },
  db: Database,
  onError: (error: unknown, name: string) => void,
): void {
  const { engine: transact, read, onWake } = db;
  exportPaths({
    ...{ transact, readSnapshot: read },
    async admit(request, operation) {
      const context = await admit(request, operation);
      const { merchant, environment, visitor } = context;
      const person = visitor.person.id;
      return {
        ...{ merchant, scope: { merchant, environment }, person, actor: `user:${person}` },
        isStillAuthorized: () =>
          transact(async (tx) => {
            const is_still = await isStillAuthorized(tx, context, DASHBOARD_PERMISSIONS[operation]);
            // A download under way counts as activity, so that the session does not reach its idle timeout.
            if (is_still) await markSeen(tx, visitor.session.id);
            return is_still;
          }),
      };
    },
  })(app);
  liveUpdatePaths({
    watcher: createFeedWatcher({
      transact,
      readSnapshot: read,
      onWake,
      onError: (error) => onError(error, "follow changes"),
    }),
    async admitMember(request) {
      const context = await admit(request, "GET /changes");
      const { merchant, environment, visitor } = context;
      return {
        ...{ follows: [{ merchant, environment }], session: visitor.session.id, party: merchant },
        isStillAuthorized: () =>
          transact((tx) => isStillAuthorized(tx, context, DASHBOARD_PERMISSIONS["GET /changes"])),
      };
    },
    async admitOperator(request) {
      const visitor = await visitorOf(request);
      await transact((tx) => authorizeOperator(tx, visitor, OPERATOR_PERMISSIONS["GET /changes"]));
      return {
        ...{ follows: followedByOperator(request), session: visitor.session.id, party: "operators" },
        isStillAuthorized: () => transact((tx) => isStillOperator(tx, visitor)),
      };
    },
  })(app);
}

/** The job that sends the dashboard's mail, and the URL of the links in it; both null without a mail server. */
export interface MailParts {
  readonly mailing: ReturnType<typeof mailWorker> | null;
  readonly reminders: ReminderSettings;
  readonly resetUrlOf: ((token: string) => string) | null;
}

export function buildMail(db: Database, { mail, public_url }: Config): MailParts {
  const reminders = { public_url, has_mail: mail !== null };
  if (mail === null) return { mailing: null, resetUrlOf: null, reminders };
  return { mailing: mailWorker(db, smtpSender(mail)), resetUrlOf: (token) => resetUrl(public_url, token), reminders };
}

function requestOrigin(request: FastifyRequest): ClientInfo {
  return { address: request.ip, agent: request.headers["user-agent"] ?? "" };
}
