import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Tx } from "#db/tx.ts";
import { bare, several, single } from "#http/envelope.ts";
import { reader } from "#http/reader.ts";
import { sendReply } from "#http/server.ts";
import { callerAt } from "#kernel/callers.ts";
import { ServiceError } from "#kernel/errors.ts";
import { Email, Type } from "#kernel/fields.ts";
import type { Id } from "#kernel/ids.ts";
import type { AuthenticationAct } from "./authentication.ts";
import { choosePassword, namesAround } from "./choose-password.ts";
import { askForPassword, LINK_MINUTES } from "./forget-password.ts";
import { acceptAsKnown, acceptAsNew, lookAtInvitation } from "./invite.ts";
import { changePassword, isStillPassword, personOfReset, resetPassword } from "./reset.ts";
import { NewPerson, OpenInvitation, PasswordText, type PersonRow, SecondStep } from "./schema.ts";
import { beginSecondFactor, confirmSecondFactor, newRecoveryCodes, removeSecondFactor } from "./second-factor.ts";

/** The part of a signed-in visitor that this folder needs. */
interface Visitor {
  readonly person: PersonRow;
}

/** The functions of `sessions` that `people` needs. */
export interface PeopleOptions<Who extends Visitor> {
  readonly transact: <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>;
  visitorOf(request: FastifyRequest): Promise<Who>;
  /** Throws `forbidden` without a recent step-up, and `unauthorized` once the session has ended. */
  checkFresh(tx: Tx, visitor: Who): Promise<void>;
  /** Throws `unauthorized` unless it is the person's password. */
  provePassword(visitor: Who, password: string): Promise<void>;
  /** Opens a session for the person who has just chosen this password. */
  enter(request: FastifyRequest, reply: FastifyReply, person: PersonRow): Promise<void>;
  renew(reply: FastifyReply, visitor: Who, has_second_factor: boolean): Promise<void>;
  /** Ends every session of a person, but for the visitor's own. */
  endOthers(tx: Tx, person: Id<"per">, visitor: Who | null): Promise<void>;
  /** Counts and delays callers who request links. Throws `too_many_requests`. */
  admitAsk(caller: string): Promise<void>;
  /** Registers the browser as a known device of the person. */
  rememberDevice(request: FastifyRequest, reply: FastifyReply, person: Id<"per">): void;
  /** Writes an action into the audit log, in the action's own transaction. */
  record(tx: Tx, request: FastifyRequest, person: Id<"per">, act: AuthenticationAct): Promise<void>;
  /** Whether links are mailed. */
  readonly has_mail: boolean;
}

const Token = Type.String({ minLength: 1, maxLength: 100 });
const TokenOnly = Type.Object({ token: Token });
const NewPassword = Type.Object({ token: Token, password: PasswordText });
const PasswordChange = Type.Object({ current: PasswordText, password: PasswordText });

const opened = single(200, { message: "Invitation retrieved" }, "invitation", OpenInvitation);
const joined = bare(200, { message: "Welcome" });
const done = bare(200, { message: "Password changed" });
const begun = several(200, { message: "Scan, then confirm" }, { secret: Type.String(), uri: Type.String() });
const codes = several(200, { message: "Recovery codes" }, { recovery_codes: Type.Array(Type.String()) });
const removed = bare(200, { message: "Second factor removed" });

const way = several(
  200,
  { message: "How a password is set anew" },
  { is_mailed: Type.Boolean(), minutes: Type.Integer() },
);
const asked = bare(202, { message: "If somebody has this address, a link is on its way to it" });

const readEmail = reader(Type.Object({ email: Email }));
const readToken = reader(TokenOnly);
const readPerson = reader(NewPerson);
const readNewPassword = reader(NewPassword);
const readChange = reader(PasswordChange);
const readCode = reader(SecondStep);

/** The paths of invitations, passwords and second factors. */
export function peoplePaths<Who extends Visitor>(options: PeopleOptions<Who>): (app: FastifyInstance) => void {
  return (app) => {
    links(app, options);
    forgotten(app, options);
    secondFactor(app, options);
    app.put("/dashboard/api/me/password", async (request, reply) => {
      const visitor = await options.visitorOf(request);
      const { current, password } = readChange(request.body, "json");
      await options.provePassword(visitor, current);
      const kept = await choosePassword(password, await options.transact((tx) => namesAround(tx, visitor.person)));
      await options.transact(async (tx) => {
        if (!(await isStillPassword(tx, visitor.person))) throw new ServiceError("unauthorized", "Sign in first");
        await changePassword(tx, visitor.person.id, kept);
        await options.endOthers(tx, visitor.person.id, visitor);
        await options.record(tx, request, visitor.person.id, "password_changed");
      });
      return sendReply(reply, done.of(null));
    });
  };
}

