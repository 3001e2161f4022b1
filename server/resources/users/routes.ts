import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { plainOperation, serve, writeOperation } from "#http/browser-operation.ts";
import { fieldsEnvelope, messageEnvelope, resourceEnvelope } from "#http/envelope.ts";
import { clientNetwork } from "#kernel/client-address.ts";
import { ServiceError } from "#kernel/errors.ts";
import { Email, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import { personalTermsOf, validateAndHashPassword } from "./choose-password.ts";
import { LINK_MINUTES, requestPasswordReset } from "./forgotten-password.ts";
import { acceptAsExisting, acceptAsNew, readInvitation } from "./invite.ts";
import { changePassword, findPersonOfLink, isCurrentPassword, resetPassword } from "./reset-password.ts";
import { InvitationDetails, NewPerson, PasswordText, type PersonRow, SecondFactorCode } from "./schema.ts";
import { confirmApp, createAppSecret, removeApp, replaceRecoveryCodesOf } from "./second-factor.ts";
import type { AuthenticationEvent } from "./security-events.ts";

/** The fields of a signed-in visitor that these routes need. */
interface UserVisitor {
  readonly person: PersonRow;
}

/** The functions of `sessions` that these routes need. */
export interface UserOptions<Who extends UserVisitor> {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  visitorOf(request: FastifyRequest): Promise<Who>;
  /** Throws `forbidden` without a recent step-up, and `unauthorized` once the session has ended. */
  requireStepUp(tx: Tx, visitor: Who): Promise<void>;
  /** Throws `unauthorized` unless it is the person's password. */
  verifyPassword(visitor: Who, password: string): Promise<void>;
  /** Opens a session for the person who has just chosen this password. */
  startSession(request: FastifyRequest, reply: FastifyReply, person: PersonRow): Promise<void>;
  renewSession(reply: FastifyReply, visitor: Who, has_second_factor: boolean): Promise<void>;
  /** Ends every session of a person except the visitor's own. */
  endOtherSessions(tx: Tx, person: Id<"per">, visitor: Who | null): Promise<void>;
  /** Counts and delays callers who request links. Throws `too_many_requests`. */
  limitResetRequests(caller: string): Promise<void>;
  /** Registers the browser as a known device of the person. */
  rememberDevice(request: FastifyRequest, reply: FastifyReply, person: Id<"per">): void;
  /** Writes an action into the audit log, in the action's own transaction. */
  record(tx: Tx, request: FastifyRequest, person: Id<"per">, action: AuthenticationEvent): Promise<void>;
  /** Whether this installation sends mail. */
  readonly has_mail: boolean;
}

const Token = Type.String({ minLength: 1, maxLength: 100 });
const TokenOnly = Type.Object({ token: Token });
const NewPassword = Type.Object({ token: Token, password: PasswordText });
const PasswordChange = Type.Object({ current: PasswordText, password: PasswordText });

const invitationRetrieved = resourceEnvelope(200, { message: "Invitation retrieved" }, "invitation", InvitationDetails);
const joined = messageEnvelope(200, { message: "Welcome" });
const done = messageEnvelope(200, { message: "Password changed" });
const appSecret = fieldsEnvelope(200, { message: "Scan, then confirm" }, { secret: Type.String(), uri: Type.String() });
const codes = fieldsEnvelope(200, { message: "Recovery codes" }, { recovery_codes: Type.Array(Type.String()) });
const removed = messageEnvelope(200, { message: "Second factor removed" });

const resetMethod = fieldsEnvelope(
  200,
  { message: "How a password is set anew" },
  { is_mailed: Type.Boolean(), minutes: Type.Integer() },
);
const resetRequested = messageEnvelope(202, { message: "If somebody has this address, a link is on its way to it" });

const showInvitation = writeOperation("POST", "/invitation", TokenOnly, invitationRetrieved);
const joinAsNew = writeOperation("POST", "/invitation/new", NewPerson, joined);
const joinAsKnown = writeOperation("POST", "/invitation/known", TokenOnly, joined);
const setPasswordByLink = writeOperation("POST", "/reset", NewPassword, done);
const showResetMethod = plainOperation("GET", "/forgotten-password", resetMethod);
const requestLink = writeOperation("POST", "/forgotten-password", Type.Object({ email: Email }), resetRequested);
const setPassword = writeOperation("PUT", "/me/password", PasswordChange, done);
const addApp = plainOperation("POST", "/me/second-factor", appSecret);
const confirmAddedApp = writeOperation("POST", "/me/second-factor/confirm", SecondFactorCode, codes);
const replaceCodes = plainOperation("POST", "/me/second-factor/recovery-codes", codes);
const removeOwnApp = plainOperation("DELETE", "/me/second-factor", removed);

/** The operations of invitations, passwords and second factors. */
export const USER_OPERATIONS = [
  ...[showInvitation, joinAsNew, joinAsKnown, setPasswordByLink, showResetMethod, requestLink],
  ...[setPassword, addApp, confirmAddedApp, replaceCodes, removeOwnApp],
];

/** Registers the routes of invitations, passwords and second factors. */
export function userPaths<Who extends UserVisitor>(options: UserOptions<Who>): (app: FastifyInstance) => void {
  return (app) => {
    registerLinkPaths(app, options);
    registerForgottenPasswordPaths(app, options);
    registerSecondFactorPaths(app, options);
    serve(app, setPassword, async (request) => {
      const visitor = await options.visitorOf(request);
      const { current, password } = setPassword.readBody(request);
      await options.verifyPassword(visitor, current);
      const password_hash = await validateAndHashPassword(
        password,
        await options.transact((tx) => personalTermsOf(tx, visitor.person)),
      );
      await options.transact(async (tx) => {
        if (!(await isCurrentPassword(tx, visitor.person))) throw new ServiceError("sign_in_required", "Sign in first");
        await changePassword(tx, visitor.person.id, password_hash);
        await options.endOtherSessions(tx, visitor.person.id, visitor);
        await options.record(tx, request, visitor.person.id, "password_changed");
      });
      return null;
    });
  };
}

/**
 * Tokens are in the body, so that logs and proxies do not record them. There is no counter of wrong tokens: a token has
 * 256 bits, and a password is hashed for valid tokens only. An attacker could fill such a counter to block others.
 */
function registerLinkPaths<Who extends UserVisitor>(app: FastifyInstance, options: UserOptions<Who>): void {
  const { transact } = options;
  serve(app, showInvitation, async (request) => {
    const { token } = showInvitation.readBody(request);
    return transact((tx) => readInvitation(tx, token));
  });
  serve(app, joinAsNew, async (request, reply) => {
    const { token, name, password } = joinAsNew.readBody(request);
    const { email, business } = await transact((tx) => readInvitation(tx, token));
    const password_hash = await validateAndHashPassword(password, [email, name, business]);
    const person = await transact((tx) => acceptAsNew(tx, token, name, password_hash));
    await options.startSession(request, reply, person);
    return null;
  });
  serve(app, joinAsKnown, async (request) => {
    const { person } = await options.visitorOf(request);
    const { token } = joinAsKnown.readBody(request);
    await transact((tx) => acceptAsExisting(tx, token, person));
    return null;
  });
  serve(app, setPasswordByLink, async (request, reply) => {
    const { token, password } = setPasswordByLink.readBody(request);
    const personal_terms = await transact(async (tx) => personalTermsOf(tx, await findPersonOfLink(tx, token)));
    const password_hash = await validateAndHashPassword(password, personal_terms);
    const id = await transact(async (tx) => {
      const person = await resetPassword(tx, token, password_hash);
      await options.endOtherSessions(tx, person, null);
      await options.record(tx, request, person, "password_reset");
      return person;
    });
    // Remember this browser: during an attack, the mailbox's owner must still be able to sign in with the new password.
    options.rememberDevice(request, reply, id);
    return null;
  });
}

/** Registers the routes that mail a reset link. Responses do not reveal whether an address has an account. */
function registerForgottenPasswordPaths<Who extends UserVisitor>(
  app: FastifyInstance,
  options: UserOptions<Who>,
): void {
  const { transact, has_mail } = options;
  serve(app, showResetMethod, async () => ({ is_mailed: has_mail, minutes: LINK_MINUTES }));
  serve(app, requestLink, async (request) => {
    const { email } = requestLink.readBody(request);
    await options.limitResetRequests(clientNetwork(request.ip));
    await transact((tx) => requestPasswordReset(tx, email, has_mail));
    return null;
  });
}

function registerSecondFactorPaths<Who extends UserVisitor>(app: FastifyInstance, options: UserOptions<Who>): void {
  const { transact } = options;
  serve(app, addApp, async (request) => {
    const visitor = await options.visitorOf(request);
    return transact(async (tx) => {
      await options.requireStepUp(tx, visitor);
      return createAppSecret(tx, visitor.person.id);
    });
  });
  serve(app, confirmAddedApp, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const { code } = confirmAddedApp.readBody(request);
    const recovery_codes = await transact(async (tx) => {
      await options.requireStepUp(tx, visitor);
      const codes_issued = await confirmApp(tx, visitor.person.id, code);
      await options.endOtherSessions(tx, visitor.person.id, visitor);
      await options.record(tx, request, visitor.person.id, "second_factor_added");
      return codes_issued;
    });
    await options.renewSession(reply, visitor, true);
    return { recovery_codes: [...recovery_codes] };
  });
  serve(app, replaceCodes, async (request) => {
    const visitor = await options.visitorOf(request);
    const recovery_codes = await transact(async (tx) => {
      await options.requireStepUp(tx, visitor);
      const created = await replaceRecoveryCodesOf(tx, visitor.person.id);
      await options.record(tx, request, visitor.person.id, "recovery_codes_made");
      return created;
    });
    return { recovery_codes: [...recovery_codes] };
  });
  serve(app, removeOwnApp, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const has_other_factor = await transact(async (tx) => {
      await options.requireStepUp(tx, visitor);
      const has_other = await removeApp(tx, visitor.person.id);
      await options.endOtherSessions(tx, visitor.person.id, visitor);
      await options.record(tx, request, visitor.person.id, "second_factor_removed");
      return has_other;
    });
    await options.renewSession(reply, visitor, has_other_factor);
    return null;
  });
}