/**
 * A link's token is in the body, so that no log and no proxy's history holds it. A token has 256 bits, and a password
 * is hashed for a valid one only. So wrong tokens need no counter, which an attacker could fill for others.
 */
function links<Who extends Visitor>(app: FastifyInstance, options: PeopleOptions<Who>): void {
  const { transact } = options;
  app.post("/dashboard/api/invitation", async (request, reply) => {
    const { token } = readToken(request.body, "json");
    return sendReply(reply, opened.of(await transact((tx) => lookAtInvitation(tx, token))));
  });
  app.post("/dashboard/api/invitation/new", async (request, reply) => {
    const { token, name, password } = readPerson(request.body, "json");
    const { email, business } = await transact((tx) => lookAtInvitation(tx, token));
    const kept = await choosePassword(password, [email, name, business]);
    const person = await transact((tx) => acceptAsNew(tx, token, name, kept));
    await options.enter(request, reply, person);
    return sendReply(reply, joined.of(null));
  });
  app.post("/dashboard/api/invitation/known", async (request, reply) => {
    const { person } = await options.visitorOf(request);
    const { token } = readToken(request.body, "json");
    await transact((tx) => acceptAsKnown(tx, token, person));
    return sendReply(reply, joined.of(null));
  });
  app.post("/dashboard/api/reset", async (request, reply) => {
    const { token, password } = readNewPassword(request.body, "json");
    const about = await transact(async (tx) => namesAround(tx, await personOfReset(tx, token)));
    const kept = await choosePassword(password, about);
    const id = await transact(async (tx) => {
      const person = await resetPassword(tx, token, kept);
      await options.endOthers(tx, person, null);
      await options.record(tx, request, person, "password_reset");
      return person;
    });
    // The owner of the mailbox must be able to sign in with the new password during an attack, so remember this
    // browser.
    options.rememberDevice(request, reply, id);
    return sendReply(reply, done.of(null));
  });
}

/** A new password by a link to the mail address. The response does not reveal whether the address has an account. */
function forgotten<Who extends Visitor>(app: FastifyInstance, options: PeopleOptions<Who>): void {
  const { transact, has_mail } = options;
  const path = "/dashboard/api/forgotten-password";
  app.get(path, async (_request, reply) => sendReply(reply, way.of({ is_mailed: has_mail, minutes: LINK_MINUTES })));
  app.post(path, async (request, reply) => {
    const { email } = readEmail(request.body, "json");
    await options.admitAsk(callerAt(request.ip));
    await transact((tx) => askForPassword(tx, email, has_mail));
    return sendReply(reply, asked.of(null));
  });
}

function secondFactor<Who extends Visitor>(app: FastifyInstance, options: PeopleOptions<Who>): void {
  const { transact } = options;
  const path = "/dashboard/api/me/second-factor";
  app.post(path, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const made = await transact(async (tx) => {
      await options.checkFresh(tx, visitor);
      return beginSecondFactor(tx, visitor.person.id);
    });
    return sendReply(reply, begun.of(made));
  });
  app.post(`${path}/confirm`, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const { code } = readCode(request.body, "json");
    const recovery_codes = await transact(async (tx) => {
      await options.checkFresh(tx, visitor);
      const given = await confirmSecondFactor(tx, visitor.person.id, code);
      await options.endOthers(tx, visitor.person.id, visitor);
      await options.record(tx, request, visitor.person.id, "second_factor_added");
      return given;
    });
    await options.renew(reply, visitor, true);
    return sendReply(reply, codes.of({ recovery_codes: [...recovery_codes] }));
  });
  app.post(`${path}/recovery-codes`, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const recovery_codes = await transact(async (tx) => {
      await options.checkFresh(tx, visitor);
      const made = await newRecoveryCodes(tx, visitor.person.id);
      await options.record(tx, request, visitor.person.id, "recovery_codes_made");
      return made;
    });
    return sendReply(reply, codes.of({ recovery_codes: [...recovery_codes] }));
  });
  app.delete(path, async (request, reply) => {
    const visitor = await options.visitorOf(request);
    const is_left = await transact(async (tx) => {
      await options.checkFresh(tx, visitor);
      const has_other = await removeSecondFactor(tx, visitor.person.id);
      await options.endOthers(tx, visitor.person.id, visitor);
      await options.record(tx, request, visitor.person.id, "second_factor_removed");
      return has_other;
    });
    await options.renew(reply, visitor, is_left);
    return sendReply(reply, removed.of(null));
  });
}
